"""The words round the map: the title above it, a line for each seat below."""

from __future__ import annotations

from render.kit.canvas import Font, Sheet, fitting, shorten, width
from render.successors.layout import LAYOUT
from render.successors.marks import plate, put
from render.successors.names import name
from rules.successors.description import get_headline
from rules.successors.victory import format_points
from rules.successors.view import SeatView, View
from rules.words import as_is, in_turn

TITLE, BOLD = Font("Yrsa-Bold", 40), Font("DurbarSans-CondensedBold", 30)
TEXT, SMALL = Font("DurbarSans-Condensed", 28), Font("DurbarSans-Condensed", 24)
COLUMNS = (84, 262, 368, 478, 588, 706)  # score, Talents, income, upkeep, units, the rest
HEADS = ("points", "Talents", "income", "upkeep", "units", "chits, allies, captives")


def title(sheet: Sheet, view: View) -> None:
    """Write where the game is, and who plays."""
    left, top, right, bottom = LAYOUT.title.box
    sheet.rectangle((left, top, right, bottom), "paper", "gold", 3)
    sheet.rectangle((left + 6, top + 6, right - 6, bottom - 6), None, "ochre", 1)
    middle = (top + bottom) // 2 + 1
    game, _, step = get_headline(view).read(name).partition(": ")
    after = sheet.text(left + 22, middle, game.rstrip(), TITLE, "ink", "paper")
    if step:
        x = right - 22 - width(step, TITLE)
        if view.seat:
            put(sheet, plate(view.seat, "", 1.2), x - 34, middle)
        sheet.text(max(after + 20, x), middle, step, TITLE, "rubric", "paper")


def strip(sheet: Sheet, view: View) -> None:
    """Draw the seats in the order of play.

    Each has its points, Talents, income, upkeep, units, chits, allies and captives.
    """
    left, top, right, bottom = LAYOUT.strip.box
    sheet.rectangle((left, top, right, bottom), "paper", "gold", 3)
    small = Font("DurbarSans-Condensed", 23)
    for at, x in enumerate(COLUMNS):
        sheet.text(left + x, top + 20, name.say(HEADS[at]), small, "ochre", "paper")
    order = [seat for key in view.order for seat in view.seats if seat.key == key]
    order += [seat for seat in view.seats if seat not in order]
    high = (bottom - top - 42 - 34) // 4
    for at, seat in enumerate(order):
        y = top + 40 + at * high
        if seat.acting:
            sheet.rectangle((left + 6, y, right - 6, y + high - 3), "lamp", "glow", 2)
        _line(sheet, seat, left, y + high // 2 - 1, right, "lamp" if seat.acting else "paper")
    legend = name.say(LEGEND)
    sheet.text(
        (left + right) // 2,
        bottom - 19,
        legend,
        fitting(legend, SMALL, right - left - 30),
        "ochre",
        "paper",
        "m",
    )


LEGEND = (
    "Gold rim: 1 MP to enter, dark rim: 2. Letter: what is raised. Temple: Home. Star: leader. !: Rebels."
)


def _line(sheet: Sheet, seat: SeatView, left: int, y: int, right: int, ground: str) -> None:
    put(sheet, plate(seat.key, "", 1.2), left + 46, y)
    if not seat.alive:
        sheet.text(left + COLUMNS[0], y, name.say("out of the game"), TEXT, "ink", ground)
        return
    numbers = (
        format_points(seat.score),
        str(seat.talents),
        str(seat.income),
        str(seat.upkeep),
        str(seat.units),
    )
    for number, x, font in zip(numbers, COLUMNS, (TITLE, BOLD, BOLD, BOLD, BOLD), strict=False):
        sheet.text(left + x, y, number, font, "rubric" if font is TITLE else "ink", ground)
    words = []
    if seat.chits:
        chits = as_is(", ".join(seat.chits))
        many = len(seat.chits) >= 5
        words.append(
            name.say("{n} chits", n=len(seat.chits)) if many else name.say("chits {chits}", chits=chits)
        )
    if seat.allies:
        words.append(name.say("ally of {seats}", seats=in_turn(seat.allies, ", ")))
    if seat.truces:
        words.append(name.say("truce: {seats}", seats=in_turn(seat.truces, ", ")))
    if seat.captor:
        words.append(name.say("leader captive of {seat}", seat=seat.captor))
    text = "; ".join(words) or "–"
    sheet.text(
        left + COLUMNS[-1], y, shorten(text, TEXT, right - left - COLUMNS[-1] - 16), TEXT, "ink", ground
    )
