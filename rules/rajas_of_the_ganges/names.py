"""Name the keys of this game for people, as they read and type them.

The names are those of the rulebook, with one spelling everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from rules.rajas_of_the_ganges.board import BUILDINGS, COLOURS, GOODS, SIDES
from rules.rajas_of_the_ganges.province import SIGNS, TURNS
from rules.rajas_of_the_ganges.tiles import BACKS, TILES
from rules.words import Text, Words, as_is, in_turn, join_list, say

SEATS = ("haridwar", "kannauj", "varanasi", "monghyr")
_CHAMBER = {
    "mogul": "Great Mogul",
    "dancer": "Dancer",
    "yogi": "Yogi",
    "raja": "Raja Man Singh",
    "builder": "Master builder",
    "portuguese": "Portuguese",
}
_SIDES: Mapping[str, Text] = {"n": "N", "e": "E", "s": "S", "w": "W"}  # where a road ends
_PLACES = {  # how a sentence names an action space
    "at-quarry": "the quarry",
    "at-assorted": "the assorted goods",
    "at-harbour": "the harbour",
    "at-outer": "the outer terrace",
    **{f"at-{good}": f"the {good} market" for good in GOODS},
    **{f"at-terrace-{colour}": f"the {colour} terrace" for colour in COLOURS},
    **{f"at-balcony-{colour}": f"the {colour} balcony" for colour in COLOURS},
    **{f"at-{key}": f"the {title}" for key, title in _CHAMBER.items()},
    "at-raja": "Raja Man Singh",
}
NAMES = {
    **{seat: seat.title() for seat in SEATS},
    **{key: key for key in (*COLOURS, *GOODS)},
    **{building: building for building in BUILDINGS},
    "temple-kind": "temples",
    "palace-kind": "palaces",
    "fort-kind": "forts",
    "mill-kind": "mills",
    "quarry": "Quarry",
    "assorted": "Assorted goods",
    "harbour": "Harbour",
    "outer": "Outer terrace",
    **{f"terrace-{colour}": f"{colour.title()} terrace" for colour in COLOURS},
    **{f"balcony-{colour}": f"{colour.title()} balcony" for colour in COLOURS},
    **_CHAMBER,
    **_PLACES,
    **{key: key for key in (*BACKS, *TURNS, "money", "fame")},
    "tee": "T-junction",
    "sail": "Sail",
    "stay": "Stay",
    "die": "a die",
    "done": "Done",
    "chance": "chance",
    "river": "River",
    "display": "Tiles on display",
    "spaces": "Action spaces",
}
TITLES: Mapping[str, Text] = {  # how the picture of the board titles its groups of action spaces
    "quarry": "Quarry",
    "outer": "Outer terrace",
    "harbour": "Harbour",
    "assorted": "Assorted",
    "market": "One good",
    "terrace": "Terrace: a die",
    "balcony": "Balconies: 1 for 2",
}
ALIASES: dict[str, tuple[str, ...]] = {  # what players may also type for a key
    "quarry": ("build", "buy", "buy tile", "buy a tile", "lay a tile", "tile"),
    "harbour": ("harbor", "sail"),
    "assorted": ("assorted", "market"),
    "outer": ("outer",),
    "mogul": ("mogul", "grand mogul"),
    "raja": ("raja", "man singh", "singh"),
    "builder": ("builder",),
    "sail": ("sail on",),
    "stay": ("leave the boat where it is",),
    **{good: (f"{good} market",) for good in GOODS},
    **{colour: (f"1 {colour} die", f"{colour} die") for colour in COLOURS},
    **{f"terrace-{colour}": (f"{colour} terrace", f"terrace {colour}") for colour in COLOURS},
    **{f"balcony-{colour}": (f"{colour} balcony", f"balcony {colour}") for colour in COLOURS},
}
_DIE = re.compile(rf"({'|'.join(COLOURS)})-([1-6])(t?)")
_PAYMENT = re.compile(r"[1-6]t?(-[1-6]t?)*")
_COLOURS = re.compile(rf"({'|'.join(COLOURS)})(-({'|'.join(COLOURS)}))+")
_PLACEMENT = re.compile(rf"([a-e][1-4])-({'|'.join(sorted(SIGNS, key=len, reverse=True))})")
_RIVER = re.compile(r"river-(\d+)")
_SQUARE = re.compile(r"[a-e][1-4]")


def name(key: str) -> str:
    """Return the name of a key.

    "orange-c5" is "orange 9", "blue-3t" is "blue 3 turned", "b1-es" is "B1 ┏ E+S".
    """
    if key in NAMES:
        return NAMES[key]
    words = compose_name(key)
    return words.within(name) if words is not None else key


def compose_name(key: str) -> Words | None:
    """Return the name of a key that has several parts, such as "b1-es"; None for other keys."""
    if key in TILES:
        tile = TILES[key]
        return say("{colour} {n}", colour=tile.colour, n=tile.price)
    if found := _DIE.fullmatch(key):
        text = "{colour} {face} turned" if found[3] else "{colour} {face}"
        return say(text, colour=found[1], face=int(found[2]))
    if found := _PLACEMENT.fullmatch(key):
        return say("{square} {road}", square=found[1], road=describe_road(found[2]))
    if _COLOURS.fullmatch(key):
        return join_list(key.split("-"))
    if _PAYMENT.fullmatch(key):
        return join_list([_name_paid(part) for part in key.split("-")])
    if key in SIGNS:
        return describe_road(key)
    if found := _RIVER.fullmatch(key):
        return say("river {n}", n=int(found[1]))
    return as_is(key.upper()) if _SQUARE.fullmatch(key) else None


def describe_road(turn: str) -> Words:
    """Return a turned road as a sign and its ends: "┏ E+S"."""
    return say("{sign} {ends}", sign=as_is(SIGNS[turn]), ends=describe_ends(turn))


def describe_ends(turn: str) -> Words:
    """Return the sides where a turned road ends: "E+S"."""
    return in_turn([say(_SIDES[side]) for side in turn], "+")


def _name_paid(part: str) -> Words:
    """Return the name of one die of a payment: "the 2 turned to 5" for "2t", "the 6" for "6"."""
    face = int(part[0])
    if part.endswith("t"):
        return say("the {face} turned to {shows}", face=face, shows=SIDES - face)
    return say("the {face}", face=face)


def aliases(key: str) -> Sequence[str]:
    """Return what players may type for a key besides its name."""
    if found := _RIVER.fullmatch(key):
        return (found[1],)
    if _COLOURS.fullmatch(key):
        return (f"{key.replace('-', ' ')} dice",)
    return ALIASES.get(key, ())


def describe_tile(key: str) -> Words:
    """Return what a tile shows: "temple and spices 2"."""
    tile = TILES[key]
    markets = [say("{good} {n}", good=good, n=value) for good, value in tile.markets]
    return join_list([*tile.buildings, *markets])


def label_tile(key: str) -> Words:
    """Return a tile in full: "orange 9 (temple and spices 2, bend)"."""
    return say("{tile} ({features}, {road})", tile=key, features=describe_tile(key), road=TILES[key].road)


def title_group(group: str) -> Words:
    """Return the title of a group of action spaces in the picture of the board: "One good"."""
    return say(TITLES[group])


def make_place_key(space: str) -> str:
    """Return the key of an action space's name inside a sentence."""
    return f"at-{space}"
