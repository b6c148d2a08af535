# Stage 1 builds a virtual environment; stage 2 takes only that, so no compiler or cache reaches the image.
FROM python:3.11.7-slim-bookworm AS build
RUN python -m venv /opt/durbar
COPY requirements.lock /src/
RUN /opt/durbar/bin/pip install --no-cache-dir -r /src/requirements.lock
COPY pyproject.toml README.md LICENSE /src/
COPY bot /src/bot
COPY db /src/db
COPY render /src/render
COPY rules /src/rules
COPY sandbox /src/sandbox
# The sandbox is for trying things out on one's own machine: it has no place where a token is.
RUN /opt/durbar/bin/pip install --no-cache-dir --no-deps /src \
    && rm -r /opt/durbar/lib/python3.11/site-packages/sandbox

FROM python:3.11.7-slim-bookworm
RUN useradd --uid 1000 --home-dir /data --no-create-home durbar \
    && install --directory --owner durbar /data
COPY --from=build /opt/durbar /opt/durbar
ENV PATH=/opt/durbar/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DURBAR_DATABASE=sqlite+aiosqlite:////data/durbar.db
USER durbar
WORKDIR /data
VOLUME /data
# The bot dials out to Discord and listens on no port, unless DURBAR_HEALTH names one (/healthz). Without a
# token it says so in one sentence and ends. Run it with `docker run --init --read-only --tmpfs /tmp`.
CMD ["python", "-m", "bot"]
