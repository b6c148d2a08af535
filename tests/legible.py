"""Measure the texts in pictures: the smallest glyph, and overlapping labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from PIL import Image

from render.kit.shapes import Rect
from render.kit.written import Written, read_pieces, read_texts

PHONE = 326  # the width in CSS pixels of a picture on a phone in Discord
NARROWEST = 299.5  # CSS pixels: the least width of the drawing between its margins; 300 before rounding
LEAST = 9  # smallest height of capitals and figures in CSS pixels


def measure_smallest(picture: Image.Image) -> float:
    """Return the height of the smallest capital in a picture, in CSS pixels on a phone; 99 without texts."""
    talls = [text.tall for text in read_texts(picture)]
    return round(min(talls) * PHONE / picture.width, 1) if talls else 99.0


def find_overlaps(picture: Image.Image) -> Iterator[tuple[str, str]]:
    """Yield pairs of overlapping texts. A text that is written twice in one spot counts once."""
    for one, other in combinations(set(read_texts(picture)), 2):
        if overlap(one.box, other.box) and not _is_same(one, other):
            yield one.text, other.text


def find_hidden(picture: Image.Image) -> Iterator[tuple[str, Rect]]:
    """Yield texts that a piece hides, with the box of the piece. Texts on the piece itself don't count."""
    pieces = [*read_pieces(picture)]
    for text in set(read_texts(picture)):
        for piece in pieces:
            if overlap(piece, text.box) and not _holds(piece, text.box):
                yield text.text, piece


def find_cut(picture: Image.Image) -> Iterator[str]:
    """Yield the texts that an edge of the picture cuts."""
    whole = 0, 0, *picture.size
    for text in set(read_texts(picture)):
        if overlap(whole, text.box) and not _holds(whole, text.box):
            yield text.text


def _holds(piece: Rect, box: Rect) -> bool:
    """Return whether a box lies on a piece, but for the soft edge of its letters."""
    return all(p <= b + 3 for p, b in zip(piece[:2], box[:2], strict=True)) and all(
        b <= p + 3 for p, b in zip(piece[2:], box[2:], strict=True)
    )


def _is_same(one: Written, other: Written) -> bool:
    near = all(abs(a - b) <= 12 for a, b in zip(one.box, other.box, strict=True))
    return near and one.text == other.text


def overlap(one: Rect, other: Rect) -> bool:
    """Return whether two boxes overlap by more than the edges of slanting or soft letters."""
    (a, b, c, d), (e, f, g, h) = one, other
    return c - e > 2 and g - a > 2 and d - f > 2 and h - b > 2 and min(c - a, g - e, d - b, h - f) > 2
