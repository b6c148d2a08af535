"""What each game's folder gives to `render`: the one place where a new game says how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from PIL import Image

ALT = 1024  # characters that Discord takes as the description of a picture
ROOM = ALT - 24  # of them for a game's own words: a few may be put before those
REST = "The rest: /board view:text."


def fitted(parts: Sequence[str], longest: int = ROOM) -> str:
    """As many of the sentences as fit, the weightiest first; what is left out is owned up to at the end.

    A first part that is too long alone is cut with an ellipsis.
    """
    whole = " ".join(parts)
    if len(whole) <= longest:
        return whole
    room = longest - len(REST) - 1
    text = parts[0] if len(parts[0]) <= room else f"{parts[0][: room - 1]}…"
    for part in parts[1:]:
        if len(text) + 1 + len(part) > room:
            break
        text += f" {part}"
    return f"{text} {REST}"


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
    during: tuple[Any, ...] | None = (
        None  # the ends of the turns from its turn on, oldest first; None: unknown
    )


class Kind(NamedTuple):
    """A picture that is no whole table. Both functions take None where nothing is to be told."""

    draw: Callable[[Any, Tale | None, str], Image.Image]  # view, tale, theme
    alt_text: Callable[[Any, Tale | None], str]


class Painter(NamedTuple):
    """What a game can draw and say of its views. Each game's functions take that game's own View.

    The last six may be left out: then `since` lights up the changed spaces, a close-up is described as the
    whole table is, no other kinds are offered, small moves are shown on the whole table, and a recap is
    described by its last view and what changed since its first.
    """

    sizes: tuple[str, ...]  # of the whole table; the first is posted by default
    themes: tuple[str, ...]
    draw: Callable[[Any, frozenset[str], str, str], Image.Image]  # view, highlight, size, theme
    crop: Callable[[Any, str, frozenset[str], str], Image.Image]  # view, space, highlight, theme
    changed: Callable[[Any, Any], frozenset[str]]  # view before, view after: spaces to light up
    alt_text: Callable[[Any, frozenset[str]], str]  # view, highlight; at most ROOM characters
    text_table: Callable[[Any], str]
    spaces: Sequence[str]  # of which there are close-ups
    tell: Callable[[Any, Tale, str, str], Image.Image] | None = None  # view, tale, size, theme
    tell_alt: Callable[[Any, Tale], str] | None = None  # view, tale; at most ROOM characters
    crop_alt: Callable[[Any, str], str] | None = None  # view, space; at most ROOM characters
    kinds: Mapping[str, Kind] = MappingProxyType({})  # other pictures, such as the open card alone
    small: Callable[[Any, Tale], str | None] | None = None  # view, tale: the kind that is enough for it
    film_alt: Callable[[Sequence[Any]], str] | None = None  # the views of a recap; at most ROOM characters
