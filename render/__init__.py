"""Draws a player's view of a game as a picture, and says the same in words.

Everything goes by the view's own `game`: a new game is one folder here and one line in `PAINTERS`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from struct import unpack
from typing import Protocol

from PIL import Image

from render import aadu_huli, vijayanagara
from render.canvas import png
from render.film import gif, thinned
from render.painter import ALT, Dice, Move, Painter, Tale

__all__ = [
    "ALT", "PAINTERS", "Dice", "Move", "Picture", "View",
    "changed", "crop", "kinds", "picture", "recap", "sizes", "small", "spaces", "text_table",
]  # fmt: skip

RECAP_FRAMES = 80  # at most so many steps are told in a recap
RECAP_LIMIT = 8_000_000  # bytes that Discord takes as an attachment anywhere


class View(Protocol):
    """What any game lets a seat or the gallery see."""

    @property
    def game(self) -> str:
        """The key of the game in `rules.games.GAMES`."""


PAINTERS: Mapping[str, Painter] = {
    "vijayanagara": vijayanagara.PAINTER,
    "aadu_huli": aadu_huli.PAINTER,
}


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to post: the file, what it shows in at most 1024 characters, and its pixels."""

    file: bytes
    alt: str
    width: int
    height: int
    ending: str = "png"  # of the file's name; an animated picture is a "gif"


def picture(
    view: View,
    highlight: frozenset[str] = frozenset(),
    size: str | None = None,
    theme: str = "day",
    *,
    since: View | None = None,
    moves: tuple[Move, ...] | None = None,
    dice: tuple[Dice, ...] = (),
    during: tuple[View, ...] | None = None,
) -> Picture:
    """A picture of one of the game's `kinds`; None: its default, the whole table for a phone.

    `highlight`: keys of the spaces to light up. With `since`, an earlier view of the same game, what happened
    between the two is drawn and said instead: `moves` tells how pieces went (None: read from the views), and
    `during`, the ends of the turns from its own on, who went where and what is gone again, such as dice.
    `dice`: what was rolled last, drawn with or without `since`, if the views themselves don't tell it.
    Raises `KeyError` that names the game, the kind, the theme or the space it does not know.
    """
    painter = PAINTERS[view.game]
    size = size or painter.sizes[0]
    told = since is not None or dice
    tale = Tale(view if since is None else since, moves, dice, during) if told else None
    if size in painter.kinds:
        kind = painter.kinds[size]
        return _finished(kind.draw(view, tale, theme), kind.alt_text(view, tale))
    if tale is not None and painter.tell is not None and painter.tell_alt is not None:
        return _finished(painter.tell(view, tale, size, theme), painter.tell_alt(view, tale))
    lit = highlight if since is None else painter.changed(since, view)
    return _finished(painter.draw(view, lit, size, theme), painter.alt_text(view, lit))


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Picture:
    """One space and what lies around it, twice as large. Raises `KeyError` as `picture` does."""
    painter = PAINTERS[view.game]
    drawn = painter.crop(view, space, highlight, theme)
    described = (
        painter.alt_text(view, highlight) if painter.crop_alt is None else painter.crop_alt(view, space)
    )
    return _finished(drawn, described)


def _finished(drawn: Image.Image, alt: str) -> Picture:
    return Picture(png(drawn), alt, drawn.width, drawn.height)


def small(view: View, since: View, during: tuple[View, ...] | None = None) -> str | None:
    """The kind of picture that is enough for so little as happened; None: the whole table."""
    painter = PAINTERS[view.game]
    return None if painter.small is None else painter.small(view, Tale(since, during=during))


def recap(
    views: Sequence[View], size: str | None = None, theme: str = "day", limit: int = RECAP_LIMIT
) -> Picture:
    """What happened from the first view to the last, step by step: an animated GIF of at most `limit` bytes.

    Views that equal the one before are left out; of the others as many stay, evenly spread, as `limit` and
    `RECAP_FRAMES` allow. The still that goes with it is `picture(views[-1], since=views[0])`.
    Raises `ValueError` without views or if not even the first and the last fit, `KeyError` as `picture` does.
    """
    if not views:
        raise ValueError("a recap needs a view")
    painter = PAINTERS[views[0].game]
    shape = size or painter.sizes[0]
    told = [view for number, view in enumerate(views) if not number or view != views[number - 1]]
    most = RECAP_FRAMES
    while True:
        kept = thinned(range(len(told)), most)
        film = gif(_frames(painter, told, kept, shape, theme), len(kept) + (len(kept) > 1))
        if len(film) <= limit:
            wide, high = unpack("<HH", film[6:10])
            return Picture(film, _recap_alt(painter, told), wide, high, "gif")
        if most <= 2:
            raise ValueError(f"a recap of {len(film)} bytes is the smallest")
        most = max(2, min(most - 1, len(kept) * limit * 9 // (len(film) * 10)))


def _frames(
    painter: Painter, views: Sequence[View], kept: Sequence[int], size: str, theme: str
) -> Iterator[Image.Image]:
    """How it stood, what happened from one kept view to the next, how it stands."""
    yield painter.draw(views[0], frozenset(), size, theme)
    for first, last in pairwise(kept):
        before, view = views[first], views[last]
        if painter.tell is not None:
            yield painter.tell(view, Tale(before, during=tuple(views[first:last])), size, theme)
        else:
            yield painter.draw(view, painter.changed(before, view), size, theme)
    if len(kept) > 1:
        yield painter.draw(views[-1], frozenset(), size, theme)


def _recap_alt(painter: Painter, views: Sequence[View]) -> str:
    if painter.film_alt is not None:
        return f"Step by step. {painter.film_alt(views)}"
    return f"Step by step. {painter.alt_text(views[-1], painter.changed(views[0], views[-1]))}"


def changed(before: View, after: View) -> frozenset[str]:
    """The spaces that look different in the second view: what to light up."""
    return PAINTERS[after.game].changed(before, after)


def text_table(view: View) -> str:
    """The whole table in plain text, in lines that fit a phone's code block."""
    return PAINTERS[view.game].text_table(view)


def sizes(game: str) -> tuple[str, ...]:
    """The sizes in which `picture` draws the whole table of a game, the default first."""
    return PAINTERS[game].sizes


def spaces(game: str) -> Sequence[str]:
    """The keys of the spaces that `crop` shows."""
    return PAINTERS[game].spaces


def kinds(game: str) -> tuple[str, ...]:
    """All that `picture` takes as its `size`: the sizes of the whole table, then other pictures."""
    painter = PAINTERS[game]
    return (*painter.sizes, *painter.kinds)
