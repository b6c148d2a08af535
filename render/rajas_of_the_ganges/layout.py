"""Read `layout.toml`, whose comments explain sizes, and check it. Sizes without a unit are pixels."""

from __future__ import annotations

from importlib.resources import files
from typing import Annotated

from pydantic import Field

from render.kit.shapes import Spot
from rules.documents import Model, read_toml

Letters = Annotated[int, Field(ge=42)]  # size of the narrow sans; 42 is legible on a phone
Title = Annotated[int, Field(ge=53)]  # size of the serif; 53 is as legible as 42 of the sans
Part = Annotated[float, Field(gt=0, lt=1)]


class Head(Model, frozen=True):
    """The round, and who is asked or who has won."""

    high: int
    title: Title
    seat: Letters
    seal: int
    margin: int


class Panel(Model, frozen=True):
    """A panel: cloth with a double thread along its edge, and its title on a tab."""

    title: Title
    tab: tuple[int, int, int]
    pad: int
    top: int
    bottom: int
    thread: int


class Province(Model, frozen=True):
    """A province: the size of its squares in each picture, and its rim.

    A `Part` is a fraction of a square's side, or of the rim's width.
    """

    phone: int
    board: int
    large: int
    rim: Part
    rim_least: int
    top: Part
    sign: Part
    sign_least: int
    name: Part
    board_name: int


class Tile(Model, frozen=True):
    """A tile, in fractions of its side; `sign_least` and `price_least` are in pixels."""

    road: Part
    spot: Part
    sign: Part
    sign_least: int
    price_least: int


class Display(Model, frozen=True):
    """The tiles on display."""

    gap: Spot
    board: int
    board_gap: Spot
    close: int
    close_gap: Spot
    caption: Letters
    board_caption: int
    caption_high: int


class Seat(Model, frozen=True):
    """The block of a seat."""

    high: int
    gap: int
    seal: int
    elephant: int
    left: int
    sign: int
    numbers: Letters
    fame: int
    money: int
    bar: Spot
    near: int
    met: int
    inner: int
    tick: Spot
    worker: int
    plate: Spot
    things: int
    die: int
    die_step: int
    hand: Spot
    value: int
    apart: int
    karma: int
    helper: int


class Spaces(Model, frozen=True):
    """The action spaces."""

    high: int
    box: int
    title: Letters
    title_high: int
    title_up: int
    gap: int
    pad: int
    sign: int
    seal: int
    least: float
    good: int
    good_room: float
    swap: int
    swapped: int
    arrow: int
    chamber: int
    edge: int
    inset: int
    icon: int
    frame: int


class River(Model, frozen=True):
    """The river, which winds from row to row."""

    columns: int
    row: int
    ghat: int
    box: Spot
    number: Letters
    sign: int
    badge: int
    boat: int
    pad: int
    end: int


class Hand(Model, frozen=True):
    """The line with a seat's dice and numbers, below the seat's province."""

    high: int
    seal: int
    sign: int
    letters: Letters
    number: int


class Placement(Model, frozen=True):
    """The numbers on legal placements."""

    alone: int
    number: Letters
    pad: int
    apart: int
    most: int


class Numbered(Model, frozen=True):
    """The pictures of a question, with the numbers of its answers."""

    raised: int
    slim: int
    sign: int
    cell: int
    tile: int
    apart: int
    gap: int


class Arrow(Model, frozen=True):
    """An arrow along the way of a boat, or to a new tile."""

    core: int
    head: int
    edge: int
    back: int


class Layout(Model, frozen=True):
    """The whole layout file."""

    wide: Annotated[int, Field(ge=390)]
    edge: int
    gap: int
    line: int
    lit: int
    head: Head
    panel: Panel
    province: Province
    tile: Tile
    display: Display
    seat: Seat
    spaces: Spaces
    river: River
    hand: Hand
    placement: Placement
    numbered: Numbered
    arrow: Arrow


LAYOUT = read_toml(Layout, files(__package__).joinpath("layout.toml").read_text(encoding="utf-8"), "layout")
WIDE, EDGE, LINE = LAYOUT.wide, LAYOUT.edge, LAYOUT.line
