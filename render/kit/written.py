"""Remember where a picture has texts and pieces: numbers keep clear of them, and tests measure them.

`canvas.write` and `Sheet.text` draw a text and note its place on the image. The note goes along when the
image is pasted (`Sheet.paste`) or matched to a palette. `lay` and `cut` copy notes too, for images without a
sheet.
"""

from __future__ import annotations

from typing import NamedTuple

from PIL import Image

from render.kit.shapes import Rect, Spot, move_box

KEY, PIECES = "written", "pieces"  # keys in `Image.info`; a copy of an image keeps its `info`


class Written(NamedTuple):
    """A text in a picture: the box of its ink, and the height of a capital letter, in pixels."""

    text: str
    box: Rect
    tall: int


class _Texts(NamedTuple):
    """The texts of an image, as a linked list.

    `size`: the size of the image. If Pillow cuts a part out of the image, the part inherits the texts with
    wrong boxes. The part has another size, so `_find` ignores them.
    """

    size: tuple[int, int]
    before: _Texts | None  # the texts that the image already had
    texts: tuple[Written, ...] = ()
    laid: _Texts | None = None  # the texts of an image that was pasted onto this one
    corner: Spot = (0, 0)  # where the top left corner of the pasted image is


def _find(image: Image.Image) -> _Texts | None:
    kept = image.info.get(KEY)
    return kept if isinstance(kept, _Texts) and kept.size == image.size else None


def _unroll(last: _Texts | None) -> list[Written]:
    found = list[Written]()
    while last is not None:
        found += last.texts
        if last.laid is not None:
            found += [text._replace(box=move_box(text.box, last.corner)) for text in _unroll(last.laid)]
        last = last.before
    return found


def read_texts(image: Image.Image) -> tuple[Written, ...]:
    """Return the texts in an image."""
    return tuple(_unroll(_find(image)))


def note(image: Image.Image, *texts: Written) -> None:
    """Add texts to those that the image carries."""
    image.info[KEY] = _Texts(image.size, _find(image), texts)


def note_piece(image: Image.Image, box: Rect) -> None:
    """Note the box of a piece on an image. Only `cut` carries it to another image."""
    image.info[PIECES] = (*image.info.get(PIECES, ()), box)


def read_pieces(image: Image.Image) -> tuple[Rect, ...]:
    """Return the boxes of the pieces on an image."""
    return tuple(image.info.get(PIECES, ()))


def carry(source: Image.Image, target: Image.Image, by: Spot = (0, 0)) -> None:
    """Add the texts of `source` to `target`, when `source` is pasted into it with its corner at `by`."""
    if (laid := _find(source)) is not None:
        target.info[KEY] = _Texts(target.size, _find(target), (), laid, by)


def lay(target: Image.Image, tile: Image.Image, corner: Spot, mask: Image.Image | None = None) -> None:
    """Paste an image onto another, with its texts."""
    target.paste(tile, corner, mask)
    carry(tile, target, corner)


def cut(image: Image.Image, box: Rect) -> Image.Image:
    """Return a part of an image, with the texts and pieces that lie at least partly in it."""
    left, top, right, bottom = box
    part = image.crop(box)
    within = (
        text
        for text in read_texts(image)
        if text.box[0] < right and text.box[2] > left and text.box[1] < bottom and text.box[3] > top
    )
    part.info.pop(KEY, None)
    part.info[PIECES] = tuple(
        move_box(each, (-left, -top))
        for each in read_pieces(image)
        if each[0] < right and each[2] > left and each[1] < bottom and each[3] > top
    )
    note(part, *(text._replace(box=move_box(text.box, (-left, -top))) for text in within))
    return part
