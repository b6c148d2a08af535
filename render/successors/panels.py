"""Write the words around the map: the title above it, and each seat's numbers below."""

from __future__ import annotations

from collections.abc import Sequence

from render.kit.canvas import Sheet, fitting, shorten, width
from render.kit.shapes import Rect
from render.kit.stamps import money
from render.successors.layout import LAYOUT
from render.successors.marks import helmet, plate, put
from render.successors.names import name
from render.successors.palette import PALETTE
from rules.successors.description import get_headline
from rules.successors.victory import format_points
from rules.successors.view import SeatView, View
from rules.words import as_is, in_turn

LINES = LAYOUT.lines
TITLE, POINTS, NUMBER, TEXT = (each.font for each in (LINES.title, LINES.points, LINES.number, LINES.text))
PAD = LINES.pad
HEADS = ("points", "Talents", "income", "upkeep", "units")
MANY = 5  # if a seat has this many chits or more, only their number is written
FRAME = 3  # pixels: the width of the gold line
INSET = 6  # pixels: the inset of the thin line
ALLY = 0.62  # the size of an ally's shape, as a fraction of the seat's own shape
# The middles of up to three allies' shapes, in pixels right of and below the middle of the seat's own shape.
JOINED = (15, 14), (15, -14), (-13, 14)


def title(sheet: Sheet, view: View) -> None:
    """Write the game turn and the step, and who is to act."""
    left, top, right, bottom = LAYOUT.title.box
    sheet.rectangle((left, top, right, bottom), "paper", "gold", 3)
    sheet.rectangle((left + 6, top + 6, right - 6, bottom - 6), None, "ochre", 1)
    middle = (top + bottom) // 2 + 1
    game, _, step = get_headline(view).read(name).partition(": ")
    sign = plate(view.seat, "", 1.0) if view.seat else None
    aside = sign[0].width + PAD if sign else 0
    room = right - left - 3 * PAD - aside
    font = fitting(f"{game}{step}", TITLE, room)
    sheet.text(left + PAD, middle, game.rstrip(), font, "ink", "paper")
    if step:
        x = right - PAD - width(step, font)
        if sign:
            put(sheet, sign, x - PAD // 2 - sign[0].width / 2, middle)
        sheet.text(x, middle, step, font, "rubric", "paper")


def in_order(view: View) -> list[SeatView]:
    """Return the seats in the order of play, then those that are out of the game."""
    order = [seat for key in view.order for seat in view.seats if seat.key == key]
    return order + [seat for seat in view.seats if seat not in order]


def lines(sheet: Sheet, view: View) -> None:
    """Draw a cell for each seat, two side by side, in the order of play."""
    left, top, right, bottom = LAYOUT.strip.box
    sheet.rectangle((left, top, right, bottom), "paper", "gold", FRAME)
    wide, high = (right - left - 2 * INSET) // 2, (bottom - top - 2 * INSET) // 2
    for at, seat in enumerate(in_order(view)):
        x, y = left + INSET + wide * (at % 2), top + INSET + high * (at // 2)
        ground = _light(sheet, seat, (x + 2, y + 1, x + wide - 2, y + high - 1))
        _numbers(sheet, seat, x, y + high // 2, LINES.cells, ground, signs=True)


def table_height(view: View) -> int:
    """Return how high the table of the seats is in the strip, in pixels."""
    return LINES.head + sum(_high(seat) for seat in view.seats) + 3 * INSET


def _high(seat: SeatView) -> int:
    return LINES.row + LINES.more * bool(_rest(seat))


def table(sheet: Sheet, view: View, top: int) -> None:
    """Draw the table's head, and a line for each seat in the order of play.

    Below the line are the seat's chits, allies and truces, and the captor of the seat's leader. What a seat
    doesn't have is left out.
    """
    left, right, bottom = LAYOUT.strip.box[0], LAYOUT.strip.box[2], top + table_height(view) - INSET
    sheet.rectangle((left, top, right, bottom), "paper", "gold", FRAME)
    for at, x in enumerate(LINES.columns):
        sheet.text(left + x, top + INSET + LINES.head // 2, name.say(HEADS[at]), TEXT, "ochre", "paper")
    y = top + INSET + LINES.head
    for seat in in_order(view):
        high = _high(seat)
        ground = _light(sheet, seat, (left + INSET, y, right - INSET, y + high - 2))
        _numbers(sheet, seat, left + INSET, y + LINES.row // 2, LINES.columns, ground)
        rest = shorten(_rest(seat), TEXT, right - left - LINES.columns[0] - PAD)
        if rest:
            below = y + LINES.row + LINES.more // 2 - INSET
            sheet.text(left + LINES.columns[0], below, rest, TEXT, "ink", ground)
        y += high


def _light(sheet: Sheet, seat: SeatView, box: Rect) -> str:
    """Light up the line of the seat that acts. Return the ground colour of the line."""
    if not seat.acting:
        return "paper"
    sheet.rectangle(box, "lamp", "glow", FRAME)
    return "lamp"


def _numbers(
    sheet: Sheet, seat: SeatView, left: int, y: int, columns: Sequence[int], ground: str, signs: bool = False
) -> None:
    """Draw a seat's shape and numbers.

    `signs`: draw a sign at each number, because there is no table head, and join the allies' shapes to the
    seat's own, because there are no words about them.
    """
    middle = left + columns[0] // 2
    put(sheet, plate(seat.key, "", 1.0), middle, y)
    if signs:
        for ally, (across, down) in zip(seat.allies, JOINED, strict=False):
            put(sheet, plate(ally, "", ALLY), middle + across, y + down)
    if not seat.alive:
        sheet.text(left + columns[0], y, name.say("out of the game"), TEXT, "ink", ground)
        return
    points, talents, income, upkeep, units = columns
    sheet.text(left + points, y, format_points(seat.score), POINTS, "rubric", ground)
    aside = LINES.sign + 4 if signs else 0
    if signs:
        sheet.paste(money(PALETTE, LINES.sign, ground), left + talents, y - LINES.sign // 2)
        put(sheet, helmet(LINES.sign), left + units + LINES.sign / 2, y)
    sheet.text(left + talents + aside, y, str(seat.talents), NUMBER, "ink", ground)
    sheet.text(left + income, y, f"+{seat.income}" if signs else str(seat.income), TEXT, "ink", ground)
    minus = f"\N{MINUS SIGN}{seat.upkeep}"
    sheet.text(left + upkeep, y, minus if signs else str(seat.upkeep), TEXT, "ink", ground)
    sheet.text(left + units + aside, y, str(seat.units), NUMBER, "ink", ground)


def _rest(seat: SeatView) -> str:
    """Return what a seat has besides its numbers, in words: chits, allies, truces, its leader's captor."""
    words = []
    if seat.chits:
        chits = as_is(", ".join(seat.chits))
        many = len(seat.chits) >= MANY
        words.append(
            name.say("{n} chits", n=len(seat.chits)) if many else name.say("chits {chits}", chits=chits)
        )
    if seat.allies:
        words.append(name.say("ally of {seats}", seats=in_turn(seat.allies, ", ")))
    if seat.truces:
        words.append(name.say("truce: {seats}", seats=in_turn(seat.truces, ", ")))
    if seat.captor:
        words.append(name.say("leader captive of {seat}", seat=seat.captor))
    return "; ".join(words)
