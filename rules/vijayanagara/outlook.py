"""What a chance to win is made of: what a position is worth to each faction, the more the less can still
change; and what is counted where many games are looked at."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Outlook
from rules.vijayanagara.state import State
from rules.vijayanagara.victory import points


def features(s: State, seat: str) -> Mapping[str, float]:
    """The worth that the automatic players go by, the points alone, both also as the end comes near; and
    which faction it is, as long as the end is far."""
    # Loaded when somebody asks: no other command needs players.
    from rules.vijayanagara.players.survey import cards_ahead
    from rules.vijayanagara.players.worth import ALL_CARDS, worth

    far = cards_ahead(s) / ALL_CARDS
    stands, has = worth(s)[seat] / 4, points(s, seat) / 4
    return {
        "worth": stands,
        "worth-late": stands * (1 - far) ** 2,
        "points-late": has * (1 - far) ** 2,
        f"{seat}-early": far,
    }


def _quick(number: Callable[[int], int], stop: Callable[[], bool]) -> object:
    from rules.vijayanagara.players.fair import Fair

    return Fair(number, stop)


def counted(s: State, kind: str, key: str) -> str:
    """As what an answer is counted: an option (2.3.3), and a side of an Event (2.3.4) by its card."""
    if kind == "side":
        return f"{s.card} {key}"
    return f"option {key}" if kind == "option" else ""


OUTLOOK = Outlook(__package__, features, _quick, turns=0)
