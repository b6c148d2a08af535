"""Combine pictures into an animated GIF: every client plays it, and flat colours keep it small."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import TypeVar

from PIL import Image

Thing = TypeVar("Thing")

SHOWN = 1600  # milliseconds: how long each frame except the last is shown
LAST = 6000  # milliseconds: how long the last frame is shown


def gif(frames: Iterator[Image.Image], number: int) -> bytes:
    """Return a looping GIF of `number` indexed pictures with one size and palette.

    Pillow's `optimize` leaves out the parts of a frame that are the same as in the frame before. So a frame
    costs about 25 KiB instead of 150. Each frame takes more than a megabyte of memory, so `frames` should
    draw only one frame at a time.
    """
    out = BytesIO()
    next(frames).save(
        out,
        "GIF",
        save_all=True,
        append_images=frames,
        duration=[SHOWN] * (number - 1) + [LAST],
        loop=0,
        optimize=True,
    )
    return out.getvalue()


def thin_out(things: Sequence[Thing], most: int) -> list[Thing]:
    """Return up to `most` things, evenly spread, with the first and the last. `most` is at least 2."""
    if len(things) <= most:
        return list(things)
    return [things[round(number * (len(things) - 1) / (most - 1))] for number in range(most)]
