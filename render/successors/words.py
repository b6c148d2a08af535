"""Describe the pictures in words: alt texts, and the table in lines for a phone."""

from __future__ import annotations

from collections.abc import Sequence

from render.kit.texts import fit_sentences, wrap
from render.successors.changes import Deeds, Tale
from render.successors.names import name
from rules.successors.board import AREAS, LABEL, VALUE
from rules.successors.description import (
    describe_course,
    describe_place,
    describe_seats,
    describe_table,
    describe_turn,
    get_headline,
    list_in_order,
    list_units_in,
)
from rules.successors.view import View, find_changed
from rules.words import Words

LEGEND = (
    "In pictures, a gold rim means that a province costs 1 MP to enter, a dark rim means 2 MP. "
    "Temple = Home, star = leader, white = Rebels. Below the map, a small shape joined to a seat's shape is "
    "its ally. A letter in a close-up says which units a province raises: "
    "I = Infantry, C = Cavalry, E = Elephants, L = only Levies."
)


def alt_text(view: View, lit: frozenset[str]) -> str:
    """Return the alt text of the table, the most important sentences first."""
    return _fit(describe_table(view, lit))


def tell_alt(view: View, tale: Tale) -> str:
    """Return the alt text of what happened, then the state of the table."""
    deeds = tale.deeds
    assert isinstance(deeds, Deeds)
    return _fit(describe_turn(view, deeds.walks, deeds.fights, find_changed(tale.before, view)))


def crop_alt(view: View, place: str) -> str:
    """Return the alt text of a close-up: a place and the units there."""
    return _fit(describe_place(view, place))


def animation_alt(views: Sequence[View]) -> str:
    """Return the alt text of an animation: what changed over these views."""
    return _fit(describe_course(views))


def strip_alt(view: View, _: Tale | None) -> str:
    """Return the alt text of the strip: the game turn and step (or the winner), and each seat's line."""
    return _fit([get_headline(view), *describe_seats(view)])


def _fit(sentences: Sequence[Words]) -> str:
    return fit_sentences([f"{each.read(name).rstrip('.')}." for each in sentences], name=name)


def text_table(view: View) -> str:
    """Return the whole table in plain text, in lines that fit a phone's code block."""
    lines = wrap(get_headline(view).read(name))
    for seat, stands in zip(list_in_order(view), describe_seats(view), strict=True):
        lines += ["", *wrap(stands.read(name))]
        if seat.alive:
            for place in AREAS:
                if units := list_units_in(view, place, seat.key):
                    held = "*" if view.controllers.get(place) == seat.key else ""
                    star = f" {name.say('leader')}" if seat.leader == place else ""
                    worth = f" ({VALUE[place]})" if place in VALUE else ""
                    lines += wrap(f"{LABEL[place]}{held}{worth} {units}{star}")
    rebels = [
        f"{LABEL[place]} {list_units_in(view, place, 'white')}"
        for place in AREAS
        if list_units_in(view, place, "white")
    ]
    if rebels:
        lines += ["", name.say("REBELS"), *rebels]
    lines += ["", name.say("* controlled; (n) value"), "", *wrap(name.say(LEGEND))]
    return "\n".join(lines)
