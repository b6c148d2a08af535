"""Define the form in which a bot keeps and serves a page, and the jobs for its pictures.

This module loads no painters.
"""

from __future__ import annotations

import gzip
import pickle
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from struct import unpack_from
from typing import NamedTuple

from rules.state import View
from rules.words import ENGLISH

BROTLI = 5  # the compression level; the highest is 11, and each level takes much longer than the one below
PARTS = ("whole", "plain", "lit")  # the parts of a file that holds a step's pictures


class Packed(NamedTuple):
    """A text compressed in two ways. `brotli`: b"" if the library is not installed."""

    gzip: bytes
    brotli: bytes = b""

    @property
    def size(self) -> int:
        """Return the number of bytes of both compressed texts together."""
        return len(self.gzip) + len(self.brotli)


class Shape(NamedTuple):
    """A size in which boards are drawn: its name, and its width and height in pixels."""

    name: str
    width: int
    height: int


class StepViews(NamedTuple):
    """The packed views before and after a step. The step's pictures are drawn from them."""

    before: bytes
    view: bytes


class ServedPage(NamedTuple):
    """A page as it is served.

    `stamp`: the page's hash. `files`: the files that the page loads besides pictures, by name. `steps`: the
    views of each step, by the hash in the addresses of the step's pictures. `view`: the packed view after the
    last step. `memory`: see `web.served.tell_on`. `last`: the number of the page's last turn.
    """

    stamp: str
    html: Packed
    files: Mapping[str, Packed]
    steps: Mapping[str, StepViews]
    shapes: tuple[Shape, ...]
    view: bytes
    memory: bytes
    last: int

    @property
    def size(self) -> int:
        """Estimate how many bytes of memory the page takes."""
        views = sum(len(each.view) for each in self.steps.values())
        return self.html.size + sum(file.size for file in self.files.values()) + views + len(self.memory)


@dataclass(frozen=True, slots=True)
class StepJob:
    """A job to draw the pictures of one step in one size. `before` and `view` are packed views.

    `before`: the view before the step; b"" for the first step. `view`: the view after the step.
    """

    game: str
    before: bytes
    view: bytes
    size: str
    language: str = ENGLISH

    def key(self) -> bytes:
        """Return a hash that identifies the job."""
        return blake2b(repr(self).encode(), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class StillJob:
    """A job to draw the board after a step as a PNG. `view` is a packed view."""

    game: str
    view: bytes
    language: str = ENGLISH

    def key(self) -> bytes:
        """Return a hash that identifies the job."""
        return blake2b(repr(self).encode(), digest_size=16).digest()


def cut_part(file: bytes, part: str) -> bytes:
    """Return one part of a file that `web.frames.draw_step` made."""
    sizes = unpack_from(">3I", file)
    at = 12 + sum(sizes[: PARTS.index(part)])
    return file[at : at + sizes[PARTS.index(part)]]


def pack_view(view: View) -> bytes:
    """Return a view as bytes that other processes of this bot can read."""
    return zlib.compress(pickle.dumps(view), 1)


def unpack_view(packed: bytes) -> View:
    """Return the view in these bytes from `pack_view`."""
    view: View = pickle.loads(zlib.decompress(packed))
    return view


def pack_text(content: bytes) -> Packed:
    """Return a text compressed in two ways."""
    packed = gzip.compress(content, 6, mtime=0)
    if find_spec("brotli") is None:
        return Packed(packed)
    return Packed(packed, import_module("brotli").compress(content, quality=BROTLI))
