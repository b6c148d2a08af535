"""Define the interface of a game's painter, and its inputs.

A game's folder has one `PAINTER`, which `render/games.py` finds. The views that its functions take are the
game's own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # callers list kinds of pictures without importing Pillow
    from render.kit.canvas import Drawn
    from render.kit.shapes import Rect


@dataclass(frozen=True, slots=True)
class Tale:
    """What happened up to a view, to be drawn and described with the table."""

    before: Any  # the game's View from which to tell
    during: tuple[Any, ...] | None = (
        None  # the views at the ends of turns since then, oldest first; None: unknown
    )
    deeds: Any = None  # what happened, in the game's own type, as its painter's `read` returns it


class Badge(NamedTuple):
    """How the board marks a seat: its letter, and the colour of its pieces in each theme ("#rrggbb")."""

    letter: str
    colours: Mapping[str, str]


def badges(
    letters: Mapping[str, str],
    grounds: Mapping[str, str],
    colours: Mapping[str, str],
    themes: Mapping[str, Mapping[str, str]],
) -> Mapping[str, Badge]:
    """Return each seat's badge. `grounds`: the name of each seat's colour, in `colours` or a theme."""
    return {
        seat: Badge(letters[seat], {key: theme.get(name, colours[name]) for key, theme in themes.items()})
        for seat, name in grounds.items()
    }


class Kind(NamedTuple):
    """A picture other than the whole table. `draw` and `alt_text` take None if there is no tale.

    A kind that numbers the answers of a question (`Presentation.picture`, `Extras.sight`) has `number_alt`,
    and `number` or `part`. These take the marks of the options, in the order of the buttons, and write the
    numbers 1, 2, 3 ... at their places (see `kit/numbers.py`). `part` draws only the part of a map that
    matters; `around`: marks that must be visible too, without a number. To be no higher than `most` it leaves
    out surroundings, but never what is at these places.
    """

    draw: Callable[[Any, Tale | None, str], Drawn]  # view, tale, theme
    alt_text: Callable[[Any, Tale | None], str]
    number: Callable[[Any, tuple[str, ...], str], Drawn] | None = None  # view, marks, theme
    number_alt: Callable[[Any, tuple[str, ...]], str] | None = None  # view, marks
    # view, marks, around, theme, greatest height as a multiple of the width (None: any)
    part: Callable[[Any, tuple[str, ...], frozenset[str], str, float | None], Drawn] | None = None
    # view: the view reduced to what this picture shows, so that equal pictures are drawn once
    # without `trim` each view has its own picture
    trim: Callable[[Any], Any] | None = None


class Painter(NamedTuple):
    """The functions with which a game draws and describes its views.

    Fields with a default may be left out. Comments say what happens without a field, unless this is obvious.
    The `Tale` that `tell`, `tell_alt`, `small` and a kind receive has `deeds` if the caller knows them or if
    there is a `read`.
    """

    sizes: tuple[str, ...]  # of the whole table; the first is posted by default
    themes: tuple[str, ...]
    draw: Callable[[Any, frozenset[str], str, str], Drawn]  # view, highlight, size, theme
    crop: Callable[[Any, str, frozenset[str], str], Drawn]  # view, space, highlight, theme
    changed: Callable[[Any, Any], frozenset[str]]  # view before, view after: spaces to light up
    alt_text: Callable[[Any, frozenset[str]], str]  # view, highlight; at most texts.ROOM characters
    text_table: Callable[[Any], str]
    spaces: Callable[[Any], Sequence[str]]  # view: the keys of close-ups: spaces, seats' mats, ...
    # without `read` tales have no deeds
    read: Callable[[Any, Tale], Any] | None = None  # view, tale without deeds: the deeds
    # without `tell` a picture since an earlier view lights up the changed spaces
    tell: Callable[[Any, Tale, str, str], Drawn] | None = None  # view, tale, size, theme
    tell_alt: Callable[[Any, Tale], str] | None = None  # view, tale; at most texts.ROOM characters
    # without `crop_alt` a close-up has the alt text of the whole table
    crop_alt: Callable[[Any, str], str] | None = None  # view, space; at most texts.ROOM characters
    kinds: Mapping[str, Kind] = MappingProxyType({})  # other pictures, such as the card alone
    # without `small` small moves are shown on the whole table
    small: Callable[[Any, Tale], str | None] | None = None  # view, tale: the smallest kind that shows it
    # without `film_alt` a recap has the alt text of its last view, lit where it differs from the first view
    film_alt: Callable[[Sequence[Any]], str] | None = (
        None  # the views of a recap; at most texts.ROOM characters
    )

    # without `badges` pictures that all games share have letters and colours of their own for the seats
    badges: Mapping[str, Badge] = MappingProxyType({})  # seat to how the board marks it
    # view, tale, theme, greatest height as a multiple of the width: the part of the table where something
    # happened; None: it has no room
    # without `near` the whole table is cut to what changed
    near: Callable[[Any, Tale, str, float], Drawn | None] | None = None
    # view, lit spaces, size: their box on the whole table, in pixels; None: they are not on it
    # without `extent` the whole table is drawn small if there is little room
    extent: Callable[[Any, frozenset[str], str], Rect | None] | None = None
    # size: the boxes of the panels on the whole table, which a cut spares if it can
    panels: Callable[[str], Sequence[Rect]] | None = None

    def tale(self, view: Any, before: Any, during: tuple[Any, ...] | None = None, deeds: Any = None) -> Tale:
        """Return what happened between two views.

        `deeds`: the deeds, if the caller knows them; None: read them from the views.
        """
        if deeds is None and self.read is not None:
            deeds = self.read(view, Tale(before, during))
        return Tale(before, during, deeds)
