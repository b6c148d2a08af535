"""What each game's folder gives to `render`: the one place where a new game says how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image


class Move(NamedTuple):
    """Some pieces of one kind that went from one space to another."""

    kind: str
    number: int
    start: str
    end: str


class Dice(NamedTuple):
    """What one side rolled. `now`: each die's face after all that was done to it, None for a die that is
    out."""

    faction: str
    faces: tuple[int, ...]
    now: tuple[int | None, ...]
    reach: int  # the highest face that hits
    spent: int = 0  # tokens spent on the dice


@dataclass(frozen=True, slots=True)
class Tale:
    """What happened up to a view: drawn and said besides the table itself."""

    before: Any  # the game's View at the chosen point
    moves: tuple[Move, ...] | None = None  # None: read from the difference of the two views
    dice: tuple[Dice, ...] = ()  # none: read from the views, if they tell of dice
    during: tuple[Any, ...] = ()  # views from in between, oldest first, for what is gone again in the last


class Kind(NamedTuple):
    """A picture that is no whole table. Both functions take None where nothing is to be told."""

    draw: Callable[[Any, Tale | None, str], Image.Image]  # view, tale, theme
    alt_text: Callable[[Any, Tale | None], str]


class Painter(NamedTuple):
    """What a game can draw and say of its views. Each game's functions take that game's own View.

    The last five may be left out: then `since` lights up the changed spaces, a close-up is described as the
    whole table is, no other kinds are offered, and small moves are shown on the whole table.
    """

    sizes: tuple[str, ...]  # of the whole table; the first is posted by default
    themes: tuple[str, ...]
    draw: Callable[[Any, frozenset[str], str, str], Image.Image]  # view, highlight, size, theme
    crop: Callable[[Any, str, frozenset[str], str], Image.Image]  # view, space, highlight, theme
    changed: Callable[[Any, Any], frozenset[str]]  # view before, view after: spaces to light up
    alt_text: Callable[[Any, frozenset[str]], str]  # view, highlight; at most 1024 characters
    text_table: Callable[[Any], str]
    spaces: Sequence[str]  # of which there are close-ups
    tell: Callable[[Any, Tale, str, str], Image.Image] | None = None  # view, tale, size, theme
    tell_alt: Callable[[Any, Tale], str] | None = None  # view, tale; at most 1024 characters
    crop_alt: Callable[[Any, str], str] | None = None  # view, space; at most 1024 characters
    kinds: Mapping[str, Kind] = MappingProxyType({})  # other pictures, such as the open card alone
    small: Callable[[Any, Tale], str | None] | None = None  # view, tale: the kind that is enough for it
