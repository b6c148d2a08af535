"""Define the bot players.

Each faction has a sheet. The lines of the sheet propose orders. The player chooses the order after which its
position is worth most, and `full` also simulates what follows the best orders. `sheet` takes the first order
without evaluating it. `rivals` and the factions' own modules hold the lines. `survey` counts on the map.
`answers` answers questions at a glance. `worth` evaluates a position.
docs/reference/games/vijayanagara-sheets.md prints the sheets, so that people can follow them. The code of
a bot player is imported only when the player takes a seat, because few commands need it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.extras import Style
from rules.kernel import Maker, Player
from rules.player import Number
from rules.players.taste import NO_TASTE, Taste
from rules.words import say

Stop = Callable[[], bool]

OVERLOOKED = 25  # of 100 lines of its faction's sheet, the level `easy` misses this many


def _make_by_sheet(number: Number, stop: Stop) -> Player:
    from rules.vijayanagara.players.by_sheet import BySheet

    return BySheet(number, stop)


def _make_easy(number: Number, stop: Stop, taste: Taste = NO_TASTE) -> Player:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop, OVERLOOKED, taste=taste)


def _make_fair(number: Number, stop: Stop, taste: Taste = NO_TASTE) -> Player:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop, taste=taste)


def _make_full(number: Number, stop: Stop, taste: Taste = NO_TASTE) -> Player:
    from rules.vijayanagara.players.full import Full

    return Full(number, stop, taste=taste)


def _make_players(taste: Taste) -> dict[str, Maker]:
    makers = {"easy": _make_easy, "fair": _make_fair, "full": _make_full}
    return {level: partial(make, taste=taste) for level, make in makers.items()}


BOT_PLAYERS: Mapping[str, Maker] = {
    "sheet": _make_by_sheet,
    "easy": _make_easy,
    "fair": _make_fair,
    "full": _make_full,
}
STYLES: Mapping[str, Style] = {
    "raider": Style(
        say("the raider"), say("attacks and rebels when in doubt"), _make_players(Taste({"fight": 1.0}))
    ),
    "builder": Style(
        say("the builder"), say("likes to bring pieces and to build"), _make_players(Taste({"build": 1.0}))
    ),
    "diplomat": Style(
        say("the diplomat"),
        say("prefers Resources and Influence to battles"),
        _make_players(Taste({"deal": 1.0})),
    ),
}
