"""Run `make sbom`: print a CycloneDX list of the image's parts, from the lock file and the Dockerfile."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PIN = re.compile(r"^(?P<name>[A-Za-z0-9._-]+)==(?P<version>[^\s;]+)", re.M)
BASE = re.compile(r"^FROM (?P<name>\w+):(?P<tag>[\w.-]+)@(?P<digest>sha256:[0-9a-f]{64})$", re.M)


def list_components(lock: str, dockerfile: str) -> list[dict[str, Any]]:
    """Return the locked packages and the base image."""
    base = list(BASE.finditer(dockerfile))[-1]
    name, tag, digest = base["name"], base["tag"], base["digest"]
    image = {
        "type": "container",
        "name": name,
        "version": tag,
        "purl": f"pkg:docker/{name}@{digest.replace(':', '%3A')}?tag={tag}",
    }
    return [image, *(_package(each["name"], each["version"]) for each in PIN.finditer(lock))]


def _package(name: str, version: str) -> dict[str, Any]:
    purl = f"pkg:pypi/{name.lower().replace('_', '-')}@{version}"
    found: dict[str, Any] = {"type": "library", "name": name, "version": version, "purl": purl}
    try:
        about = metadata.metadata(name)
    except metadata.PackageNotFoundError:  # a package of another platform
        return found
    if "License-Expression" in about:
        found["licenses"] = [{"expression": about["License-Expression"]}]
    return found


def main() -> None:
    """Print the parts of the image."""
    lock, dockerfile = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("requirements.lock", "Dockerfile")
    )
    whole = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": {"type": "application", "name": "durbar", "version": metadata.version("durbar")}
        },
        "components": list_components(lock, dockerfile),
    }
    print(json.dumps(whole, indent=1))


if __name__ == "__main__":
    main()
