"""The pictures: the whole table for a phone and for a screen, one province, a strip, the placements of a
tile, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.canvas import Drawn, Font, Sheet, finish
from render.kit.numbers import draw_number, legible_size, numbered
from render.kit.shapes import Point
from render.painter import Tale
from render.rajas_of_the_ganges import tile as tiles
from render.rajas_of_the_ganges.names import name
from render.rajas_of_the_ganges.palette import PALETTE, TABLES
from render.rajas_of_the_ganges.parts import (
    corner,
    dice_row,
    display,
    panel,
    province,
    province_size,
)
from render.rajas_of_the_ganges.signs import NARROW, seal
from render.rajas_of_the_ganges.table import (
    RIVER_ROW,
    SEAT_HIGH,
    WIDE,
    boats,
    cloth,
    head,
    river,
    river_spot,
    seats,
    spaces,
)
from rules.rajas_of_the_ganges.board import END
from rules.rajas_of_the_ganges.view import RealmView, View, find_changed

SIZES = ("phone", "board")
EDGE = 26  # the printed border and a little air
HEAD = 104
SMALL_TILE = 108
CLOSE_UPS = ("river", "display", "spaces")


class Deeds(NamedTuple):
    """What happened between two views: boats (seat, from, to) and tiles (seat, square, tile)."""

    boats: tuple[tuple[str, int, int], ...] = ()
    tiles: tuple[tuple[str, str, str], ...] = ()


def read(view: View, tale: Tale) -> Deeds:
    """The boats that went on and the tiles that were laid."""
    before: View = tale.before
    boats, laid = [], []
    for realm in view.realms:
        old = before.realm(realm.key)
        if old.boat != realm.boat:
            boats.append((realm.key, old.boat, realm.boat))
        laid += [
            (realm.key, square, there.tile)
            for square, there in realm.province.items()
            if old.province.get(square) != there
        ]
    return Deeds(tuple(boats), tuple(laid))


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """The whole table. `highlight`: action spaces and seats to light up. Raises `KeyError` for an unknown
    size or theme."""
    return finish({"phone": phone, "board": board}[size](view, highlight, None), TABLES[theme])


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """The whole table with what happened: arrows for boats and tiles, frames round the rest."""
    drawn = {"phone": phone, "board": board}[size](view, find_changed(tale.before, view), tale)
    return finish(drawn, TABLES[theme])


def _deeds(tale: Tale | None) -> Deeds:
    return tale.deeds if tale is not None and tale.deeds is not None else Deeds()


def phone(view: View, lit: frozenset[str], tale: Tale | None) -> Sheet:
    """For a phone: who is asked with the province that matters first, then the seats, spaces and river."""
    deeds = _deeds(tale)
    last = deeds.tiles[-1][0] if deeds.tiles else ""
    shown = view.realm(last or view.focus)
    square = 96
    across, down = province_size(square)
    middle = max(down + 24, 3 * (SMALL_TILE + 36) + 24) + 40
    high = (
        EDGE
        + HEAD
        + 30
        + middle
        + len(view.realms) * SEAT_HIGH
        + 4 * 124
        + (END // 9 + 1) * RIVER_ROW
        + 46
        + EDGE
    )
    sheet = Sheet(PALETTE, cloth(WIDE, high).copy())
    x, y = EDGE, EDGE
    head(sheet, view, (x, y, WIDE - EDGE, y + HEAD - 8))
    y += HEAD + 18
    _province_panel(sheet, shown, (x, y, x + across + 26, y + middle - 20), square, deeds)
    left = x + across + 26 + 12
    panel(sheet, (left, y, WIDE - EDGE, y + middle - 20), name.say("Tiles"))
    room = WIDE - EDGE - left - 28
    display(sheet, left + 14, y + 36, view, (room - 12) // 4, (4, 22), marked=view.order.tile)
    y += middle - 4
    y = seats(sheet, view, x, y, WIDE - 2 * EDGE) + 6
    y = spaces(sheet, view, x, y, WIDE - 2 * EDGE, lit) + 4
    river(sheet, x, y, WIDE - 2 * EDGE)
    _ways(sheet, deeds, x, y, WIDE - 2 * EDGE)
    boats(sheet, view, x, y, WIDE - 2 * EDGE)
    return sheet


def board(view: View, lit: frozenset[str], tale: Tale | None) -> Sheet:
    """For a screen: the board to the left, the tiles and all provinces to the right."""
    deeds = _deeds(tale)
    square = 78
    across, down = province_size(square)
    left_high = HEAD + 18 + len(view.realms) * SEAT_HIGH + 4 * 124 + (END // 9 + 1) * RIVER_ROW + 20
    rows = (len(view.realms) + 1) // 2
    right_high = 3 * (SMALL_TILE + 36) + 60 + rows * (down + 80)
    high = 2 * EDGE + max(left_high, right_high)
    wide = WIDE + 2 * (across + 40) + 10
    sheet = Sheet(PALETTE, cloth(wide, high).copy())
    x, y = EDGE, EDGE
    head(sheet, view, (x, y, WIDE - EDGE, y + HEAD - 8))
    y = seats(sheet, view, x, y + HEAD + 6, WIDE - 2 * EDGE) + 6
    y = spaces(sheet, view, x, y, WIDE - 2 * EDGE, lit) + 4
    river(sheet, x, y, WIDE - 2 * EDGE)
    _ways(sheet, deeds, x, y, WIDE - 2 * EDGE)
    boats(sheet, view, x, y, WIDE - 2 * EDGE)
    left, y = WIDE, EDGE + 18
    panel(sheet, (left, y, wide - EDGE, y + 3 * (SMALL_TILE + 36) + 40), name.say("Tiles on display"))
    display(sheet, left + 60, y + 40, view, SMALL_TILE, (130, 10), marked=view.order.tile)
    y += 3 * (SMALL_TILE + 36) + 60
    for number, realm in enumerate(view.realms):
        u, v = left + number % 2 * (across + 36), y + number // 2 * (down + 76)
        _province_panel(sheet, realm, (u, v, u + across + 26, v + down + 56), square, deeds)
    return sheet


def _province_panel(
    sheet: Sheet, realm: RealmView, box: tuple[int, int, int, int], square: int, deeds: Deeds
) -> None:
    panel(sheet, box, name.say("Province of {seat}", seat=realm.key))
    new = frozenset(at for seat, at, _ in deeds.tiles if seat == realm.key)
    province(sheet, box[0] + 13, box[1] + 36, realm, square, new)
    for at in new:
        x, y = corner(at, square)
        _arrow(
            sheet,
            [
                (box[0] + 13 + x + square * 1.5, box[1] + 22 + y),
                (box[0] + 13 + x + square * 0.8, box[1] + 36 + y + square * 0.2),
            ],
        )


def _ways(sheet: Sheet, deeds: Deeds, x: int, y: int, wide: int) -> None:
    """An arrow along the river for each boat that went on, or back."""
    for _, start, end in deeds.boats:
        points: list[Point] = []
        step = 1 if start < end else -1
        for space in range(start, end + step, step):
            u, v = river_spot(space, x, y, wide)
            points.append((u, v - 36))
        _arrow(sheet, points)


def _arrow(sheet: Sheet, line: Sequence[Point]) -> None:
    """A broad arrow along a line, lamp light in an edge of ink."""
    xs, ys = [p[0] for p in line], [p[1] for p in line]
    left, top = int(min(xs)) - 40, int(min(ys)) - 40
    wide, high = int(max(xs)) + 40 - left, int(max(ys)) + 40 - top
    (a, b), (c, d) = line[-2], line[-1]
    long = hypot(c - a, d - b) or 1
    ux, uy = (c - a) / long, (d - b) / long
    layers = []
    for colour, core, arm in (("ink", 15, 26), ("glow", 9, 19)):
        mask = Image.new("L", (wide * 2, high * 2))
        pen = ImageDraw.Draw(mask)
        stop = (c - ux * 16, d - uy * 16)
        points = [((px - left) * 2, (py - top) * 2) for px, py in (*line[:-1], stop)]
        pen.line(points, fill=255, width=core * 2, joint="curve")
        tip = 4 if colour == "ink" else 0
        ring = [
            (c + ux * tip, d + uy * tip),
            (c - ux * (arm + 4) - uy * arm, d - uy * (arm + 4) + ux * arm),
            (c - ux * (arm + 4) + uy * arm, d - uy * (arm + 4) - ux * arm),
        ]
        pen.polygon([((px - left) * 2, (py - top) * 2) for px, py in ring], fill=255)
        layers.append((colour, mask.reduce(2)))
    sheet.blend(layers, left, top)


# ------------------------------------------------------------------ other pictures


def one_province(view: View, tale: Tale | None, theme: str) -> Drawn:
    """The province of who acts, large, with what the seat has."""
    return finish(_large(view, view.focus, 170, _deeds(tale)), TABLES[theme])


def _large(view: View, seat: str, square: int, deeds: Deeds) -> Sheet:
    realm = view.realm(seat)
    across, down = province_size(square)
    wide = across + 26 + 2 * EDGE
    sheet = Sheet(PALETTE, cloth(wide, down + 150 + 2 * EDGE).copy())
    _province_panel(sheet, realm, (EDGE, EDGE + 18, wide - EDGE, EDGE + down + 66), square, deeds)
    _hand(sheet, realm, EDGE, EDGE + down + 78, wide - EDGE)
    return sheet


def _hand(sheet: Sheet, realm: RealmView, x: int, y: int, right: int) -> None:
    """A line with the dice and the numbers of a seat."""
    sheet.rectangle((x, y, right, y + 68), "paper", "ink", 2)
    sheet.paste(seal(realm.key, 52, "paper"), x + 8, y + 8)
    at = dice_row(sheet, x + 70, y + 10, realm.dice, 48, "paper")
    said = name.say("karma {n}   {m} money   {f} fame", n=realm.karma, m=realm.money, f=realm.fame)
    sheet.text(max(at + 16, right - 420), y + 34, said, Font(NARROW, 30), "ink", "paper")


def strip(view: View, _: Tale | None, theme: str) -> Drawn:
    """Little happened: the head, the seats, no more."""
    high = 2 * EDGE + HEAD + 14 + len(view.realms) * SEAT_HIGH
    sheet = Sheet(PALETTE, cloth(WIDE, high).copy())
    head(sheet, view, (EDGE, EDGE, WIDE - EDGE, EDGE + HEAD - 8))
    seats(sheet, view, EDGE, EDGE + HEAD + 8, WIDE - 2 * EDGE)
    return finish(sheet, TABLES[theme])


def voyage(view: View, tale: Tale | None, theme: str) -> Drawn:
    """The head and the river, with the way of each boat that went on."""
    wide = WIDE - 2 * EDGE
    sheet = Sheet(PALETTE, cloth(WIDE, 2 * EDGE + HEAD + (END // 9 + 1) * RIVER_ROW + 8).copy())
    head(sheet, view, (EDGE, EDGE, WIDE - EDGE, EDGE + HEAD - 8))
    y = EDGE + HEAD + 4
    river(sheet, EDGE, y, wide)
    _ways(sheet, _deeds(tale), EDGE, y, wide)
    boats(sheet, view, EDGE, y, wide)
    return finish(sheet, TABLES[theme])


def small(view: View, tale: Tale) -> str | None:
    """The strip is enough where no tile was laid and no boat moved, the river where none was laid."""
    deeds = tale.deeds if tale.deeds is not None else read(view, tale)
    if deeds.tiles:
        return None
    return "voyage" if deeds.boats else "strip"


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """A seat's province, or a part of the board, large. Raises `KeyError` for anything else."""
    wide = WIDE
    if space == "river":
        sheet = Sheet(PALETTE, cloth(wide, (END // 9 + 1) * RIVER_ROW + 2 * EDGE).copy())
        river(sheet, EDGE, EDGE, wide - 2 * EDGE)
        boats(sheet, view, EDGE, EDGE, wide - 2 * EDGE)
    elif space == "spaces":
        sheet = Sheet(PALETTE, cloth(wide, 4 * 124 + 2 * EDGE).copy())
        spaces(sheet, view, EDGE, EDGE, wide - 2 * EDGE, highlight)
    elif space == "display":
        size = 220
        sheet = Sheet(PALETTE, cloth(wide, 3 * (size + 36) + 96 + 2 * EDGE).copy())
        panel(
            sheet, (EDGE, EDGE + 18, wide - EDGE, EDGE + 3 * (size + 36) + 76), name.say("Tiles on display")
        )
        display(sheet, EDGE + 34, EDGE + 62, view, size, (26, 8))
    elif space in {realm.key for realm in view.realms}:
        sheet = _large(view, space, 170, Deeds())
    else:
        raise KeyError(f"no such place: {space}")
    return finish(sheet, TABLES[theme])


def close_ups(view: View) -> Sequence[str]:
    """What there are close-ups of."""
    return (*(realm.key for realm in view.realms), *CLOSE_UPS)


# ------------------------------------------------------------------ placements


def placements(view: View, _: Tale | None, theme: str) -> Drawn:
    """The placements on offer, numbered in their own order."""
    return number(view, view.order.choices, theme)


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """The own province large: each legal placement is the tile drawn small in its square, with the number of
    its button; where a square or a turn alone is asked for, the number stands in the square."""
    order = view.order
    realm = view.realm(order.seat or view.focus)
    square = 176
    across, down = province_size(square)
    wide = across + 26 + 2 * EDGE
    sheet = Sheet(PALETTE, cloth(wide, down + 150 + 2 * EDGE).copy())
    box = (EDGE, EDGE + 18, wide - EDGE, EDGE + down + 66)
    panel(
        sheet,
        box,
        name.say("Where does {tile} go?", tile=order.tile)
        if order.tile
        else name.say("Province of {seat}", seat=realm.key),
    )
    x, y = box[0] + 13, box[1] + 36
    province(sheet, x, y, realm, square)
    numbers = numbered(marks)
    where: dict[str, list[tuple[int, str]]] = {}
    for key, at in numbers.items():
        spot, _, turn = key.rpartition("-")
        if not spot:  # a square alone, or a turn alone
            spot, turn = (key, "") if key[-1].isdigit() else (order.square, key)
        where.setdefault(spot, []).append((at, turn))
    for spot, found in where.items():
        u, v = corner(spot, square)
        _choices(sheet, x + u, y + v, square, order.tile, found, spot.upper())
    _hand(sheet, realm, EDGE, EDGE + down + 78, wide - EDGE)
    return finish(sheet, TABLES[theme])


def _choices(
    sheet: Sheet, x: int, y: int, square: int, tile: str, found: Sequence[tuple[int, str]], square_name: str
) -> None:
    """Up to four small tiles in a square, each with its number on it."""
    sheet.rectangle((x + 2, y + 2, x + square - 2, y + square - 2), "cloth", "glow", 4)
    alone = len(found) == 1
    side = square - 20 if alone else square // 2 - 8
    for place, (at, turn) in enumerate(found[:4]):
        left = x + 10 if alone else x + 6 + place % 2 * (side + 4)
        top = y + 10 if alone else y + 6 + place // 2 * (side + 4)
        if turn and tile:
            sheet.paste(tiles.sketch(tile, turn, side), left, top)
        draw_number(
            sheet, (left + side // 2, top + side // 2), at, 64 if alone else legible_size(sheet.image.width)
        )
    if 1 < len(found) < 4:
        font = Font("DurbarSans-Bold", 34)
        middle = 6 + side + 4 + side // 2
        sheet.rectangle((x + middle - 34, y + middle - 24, x + middle + 34, y + middle + 24), "cloth")
        sheet.text(x + middle, y + middle, square_name, font, "stone", "cloth", "m")
