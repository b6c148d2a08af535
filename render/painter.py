"""Define the interface of a game's painter, and its inputs.

The folder of each game has one `PAINTER`, which `render/games.py` finds. Its functions take the views of that
game.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, NamedTuple, cast

from typing_extensions import TypeVar

from rules.state import V, V_out

if TYPE_CHECKING:  # so that callers can list kinds of pictures without importing Pillow
    from render.kit.canvas import Drawn
    from render.kit.shapes import Rect


D = TypeVar("D", default=object)  # a game's own type of what happened
D_out = TypeVar("D_out", default=object, covariant=True)


@dataclass(frozen=True, slots=True)
class Tale(Generic[V_out, D_out]):
    """What happened between two views, for a picture and an alt text of the later view."""

    before: V_out  # the earlier view
    during: tuple[V_out, ...] | None = (
        None  # the views at the ends of the turns after `before`, oldest first; None: unknown
    )
    # what happened, as the `read` of the game's painter returns it; None: the painter has no `read`
    deeds: D_out = cast("D_out", None)  # noqa: RUF009 (`cast` only returns its argument)
    past: bool = False  # whether the picture is only about what happened, and not about the next question


class Badge(NamedTuple):
    """How the board marks a seat.

    `write`: returns its letter in the language of the picture. `colours`: the colour of its pieces in each
    theme ("#rrggbb").
    """

    write: Callable[[], str]
    colours: Mapping[str, str]

    @property
    def letter(self) -> str:
        """The letter of the seat in the language of the picture that is being drawn."""
        return self.write()


def badges(
    letter: Callable[[str], str],
    grounds: Mapping[str, str],
    colours: Mapping[str, str],
    themes: Mapping[str, Mapping[str, str]],
) -> Mapping[str, Badge]:
    """Return each seat's badge.

    `letter`: returns the letter of a seat. `grounds`: the name of each seat's colour. If a theme has a
    colour of this name, the theme's colour replaces the one in `colours`.
    """
    return {
        seat: Badge(
            partial(letter, seat), {key: theme.get(name, colours[name]) for key, theme in themes.items()}
        )
        for seat, name in grounds.items()
    }


class Kind(NamedTuple, Generic[V, D]):
    """A picture other than the whole table. `draw` and `alt_text` take None if there is no tale.

    Some kinds are shown with a question (`Presentation.picture`, `Extras.sight`). They write the number of
    each answer at the answer's place. Such a kind has `number_alt`, and it has `number` or `part`. `number`,
    `part` and `number_alt` take the places of the answers as marks, in the order of the answers' buttons (see
    `kit/numbers.py`).

    `part` draws only a part of the map: the spaces in the marks, and the spaces in `around`, which get no
    number. Its last argument limits the picture's height. To keep the limit, `part` leaves out land around
    these spaces, but never their pieces and names.
    """

    draw: Callable[[V, Tale[V, D] | None, str], Drawn]  # view, tale, theme
    alt_text: Callable[[V, Tale[V, D] | None], str]
    number: Callable[[V, tuple[str, ...], str], Drawn] | None = None  # view, marks, theme
    number_alt: Callable[[V, tuple[str, ...]], str] | None = None  # view, marks
    # view, marks, around, theme, greatest height as a multiple of the width (None: any)
    part: Callable[[V, tuple[str, ...], frozenset[str], str, float | None], Drawn] | None = None
    # view, marks, theme: like `number`, but each flatter than the one before, for a screen with little room
    flat: Sequence[Callable[[V, tuple[str, ...], str], Drawn]] = ()
    # other kinds whose marks `number` also takes: an order of a hint may answer questions of several kinds
    also: Collection[str] = ()
    # view, theme: like `draw`, but only the most important part, such as the text of a card
    # without `brief`, a picture that is too high for the screen loses its bottom
    brief: Callable[[V, str], Drawn] | None = None
    # view: returns the view with only what this picture shows. Views that are equal after trimming
    # share one picture. Without `trim` each view has its own picture
    trim: Callable[[V], V] | None = None


class Painter(NamedTuple, Generic[V, D]):
    """The functions with which a game draws and describes its views.

    Fields with a default may be left out. A comment says what happens without the field, unless this is
    obvious.

    `tell`, `tell_alt`, `small`, `near`, `panels`, and a kind's `draw` and `alt_text` take a `Tale`. Its
    `deeds` come from the caller, if the caller knows them. Otherwise they come from `read`. Without `read`
    they are None.
    """

    sizes: tuple[str, ...]  # of the whole table; the first is posted by default
    themes: tuple[str, ...]
    draw: Callable[[V, frozenset[str], str, str], Drawn]  # view, highlight, size, theme
    crop: Callable[[V, str, frozenset[str], str], Drawn]  # view, space, highlight, theme
    changed: Callable[[V, V], frozenset[str]]  # view before, view after: spaces to light up
    alt_text: Callable[[V, frozenset[str]], str]  # view, highlight; at most texts.ROOM characters
    text_table: Callable[[V], str]
    spaces: Callable[[V], Sequence[str]]  # view: the keys of close-ups: spaces, seats' mats, ...
    # without `read`, a tale has only the deeds that the caller knows
    read: Callable[[V, Tale[V, object]], D] | None = None  # view, tale without deeds: returns the deeds
    # without `tell`, the picture shows what happened by lighting up the changed spaces
    tell: Callable[[V, Tale[V, D], str, str], Drawn] | None = None  # view, tale, size, theme
    tell_alt: Callable[[V, Tale[V, D]], str] | None = None  # view, tale; at most texts.ROOM characters
    # without `crop_alt` a close-up has the alt text of the whole table
    crop_alt: Callable[[V, str], str] | None = None  # view, space; at most texts.ROOM characters
    kinds: Mapping[str, Kind[V, D]] = MappingProxyType({})  # other pictures, such as the card alone
    # without `small`, even small moves are shown on the whole table
    small: Callable[[V, Tale[V, D]], str | None] | None = None  # view, tale: the smallest kind that shows it
    # without `animation_alt`, an animation has the alt text of its last view, with the changed spaces as its
    # highlight
    animation_alt: Callable[[Sequence[V]], str] | None = (
        None  # the views of an animation; at most texts.ROOM characters
    )

    # Some pictures are the same for all games, such as the curves of chances. They mark seats with these
    # badges. Without `badges`, they use letters and colours of their own
    badges: Mapping[str, Badge] = MappingProxyType({})  # for each seat, how the board marks it
    # view, tale, theme, greatest height as a multiple of the width: draws the part of the table where
    # something happened; returns None if there is no such part, or if it is too high
    # without `near`, the picture of the whole table is cut to the changed spaces
    near: Callable[[V, Tale[V, D], str, float], Drawn | None] | None = None
    # view, lit spaces, size: returns the box around these spaces on the whole table, in pixels; None if the
    # table does not show them
    # without `extent`, the whole table is drawn small if there is little room
    extent: Callable[[V, frozenset[str], str], Rect | None] | None = None
    # view, tale (None if the picture tells none), size: returns the boxes of the panels on the whole table. A
    # cut avoids panels if possible
    panels: Callable[[V, Tale[V, D] | None, str], Sequence[Rect]] | None = None

    def tale(
        self,
        view: V,
        before: V,
        during: tuple[V, ...] | None = None,
        deeds: D | None = None,
        *,
        past: bool = False,
    ) -> Tale[V, D]:
        """Return what happened between two views.

        `deeds`: the deeds, if the caller knows them; None: read them from the views. `past`: as in `Tale`.
        """
        if deeds is None and self.read is not None:
            deeds = self.read(view, Tale(before, during))
        return Tale(before, during, cast(D, deeds), past)
