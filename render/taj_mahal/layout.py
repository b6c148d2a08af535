"""Where everything lies, in the pixels of the phone picture; other sizes are multiples of them."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.shapes import Point
from rules.taj_mahal.board import ALL_CITIES, MAP, PROVINCE_OF, PROVINCES, TAJ_MAHAL

WIDE = 1080
EDGE = 22  # the border of marble round the picture
HEAD = 96  # the line that says which visit it is
SUPPLY = 128  # the open cards below it
CELL = (344, 232)  # a province
MAP_TOP = EDGE + HEAD + SUPPLY
MAP_LEFT = (WIDE - 3 * CELL[0]) // 2
ROWS = 4
MAP_BOTTOM = MAP_TOP + ROWS * CELL[1]
TABLE_HEAD, ROW = 66, 74  # the table of the seats: the symbols, and a row for each seat
SCALES: Mapping[str, float] = {"phone": 1.0, "board": 1.5}
CLOSE_UP = 2.6
REACH = (104, 60)  # of a city from the middle of its province
DOWN = 14  # how far that middle lies below the middle of the cell, for the name stands above
CORNERS = {"1": (1, -1), "2": (1, 1), "3": (-1, 1), "4": (-1, -1), "5": (0, 0)}
NAME = -REACH[1] - 34  # of the name above the middle
TILE = 78  # a province tile
CITY = 56  # a city


def middle(province: str) -> Point:
    """The middle of a province's ring."""
    cell = MAP.provinces.at[province]
    return (
        MAP_LEFT + (cell.column + 0.5) * CELL[0],
        MAP_TOP + (cell.row + 0.5) * CELL[1] + DOWN,
    )


def cell(province: str) -> tuple[int, int, int, int]:
    """The box of a province: left, top, right, bottom."""
    at = MAP.provinces.at[province]
    left, top = MAP_LEFT + at.column * CELL[0], MAP_TOP + at.row * CELL[1]
    return left, top, left + CELL[0], top + CELL[1]


def place(city: str) -> Point:
    """The middle of a city."""
    x, y = middle(PROVINCE_OF[city])
    across, down = CORNERS[city[-1]]
    return x + across * REACH[0], y + down * REACH[1]


PLACES: Mapping[str, Point] = {city: place(city) for city in ALL_CITIES}
MIDDLES: Mapping[str, Point] = {province: middle(province) for province in PROVINCES}


def tile_spot(province: str) -> Point:
    """Where a province's tile lies: in its ring, but in that of Agra beside the name."""
    x, y = MIDDLES[province]
    return (x + 46, y + NAME) if province == PROVINCE_OF[TAJ_MAHAL] else (x, y)


def height(seats: int) -> int:
    """How high the picture of a game of so many players is."""
    return MAP_BOTTOM + TABLE_HEAD + seats * ROW + EDGE + 10
