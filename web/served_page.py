"""A page as a bot keeps and serves it, and the jobs for its pictures. Nothing here loads what draws."""

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

BROTLI = 5  # of 11: beyond it each step takes much longer
PARTS = ("whole", "plain", "lit")  # of the pictures of one step


class Packed(NamedTuple):
    """A text as it is sent: packed in two ways. `brotli`: b"" where the library is not installed."""

    gzip: bytes
    brotli: bytes = b""

    @property
    def size(self) -> int:
        """How many bytes it takes."""
        return len(self.gzip) + len(self.brotli)


class Shape(NamedTuple):
    """A shape in which boards are drawn, and its pixels."""

    name: str
    width: int
    height: int


class StepViews(NamedTuple):
    """What the pictures of a step are drawn from: the packed views before it and after it."""

    before: bytes
    view: bytes


class ServedPage(NamedTuple):
    """A page as it is served.

    `stamp`: its hash. `files`: what it loads beside its pictures, by name. `steps`: what the pictures of its
    steps are drawn from, by hash; `view`: the packed view after the last. `memory`: see
    `web.served.tell_on`; `last`: the number of its last turn.
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
        """How many bytes it takes, nearly."""
        views = sum(len(each.view) for each in self.steps.values())
        return self.html.size + sum(file.size for file in self.files.values()) + views + len(self.memory)


@dataclass(frozen=True, slots=True)
class StepJob:
    """The pictures of one step to be drawn in one shape. `before` and `view` are packed views.

    `before`: of the step before it; b"" for the first.
    """

    game: str
    before: bytes
    view: bytes
    size: str
    language: str = ENGLISH

    def key(self) -> bytes:
        """Equal for equal jobs, and, as far as anybody can tell, for no others."""
        return blake2b(repr(self).encode(), digest_size=16).digest()


@dataclass(frozen=True, slots=True)
class StillJob:
    """The board after a step, as a picture that any program shows. `view` is a packed view."""

    game: str
    view: bytes
    language: str = ENGLISH

    def key(self) -> bytes:
        """Equal for equal jobs, and, as far as anybody can tell, for no others."""
        return blake2b(repr(self).encode(), digest_size=16).digest()


def cut_part(file: bytes, part: str) -> bytes:
    """Return one of the parts that `web.frames.draw_step` has put into a file."""
    sizes = unpack_from(">3I", file)
    at = 12 + sum(sizes[: PARTS.index(part)])
    return file[at : at + sizes[PARTS.index(part)]]


def pack_view(view: View) -> bytes:
    """Return a view as bytes, for another process of this bot."""
    return zlib.compress(pickle.dumps(view), 1)


def unpack_view(packed: bytes) -> View:
    """Return a view that this bot has packed."""
    view: View = pickle.loads(zlib.decompress(packed))
    return view


def pack_text(content: bytes) -> Packed:
    """Return a text packed."""
    packed = gzip.compress(content, 6, mtime=0)
    if find_spec("brotli") is None:
        return Packed(packed)
    return Packed(packed, import_module("brotli").compress(content, quality=BROTLI))
