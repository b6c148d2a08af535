"""Where everything stands: `layout.toml`, checked as it is read, and the borders grown from its vertices."""

from __future__ import annotations

from functools import cached_property
from importlib.resources import files
from itertools import pairwise
from typing import Annotated

from pydantic import Field, model_validator

from render.kit.borders import Borders, shore, winding
from render.kit.layout import Lettering
from render.kit.shapes import Point, Rect, Spot
from rules.documents import Model, read_toml


class Place(Model, frozen=True):
    """One space: where its name and its markers stand, and the middle of its pieces."""

    label: Annotated[tuple[Spot, ...], Field(min_length=1)]
    heart: Spot
    head: Spot  # about where the middle of the row is that has all of this, where a print wants it so
    marker: Spot | None = None
    pips: Spot | None = None


class City(Model, frozen=True):
    """A City: its vertex, and the middle of its name."""

    name: str
    at: str
    label: Spot


class Range(Model, frozen=True):
    """1.3.6: the Vindhya Range."""

    outline: str
    label: Spot
    reach: Spot  # how far the name goes from its middle to the side, and up or down
    turn: int


class Circle(Model, frozen=True):
    """1.3.3: Delhi, a circle over a vertex."""

    centre: str
    radius: int


class Beyond(Model, frozen=True):
    """Land outside the game, between two vertices on the coast."""

    west: str
    east: str
    edge_west: Spot
    edge_east: Spot
    snows: tuple[Annotated[tuple[Spot, ...], Field(min_length=2)], ...]  # lines that high peaks stand on


class Sea(Model, frozen=True):
    """Ships by their middles, and the lotus that shows the north."""

    ships: tuple[Spot, ...]
    lotus: Spot
    radius: Annotated[int, Field(gt=0)]


class Meeting(Model, frozen=True):
    """1.3.5: vertices where four lands meet."""

    points: tuple[str, ...]


class River(Model, frozen=True):
    """A river from its source to its mouth, and its width there, in map units."""

    course: Annotated[tuple[Spot, ...], Field(min_length=2)]
    mouth: float


class Relief(Model, frozen=True):
    """Hills and trees that hinder nobody, and sand."""

    hills: tuple[Spot, ...]
    trees: tuple[Spot, ...]
    dunes: tuple[Spot, ...]


class Print(Model, frozen=True):
    """How large what stands on the map is, in map units."""

    name: int  # letters of a space's name
    marker: int
    pip: int
    pieces: tuple[int, ...]  # the sizes that are tried, rows clear of what is written
    tight: tuple[int, ...]  # and the sizes of those that may stand beside it
    least: tuple[int, ...] = ()  # and the sizes of those that have no room otherwise
    load: int  # pieces on an arrow's plate
    arrow: float = 1.0  # how many times broader than usual arrows are
    row: bool = False  # whether code, marker and pips stand in one row, near the head; else each in its place
    city: int = 0  # letters of a City's name; 0: it has none
    range: Lettering  # of the Vindhya Range's name
    short: bool = False  # whether that name is one word


class Map(Model, frozen=True):
    """The map, in pixels of the phone board."""

    size: Spot
    vertices: dict[str, Spot]
    lands: dict[str, str]
    range: Range
    delhi: Circle
    beyond: Beyond
    sea: Sea
    islands: dict[str, Annotated[tuple[Spot, ...], Field(min_length=3)]]
    rivers: dict[str, River]
    relief: Relief
    meeting: Meeting
    cities: dict[str, City]
    spaces: dict[str, Place]

    @model_validator(mode="after")
    def _hangs_together(self) -> Map:
        named = [v for path in (*self.lands.values(), self.range.outline) for v in path.split()]
        named += [self.delhi.centre, self.beyond.west, self.beyond.east, *self.meeting.points]
        named += [city.at for city in self.cities.values()]
        if strangers := sorted(set(named) - set(self.vertices)):
            raise ValueError(f"no such vertex: {', '.join(strangers)}")
        if odd := sorted(set(self.lands) ^ (set(self.spaces) - {"delhi"})):
            raise ValueError(f"a land and a place are needed for each space: {', '.join(odd)}")
        return self

    @cached_property
    def borders(self) -> Borders:
        """The borders of the lands and of the Vindhya Range."""
        return Borders(self.vertices, (*self.lands.values(), self.range.outline))

    def course(self, river: str) -> list[Point]:
        """How a river winds."""
        return winding(self.rivers[river].course, river)

    def shore(self, island: str) -> list[Point]:
        """The rounded outline of an island."""
        return shore(self.islands[island])


class Cartouche(Model, frozen=True):
    """The name of the game, with room for a line below it."""

    rect: Rect
    title: Lettering
    font: Lettering
    name: str


class CardPanel(Model, frozen=True):
    """2.3: the open card; under a band of colour, with its text, where there is room for it."""

    rect: Rect
    title: Lettering  # the largest, for a title that has room in one line
    least: int = 30  # pixels of the smallest letters of a title
    rows: Annotated[int, Field(gt=0)] = 1  # lines that a title may have
    font: Lettering
    badge: int
    band: Annotated[int, Field(ge=0)] = 0  # how high a coloured band is; with it goes the text


class SequencePanel(Model, frozen=True):
    """2.3: who is where on the sequence of play: a row for each faction, or the six boxes."""

    rect: Rect
    font: Lettering
    badge: int
    rows: bool
    brief: bool = False  # whether a place is one word


class FactionPanels(Model, frozen=True):
    """1.5: a panel for each faction; the spots are counted from a panel's corner."""

    rects: dict[str, Rect]
    title: Lettering
    font: Lettering
    number: Lettering
    change: Lettering
    badge: int
    sign: int
    chip: int
    full_name: bool
    name: Spot
    stats: tuple[Spot, Spot, Spot]
    beside: bool = False  # whether a change stands beside its number, or below it
    influence: Spot | None = None  # what is said of it; without, Units that wait are dots in its cells
    track: Spot
    cell: Spot
    box: dict[str, Spot]


class DeckPanel(Model, frozen=True):
    """2.1: the dynasty, the deck as anyone may count it, the Cavalry pool, the Mongols' box."""

    rect: Rect
    font: Lettering
    chip: int
    sign: int
    lines: dict[str, Spot]
    cards: bool = False  # whether the cards to come are counted without "in all"


class Legend(Model, frozen=True):
    """What the pieces and signs mean."""

    rect: Rect
    title: Lettering
    font: Lettering
    chip: int
    step: int
    notes: Rect


class DicePanel(Model, frozen=True):
    """What was rolled, a row for each side; there only when there is something to show."""

    rect: Rect
    badge: int
    die: int
    sign: int
    font: Lettering
    gap: int = 4  # pixels between two dice


class Strip(Model, frozen=True):
    """A picture for small moves: the changed corner of the map, and beside it words and numbers."""

    print: str  # of the layout's prints, for the corner of the map
    wide: int
    edge: int  # between the picture's edge and what is in it
    gap: int  # between the map and the panel
    pad: int  # between the panel's edge and what is written in it
    largest: Spot  # the widest and highest part of the map that is shown
    margin: int  # map units shown round the changed spaces, where there is room
    least: int  # and where there is little
    title: Lettering
    font: Lettering
    number: Lettering
    change: Lettering
    badge: int
    sign: int
    die: int
    head: int  # how high a line of the title is
    step: int  # a line of what happened
    row: int  # a faction's numbers
    throw: int  # and dice
    most: Annotated[int, Field(gt=1)]  # lines of what happened


class Scene(Model, frozen=True):
    """One way of showing the whole table."""

    size: Spot
    map: Spot
    scale: float
    card: CardPanel
    sequence: SequencePanel
    factions: FactionPanels
    deck: DeckPanel
    dice: DicePanel
    print: str  # of the layout's prints
    cartouche: Cartouche | None = None
    leaf: Rect | None = None  # one sheet for all panels but the legend; else each lies on a sheet of its own
    legend: Legend | None = None

    @property
    def rects(self) -> tuple[Rect, ...]:
        """Where the panels are."""
        panels = list(self._column)
        panels += [] if self.cartouche is None else [self.cartouche.rect]
        return (*panels, *([] if self.legend is None else [self.legend.rect, self.legend.notes]))

    @property
    def sheets(self) -> tuple[Rect, ...]:
        """The sheets of paper below the panels."""
        if self.leaf is None:
            return tuple(rect for rect in self.rects if self.cartouche is None or rect != self.cartouche.rect)
        return (self.leaf, *([] if self.legend is None else [self.legend.rect, self.legend.notes]))

    @property
    def rules(self) -> tuple[tuple[int, int, int], ...]:
        """Left and right end and height of the lines between the panels that share a leaf."""
        if self.leaf is None:
            return ()
        held = sorted(self._column, key=lambda rect: rect[1])
        return tuple(
            (upper[0], upper[2], (upper[3] + lower[1]) // 2 - 1) for upper, lower in pairwise(held[1:])
        )

    @property
    def _column(self) -> tuple[Rect, ...]:
        return self.card.rect, self.sequence.rect, *self.factions.rects.values(), self.deck.rect

    @model_validator(mode="after")
    def _leaf_holds_its_panels(self) -> Scene:
        if self.leaf is not None:
            left, top, right, bottom = self.leaf
            for rect in self._column:
                if not (left < rect[0] < rect[2] < right and top < rect[1] < rect[3] < bottom):
                    raise ValueError(f"the panel at {rect} lies outside its leaf")
        return self


class Layout(Model, frozen=True):
    """The whole file."""

    map: Map
    prints: dict[str, Print]
    scenes: dict[str, Scene]
    strip: Strip

    @model_validator(mode="after")
    def _has_the_prints(self) -> Layout:
        wanted = {self.strip.print, *(scene.print for scene in self.scenes.values())}
        if strangers := sorted(wanted - set(self.prints)):
            raise ValueError(f"no such print: {', '.join(strangers)}")
        return self


def read_layout(text: str) -> Layout:
    """The layout of a TOML document. Raises `ValueError` that names the place and the reason."""
    return read_toml(Layout, text, "layout")


LAYOUT = read_layout(files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"))
