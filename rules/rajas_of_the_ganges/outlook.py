"""What a chance to win is made of: what each seat has, how far its markers are apart, and how soon somebody's
meet."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.extras import Outlook
from rules.rajas_of_the_ganges.state import State

FAR = 8.0  # rounds before the end from which a lead begins to count for more


def features(s: State, seat: str) -> Mapping[str, float]:
    """The value that the automatic players go by, and the gap between the markers, each also as the end
    comes near."""
    # Loaded when somebody asks: no other command needs players.
    from rules.rajas_of_the_ganges.value import CROSSED, rounds_left, value

    realm = s.realms[seat]
    left = min(rounds_left(each) for each in s.realms.values())
    near = 1 - min(left, FAR) / FAR
    worth = (value(s, seat) - (CROSSED + realm.gap if realm.gap >= 0 else 0.0)) / 10
    gap = realm.gap / 10
    return {
        "worth": worth,
        "worth-near": worth * near,
        "gap": gap,
        "gap-near": gap * near,
        "crossed": float(realm.gap >= 0),
        "to-place": (s.at_home(seat) if realm.gap < 0 else 0) / 3,
    }


def _quick(number: Callable[[int], int], stop: Callable[[], bool]) -> object:
    from rules.rajas_of_the_ganges.players import Glancer

    return Glancer(number, slip=0)


OUTLOOK = Outlook(__package__, features, _quick, turns=16)
