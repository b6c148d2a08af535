"""Read and check `layout.toml`, which has the place of everything in the picture.

All lengths are in pixels of the phone picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from math import hypot
from typing import Annotated

from pydantic import Field, model_validator

from render.kit.brush import Window
from render.kit.layout import Lettering
from render.kit.shapes import Spot
from rules.documents import Model, read_toml
from rules.successors.board import BORDERS, PROVINCES, SEAS

APART = 2.2  # the smallest distance between the middles of two coins, in radii of a coin
Box = tuple[int, int, int, int]


class Area(Model, frozen=True):
    """A box of the picture (left, top, right, bottom)."""

    box: Box


class Panel(Model, frozen=True):
    """A part of the map: the middles of its provinces and seas, and outlines of land outside the game."""

    box: Box
    places: dict[str, Spot]
    seas: dict[str, Spot]
    shapes: dict[str, tuple[Spot, ...]]


class RoadOut(Model, frozen=True):
    """A road that leads from `place` in `panel` to the other panel. `edge`: where the road leaves `panel`."""

    panel: str
    place: str
    edge: Spot


class Print(Model, frozen=True):
    """The sizes of the things on the map."""

    coin: Annotated[int, Field(gt=0)]  # the radius of a province's coin
    value: int  # the radius of the disc with a province's value
    plate: int  # how high a plate of units is
    beside: int  # pixels between two plates
    code: Lettering  # the codes of provinces
    sea: Lettering  # the codes of seas
    figure: Lettering  # values, and numbers of units


class Lines(Model, frozen=True):
    """The sizes of the title and of the lines of the seats."""

    title: Lettering
    points: Lettering
    number: Lettering
    text: Lettering
    pad: int  # pixels between the edge and the text
    sign: int  # how high a sign is
    cells: tuple[int, int, int, int, int]  # the x of each number in a seat's cell of the whole table
    columns: tuple[int, int, int, int, int]  # the x of each number in a seat's line of the strip
    head: int  # how high the strip's head is
    row: int  # the height of a seat's line of numbers in the strip
    more: int  # the height of the line of words below a seat's numbers


class Layout(Model, frozen=True):
    """The whole layout file."""

    wide: Annotated[int, Field(ge=390)]
    high: int
    cell: Annotated[int, Field(ge=3)]
    print: Print
    lines: Lines
    title: Area
    panels: dict[str, Panel]
    roads_out: tuple[RoadOut, ...]
    strip: Area

    @model_validator(mode="after")
    def _complete(self) -> Layout:
        placed = {place for panel in self.panels.values() for place in panel.places}
        if missing := [place for place in PROVINCES if place not in placed]:
            raise ValueError(f"panels: {missing[0]} is in no panel")
        afloat = [sea for panel in self.panels.values() for sea in panel.seas]
        if wrong := [sea for sea in SEAS if afloat.count(sea) != 1]:
            raise ValueError(f"panels: {wrong[0]} must be in one panel")
        coin = self.print.coin
        for name, panel in self.panels.items():
            left, top, right, bottom = panel.box
            for place, (x, y) in (*panel.places.items(), *panel.seas.items()):
                if place not in PROVINCES and place not in SEAS:
                    raise ValueError(f"panels.{name}: there is no place {place}")
                if not (left + coin <= x <= right - coin and top + coin // 2 <= y <= bottom - coin // 2):
                    raise ValueError(f"panels.{name}.places.{place}: outside the panel")
            spots = list(panel.places.values())
            for at, one in enumerate(spots):
                for other in spots[at + 1 :]:
                    if hypot(one[0] - other[0], one[1] - other[1]) < APART * coin:
                        raise ValueError(f"panels.{name}: two provinces overlap near {one}")
        return self


def read_layout(text: str) -> Layout:
    """Return the layout of a TOML document. Raises `ValueError`, which names the place and the reason."""
    return read_toml(Layout, text, "layout")


LAYOUT = read_layout(files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"))
WIDE, HIGH, CELL = LAYOUT.wide, LAYOUT.high, LAYOUT.cell
WHOLE = Window(0, 0, WIDE, HIGH, 1.0)
COIN = LAYOUT.print.coin
CLOSE = 240, 200  # how far a close-up extends to each side, and up and down
CLOSE_UP = 1.5  # the scale of a close-up


def panels_of(place: str) -> Iterator[Panel]:
    """Yield the panels that show a place."""
    for panel in LAYOUT.panels.values():
        if place in panel.places or place in panel.seas:
            yield panel


def spot_in(panel: Panel, place: str) -> Spot:
    """Return the spot of a place in a panel that shows it."""
    return panel.places[place] if place in panel.places else panel.seas[place]


def roads(panel: Panel) -> Iterator[tuple[Spot, Spot]]:
    """Yield a line from coin to coin for each border between two provinces of a panel.

    Also yield the roads that lead to the other panel.
    """
    for one, spot in panel.places.items():
        for other in BORDERS[one]:
            if other in panel.places and PROVINCES.index(one) < PROVINCES.index(other):
                yield spot, panel.places[other]
    for road in LAYOUT.roads_out:
        if LAYOUT.panels[road.panel] is panel:
            yield panel.places[road.place], road.edge


def window_of(place: str) -> Window:
    """Return the window of a place's close-up, which stays inside its panel."""
    panel = next(panels_of(place))
    x, y = spot_in(panel, place)
    left, top, right, bottom = panel.box
    across, down = CLOSE
    x = min(max(x, left + across), right - across)
    y = min(max(y, top + down), bottom - down)
    return Window(x - across, y - down, x + across, y + down, CLOSE_UP)


PANELS: Mapping[str, Panel] = LAYOUT.panels
