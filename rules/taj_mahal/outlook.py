"""Compute the features from which a seat's chance to win is estimated.

The features are the value of a seat's position, its points, and what a withdrawal would bring. The weights of
the features change from visit to visit.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Outlook
from rules.player import Number, Player
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import LAST


def measure_features(s: State, seat: str) -> Mapping[str, float]:
    """Return the value of the position, the points, and what a withdrawal from this visit would bring."""
    # Imported here, because commands that show no outlook don't need the players.
    from rules.taj_mahal.players import weigh_position
    from rules.taj_mahal.players.evaluation import weigh_withdrawal

    player, done = s.players[seat], max(0, s.visit - 1) / LAST
    stands = weigh_position(s, seat) / 10
    visit = 0.0 if not s.visit or seat in s.out else weigh_withdrawal(s, seat) / 10
    return {
        "stands": stands,
        "stands-late": stands * done,
        "points-late": player.total * done / 10,
        "visit": visit,
        "visit-late": visit * done,
    }


def _make_quick(number: Number, stop: Callable[[], bool]) -> Player:
    from rules.taj_mahal.players import BOT_PLAYERS

    return BOT_PLAYERS["fair"](number, stop)


OUTLOOK = Outlook(__package__, measure_features, _make_quick, turns=16)
