"""Read the files that all pages use, such as the style sheet, and make their names in addresses."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files

ASSETS = ("icon.svg", "page.css", "page.js", "server.css")
HASH = 20  # hexadecimal digits of a hash in an address


@cache
def read_asset(name: str) -> str:
    """Return the text of one of these files: a style sheet, a script or the icon."""
    return files("web").joinpath("assets", name).read_text(encoding="utf-8")


@cache
def name_asset(name: str) -> str:
    """Return the name under which a file is served. A hash in it lets browsers keep the file forever."""
    stem, _, ending = name.rpartition(".")
    return f"{stem}.{make_hash(read_asset(name))}.{ending}"


def make_hash(*texts: str) -> str:
    """Return a hash of texts, to put into an address."""
    return sha256("\n".join(texts).encode()).hexdigest()[:HASH]
