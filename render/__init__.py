"""Draw a player's view of a game as a picture, and describe it in words.

The view's own `game` selects the painter, which `render/games.py` finds.
Painters are imported when the first picture is drawn.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from struct import unpack
from typing import TYPE_CHECKING

from render.games import PAINTERS
from render.kit.language import GameNames
from render.kit.texts import ALT
from render.painter import Painter, Tale
from rules.loading.games import GAMES
from rules.state import View
from rules.words import as_is, in_turn, say

if TYPE_CHECKING:
    from PIL import Image

    from render.kit.canvas import Drawn
    from render.kit.shapes import Rect

__all__ = [
    "ALT", "PAINTERS", "Painter", "Picture", "Tale",
    "animate", "crop", "find_changed", "kinds", "picture", "sizes", "small", "spaces", "text_table",
]  # fmt: skip

PHONE = 326  # CSS pixels: the width of a picture on a phone
FILLED = 300 / PHONE  # a picture that fills a smaller part of a phone's width is illegible
# If margins would leave less than this part of the width, the picture exceeds its limit of height instead.
NARROWEST = 0.8
NAMED = 6  # the alt text of a cut picture names at most this many places
ANIMATION_FRAMES = 80  # at most this many views are shown in an animation
ANIMATION_LIMIT = 8_000_000  # bytes; Discord accepts attachments of this size everywhere


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture ready to post: the file, its alt text (at most 1024 characters), and its size in pixels."""

    file: bytes
    alt: str
    width: int
    height: int
    ending: str = "png"  # the ending of the file's name; "gif" for an animation


def picture(
    view: View,
    highlight: frozenset[str] = frozenset(),
    size: str | None = None,
    theme: str = "day",
    *,
    since: View | None = None,
    during: tuple[View, ...] | None = None,
    deeds: object = None,
    marks: tuple[str, ...] = (),
    tallest: float | None = None,
    most: float | None = None,
    past: bool = False,
) -> Picture:
    """Return a picture of a view.

    Args:
        view: what is shown
        highlight: the keys of the spaces to light up, unless the picture shows what happened `since`
        size: one of the game's `kinds`; None: its default, the whole table for a phone
        theme: one of the painter's themes
        since: an earlier view; the picture shows and describes what happened since then
        during: the views at the ends of the turns after `since`. They show the moves, and things that `view`
            no longer shows, such as dice
        deeds: what happened, in the type that the painter's `read` returns. Pass them if the caller knows
            more than the views show. They are drawn even without `since`
        marks: the marks of a question's options, in the order of its buttons; the picture shows a number at
            the place of each option (a map also shows the spaces of `highlight`, without a number)
        tallest: the wanted greatest height, as a multiple of the width. A picture that would have to be cut
            through its subject stays higher
        most: the limit of the height, as a multiple of the width. A picture that is higher even if it is
            cut to its subject gets margins at its sides. If it would fill less than `NARROWEST` of the width,
            it stays higher: a cut never leaves out a changed place. A picture with numbers and the text of a
            card can't be cut. They stay higher too
        past: whether the picture is only about what happened `since`, as in a replay, and not about the next
            question

    Raises `KeyError` that names the unknown game, kind, theme or space. Raises `ValueError` if there are
    `marks` but the kind has no numbers.
    """
    painter = PAINTERS[view.game]
    size = size or painter.sizes[0]
    kind = painter.kinds.get(size)
    if kind is not None and kind.number_alt is not None and (marks or highlight):
        if kind.part is not None:
            drawn = kind.part(view, marks, highlight, theme, None)
            if most is not None and FILLED * drawn.height > most * drawn.width:
                drawn = kind.part(view, marks, highlight, theme, most)
            return _finish(drawn, kind.number_alt(view, marks), tallest, _whole(drawn), most=most)
        if kind.number is not None:
            drawn, said = kind.number(view, marks, theme), kind.number_alt(view, marks)
            for flatten in kind.flat:
                if most is not None and drawn.height > most * drawn.width:
                    drawn = flatten(view, marks, theme)
            return _finish(drawn, said, tallest, _whole(drawn), most=_find_legible(drawn, most))
    if marks:
        raise ValueError(f"{view.game}: a {size} has no numbers for answers")
    told = since is not None or deeds is not None
    tale = painter.tale(view, view if since is None else since, during, deeds, past=past) if told else None
    if kind is not None:
        drawn, said = kind.draw(view, tale, theme), kind.alt_text(view, tale)
        if kind.brief is not None and most is not None and FILLED * drawn.height > most * drawn.width:
            return _finish(kind.brief(view, theme), said)
        return _finish(drawn, said, tallest, most=most)
    if tale is not None and tallest is not None and painter.near is not None and painter.tell_alt is not None:
        near = painter.near(view, tale, theme, tallest)
        if near is not None:
            return _finish(
                near, painter.tell_alt(view, tale), tallest, _whole(near), most=_find_legible(near, most)
            )
    lit, part = highlight, None
    if since is not None and (tallest is not None or painter.tell is None):
        lit = painter.changed(since, view) or highlight
    if tallest is not None and painter.extent is not None:
        part = painter.extent(view, lit, size)
    limited = tallest is not None or most is not None
    panels = painter.panels(view, tale, size) if limited and painter.panels is not None else ()
    if tale is not None and painter.tell is not None and painter.tell_alt is not None:
        drawn, said = painter.tell(view, tale, size, theme), painter.tell_alt(view, tale)
    else:
        drawn, said = painter.draw(view, lit, size, theme), painter.alt_text(view, lit)
    cut_to = _describe_cut(view, lit if part is not None else frozenset())
    return _finish(drawn, said, tallest, part, panels, most, cut_to)


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Picture:
    """Return one space and its surroundings, enlarged. Raises `KeyError` as `picture` does."""
    painter = PAINTERS[view.game]
    drawn = painter.crop(view, space, highlight, theme)
    described = (
        painter.alt_text(view, highlight) if painter.crop_alt is None else painter.crop_alt(view, space)
    )
    return _finish(drawn, described)


def _whole(drawn: Drawn) -> Rect:
    """Return the box of the whole picture. It is the `part` to pass if nothing may be cut off."""
    return 0, 0, drawn.width, drawn.height


def _find_legible(drawn: Drawn, most: float | None) -> float | None:
    """Return the limit `most`; None if the margins that keep it would make the picture illegible."""
    return None if most is not None and NARROWEST * drawn.height > most * drawn.width else most


def _finish(
    drawn: Drawn,
    alt: str,
    tallest: float | None = None,
    part: Rect | None = None,
    panels: Sequence[Rect] = (),
    most: float | None = None,
    cut_to: str = "",
) -> Picture:
    """Return a painter's picture as a file.

    `tallest` and `most` are greatest heights, as multiples of the width; `tallest` is a wish, `most` a limit.
    A higher picture gets margins at its sides. Margins are too wide if they make the picture illegible on a
    phone (see `FILLED`). If the margins would be too wide, the picture is cut first:
    - With a `part`, it is cut to a band around `part`. The band cuts through no `panels` if possible.
    - Without a `part`, it is cut at its bottom for `most`. It is not cut for `tallest`.
    A `part` that is higher than `most` gets margins. A band round it that would fill less than `NARROWEST` of
    the width stays higher instead.
    If the whole picture fits `most` without too wide margins, it is not cut for `tallest` either.

    `cut_to`: the text with which the alt text of a cut picture begins.

    Raises `TypeError` if the picture was not made by `canvas.finish`.
    """
    from render.kit.bands import band
    from render.kit.canvas import png, widen

    if drawn.mode != "P":
        raise TypeError(f"a painter returned a picture of mode {drawn.mode}: return what `finish` returns")
    if tallest is not None and most is not None and FILLED * drawn.height <= most * drawn.width:
        tallest = max(tallest, most)  # the whole picture has room
    whole = drawn.height
    needed = FILLED * drawn.height / drawn.width
    limits = [each for each in (tallest, most) if each is not None and each < needed]
    if part is not None and limits:
        drawn = band(drawn, part, round(min(limits) * drawn.width), panels)
        if part != (0, 0, drawn.width, whole):
            tallest = None  # a band that is higher than the wish needs this height
            most = _find_legible(drawn, most)
    over = 0 if most is None else drawn.height - round(most * drawn.width)
    if most is not None and part is None and over > 0 and FILLED * drawn.height > most * drawn.width:
        drawn = band(drawn, (0, 0, drawn.width, 0), round(most * drawn.width), panels)
    elif most is not None and over > 0:
        drawn = widen(drawn, round(drawn.height / most))
    elif tallest is not None and FILLED * drawn.height <= tallest * drawn.width < drawn.height:
        drawn = widen(drawn, round(drawn.height / tallest))
    if cut_to and drawn.height < whole:
        alt = f"{cut_to} {alt}"
        alt = alt if len(alt) <= ALT else f"{alt[: ALT - 1]}…"
    return Picture(png(drawn), alt, drawn.width, drawn.height)


def _describe_cut(view: View, lit: Collection[str]) -> str:
    """Return the beginning of a cut picture's alt text. It names the places that the picture was cut to.

    Without places, or with more than `NAMED`, it names none.
    """
    name = GameNames(view.game, GAMES[view.game].name if view.game in GAMES else str)
    if not 0 < len(lit) <= NAMED:
        return say("This picture shows only a part of the table.").read(name)
    places = in_turn([name(key) for key in sorted(lit)], ", ")
    return say("This picture shows only a part of the table: {places}.", places=places).read(name)


def small(view: View, since: View, during: tuple[View, ...] | None = None) -> str | None:
    """Return the smallest kind of picture that shows what happened after `since`; None: the whole table."""
    painter = PAINTERS[view.game]
    return None if painter.small is None else painter.small(view, painter.tale(view, since, during))


def animate(
    views: Sequence[View], size: str | None = None, theme: str = "day", limit: int = ANIMATION_LIMIT
) -> Picture:
    """Return what happened from the first view to the last, as an animated GIF of at most `limit` bytes.

    Each view that equals the view before it is left out. If many views remain, only some of them are shown,
    evenly spread: at most `ANIMATION_FRAMES`, and about as many as `limit` allows. For the still picture of
    an animation, use `picture(views[-1], since=views[0])`.

    Raises `ValueError` if there are no views, or if a GIF of only the first and the last view exceeds
    `limit`. Raises `KeyError` as `picture` does.
    """
    from render.animation import gif, thin_out

    if not views:
        raise ValueError("an animation needs a view")
    painter = PAINTERS[views[0].game]
    shape = size or painter.sizes[0]
    told = [view for number, view in enumerate(views) if not number or view != views[number - 1]]
    most = ANIMATION_FRAMES
    while True:
        kept = thin_out(range(len(told)), most)
        animation = gif(_frames(painter, told, kept, shape, theme), len(kept) + (len(kept) > 1))
        if len(animation) <= limit:
            wide, high = unpack("<HH", animation[6:10])
            return Picture(animation, _animation_alt(painter, told), wide, high, "gif")
        if most <= 2:
            raise ValueError(f"the smallest animation has {len(animation)} bytes, more than {limit}")
        most = max(2, min(most - 1, len(kept) * limit * 9 // (len(animation) * 10)))


def _frames(
    painter: Painter, views: Sequence[View], kept: Sequence[int], size: str, theme: str
) -> Iterator[Image.Image]:
    """Yield a frame of the first view, one for each step between kept views, and one of the last view."""
    yield painter.draw(views[0], frozenset(), size, theme)
    for first, last in pairwise(kept):
        before, view = views[first], views[last]
        if painter.tell is not None:
            tale = painter.tale(view, before, tuple(views[first:last]), past=True)
            yield painter.tell(view, tale, size, theme)
        else:
            yield painter.draw(view, painter.changed(before, view), size, theme)
    if len(kept) > 1:
        yield painter.draw(views[-1], frozenset(), size, theme)


def _animation_alt(painter: Painter, views: Sequence[View]) -> str:
    if painter.animation_alt is not None:
        said = painter.animation_alt(views)
    else:
        said = painter.alt_text(views[-1], painter.changed(views[0], views[-1]))
    name = GameNames(views[-1].game, str)
    return say("Step by step. {said}", said=as_is(said)).read(name)


def find_changed(before: View, after: View) -> frozenset[str]:
    """Return the spaces that look different in the second view."""
    return PAINTERS[after.game].changed(before, after)


def text_table(view: View) -> str:
    """Return the whole table as plain text, in lines that fit a phone's code block."""
    return PAINTERS[view.game].text_table(view)


def sizes(game: str) -> tuple[str, ...]:
    """Return the sizes in which `picture` draws the whole table of a game, the default first."""
    return PAINTERS[game].sizes


def spaces(view: View) -> Sequence[str]:
    """Return the keys that `crop` accepts for this view: spaces, seats, or other close-ups.

    Return none for a game without a painter.
    """
    painter = PAINTERS.get(view.game)
    return () if painter is None else painter.spaces(view)


def kinds(game: str) -> tuple[str, ...]:
    """Return the kinds that `picture` accepts as its `size`.

    The sizes of the whole table come first, then other pictures.
    """
    painter = PAINTERS[game]
    return (*painter.sizes, *painter.kinds)
