"""Compute the features for estimates of chances to win, and name what the statistics count.

The features come from `players.judgement`, whose weights are learned from games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Learned, Outlook
from rules.player import Number, Player
from rules.vijayanagara.state import State


def compute_features(s: State, seat: str) -> Mapping[str, float]:
    """Return the four features of the seat's chance to win (see `compute_outlook`)."""
    # Loaded only when needed, because few commands need bot players.
    from rules.vijayanagara.players.judgement import compute_outlook

    return compute_outlook(s)[seat]


def _make_quick(number: Number, stop: Callable[[], bool]) -> Player:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop)


def categorize_answer(s: State, kind: str, key: str) -> str:
    """Return the name under which statistics count an answer; "" if they don't count it.

    Statistics count the options (2.3.3) and the sides of each Event card (2.3.4).
    """
    if kind == "side":
        return f"{s.card} {key}"
    return f"option {key}" if kind == "option" else ""


def _signs(s: State) -> Mapping[str, float]:
    from rules.vijayanagara.players.signs import compute_signs
    from rules.vijayanagara.players.worth import compute_worth

    return compute_signs(s, compute_worth(s))


def _late(s: State) -> float:
    from rules.vijayanagara.players.signs import measure_lateness

    return measure_lateness(s)


def _game(number: Callable[[int], int], keep: Callable[[State], None]) -> State:
    from rules.vijayanagara.players.first_look import play_game

    return play_game(number, keep)


LEARNED = Learned(__package__, _signs, _late, _game)
OUTLOOK = Outlook(__package__, compute_features, _make_quick, turns=0)
