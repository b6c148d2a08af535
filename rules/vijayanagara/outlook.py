"""What a chance to win is made of: what a position is worth to each faction, the more the less can still
change; and what is counted where many games are looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Outlook
from rules.vijayanagara.state import State


def features(s: State, seat: str) -> Mapping[str, float]:
    """The worth that the automatic players go by, also as the end comes near, and which faction it is."""
    # Loaded when somebody asks: no other command needs players.
    from rules.vijayanagara.players.worth import outlook

    return outlook(s)[seat]


def _quick(number: Callable[[int], int], stop: Callable[[], bool]) -> object:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop)


def counted(s: State, kind: str, key: str) -> str:
    """As what an answer is counted: an option (2.3.3), and a side of an Event (2.3.4) by its card."""
    if kind == "side":
        return f"{s.card} {key}"
    return f"option {key}" if kind == "option" else ""


OUTLOOK = Outlook(__package__, features, _quick, turns=0)
