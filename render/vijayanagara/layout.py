"""Read and check `layout.toml`, which has the place of everything in the picture.

Make borders from vertices.
"""

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
    """Where things are in a space: its name, its markers, and the middle of its pieces."""

    label: Annotated[tuple[Spot, ...], Field(min_length=1)]
    heart: Spot
    head: Spot  # roughly the middle of the row with the code letters, the marker and the pips (`Print.row`)
    marker: Spot | None = None
    pips: Spot | None = None


class City(Model, frozen=True):
    """1.3.4: a City: its vertex, and the middle of its name."""

    name: str
    at: str
    label: Spot
    large: Spot | None = None  # the middle of its name in prints with large letters; None: no name there


class Range(Model, frozen=True):
    """1.3.6: the Vindhya Range."""

    outline: str
    label: Spot
    reach: Spot  # how far the name extends from its middle, sideways and up or down
    turn: int


class Circle(Model, frozen=True):
    """1.3.3: Delhi, a circle around a vertex."""

    centre: str
    radius: int


class Beyond(Model, frozen=True):
    """Land outside the game, between two vertices on the coast."""

    west: str
    east: str
    edge_west: Spot
    edge_east: Spot
    snows: tuple[Annotated[tuple[Spot, ...], Field(min_length=2)], ...]  # lines of high peaks


class Sea(Model, frozen=True):
    """The middles of the ships, and the middle of the lotus that shows the north."""

    ships: tuple[Spot, ...]
    lotus: Spot
    radius: Annotated[int, Field(gt=0)]


class Meeting(Model, frozen=True):
    """1.3.5: the vertices where four lands meet."""

    points: tuple[str, ...]


class River(Model, frozen=True):
    """A river from its source to its mouth. `mouth`: its width at the mouth, in map units."""

    course: Annotated[tuple[Spot, ...], Field(min_length=2)]
    mouth: float


class Relief(Model, frozen=True):
    """Hills, trees and sand, which have no effect in the game."""

    hills: tuple[Spot, ...]
    trees: tuple[Spot, ...]
    dunes: tuple[Spot, ...]


class Print(Model, frozen=True):
    """A print: the sizes of the things on the map, in map units."""

    name: int  # the size of the letters of a space's name
    marker: int
    pip: int
    pieces: tuple[int, ...]  # sizes to try first, in rows that lie above or below the name and markers
    tight: tuple[int, ...]  # sizes to try next, in rows that may also lie beside the name and markers
    least: tuple[int, ...] = ()  # sizes to try last, in spaces that have no room for the other sizes
    load: int  # the size of the pieces on an arrow's plate
    arrow: float = 1.0  # how broad arrows are, as a multiple of their usual width
    row: bool = False  # True: code, marker and pips are in one row near `Place.head`; False: each has a spot
    city: int = 0  # the size of the letters of a City's name; 0: Cities have no names
    few: bool = False  # whether only Cities with `City.large` have names, because the letters are large
    range: Lettering  # the letters of the Vindhya Range's name
    short: bool = False  # write "VINDHYA" without "RANGE"


class Map(Model, frozen=True):
    """The map. One map unit is one pixel of the phone board."""

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
        """Return the winding course of a river as points."""
        return winding(self.rivers[river].course, river)

    def shore(self, island: str) -> list[Point]:
        """Return the rounded outline of an island."""
        return shore(self.islands[island])


class Cartouche(Model, frozen=True):
    """The name of the game, with room for a line below it."""

    rect: Rect
    title: Lettering
    font: Lettering
    name: str


class CardPanel(Model, frozen=True):
    """2.3: the panel of the open card.

    If `band` is not 0, the panel has a coloured band, and the card's text below the band.
    """

    rect: Rect
    title: Lettering  # the largest letters, for a title that fits in one line
    least: int = 30  # pixels of the smallest letters of a title
    rows: Annotated[int, Field(gt=0)] = 1  # lines that a title may have
    font: Lettering
    badge: int
    band: Annotated[int, Field(ge=0)] = 0  # how high a coloured band is; 0: no band, and no text


class SequencePanel(Model, frozen=True):
    """2.3: where each faction is on the sequence of play: a row for each faction, or the six boxes."""

    rect: Rect
    font: Lettering
    badge: int
    rows: bool
    brief: bool = False  # write a faction's place on the sequence in one word


class FactionPanels(Model, frozen=True):
    """1.5: a panel for each faction. Spots are relative to the panel's top left corner."""

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
    beside: bool = False  # write a change beside its number, not below it
    influence: Spot | None = None  # where the caption is; None: no caption, and cells with dots
    track: Spot
    cell: Spot
    box: dict[str, Spot]


class DeckPanel(Model, frozen=True):
    """2.1: the dynasty, the public facts about the deck, the Cavalry pool, and the Mongols' box."""

    rect: Rect
    font: Lettering
    chip: int
    sign: int
    lines: dict[str, Spot]
    cards: bool = False  # count the cards to come as "12 cards", without "in all"


class Legend(Model, frozen=True):
    """The legend: what the pieces and signs mean."""

    rect: Rect
    title: Lettering
    font: Lettering
    chip: int
    step: int
    notes: Rect


class DicePanel(Model, frozen=True):
    """The dice that were rolled, a row for each side. The panel is drawn only if there are dice."""

    rect: Rect
    badge: int
    die: int
    sign: int
    font: Lettering
    gap: int = 4  # pixels between two dice


class Strip(Model, frozen=True):
    """A picture for small moves: the changed part of the map, with words and numbers beside it."""

    print: str  # a key of `Layout.prints`, for the part of the map
    wide: int
    edge: int  # pixels between the picture's edge and its content
    gap: int  # pixels between the map and the panel
    pad: int  # pixels between the panel's edge and its text
    largest: Spot  # the greatest width and height of the part of the map that is shown
    margin: int  # map units around the changed spaces, if there is room
    least: int  # map units around the changed spaces, if there is little room
    title: Lettering
    font: Lettering
    number: Lettering
    change: Lettering
    badge: int
    sign: int
    die: int
    head: int  # pixels: the height of a line of the title
    step: int  # pixels: the height of a line of what happened
    row: int  # pixels: the height of a row of a faction's numbers
    throw: int  # pixels: the height of a row of dice
    most: Annotated[int, Field(gt=1)]  # at most this many lines of what happened


class Scene(Model, frozen=True):
    """A picture of the whole table: its size, and the places of the map and the panels."""

    size: Spot
    map: Spot
    scale: float
    card: CardPanel
    sequence: SequencePanel
    factions: FactionPanels
    deck: DeckPanel
    dice: DicePanel
    print: str  # a key of `Layout.prints`
    cartouche: Cartouche | None = None
    leaf: Rect | None = None  # one sheet of paper for all panels except the legend; None: a sheet for each
    legend: Legend | None = None

    @property
    def rects(self) -> tuple[Rect, ...]:
        """The boxes of all panels."""
        panels = list(self._column)
        panels += [] if self.cartouche is None else [self.cartouche.rect]
        return (*panels, *([] if self.legend is None else [self.legend.rect, self.legend.notes]))

    @property
    def sheets(self) -> tuple[Rect, ...]:
        """The sheets of paper under the panels."""
        if self.leaf is None:
            return tuple(rect for rect in self.rects if self.cartouche is None or rect != self.cartouche.rect)
        return (self.leaf, *([] if self.legend is None else [self.legend.rect, self.legend.notes]))

    @property
    def rules(self) -> tuple[tuple[int, int, int], ...]:
        """The lines between the panels of a leaf, each as (left, right, y).

        The topmost panel has no line below it.
        """
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
    """The whole layout file."""

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
    """Return the layout of a TOML document.

    Raises `ValueError`, which names the place in the document and the reason.
    """
    return read_toml(Layout, text, "layout")


LAYOUT = read_layout(files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"))
