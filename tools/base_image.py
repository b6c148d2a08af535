"""Run `make base`: pin our base image to the newest patch version of its Python.

The pin contains the image's digest in the registry.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

DOCKERFILE = Path(__file__).parents[1] / "Dockerfile"
BASE = re.compile(r"python:(\d+\.\d+)\.\d+-(slim-\w+)@sha256:[0-9a-f]{64}")
TAGS = "https://hub.docker.com/v2/repositories/library/python/tags?page_size=100&name={minor}."
TOKEN = "https://auth.docker.io/token?service=registry.docker.io&scope=repository:library/python:pull"
MANIFEST = "https://registry-1.docker.io/v2/library/python/manifests/{tag}"
SECONDS = 20


def newest_tag(tags: Iterable[str], minor: str, flavour: str) -> str:
    """Return the tag of the newest patch version of Python `minor`. Raises `ValueError` if there is none."""
    patches = [re.fullmatch(rf"{re.escape(minor)}\.(\d+)-{flavour}", tag) for tag in tags]
    patch = max(int(found[1]) for found in patches if found)
    return f"{minor}.{patch}-{flavour}"


def pin(dockerfile: str, tag: str, digest: str) -> str:
    """Return the Dockerfile with this tag and digest in place of each pinned image."""
    return BASE.sub(f"python:{tag}@{digest}", dockerfile)


def main() -> int:
    """Ask the registry, and rewrite the Dockerfile. Return 2 if the registry gave no usable answer."""
    text = DOCKERFILE.read_text(encoding="utf-8")
    found = BASE.search(text)
    assert found is not None, "the Dockerfile pins its image"
    minor, flavour = found.groups()
    try:
        with urlopen(TAGS.format(minor=minor), timeout=SECONDS) as answer:
            tag = newest_tag((each["name"] for each in json.load(answer)["results"]), minor, flavour)
        with urlopen(TOKEN, timeout=SECONDS) as answer:
            token = json.load(answer)["token"]
        asking = Request(MANIFEST.format(tag=tag), method="HEAD")
        asking.add_header("Authorization", f"Bearer {token}")
        asking.add_header("Accept", "application/vnd.oci.image.index.v1+json")
        with urlopen(asking, timeout=SECONDS) as answer:
            digest = str(answer.headers["Docker-Content-Digest"])
    except (URLError, OSError, ValueError, KeyError) as error:
        print(f"base: no usable answer came ({error}), so the Dockerfile is unchanged.", file=sys.stderr)
        return 2
    DOCKERFILE.write_text(pin(text, tag, digest), encoding="utf-8")
    print(f"python:{tag}@{digest}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
