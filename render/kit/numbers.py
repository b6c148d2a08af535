"""The numbers of a question's buttons, drawn where each answer lies: so a button is found in the picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from render.kit.canvas import Font, Sheet, cap_height, width
from render.kit.shapes import Rect, Spot

FACE = "DurbarSans-CondensedBold"


def numbered(marks: Sequence[str]) -> Mapping[str, int]:
    """Return option key to the number on its button, from 1 on, in the order of the buttons."""
    return {key: number for number, key in enumerate(marks, 1)}


def plate(middle: Spot, number: int, size: int) -> Rect:
    """Return where the plate of a number lies, `size` pixels high, so that nothing else is put there."""
    x, y = middle
    wide = max(size, width(str(number), Font(FACE, _letters(size))) + size // 2)
    return x - wide // 2, y - size // 2, x - wide // 2 + wide, y - size // 2 + size


def draw_number(
    sheet: Sheet, middle: Spot, number: int, size: int = 44, ink: str = "ink", ground: str = "lamp"
) -> None:
    """Draw a number on a plate of its own in the middle of what it stands for."""
    box = plate(middle, number, size)
    sheet.rectangle(box, ground, ink, max(2, size // 14))
    font = Font(FACE, _letters(size))
    # Odd heights of letters would else stand a pixel too low.
    down = (cap_height(font) + 1) % 2
    sheet.text((box[0] + box[2]) // 2, middle[1] - down, str(number), font, ink, ground, "m")


def _letters(size: int) -> int:
    return round(size * 0.78)
