"""Draw the table: whole (for a phone or a screen), close-ups, the strip, placements, and what happened."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import ceil, hypot
from typing import NamedTuple

from PIL import Image, ImageDraw

from render import painter
from render.kit.canvas import Drawn, Font, Sheet, finish, width
from render.kit.numbers import draw_number, legible_size, number_marks, plate_width
from render.kit.shapes import Point, Rect, move_box, shrunk
from render.kit.written import cut, note_piece, read_pieces
from render.rajas_of_the_ganges import tile as tiles
from render.rajas_of_the_ganges.layout import EDGE, LAYOUT, LINE, WIDE
from render.rajas_of_the_ganges.names import name
from render.rajas_of_the_ganges.palette import PALETTE, TABLES, TAG, TAG_INK
from render.rajas_of_the_ganges.parts import ROWS as ROWS_OF_SQUARES
from render.rajas_of_the_ganges.parts import (
    corner,
    dice_row,
    display,
    panel,
    province,
    province_size,
    rim_of,
    tab,
)
from render.rajas_of_the_ganges.signs import LEAST, NARROW_BOLD, coin, seal, star, wheel
from render.rajas_of_the_ganges.table import (
    cloth,
    draw_head,
    list_rows,
    river,
    river_height,
    river_spot,
    seats,
    spaces,
)
from rules.rajas_of_the_ganges.board import COLOURS
from rules.rajas_of_the_ganges.tiles import BACKS
from rules.rajas_of_the_ganges.view import RealmView, View, find_changed

SIZES = ("phone", "board")
HEAD, GAP = LAYOUT.head.high, LAYOUT.gap
ROWS_OF_SPACES = 5
CLOSE_UPS = ("river", "display", "spaces")


class Deeds(NamedTuple):
    """What happened between two views: boats as (seat, from, to) and tiles as (seat, square, tile)."""

    boats: tuple[tuple[str, int, int], ...] = ()
    tiles: tuple[tuple[str, str, str], ...] = ()


Tale = painter.Tale[View, Deeds]


def read(view: View, tale: painter.Tale[View]) -> Deeds:
    """Return the boats that moved and the tiles that were laid since `tale.before`."""
    before, boats, laid = tale.before, [], []
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
    """Draw the whole table. `highlight`: action spaces to light up.

    Raises `KeyError` for an unknown size or theme.
    """
    return finish({"phone": phone, "board": board}[size](view, highlight, None), TABLES[theme])


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """Draw the whole table with what happened: arrows for boats and tiles, and changed action spaces lit."""
    drawn = {"phone": phone, "board": board}[size](view, find_changed(tale.before, view), tale)
    return finish(drawn, TABLES[theme])


def extent(view: View, lit: frozenset[str], size: str) -> Rect | None:
    """Return the box of what is lit: the province in focus, or else the rows with lit action spaces.

    Return None if none of these is lit. Also return None for any size other than "phone".
    """
    if size != "phone":
        return None
    across, down = province_size(LAYOUT.province.phone)
    top = EDGE + HEAD + GAP - LAYOUT.panel.tab[1]
    bottom = top + LAYOUT.panel.top + down + LAYOUT.panel.bottom
    if view.focus in lit:
        return EDGE, top, EDGE + across + 2 * LAYOUT.panel.pad, bottom
    rows = [row for row, groups in enumerate(list_rows(view)) if any(lit & {*cells} for _, cells in groups)]
    if not rows:
        return None
    high, y = LAYOUT.spaces.high, bottom + 2 * GAP + river_height() + len(view.realms) * LAYOUT.seat.high
    return EDGE, y + rows[0] * high, WIDE - EDGE, y + rows[-1] * high + LAYOUT.spaces.box


def list_panels(view: View, _tale: object, size: str) -> list[Rect]:
    """Return the boxes of the panels and rows of the picture for a phone; none for any other size."""
    if size != "phone":
        return []
    province, seat, space = LAYOUT.panel, LAYOUT.seat.high, LAYOUT.spaces.high
    top = EDGE + HEAD + GAP - province.tab[1]
    y = top + province.top + province_size(LAYOUT.province.phone)[1] + province.bottom
    found = [(EDGE, EDGE, WIDE - EDGE, EDGE + HEAD), (EDGE, top, WIDE - EDGE, y)]
    y += GAP
    for high in (river_height() + GAP, *[seat] * len(view.realms), *[space] * ROWS_OF_SPACES):
        found.append((EDGE, y, WIDE - EDGE, y + high))
        y += high
    return found


def _deeds(tale: Tale | None) -> Deeds:
    return Deeds() if tale is None else tale.deeds


def phone(view: View, lit: frozenset[str], tale: Tale | None) -> Sheet:
    """Draw the table for a phone: a province and the tiles on display, then river, seats, action spaces.

    It shows the province of the seat that acts, because the question is about this province. When the game
    is over, it shows the winner's province. A picture of the past shows the province of the seat that acted.
    """
    deeds = _deeds(tale)
    shown = view.realm(find_shown(view, tale))
    it = LAYOUT.panel
    square = LAYOUT.province.phone
    across, down = province_size(square)
    middle = it.top + down + it.bottom
    high = EDGE + HEAD + GAP - it.tab[1] + middle + GAP + _table_height(view) + EDGE
    sheet = Sheet(PALETTE, cloth(WIDE, high).copy())
    x, y = EDGE, EDGE
    draw_head(sheet, view, (x, y, WIDE - EDGE, y + HEAD))
    y += HEAD + GAP - it.tab[1]
    left = x + across + 2 * it.pad
    _province_panel(sheet, shown, (x, y, left, y + middle), square, deeds, name(shown.key))
    left += GAP
    panel(sheet, (left, y, WIDE - EDGE, y + middle), name.say("Tiles"))
    room = WIDE - EDGE - left - 2 * it.pad
    gap = LAYOUT.display.gap[0]
    size = (room - (len(COLOURS) - 1) * gap) // len(COLOURS)
    spare = middle - it.top - it.bottom - len(BACKS) * size
    between = max(gap, spare // (len(BACKS) - 1))
    display(sheet, left + it.pad, y + it.top, view, size, (gap, between), view.order.tile)
    _table(sheet, view, lit, deeds, x, y + middle + GAP)
    return sheet


def find_shown(view: View, tale: Tale | None) -> str:
    """Return the seat whose province a picture for a phone shows."""
    return tale.before.focus if tale is not None and tale.past else view.focus


def _table_height(view: View) -> int:
    """Return how high the river, the seats and the action spaces are together, in pixels."""
    spaces_high = (ROWS_OF_SPACES - 1) * LAYOUT.spaces.high + LAYOUT.spaces.box
    return river_height() + GAP + len(view.realms) * LAYOUT.seat.high + spaces_high


def _table(sheet: Sheet, view: View, lit: frozenset[str], deeds: Deeds, x: int, y: int) -> None:
    """Draw the river, the seats and the action spaces, one below the other.

    Posts ask on which space to place a worker. So the dice and the spaces are right above the question.
    """
    wide = WIDE - 2 * EDGE
    _draw_sailing(sheet, view, deeds, x, y, wide)
    y = seats(sheet, view, x, y + river_height() + GAP, wide)
    spaces(sheet, view, x, y, wide, lit)


def _draw_sailing(sheet: Sheet, view: View, deeds: Deeds, x: int, y: int, wide: int) -> None:
    """Draw the river with the boats, and an arrow for each boat that moved."""
    river(sheet, view, x, y, wide)
    _ways(sheet, deeds, x, y, wide)


def board(view: View, lit: frozenset[str], tale: Tale | None) -> Sheet:
    """Draw the table for a screen: the board to the left, the tiles and all provinces to the right."""
    deeds = _deeds(tale)
    it, shelf = LAYOUT.panel, LAYOUT.display
    square = LAYOUT.province.board
    across, down = province_size(square)
    framed = across + 2 * it.pad, it.top + down + it.bottom
    tiles_high = it.top + len(BACKS) * (shelf.board + shelf.board_gap[1] + shelf.caption_high) + it.bottom
    rows = (len(view.realms) + 1) // 2
    right_high = tiles_high + rows * (framed[1] + GAP - it.tab[1])
    high = 2 * EDGE + max(HEAD + GAP + _table_height(view), right_high - it.tab[1])
    wide = WIDE + 2 * framed[0] + GAP + EDGE
    sheet = Sheet(PALETTE, cloth(wide, high).copy())
    x, y = EDGE, EDGE
    draw_head(sheet, view, (x, y, WIDE - EDGE, y + HEAD))
    _table(sheet, view, lit, deeds, x, y + HEAD + GAP)
    left, y = WIDE, EDGE - it.tab[1]
    panel(sheet, (left, y, wide - EDGE, y + tiles_high), name.say("Tiles on display"))
    room = wide - EDGE - left - len(COLOURS) * shelf.board - (len(COLOURS) - 1) * shelf.board_gap[0]
    corner = left + room // 2, y + it.top
    display(sheet, *corner, view, shelf.board, shelf.board_gap, view.order.tile, captions=shelf.board_caption)
    y += tiles_high + GAP - it.tab[1]
    for number, realm in enumerate(view.realms):
        u, v = left + number % 2 * (framed[0] + GAP), y + number // 2 * (framed[1] + GAP - it.tab[1])
        box = u, v, u + framed[0], v + framed[1]
        _province_panel(sheet, realm, box, square, deeds, name(realm.key))
    return sheet


def _province_panel(sheet: Sheet, realm: RealmView, box: Rect, square: int, deeds: Deeds, title: str) -> None:
    it = LAYOUT.panel
    panel(sheet, box, title)
    new = frozenset(at for seat, at, _ in deeds.tiles if seat == realm.key)
    left, top = box[0] + it.pad, box[1] + it.top
    letters = LAYOUT.province.board_name if square == LAYOUT.province.board else LEAST
    province(sheet, left, top, realm, square, new, letters=letters)
    if square == LAYOUT.province.large:  # there the bright frame is enough, and an arrow would hide signs
        return
    for at in new:
        x, y = corner(at, square)
        start = left + x + square * 1.5, top + y - square * 0.15
        _arrow(sheet, [start, (left + x + square * 0.8, top + y + square * 0.2)])


def _ways(sheet: Sheet, deeds: Deeds, x: int, y: int, wide: int) -> None:
    """Draw an arrow along the spaces of the river for each boat that moved, forwards or back."""
    it = LAYOUT.river
    up = (it.row - it.ghat) // 2 + it.ghat // 2
    for _, start, end in deeds.boats:
        points: list[Point] = []
        step = 1 if start < end else -1
        for space in range(start, end + step, step):
            u, v = river_spot(space, x, y, wide)
            if points and points[-1][1] != v - up:  # go to the next row along the bank, clear of texts
                bank = x + wide - it.pad if u > x + wide // 2 else x + it.pad
                points += [(bank, points[-1][1]), (bank, v - up)]
            points.append((u, v - up))
        _arrow(sheet, points)


def _arrow(sheet: Sheet, line: Sequence[Point]) -> None:
    """Draw a broad bright arrow with an edge of ink along a line."""
    xs, ys = [p[0] for p in line], [p[1] for p in line]
    it = LAYOUT.arrow
    around = 2 * it.head + it.edge
    left, top = int(min(xs)) - around, int(min(ys)) - around
    wide, high = int(max(xs)) + around - left, int(max(ys)) + around - top
    (a, b), (c, d) = line[-2], line[-1]
    long = hypot(c - a, d - b) or 1
    ux, uy = (c - a) / long, (d - b) / long
    layers = []
    for colour, edge in (("ink", it.edge), ("glow", 0)):
        core, arm = it.core + edge, it.head + edge
        mask = Image.new("L", (wide * 2, high * 2))
        pen = ImageDraw.Draw(mask)
        stop = (c - ux * it.head, d - uy * it.head)
        points = [((px - left) * 2, (py - top) * 2) for px, py in (*line[:-1], stop)]
        pen.line(points, fill=255, width=core * 2, joint="curve")
        tip, back = edge * 2 / 3, arm + it.back
        ring = [
            (c + ux * tip, d + uy * tip),
            (c - ux * back - uy * arm, d - uy * back + ux * arm),
            (c - ux * back + uy * arm, d - uy * back - ux * arm),
        ]
        pen.polygon([((px - left) * 2, (py - top) * 2) for px, py in ring], fill=255)
        layers.append((colour, mask.reduce(2)))
    sheet.blend(layers, left, top)


# ------------------------------------------------------------------ other pictures


def one_province(view: View, tale: Tale | None, theme: str) -> Drawn:
    """Draw a large picture of the province in focus, with the dice and numbers of its seat."""
    return finish(draw_province(view, view.focus, _deeds(tale)), TABLES[theme])


def near(view: View, tale: Tale, theme: str, tallest: float) -> Drawn | None:
    """Draw the province in which tiles were laid, large: the squares of an order must be legible on a phone.

    If it would be higher than `tallest`, draw only the rows of the new tiles, the rows beside these, and the
    dice. Return None if no tile was laid, or if tiles were laid in several provinces.
    """
    seats_ = {seat for seat, _, _ in tale.deeds.tiles}
    if len(seats_) != 1:
        return None
    (seat,) = seats_
    sheet = draw_province(view, seat, tale.deeds)
    if sheet.image.height > tallest * sheet.image.width:
        sheet = _keep_rows(sheet, [int(square[1]) for _, square, _ in tale.deeds.tiles])
    return finish(sheet, TABLES[theme])


def _keep_rows(sheet: Sheet, laid: Sequence[int]) -> Sheet:
    """Return a large province with only the rows of the new tiles, the rows beside these, and the dice.

    `laid`: the rows of the new tiles, counted from 1.
    """
    square, wide = LAYOUT.province.large, sheet.image.width
    first, last = max(min(laid) - 1, 1), min(max(laid) + 1, ROWS_OF_SQUARES)
    province_top = EDGE - LAYOUT.panel.tab[1] + LAYOUT.panel.top
    top, bottom = (province_top + corner(f"a{row}", square)[1] for row in (first, last + 1))
    bottom += rim_of(square) if last == ROWS_OF_SQUARES else 0
    dice_top = sheet.image.height - EDGE - LAYOUT.hand.high - GAP
    kept = Sheet(PALETTE, cloth(wide, bottom - top + sheet.image.height - dice_top).copy())
    kept.paste(cut(sheet.image, (0, top, wide, bottom)), 0, 0)
    kept.paste(cut(sheet.image, (0, dice_top, wide, sheet.image.height)), 0, bottom - top)
    return kept


def draw_province(view: View, seat: str, deeds: Deeds) -> Sheet:
    """Draw a large picture of a seat's province, with the dice and numbers of the seat."""
    realm = view.realm(seat)
    square = LAYOUT.province.large
    sheet, box = _spread(square)
    title = name.say("Province of {seat}", seat=realm.key)
    _province_panel(sheet, realm, box, square, deeds, title)
    _hand(sheet, realm, box)
    return sheet


def _spread(square: int, below: int = 0) -> tuple[Sheet, Rect]:
    """Return an empty picture for one province with squares of this size, and the box of its panel.

    `below`: how much room there is between the panel and the row of dice.
    """
    it = LAYOUT.panel
    across, down = province_size(square)
    top = EDGE - it.tab[1]
    box = EDGE, top, EDGE + across + 2 * it.pad, top + it.top + down + it.bottom
    size = box[2] + EDGE, box[3] + below + GAP + LAYOUT.hand.high + EDGE
    return Sheet(PALETTE, cloth(*size).copy()), box


def _hand(sheet: Sheet, realm: RealmView, above: Rect) -> None:
    """Draw a row with a seat's dice and numbers, below its province."""
    it = LAYOUT.hand
    x, right, y = above[0], above[2], above[3] + GAP
    sheet.rectangle((x, y, right, y + it.high), "paper", "ink", LINE)
    middle = y + it.high // 2
    sheet.paste(seal(realm.key, it.seal, "paper"), x + GAP, middle - it.seal // 2)
    die = LAYOUT.seat.die
    left = x + it.seal + 2 * GAP
    dice_row(sheet, left, middle - die // 2, realm.dice, die, LAYOUT.seat.die_step, "paper")
    at = right - GAP
    font = Font(NARROW_BOLD, it.letters)
    for sign, n in ((coin, realm.money), (star, realm.fame), (wheel, realm.karma)):
        at -= width(str(n), font)
        sheet.text(at, middle, str(n), font, "ink", "paper")
        at -= it.sign + LAYOUT.panel.pad // 2
        sheet.paste(sign(it.sign, "paper"), at, middle - it.sign // 2)
        at -= GAP


def strip(view: View, _: Tale | None, theme: str) -> Drawn:
    """Draw only the head and the seats, for when little happened."""
    high = 2 * EDGE + HEAD + GAP + len(view.realms) * LAYOUT.seat.high
    sheet = Sheet(PALETTE, cloth(WIDE, high).copy())
    draw_head(sheet, view, (EDGE, EDGE, WIDE - EDGE, EDGE + HEAD))
    seats(sheet, view, EDGE, EDGE + HEAD + GAP, WIDE - 2 * EDGE)
    return finish(sheet, TABLES[theme])


def voyage(view: View, tale: Tale | None, theme: str) -> Drawn:
    """Draw the head and the river, with an arrow for each boat that moved."""
    sheet = Sheet(PALETTE, cloth(WIDE, 2 * EDGE + HEAD + GAP + river_height()).copy())
    draw_head(sheet, view, (EDGE, EDGE, WIDE - EDGE, EDGE + HEAD))
    _draw_sailing(sheet, view, _deeds(tale), EDGE, EDGE + HEAD + GAP, WIDE - 2 * EDGE)
    return finish(sheet, TABLES[theme])


def small(_view: View, tale: Tale) -> str | None:
    """Return the name of the smallest picture that shows what happened; None for the whole table.

    It is "voyage" (the river) if a boat moved, and "strip" if no boat moved. A laid tile needs the whole
    table.
    """
    if tale.deeds.tiles:
        return None
    return "voyage" if tale.deeds.boats else "strip"


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """Draw a large picture of a seat's province or of a part of the board.

    `space`: a seat, or one of `CLOSE_UPS`. Raises `KeyError` for anything else.
    """
    if space == "river":
        sheet = _entitle(draw_river(view), name("river"))
    elif space == "spaces":
        sheet = _entitle(draw_spaces(view, highlight), name("spaces"))
    elif space == "display":
        sheet = draw_tiles(view)
    elif space in {realm.key for realm in view.realms}:
        sheet = draw_province(view, space, Deeds())
    else:
        raise KeyError(f"no such place: {space}")
    return finish(sheet, TABLES[theme])


def _entitle(sheet: Sheet, title: str) -> Sheet:
    """Return a sheet with a title on a tab above what it shows."""
    _, above, below = LAYOUT.panel.tab
    wide, high = sheet.image.size
    up = below - above + GAP
    titled = Sheet(PALETTE, cloth(wide, high + up).copy())
    titled.paste(cut(sheet.image, (0, EDGE, wide, high)), 0, EDGE + up)
    for box in read_pieces(sheet.image):
        note_piece(titled.image, move_box(box, (0, up)))
    tab(titled, EDGE, wide - EDGE, EDGE - above, title[:1].upper() + title[1:])
    return titled


def draw_river(view: View) -> Sheet:
    """Draw the river alone."""
    sheet = Sheet(PALETTE, cloth(WIDE, river_height() + 2 * EDGE).copy())
    river(sheet, view, EDGE, EDGE, WIDE - 2 * EDGE)
    return sheet


def draw_spaces(
    view: View,
    highlight: frozenset[str] = frozenset(),
    boxes: dict[str, Rect] | None = None,
    marked: Collection[str] = (),
) -> Sheet:
    """Draw the action spaces alone. `boxes` and `marked`: as in `spaces`."""
    raised = sum(any(not {*cells}.isdisjoint(marked) for _, cells in row) for row in list_rows(view))
    high = ROWS_OF_SPACES * LAYOUT.spaces.high + raised * LAYOUT.numbered.raised
    sheet = Sheet(PALETTE, cloth(WIDE, high + 2 * EDGE).copy())
    spaces(sheet, view, EDGE, EDGE, WIDE - 2 * EDGE, highlight, boxes, marked)
    return sheet


def draw_tiles(view: View, boxes: dict[str, Rect] | None = None) -> Sheet:
    """Draw the tiles on display alone. If there is `boxes`, put the box of each tile into it."""
    it, shelf = LAYOUT.panel, LAYOUT.display
    top = EDGE - it.tab[1]
    bottom = top + it.top + len(BACKS) * (shelf.close + shelf.close_gap[1] + shelf.caption_high)
    sheet = Sheet(PALETTE, cloth(WIDE, bottom + it.bottom + EDGE).copy())
    panel(sheet, (EDGE, top, WIDE - EDGE, bottom + it.bottom), name.say("Tiles on display"))
    across = len(COLOURS) * (shelf.close + shelf.close_gap[0]) - shelf.close_gap[0]
    corner = (WIDE - across) // 2, top + it.top
    display(sheet, *corner, view, shelf.close, shelf.close_gap, captions=shelf.caption, boxes=boxes)
    return sheet


def close_ups(view: View) -> Sequence[str]:
    """Return the names of all close-ups (`crop`): the seats and the parts of the board."""
    return (*(realm.key for realm in view.realms), *CLOSE_UPS)


# ------------------------------------------------------------------ placements


def placements(view: View, _: Tale | None, theme: str) -> Drawn:
    """Draw the legal placements of a tile, numbered in the order of the options."""
    return number(view, view.order.choices, theme)


def number(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the province of the asked seat, with a numbered tile for each legal placement.

    If a square has several placements, it shows only their numbers, and the tiles are in a strip below the
    province, because a quarter of a square is too small for a tile. `marks`: the answers. Each is a square
    and a rotation of the tile ("square-turn"), a square alone, or a rotation alone. If the answer is a
    rotation alone, the square is `order.square`.
    """
    order, it = view.order, LAYOUT.placement
    realm = view.realm(order.seat or view.focus)
    square = LAYOUT.province.large
    where: dict[str, list[tuple[str, str]]] = {}
    for key, at in number_marks(marks).items():
        spot, _, turn = key.rpartition("-")
        if not spot:  # no hyphen: the key is only a square, or only a rotation
            spot, turn = (key, "") if key[-1].isdigit() else (order.square, key)
        where.setdefault(spot, []).append((at, turn))
    several = [each for found in where.values() if len(found) > 1 for each in found]
    rows = _split_evenly(several, it.most) if order.tile else []
    below = len(rows) * (square + it.apart) + it.apart if rows else 0
    sheet, box = _spread(square, below)
    title = name.say("Province of {seat}", seat=realm.key)
    if order.tile:
        title = name.say("Where does {tile} go?", tile=order.tile)
    panel(sheet, box, title)
    x, y = box[0] + LAYOUT.panel.pad, box[1] + LAYOUT.panel.top
    province(sheet, x, y, realm, square, asked=frozenset(where))
    for spot, found in where.items():
        u, v = corner(spot, square)
        _light(sheet, x + u, y + v, square)
        if len(found) == 1:
            [(at, turn)] = found
            _draw_choice(sheet, x + u, y + v, square, order.tile, at, turn)
        else:
            _draw_numbers_in(sheet, x + u, y + v, square, [at for at, _ in found], spot.upper())
    for row, turned in enumerate(rows):
        wide = len(turned) * (square + it.apart) - it.apart
        left, top = (box[0] + box[2] - wide) // 2, box[3] + it.apart + row * (square + it.apart)
        for place, (at, turn) in enumerate(turned):
            _draw_choice(sheet, left + place * (square + it.apart), top, square, order.tile, at, turn)
    _hand(sheet, realm, (*box[:3], box[3] + below))
    return finish(sheet, TABLES[theme])


def _split_evenly(found: Sequence[tuple[str, str]], most: int) -> list[Sequence[tuple[str, str]]]:
    """Return the items in as few rows of at most `most` as possible, all about equally long."""
    rows = ceil(len(found) / most)
    return [found[len(found) * row // rows : len(found) * (row + 1) // rows] for row in range(rows)]


def _light(sheet: Sheet, x: int, y: int, square: int) -> None:
    """Frame a square in which the tile may be laid."""
    whole = shrunk((x, y, x + square, y + square), LINE)
    sheet.rectangle(whole, "cloth", "ink", LAYOUT.lit + 2 * LINE)
    sheet.rectangle(shrunk(whole, LINE), None, "glow", LAYOUT.lit)


def _draw_choice(sheet: Sheet, x: int, y: int, square: int, tile: str, at: str, turn: str) -> None:
    """Draw the turned tile with its number in a corner, clear of the roads.

    Without a turn, draw only the number.
    """
    it = LAYOUT.placement
    inset = LINE + 2 * it.pad
    side = square - 2 * inset
    left, top = x + inset, y + inset
    middle = left + side // 2, top + side // 2
    if turn and tile:
        sheet.paste(tiles.sketch(tile, turn, side), left, top)
        across, down = find_free_corner(turn)
        half = plate_width(at, it.alone) // 2, it.alone // 2
        middle = (
            left + (side - half[0] if across else half[0]),
            top + (side - half[1] if down else half[1]),
        )
    draw_number(sheet, middle, at, it.alone, TAG_INK, TAG)


def _draw_numbers_in(
    sheet: Sheet, x: int, y: int, square: int, numbers: Sequence[str], square_name: str
) -> None:
    """Draw up to four numbers in the quarters of a square. A free quarter shows the square's name."""
    font = Font(NARROW_BOLD, LAYOUT.placement.number)
    size = legible_size(sheet.image.width)
    for place, at in enumerate(numbers[:4]):
        middle = x + square * (1 + 2 * (place % 2)) // 4, y + square * (1 + 2 * (place // 2)) // 4
        draw_number(sheet, middle, at, size, TAG_INK, TAG)
    if len(numbers) < 4:
        sheet.text(x + square * 3 // 4, y + square * 3 // 4, square_name, font, "stone", "cloth", "m")


def find_free_corner(turn: str) -> tuple[int, int]:
    """Return the corner of a tile beside the fewest road ends, as (0 left or 1 right, 0 top or 1 bottom)."""
    corners = {"nw": (0, 0), "ne": (1, 0), "sw": (0, 1), "se": (1, 1)}
    return corners[min(corners, key=lambda sides: sum(side in turn for side in sides))]
