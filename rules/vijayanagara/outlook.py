"""What a chance to win is made of: what a position is worth to each faction, the more the less can still
change."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Outlook
from rules.vijayanagara.state import State


def features(s: State, seat: str) -> Mapping[str, float]:
    """The worth that the automatic players go by."""
    # Loaded when somebody asks: no other command needs players.
    from rules.vijayanagara.players.worth import heat, worth

    return {"worth": worth(s)[seat] / heat(s)}


def _quick(number: Callable[[int], int], stop: Callable[[], bool]) -> object:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop)


OUTLOOK = Outlook(__package__, features, _quick, turns=0)
