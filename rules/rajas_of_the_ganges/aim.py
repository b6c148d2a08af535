"""11: what a seat plays for, as its turn begins."""

from __future__ import annotations

from rules.places import place_of
from rules.rajas_of_the_ganges.view import View
from rules.words import Said, say


def aim(view: View, seat: str, kind: str) -> Said:
    """The place of a seat in the race of the markers, and what closes their gap; "" within a turn."""
    if kind != "space":
        return ""
    place = place_of(seat, {realm.key: realm.gap for realm in view.realms})
    text = "{place}. Its markers have to meet: each fame, and every two money, bring them 1 closer."
    return say(text, place=place)
