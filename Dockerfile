# Stage 1 builds a virtual environment. Stage 2 copies only that, so the image has no compiler or cache.
# `make base` renews both FROM lines.
FROM python:3.11.15-slim-bookworm@sha256:d29f48a31a8b408ed19272ca1e7b10ebae13b240a27e862d3d4217c528e2e0c3 AS build
RUN python -m venv /opt/durbar
COPY requirements.lock /src/
RUN /opt/durbar/bin/pip install --no-cache-dir -r /src/requirements.lock
COPY pyproject.toml README.md LICENSE /src/
COPY bot /src/bot
COPY db /src/db
COPY render /src/render
COPY rules /src/rules
COPY sandbox /src/sandbox
COPY web /src/web
# The sandbox is for your own machine. It must not run where a bot has a token.
RUN /opt/durbar/bin/pip install --no-cache-dir --no-deps /src \
    && rm -r /opt/durbar/lib/python3.11/site-packages/sandbox

FROM python:3.11.15-slim-bookworm@sha256:d29f48a31a8b408ed19272ca1e7b10ebae13b240a27e862d3d4217c528e2e0c3
RUN useradd --uid 1000 --home-dir /data --no-create-home durbar \
    && install --directory --owner durbar /data
COPY --from=build /opt/durbar /opt/durbar
ENV PATH=/opt/durbar/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DURBAR_DATABASE=sqlite+aiosqlite:////data/durbar.db \
    DURBAR_HEALTH=127.0.0.1:9100
USER durbar
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["python", "-c", "import os, urllib.request as u; \
u.urlopen('http://' + os.environ['DURBAR_HEALTH'] + '/healthz', timeout=3)"]
# The bot connects to Discord. It listens only inside the container, for /healthz, unless DURBAR_WEB and DURBAR_WEB_URL
# make it serve pages (docs/how-to/serve-pages.md). Without a token it says so in one sentence and exits with 2.
# Run it with `docker run --init --read-only --tmpfs /tmp`.
CMD ["python", "-m", "bot"]
