"""Name the keys of this game for people, as they read and type them.

The names are those of the rulebook, with one spelling everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations

from rules.chance import AND
from rules.orders.tokenizer import split_words
from rules.taj_mahal.board import ALL_CITIES, MAP, PROVINCE_OF
from rules.taj_mahal.cards import ANY_COLOUR, KINDS, MORE_CROWN, MORE_ELEPHANT, TWO_POINTS
from rules.taj_mahal.options import Options
from rules.taj_mahal.tiles import NUMBERS
from rules.words import Words, in_turn, join_list, say

SEATS = ("maroon", "blue", "brown", "gray", "tan")
WITHDRAW = "withdraw"
SYMBOL = {"E": "Elephant", "V": "Vizier", "G": "General", "M": "Monk", "P": "Princess", "C": "Grand Mogul"}


def _name_card(kind: str) -> str:
    """Return the name of a card: "Red Elephant–Vizier", "Red double Elephant" or "White Monk"."""
    suit, _, letters = kind.partition("-")
    first, *more = (SYMBOL[letter] for letter in letters.upper())
    what = f"double {first}" if first in more else "–".join((first, *more))
    return f"{suit.title()} {what}"


NAMES = {
    **{seat: seat.title() for seat in SEATS},
    **SYMBOL,
    **{kind: _name_card(kind) for kind in KINDS},
    MORE_ELEPHANT: "Special Elephant",
    MORE_CROWN: "Special Grand Mogul",
    TWO_POINTS: "Special +2 points",
    ANY_COLOUR: "Special change of colour",
    **{code: province.name for code, province in MAP.provinces.at.items()},
    **{city: f"{MAP.provinces.at[PROVINCE_OF[city]].name} {city[-1]}" for city in ALL_CITIES},
    **{f"tile-{number}": f"Province {number}" for number in NUMBERS},
    "rice": "Rice",
    "tea": "Tea",
    "spices": "Spices",
    "jewels": "Jewels",
    "two": "+2",
    "card": "card",
    "taj": "Taj Mahal",
    "red": "Red",
    "yellow": "Yellow",
    "green": "Green",
    "violet": "Violet",
    "white": "White",
    WITHDRAW: "Withdraw",
    "done": "Done",
    "chance": "chance",
}
ALIASES = {
    WITHDRAW: ("out",),
    MORE_ELEPHANT: ("se", "+1 elephant"),
    MORE_CROWN: ("sc", "+1 grand mogul", "special crown"),
    TWO_POINTS: ("s2", "+2 points", "special +2", "special two points"),
    ANY_COLOUR: ("any", "any colour", "sa", "change of colour"),
}


CROWN = ("Crown", "Couronne")  # what most people call the symbol of the Grand Mogul
COLOUR_ALSO = {"violet": ("purple",)}  # other names of a colour


def _spell_card(kind: str) -> tuple[str, ...]:
    """Return what players may type for a card: "gev", "ve", "g ev", "green e v", "green crown elephant"."""
    suit, _, letters = kind.partition("-")
    orders = list(dict.fromkeys("".join(order) for order in permutations(letters)))
    spoken = [[SYMBOL[letter.upper()] for letter in order] for order in orders]
    spoken += [
        [crown if word == SYMBOL["C"] else word for word in words] for words in spoken for crown in CROWN
    ]
    words = dict.fromkeys(" ".join(each) for each in spoken)
    label = " ".join(split_words(_name_card(kind))[1:])
    return (
        *(suit[0] + order for order in orders),
        *orders,
        *(f"{first} {order}" for first in (suit, suit[0]) for order in (*orders, *map(" ".join, orders))),
        *(f"{suit} {word}" for word in words if word.casefold() != label),
        *(f"{colour} {word}" for colour in COLOUR_ALSO.get(suit, ()) for word in (*words, *orders)),
    )


CARD_ALIASES = {kind: _spell_card(kind) for kind in KINDS}


def seats(options: Options) -> tuple[str, ...]:
    """1.3: return the seats, clockwise around the table."""
    return SEATS[: options.seats]


def name(key: str) -> str:
    """Return the name of a key.

    If the key stands for several cards drawn at once, return their names as a list. Return a key that has no
    name unchanged.
    """
    words = compose_name(key)
    return NAMES.get(key, key) if words is None else words.within(name)


def compose_name(key: str) -> Words | None:
    """Return the names of several cards that were drawn at once; None for other keys."""
    return in_turn(key.split(AND), ", ") if AND in key else None


def name_with_articles(symbols: Iterable[str]) -> Words:
    """Return tiles at court as a list, each with its article: "the Vizier and the crown"."""
    return join_list([say("the {what}", what=each) for each in symbols])


def aliases(key: str) -> Sequence[str]:
    """Return what players may type for a key besides its name.

    Examples are the letters of a card ("gev"), and "out" for withdraw.
    """
    return CARD_ALIASES.get(key) or ALIASES.get(key, ())
