"""Draw large numbered pictures of a question's answers: spaces, tiles, river, dice, buildings, squares."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence

from PIL import Image

from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_number, draw_numbers, legible_size, number_marks, plate_width
from render.kit.shapes import Rect, Spot
from render.kit.written import cut
from render.painter import Kind, Tale
from render.rajas_of_the_ganges.draw import Deeds, draw_province, draw_river, draw_spaces, draw_tiles
from render.rajas_of_the_ganges.layout import EDGE, LAYOUT, WIDE
from render.rajas_of_the_ganges.names import find_letter, name
from render.rajas_of_the_ganges.palette import PALETTE, TABLES, TAG, TAG_INK
from render.rajas_of_the_ganges.parts import corner, display, panel
from render.rajas_of_the_ganges.signs import building, die, wheel
from render.rajas_of_the_ganges.table import cloth, river_spot
from render.rajas_of_the_ganges.words import alt_text
from rules.rajas_of_the_ganges.action_spaces.river import pass_boats
from rules.rajas_of_the_ganges.board import BUILDINGS, COLOURS, END, START
from rules.rajas_of_the_ganges.description import describe_numbers
from rules.rajas_of_the_ganges.sight import BUILDINGS as UPGRADES
from rules.rajas_of_the_ganges.sight import DICE, DISPLAY, NEXT, RIVER, SPACES, SQUARES
from rules.rajas_of_the_ganges.tiles import BACKS, TILES
from rules.rajas_of_the_ganges.view import View
from rules.words import Text

Boxes = Mapping[str, Rect]
_DIE = re.compile(rf"({'|'.join(COLOURS)})-[1-6]t?")  # the mark of a die to pay


def _number(sheet: Sheet, marks: Sequence[str], boxes: Boxes) -> Sheet:
    """Write each mark's number inside its box. Marks without a box are left out."""
    half = legible_size(sheet.image.width) // 2

    def find_spots(mark: str) -> list[Spot]:
        return [(boxes[mark][0] + half, boxes[mark][1] + half)] if mark in boxes else []

    def lies_in(mark: str, pixel: Spot) -> bool:
        left, top, right, bottom = boxes[mark]
        return left <= pixel[0] <= right and top <= pixel[1] <= bottom

    draw_numbers(sheet, marks, find_spots, belongs=lies_in, ink=TAG_INK, ground=TAG)
    return sheet


def number_spaces(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the action spaces with numbers.

    Several orders of a hint may use the same space and differ only in the river space. The numbers of such
    orders stand at the river spaces, on rows of the river below the action spaces, and not at the space.
    """
    boxes: dict[str, Rect] = {}
    marked = {mark for entry in marks for mark in entry.split()}
    sheet = draw_spaces(view, boxes=boxes, marked=marked)
    up, half = LAYOUT.numbered.raised, legible_size(WIDE) // 2
    above = {key: (left, top - up, right, top - half) for key, (left, top, right, _) in boxes.items()}
    sheet = _number(sheet, _part_shared(marks), above)
    if any(map(_is_river, marked)):
        sheet = _stack(sheet, _draw_river_rows(view, marks))
    return finish(sheet, TABLES[theme])


def _is_river(mark: str) -> bool:
    return mark == NEXT or mark.startswith(f"{RIVER}-")


def _part_shared(marks: Sequence[str]) -> list[str]:
    """Return the marks of the orders of a hint, without the spaces that several of these orders share.

    An order without a river space keeps its space, because only the space tells where the order is played.
    """
    shared = Counter(mark for entry in marks for mark in set(entry.split()))
    entries = [entry.split() for entry in marks]
    return [
        " ".join(
            mark for mark in entry if _is_river(mark) or shared[mark] == 1 or not any(map(_is_river, entry))
        )
        for entry in entries
    ]


def number_tiles(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the tiles on display with numbers."""
    boxes: dict[str, Rect] = {}
    return finish(_number(draw_tiles(view, boxes), marks, boxes), TABLES[theme])


def number_river(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the rows of the river with numbers at the spaces on offer."""
    return finish(_draw_river_rows(view, marks), TABLES[theme])


def _draw_river_rows(view: View, marks: Sequence[str]) -> Sheet:
    """Draw the rows of the river from the boat of the asked seat to the spaces on offer.

    Each number is above its space, on a bank that is drawn above the row. So no number hides anything. A row
    without numbers has no such bank.
    """
    it, size = LAYOUT.river, legible_size(WIDE)
    wide, bank = WIDE - 2 * EDGE, size + it.ghat
    numbers, drawn = _number_river(view, marks), draw_river(view)
    spaces = {f"river-{space}": space for space in range(END + 1)}
    own = view.realm(view.order.seat or view.focus).boat
    shown = {own // it.columns, *(spaces[mark] // it.columns for mark in numbers if mark in spaces)}
    rows = range(min(shown), max(shown) + 1)
    numbered = {spaces[mark] // it.columns for mark in numbers if mark in spaces}
    banks = {row: bank if row in numbered else 0 for row in rows}
    sheet = Sheet(PALETTE, cloth(WIDE, 2 * EDGE + sum(banks.values()) + len(rows) * it.row).copy())
    tops, top = dict[int, int](), EDGE
    for row, bank in banks.items():
        tops[row] = top
        if bank:
            sheet.rectangle((EDGE, top, WIDE - EDGE, top + bank), "sand")
        upper = EDGE + row * it.row
        sheet.paste(cut(drawn.image, (0, upper, WIDE, upper + it.row)), 0, top + bank)
        if row > rows[0]:  # the river turns here
            step = wide // it.columns
            left = EDGE + (wide - step if row % 2 else 0)
            sheet.rectangle((left, top, left + step, top + bank + it.ghat), "river")
        top += bank + it.row
    for mark, number in numbers.items():
        if mark in spaces:
            x, _ = river_spot(spaces[mark], EDGE, EDGE, wide)
            middle = tops[spaces[mark] // it.columns] + banks[spaces[mark] // it.columns] // 2
            draw_number(sheet, (x, middle), number, size, TAG_INK, TAG)
    return sheet


def _number_river(view: View, marks: Sequence[str]) -> Mapping[str, str]:
    """6: return the number of each river space on offer. `NEXT` is the next free space."""
    own = view.realm(view.order.seat or view.focus)
    others = {realm.boat for realm in view.realms if realm is not own} - {START, END}
    return {
        f"river-{pass_boats(own.boat, others, 1)}" if mark == NEXT else mark: number
        for mark, number in number_marks(marks).items()
    }


def number_dice(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the dice of each answer, with the answer's number.

    Answers that are colours of new dice come with the tiles on display below them, because tiles need dice
    of their colour. Dice for the harbour come with the river, where each number is at the farthest space that
    the die reaches. Without answers, draw the dice of the asked seat.
    """
    if marks and view.order.space == "harbour" and all(_DIE.fullmatch(mark) for mark in marks):
        reached = [_find_reached(view, mark) for mark in marks]
        return finish(_stack(_draw_dice(view, marks, WIDE), _draw_river_rows(view, reached)), TABLES[theme])
    if not any(mark.split("-")[-1] in COLOURS for mark in marks):
        return finish(_draw_dice(view, marks, LAYOUT.numbered.slim), TABLES[theme])
    return finish(_stack(_draw_dice(view, marks, WIDE), _draw_small_tiles(view)), TABLES[theme])


def _find_reached(view: View, mark: str) -> str:
    """6: return the mark of the farthest river space that a paid die reaches."""
    own = view.realm(view.order.seat or view.focus)
    others = {realm.boat for realm in view.realms if realm is not own} - {START, END}
    return f"river-{pass_boats(own.boat, others, int(_turn(mark.split('-')[1])))}"


def flatten_dice(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw only the dice of each answer, small and with many of them in each row."""
    return finish(_draw_dice(view, marks, WIDE), TABLES[theme])


def _draw_dice(view: View, marks: tuple[str, ...], wide: int) -> Sheet:
    """Draw the dice of each answer.

    5.1: for a reroll, draw the whole hand: dice already chosen stay in the picture, without a number.
    """
    realm = view.realm(view.order.seat or view.focus)
    hand = dict.fromkeys(f"{colour}-{face}" for colour, faces in realm.dice.items() for face in faces)
    shown = tuple(hand if not marks or view.order.space == "outer" else number_marks(marks))
    tile = TILES.get(view.order.tile)
    colour = "" if tile is None else tile.colour
    return _draw_answers(shown, marks, lambda mark: _list_dice(mark, colour), "Dice", wide)


def _draw_small_tiles(view: View) -> Sheet:
    """Draw the tiles on display, smaller than alone but legible on a phone."""
    it, frame, shelf = LAYOUT.numbered, LAYOUT.panel, LAYOUT.display
    top = EDGE - frame.tab[1]
    bottom = top + frame.top + len(BACKS) * (it.tile + shelf.gap[1])
    sheet = Sheet(PALETTE, cloth(WIDE, bottom + frame.bottom + EDGE).copy())
    panel(sheet, (EDGE, top, WIDE - EDGE, bottom + frame.bottom), name.say("Tiles on display"))
    between = 2 * it.apart
    across = len(COLOURS) * (it.tile + between) - between
    display(sheet, (WIDE - across) // 2, top + frame.top, view, it.tile, (between, shelf.gap[1]))
    return sheet


def _stack(upper: Sheet, lower: Sheet) -> Sheet:
    """Return one sheet with two sheets of the same width, one below the other."""
    wide, high = upper.image.size
    both = Sheet(PALETTE, cloth(wide, high + lower.image.height - 2 * EDGE).copy())
    both.paste(cut(upper.image, (0, 0, wide, high - EDGE)), 0, 0)
    both.paste(cut(lower.image, (0, EDGE, wide, lower.image.height)), 0, high - EDGE)
    return both


def _list_dice(mark: str, colour: str) -> list[Image.Image]:
    """Return pictures of the dice of an answer. A wheel stands behind a die that is turned over for karma.

    Forms of an answer: "orange-4"; "orange-4t" (turned over); "orange-green"; "1t-5" (both of `colour`).
    """
    parts = mark.split("-")
    if parts[0] not in COLOURS:
        faces = [(colour, part) for part in parts]
    elif parts[-1] in COLOURS:
        faces = [(part, "") for part in parts]
    else:
        faces = [(parts[0], parts[1])]
    drawn, size = list[Image.Image](), LAYOUT.numbered.sign
    for kind, face in faces:
        drawn.append(die(kind, _turn(face) or find_letter(kind), size, "paper"))
        if face.endswith("t"):
            drawn.append(wheel(size, "paper"))
    return drawn


def _turn(face: str) -> str:
    """Return what a die shows: "3t" is a 3 turned over for karma, so it shows 4."""
    return str(7 - int(face[:-1])) if face.endswith("t") else face


def number_buildings(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the kinds of buildings with their numbers. Say what each kind earns at present."""
    realm = view.realm(view.order.seat or view.focus)

    def find_signs(kind: str) -> list[Image.Image]:
        return (
            [building(kind, LAYOUT.numbered.sign, "paper", str(realm.values[kind]))]
            if kind in realm.values
            else []
        )

    shown = tuple(number_marks(marks)) or tuple(BUILDINGS)
    return finish(_draw_answers(shown, marks, find_signs, "Buildings"), TABLES[theme])


def _draw_answers(
    shown: Sequence[str],
    marks: Sequence[str],
    find_signs: Callable[[str], Sequence[Image.Image]],
    title: Text,
    wide: int = LAYOUT.numbered.slim,
) -> Sheet:
    """Draw a sheet with the answers in rows. Each answer is its number and then its signs."""
    it, frame = LAYOUT.numbered, LAYOUT.panel
    left, right, size = EDGE + it.apart, wide - EDGE - it.apart, legible_size(wide)
    numbers = number_marks(marks)
    rows: list[list[tuple[str, Sequence[Image.Image], int]]] = [[]]
    at = left
    for mark in shown:
        signs = find_signs(mark)
        plate = plate_width(numbers[mark], size) + it.gap if mark in numbers else 0
        long = plate + sum(sign.width + it.gap for sign in signs)
        if rows[-1] and at + long > right:
            rows.append([])
            at = left
        rows[-1].append((mark, signs, at))
        at += long + it.apart
    top = EDGE - frame.tab[1]
    bottom = top + frame.top + len(rows) * it.cell
    sheet = Sheet(PALETTE, cloth(wide, bottom + EDGE).copy())
    panel(sheet, (EDGE, top, wide - EDGE, bottom), name.say(title))
    for row, cells in enumerate(rows):
        middle = top + frame.top + row * it.cell + it.cell // 2
        for mark, signs, x in cells:
            if mark in numbers:
                plate = plate_width(numbers[mark], size)
                draw_number(sheet, (x + plate // 2, middle), numbers[mark], size, TAG_INK, TAG)
                x += plate + it.gap
            for sign in signs:
                sheet.paste(sign, x, middle - sign.height // 2)
                x += sign.width + it.gap
    return sheet


def number_squares(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the asked seat's province, with a number on each square that may be chosen."""
    realm = view.realm(view.order.seat or view.focus)
    sheet = draw_province(view, realm.key, Deeds())
    it, square = LAYOUT.panel, LAYOUT.province.large
    x, y = EDGE + it.pad, EDGE - it.tab[1] + it.top
    boxes: dict[str, Rect] = {}
    for key in realm.province:
        left, top = corner(key, square)
        boxes[key] = x + left, y + top, x + left + square, y + top + square
    return finish(_number(sheet, marks, boxes), TABLES[theme])


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered picture: it says which answer each number means."""
    return (
        describe_numbers("", _number_river(view, _part_shared(marks))).read(name)
        if marks
        else alt_text(view, frozenset())
    )


def _make_kind(
    number: Callable[[View, tuple[str, ...], str], Drawn],
    flat: Sequence[Callable[[View, tuple[str, ...], str], Drawn]] = (),
    also: Collection[str] = (),
) -> Kind[View, Deeds]:
    def draw(view: View, _: Tale | None, theme: str) -> Drawn:
        return number(view, (), theme)

    return Kind(draw, lambda view, _: alt_text(view, frozenset()), number, number_alt, flat=flat, also=also)


KINDS: Mapping[str, Kind[View, Deeds]] = {
    SPACES: _make_kind(number_spaces, also=(RIVER,)),
    DISPLAY: _make_kind(number_tiles),
    RIVER: _make_kind(number_river),
    DICE: _make_kind(number_dice, [flatten_dice]),
    UPGRADES: _make_kind(number_buildings),
    SQUARES: _make_kind(number_squares),
}
