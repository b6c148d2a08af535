"""Picture: draw and encode, beside the same picture with nothing cached and Pillow's default PNG."""

from __future__ import annotations

import io
import random
import sys
from collections.abc import Iterator, Sequence
from typing import Any

import render
from bot.bench.rows import Row, median_ms
from rules import GAMES
from rules.chance import Draw, Roll
from rules.kernel import Ask, Live, Rules
from rules.players import Mover, play_out

TIMES = 60
NAIVE_TIMES = 5
MIDDLE = 200  # entries played before the picture is taken


class _Enough(Exception):
    """The game is where the picture is to be taken."""


def rows() -> Iterator[Row]:
    """Milliseconds and KiB for each size of each game's table in the middle of a game."""
    for rules in GAMES.values():
        view = rules.view(_middle(rules), None)
        for size in render.sizes(rules.KEY):
            naive = median_ms(_naive, NAIVE_TIMES, view, size)
            drawn = median_ms(render.picture, TIMES, view, size=size)
            picture = render.picture(view, size=size)
            what = f"{rules.TITLE}, {size} {picture.width}x{picture.height}"
            yield Row(f"{what}: draw + encode", drawn, "ms", "without caches", naive)
            yield Row(f"{what}: file", len(picture.png) / 1024, "KiB")


def _naive(view: Any, size: str) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("render."):
            for thing in vars(module).values():
                if hasattr(thing, "cache_clear"):
                    thing.cache_clear()
    painter = render.PAINTERS[view.game]
    painter.draw(view, frozenset(), size, painter.themes[0]).save(io.BytesIO(), "PNG")


def _middle(rules: Rules[Any]) -> Any:
    """A state in the middle of a random game."""
    number, state, entries = random.Random(3), rules.setup(rules.Options()), 0
    players = {seat: Mover(number.randrange) for seat in rules.SEATS}

    def watch(live: Live[Any], *_: object) -> None:
        nonlocal entries
        entries += 1
        if entries >= MIDDLE and isinstance(live.pending, Ask):
            raise _Enough

    try:
        play_out(rules, state, players, _deal(number), watch=watch)
    except _Enough:
        return state
    return state


def _deal(number: random.Random) -> Any:
    return lambda _turn, _index, pending: number.choice(_outcomes(pending))


def _outcomes(pending: Draw | Roll) -> Sequence[str]:
    return pending.pile if isinstance(pending, Draw) else ["123456"[: pending.dice]]
