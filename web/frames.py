"""Make the pictures of a game's steps for pages: whole pictures, and patches between them.

A picture is made of palette indices (`render/kit/canvas.py`), so one picture serves all themes. A patch holds
the boxes in which two pictures differ, with the XOR of their pixels. So the same patch turns each of the two
pictures into the other. Compressed patches take a seventh of the bytes of lossless WebP
(docs/lab/2026-11-25-pages.md).
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import pack

from isal import isal_zlib
from PIL import Image, ImageChops

import render
from render.games import PAINTERS
from render.kit.canvas import Drawn, png
from render.painter import Painter
from rules.state import View
from web.served_page import StepJob, StillJob, unpack_view

BAND = 32  # rows of pixels that are compared at once
CHUNK = 16  # steps whose patches are compressed together, because starting a decompressor costs time
LEVEL = 6  # the compression level of patches
QUICK = 2  # the compression level of isal's zlib, for pictures that somebody is waiting for


@dataclass(frozen=True, slots=True)
class Reel:
    """The pictures of all steps in one size.

    `whole` is the picture of step `at`, compressed. `plain` and `lit` are patches, compressed in groups of
    `CHUNK`. Patch n of `plain` leads from step n to step n + 1. Patch n of `lit` leads from the plain picture
    of step n to the same picture with the changes highlighted.
    """

    name: str
    width: int
    height: int
    at: int
    whole: bytes
    plain: tuple[bytes, ...]
    lit: tuple[bytes, ...]


def choose_sizes(painter: Painter, view: View) -> tuple[str, ...]:
    """Return the size for narrow windows. If the game has landscape sizes, also return the first of them."""
    first = painter.sizes[0]
    for size in painter.sizes[1:]:
        drawn = painter.draw(view, frozenset(), size, painter.themes[0])
        if drawn.width > drawn.height:
            return first, size
    return (first,)


def draw_reel(painter: Painter, views: Sequence[View], size: str, at: int) -> Reel:
    """Return the pictures of all steps in one size.

    `at`: the step that a page shows first, with a whole picture.
    """
    plain, lit = list[bytes](), list[bytes]()
    before: Image.Image | None = None
    for number, view in enumerate(views):
        now = _indices(painter.draw(view, frozenset(), size, painter.themes[0]))
        if before is not None:
            plain.append(make_patch(before, now))
        lit.append(make_patch(now, _lit(painter, views[number - 1], view, size) if number else now))
        if number == at:
            whole = zlib.compress(now.tobytes(), 9)
        before = now
    assert before is not None, "a game has a beginning"
    return Reel(size, before.width, before.height, at, whole, tuple(_chunks(plain)), tuple(_chunks(lit)))


def _lit(painter: Painter, before: View, view: View, size: str) -> Image.Image:
    theme = painter.themes[0]
    if painter.tell is None:
        return _indices(painter.draw(view, painter.changed(before, view), size, theme))
    return _indices(painter.tell(view, painter.tale(view, before, (), past=True), size, theme))


def _indices(picture: Drawn) -> Image.Image:
    return Image.frombytes("L", picture.size, picture.tobytes())


def make_patch(one: Image.Image, other: Image.Image) -> bytes:
    """Return a patch: the number of boxes, each box (x, y, width, height), then the differences in the boxes.

    Raises `ValueError` if the pictures differ in size.
    """
    if one.size != other.size:
        raise ValueError(f"the pictures have {one.size} and {other.size} pixels")
    boxes = list(_differing(one, other))
    parts = [pack(">H", len(boxes)), *(pack(">4H", x, y, to - x, end - y) for x, y, to, end in boxes)]
    for box in boxes:
        first, second = one.crop(box).tobytes(), other.crop(box).tobytes()
        mixed = int.from_bytes(first, "big") ^ int.from_bytes(second, "big")
        parts.append(mixed.to_bytes(len(first), "big"))
    return b"".join(parts)


def _differing(one: Image.Image, other: Image.Image) -> Iterator[tuple[int, int, int, int]]:
    """Yield the boxes in which two pictures differ. Each band of `BAND` rows has at most one box."""
    difference = ImageChops.difference(one, other)
    if difference.getbbox() is None:
        return
    for top in range(0, one.height, BAND):
        found = difference.crop((0, top, one.width, min(top + BAND, one.height))).getbbox()
        if found is not None:
            left, upper, right, lower = found
            yield left, top + upper, right, top + lower


def _chunks(patches: Sequence[bytes]) -> Iterator[bytes]:
    """Yield compressed groups of `CHUNK` patches. In a group, each patch stands after its length."""
    for first in range(0, len(patches), CHUNK):
        some = patches[first : first + CHUNK]
        yield zlib.compress(b"".join(pack(">I", len(patch)) + patch for patch in some), LEVEL)


# Single steps, for pages that load a picture when they show it


def draw_step(job: StepJob) -> render.Picture:
    """Return the pictures of a step as one file: the lengths of three compressed parts, then the parts.

    The first part is the whole picture of the step. The second is the patch from the previous step's
    picture to this picture. The third is the patch from this picture to the same picture with the changes
    highlighted.
    """
    painter = PAINTERS[job.game]
    view = unpack_view(job.view)
    now = _indices(painter.draw(view, frozenset(), job.size, painter.themes[0]))
    was = lit = now
    if job.before:
        before = unpack_view(job.before)
        was = _indices(painter.draw(before, frozenset(), job.size, painter.themes[0]))
        lit = _lit(painter, before, view, job.size)
    parts = [
        isal_zlib.compress(data, QUICK)
        for data in (now.tobytes(), make_patch(was, now), make_patch(now, lit))
    ]
    file = b"".join([pack(">3I", *map(len, parts)), *parts])
    return render.Picture(file, "", now.width, now.height, "steps")


def draw_still(job: StillJob) -> render.Picture:
    """Return the board after a step as a PNG."""
    painter = PAINTERS[job.game]
    view = unpack_view(job.view)
    drawn = painter.draw(view, frozenset(), painter.sizes[0], painter.themes[0])
    return render.Picture(png(drawn), "", drawn.width, drawn.height)


# Colours


def list_palettes(painter: Painter, view: View) -> dict[str, bytes]:
    """Return the colours of each theme, three bytes a colour."""
    found = {}
    for theme in painter.themes:
        palette = painter.draw(view, frozenset(), painter.sizes[0], theme).getpalette()
        assert palette is not None
        found[theme] = bytes(palette)
    return found
