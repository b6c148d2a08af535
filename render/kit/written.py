"""What is written in a picture, and where: each picture carries its texts, so that tests can measure them.

A text is noted where it is drawn (`canvas.write`, `Sheet.text`) and follows its tile when that is pasted
(`Sheet.paste`) or matched to a palette. `lay` and `cut` take the texts of images along that no sheet holds.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.kit.shapes import Rect, Spot, moved

KEY = "written"  # in `Image.info`, which copies keep


class Written(NamedTuple):
    """A text in a picture: the box of its ink, and the height of a capital letter, in pixels."""

    text: str
    box: Rect
    tall: int


class _Texts(NamedTuple):
    """The texts of an image of this size: they don't count for a part that was cut out of it."""

    size: tuple[int, int]
    texts: tuple[Written, ...]


def read_texts(image: Image.Image) -> tuple[Written, ...]:
    """Return what is written in an image."""
    kept = image.info.get(KEY)
    return kept.texts if isinstance(kept, _Texts) and kept.size == image.size else ()


def note(image: Image.Image, *texts: Written) -> None:
    """Add texts to those that the image carries."""
    image.info[KEY] = _Texts(image.size, (*read_texts(image), *texts))


def carry(source: Image.Image, target: Image.Image, by: Spot = (0, 0)) -> None:
    """Add the texts of an image to those of another into which it is pasted, with its corner at `by`."""
    if texts := read_texts(source):
        note(target, *(text._replace(box=moved(text.box, by)) for text in texts))


def lay(target: Image.Image, tile: Image.Image, corner: Spot, mask: Image.Image | None = None) -> None:
    """Paste an image upon another, with all that is written in it."""
    target.paste(tile, corner, mask)
    carry(tile, target, corner)


def cut(image: Image.Image, box: Rect) -> Image.Image:
    """Return a part of an image, with what is written in it: a text is left out that lies wholly outside."""
    left, top, right, bottom = box
    part = image.crop(box)
    within = (
        text
        for text in read_texts(image)
        if text.box[0] < right and text.box[2] > left and text.box[1] < bottom and text.box[3] > top
    )
    part.info.pop(KEY, None)
    note(part, *(text._replace(box=moved(text.box, (-left, -top))) for text in within))
    return part
