"""Read and check `layout.toml`, and compute places from its sizes. Comments in it explain the sizes.

All sizes are pixels of the phone picture.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Annotated

from pydantic import Field

from render.kit.shapes import Point, Rect, Spot
from rules.documents import Model, read_toml
from rules.taj_mahal.board import ALL_CITIES, MAP, PROVINCE_OF, PROVINCES, TAJ_MAHAL

Letters = Annotated[int, Field(ge=42)]  # size of the narrow sans; 42 is legible on a phone
Title = Annotated[int, Field(ge=53)]  # size of the serif; 53 is as legible as 42 of the sans


class Head(Model, frozen=True):
    """The line above the map: which visit it is, where, and who is to act."""

    high: int
    title: Title
    place: Letters
    mover: Letters
    sign: int
    gap: int


class Supply(Model, frozen=True):
    """The open cards and the deck, below the head."""

    high: int
    card: int
    step: int
    title: Title
    letters: Letters


class Garden(Model, frozen=True):
    """The map: its provinces, and the sizes of the things in them."""

    cell: Spot
    rows: int
    columns: int
    reach: Spot
    down: int
    name: int
    title: Title
    tile: int
    plaque: int
    good: int
    city: int
    sign: int
    crown: int
    beside: int
    bonus: int
    over: int
    under: int
    taj: int
    digit: Letters
    reach_of_city: int
    ring: int
    ring_edge: int
    ring_out: int
    number: int
    number_beside: int
    number_up: int


class Table(Model, frozen=True):
    """The table of the seats: the symbols in a head, and a row for each seat."""

    head: int
    row: int
    title: Title
    sign: int
    figure: int
    points: Letters
    points_at: int
    told: int
    gain: Letters
    card: int
    card_at: int
    cards_at: int
    cards: Letters
    sums: int
    apart: int
    symbol: int
    sum: Letters
    lead: int
    frame: int
    things: int
    line: int
    thing: int
    step: int
    good: int
    goods_step: int
    rim: int
    played: int
    apart_played: int
    letters: Letters


class Hand(Model, frozen=True):
    """The pictures of cards to choose from."""

    card: int
    across: int
    line: int
    supply_line: int
    per_row: int
    held: int
    held_across: int
    held_line: int
    held_per_row: int
    title: Title
    count: Letters
    letters: Letters
    letters_line: int
    led: int
    above: int
    beat: int
    number: int
    number_down: int


class Layout(Model, frozen=True):
    """The whole layout file."""

    wide: Annotated[int, Field(ge=390)]
    edge: int
    margin: int
    close_up: float
    scales: dict[str, float]
    head: Head
    supply: Supply
    map: Garden
    table: Table
    hand: Hand


LAYOUT = read_toml(Layout, files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"), "layout")
WIDE, EDGE, CLOSE_UP = LAYOUT.wide, LAYOUT.edge, LAYOUT.close_up
SCALES: Mapping[str, float] = LAYOUT.scales
LEFT, RIGHT = EDGE + LAYOUT.margin, WIDE - EDGE - LAYOUT.margin
CELL, REACH, CITY = LAYOUT.map.cell, LAYOUT.map.reach, LAYOUT.map.city
LINE = 6  # pixels of the gold lines above and below the map
MAP_TOP = EDGE + LAYOUT.head.high + LAYOUT.supply.high
MAP_LEFT = (WIDE - LAYOUT.map.columns * CELL[0]) // 2
MAP_BOTTOM = MAP_TOP + LAYOUT.map.rows * CELL[1]
CORNERS = {"1": (1, -1), "2": (1, 1), "3": (-1, 1), "4": (-1, -1), "5": (0, 0)}


def middle(province: str) -> Point:
    """Return the point around which a province's cities lie, a little below the middle of its box."""
    cell = MAP.provinces.at[province]
    return (
        MAP_LEFT + (cell.column + 0.5) * CELL[0],
        MAP_TOP + (cell.row + 0.5) * CELL[1] + LAYOUT.map.down,
    )


def cell(province: str) -> Rect:
    """Return the box of a province."""
    at = MAP.provinces.at[province]
    left, top = MAP_LEFT + at.column * CELL[0], MAP_TOP + at.row * CELL[1]
    return left, top, left + CELL[0], top + CELL[1]


def place(city: str) -> Point:
    """Return the middle of a city."""
    x, y = middle(PROVINCE_OF[city])
    across, down = CORNERS[city[-1]]
    return x + across * REACH[0], y + down * REACH[1]


PLACES: Mapping[str, Point] = {city: place(city) for city in ALL_CITIES}
MIDDLES: Mapping[str, Point] = {province: middle(province) for province in PROVINCES}
AGRA = PROVINCE_OF[TAJ_MAHAL]  # Agra's tile is beside the name, because the Taj Mahal fills the middle


def table_height(seats: int) -> int:
    """Return how high the table of `seats` seats is, in pixels."""
    return LAYOUT.table.head + seats * LAYOUT.table.row


def height(seats: int) -> int:
    """Return how high the picture of a game with `seats` players is, in pixels."""
    return MAP_BOTTOM + LINE + table_height(seats) + EDGE + 4
