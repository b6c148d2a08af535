"""The interface of a game's painter, and its inputs.

A game's folder has one `PAINTER`; `render/games.py` finds it. All its functions take that game's own View.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:  # pictures may be asked for, and their kinds listed, without loading what draws them
    from render.kit.canvas import Drawn
    from render.kit.shapes import Rect


@dataclass(frozen=True, slots=True)
class Tale:
    """What happened up to a view, drawn and described with the table."""

    before: Any  # the game's View at the chosen point
    during: tuple[Any, ...] | None = (
        None  # the ends of the turns from its turn on, oldest first; None: unknown
    )
    deeds: Any = None  # what happened, in the game's own type: what its painter's `read` made of the views


class Badge(NamedTuple):
    """How the board marks a seat: its letter, and theme to the colour of its pieces ("#rrggbb")."""

    letter: str
    colours: Mapping[str, str]


def badges(
    letters: Mapping[str, str],
    grounds: Mapping[str, str],
    colours: Mapping[str, str],
    themes: Mapping[str, Mapping[str, str]],
) -> Mapping[str, Badge]:
    """Return each seat's badge. `grounds`: seat to the name of its colour, in `colours` or a theme."""
    return {
        seat: Badge(letters[seat], {key: theme.get(name, colours[name]) for key, theme in themes.items()})
        for seat, name in grounds.items()
    }


class Kind(NamedTuple):
    """A picture that is no whole table. `draw` and `alt_text` take None for no tale.

    A kind that numbers the answers of a question (`Presentation.picture`, `Extras.sight`) has `number_alt`
    and one of the others: they take the marks of its options in the order of its buttons, and put the
    numbers 1, 2, 3 ... where each would act (see `kit/numbers.py`). `part` draws the part of a map that
    matters; `around`: marks that must be seen too, without a number.
    """

    draw: Callable[[Any, Tale | None, str], Drawn]  # view, tale, theme
    alt_text: Callable[[Any, Tale | None], str]
    number: Callable[[Any, tuple[str, ...], str], Drawn] | None = None  # view, marks, theme
    number_alt: Callable[[Any, tuple[str, ...]], str] | None = None  # view, marks
    # view, marks, around, theme
    part: Callable[[Any, tuple[str, ...], frozenset[str], str], Drawn] | None = None


class Painter(NamedTuple):
    """What a game can draw and say of its views.

    The fields with a default may be left out; a comment says what happens then. The `Tale` that `tell`,
    `tell_alt`, `small` and a kind get has its `deeds` if there is a `read`.
    """

    sizes: tuple[str, ...]  # of the whole table; the first is posted by default
    themes: tuple[str, ...]
    draw: Callable[[Any, frozenset[str], str, str], Drawn]  # view, highlight, size, theme
    crop: Callable[[Any, str, frozenset[str], str], Drawn]  # view, space, highlight, theme
    changed: Callable[[Any, Any], frozenset[str]]  # view before, view after: spaces to light up
    alt_text: Callable[[Any, frozenset[str]], str]  # view, highlight; at most texts.ROOM characters
    text_table: Callable[[Any], str]
    spaces: Callable[[Any], Sequence[str]]  # view: what there are close-ups of: spaces, seats' mats, ...
    # without it tales have no deeds
    read: Callable[[Any, Tale], Any] | None = None  # view, tale without deeds: the deeds
    # without it `since` lights up the changed spaces
    tell: Callable[[Any, Tale, str, str], Drawn] | None = None  # view, tale, size, theme
    tell_alt: Callable[[Any, Tale], str] | None = None  # view, tale; at most texts.ROOM characters
    # without it a close-up has the alt text of the whole table
    crop_alt: Callable[[Any, str], str] | None = None  # view, space; at most texts.ROOM characters
    kinds: Mapping[str, Kind] = MappingProxyType({})  # other pictures, such as the open card alone
    # without it small moves are shown on the whole table
    small: Callable[[Any, Tale], str | None] | None = None  # view, tale: the kind that is enough for it
    # without it a recap is described by its last view and what changed since its first
    film_alt: Callable[[Sequence[Any]], str] | None = (
        None  # the views of a recap; at most texts.ROOM characters
    )

    # without it pictures that are alike for all games mark no seats
    badges: Mapping[str, Badge] = MappingProxyType({})  # seat to how the board marks it
    # view, lit spaces, size: the part of the whole table in which they lie, in its pixels; None: nowhere
    # without it the whole table is drawn small where there is little room
    extent: Callable[[Any, frozenset[str], str], Rect | None] | None = None

    def tale(self, view: Any, before: Any, during: tuple[Any, ...] | None = None, deeds: Any = None) -> Tale:
        """Return what happened between two views; `deeds`: what, if the caller knows it already."""
        if deeds is None and self.read is not None:
            deeds = self.read(view, Tale(before, during))
        return Tale(before, during, deeds)
