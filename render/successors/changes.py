"""Find out what happened between two views (marches, voyages, retreats, battles), and draw it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from render import painter
from render.kit.arrows import Arrow, draw_arrows
from render.kit.brush import Window
from render.kit.canvas import Drawn, finish
from render.kit.shapes import Point, Spot, on
from render.successors.draw import SIZES, draw_things, ground_of
from render.successors.layout import COIN, PANELS, WHOLE, Panel, spot_in
from render.successors.palette import TABLES
from rules.successors.state import Fight, Walk
from rules.successors.view import View, find_changed

MOST = 30  # a picture has arrows for at most this many ways
SAMPLES = 18  # straight pieces that make up an arrow's curve


class Deeds(NamedTuple):
    """What happened: the moves of units, and the throws of all battles."""

    walks: tuple[Walk, ...]
    fights: tuple[Fight, ...]


Tale = painter.Tale[View, Deeds]


def read(view: View, tale: painter.Tale[View]) -> Deeds:
    """Return the moves and fights between `tale.before` and the view, in order."""
    before = tale.before
    views = [*(tale.during or ()), view]
    told = [
        each
        for at, each in enumerate(views)
        if not at or (each.document, each.walks) != (views[at - 1].document, views[at - 1].walks)
    ]
    walks = tuple(walk for each in told for walk in each.walks)
    fights = tuple(fight for each in told for fight in each.fights)
    # If `before` is from the same turn, it may already have the first of these walks and fights: skip those.
    if (before.number, before.seat) == (told[0].number, told[0].seat):
        old, thrown = len(before.walks), len(before.fights)
        if walks[:old] == before.walks and fights[:thrown] == before.fights:
            return Deeds(walks[old:], fights[thrown:])
    return Deeds(walks, fights)


def tell(view: View, tale: Tale, size: str, theme: str) -> Drawn:
    """Draw the table with what happened on it.

    Arrows run under the units, crossed swords mark battles, and places that changed are lit. Raises
    `KeyError` for an unknown size or theme.
    """
    if size not in SIZES:
        raise KeyError(f"successors has no size {size}; it has {', '.join(SIZES)}")
    sheet = ground_of(view, WHOLE)
    draw_arrows(sheet, arrows(tale.deeds))
    fights = dict.fromkeys(fight.place for fight in tale.deeds.fights)
    draw_things(sheet, view, find_changed(tale.before, view), WHOLE, fights=fights)
    return finish(sheet, TABLES[theme])


def arrows(deeds: Deeds, window: Window = WHOLE) -> list[Arrow]:
    """Return the arrows for the ways that units went. A way has an arrow in each panel that it crosses.

    Only the last `MOST` ways have arrows. There is no arrow between coins that nearly touch. The points of
    the arrows are in pixels of the window.
    """
    ways = dict.fromkeys((walk.how, walk.way) for walk in deeds.walks)
    found = []
    for how, way in list(ways)[-MOST:]:
        places = (way[0], way[-1]) if how == "home" else way
        for panel in PANELS.values():
            for run in _runs(panel, places):
                line = _line(tuple(spot_in(panel, place) for place in run))
                if line is not None:
                    thick = (0.8 if how == "march" else 0.62) * window.scale
                    found.append(Arrow(tuple(map(window.at, line)), thick, (), (0, 0, 0, 0)))
    return found


def _runs(panel: Panel, places: tuple[str, ...]) -> Iterator[list[str]]:
    """Yield the parts of a way that lie in one panel without a break. Each has at least two places."""
    run: list[str] = []
    for place in places:
        if place in panel.places or place in panel.seas:
            run.append(place)
        else:
            if len(run) > 1:
                yield run
            run = []
    if len(run) > 1:
        yield run


@lru_cache(maxsize=512)
def _line(points: tuple[Spot, ...]) -> tuple[Point, ...] | None:
    """Return the line between the coins at both ends, from rim to rim; None if the coins nearly touch."""
    long = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in pairwise(points))
    if long < 2.6 * COIN:
        return None
    start, end = (COIN + 6) / long, 1 - (COIN + 12) / long
    return tuple(on(points, start + (end - start) * step / SAMPLES) for step in range(SAMPLES + 1))
