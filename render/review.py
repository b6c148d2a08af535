"""Draw how the chances to win changed in a game, and how often such estimates come true.

This works for any game. If the game's painter has badges, their letters and colours mark the seats. A reader
who sees no colours can tell the curves apart: each curve has its own dashes and letter, and a name at its
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import hypot
from types import MappingProxyType
from typing import NamedTuple

from PIL import Image, ImageDraw

import render
from render.curves import Curves
from render.games import PAINTERS
from render.kit.brush import thick_line
from render.kit.canvas import Font, Sheet, finish, lines, png, shorten, width
from render.kit.numbers import draw_number
from render.kit.palette import Palette, Themes, rgb
from render.kit.shapes import Point, Rect, dashes
from render.kit.texts import fit_sentences

LINES = ("blue", "red", "green", "violet", "brown", "gray")  # the colours of the seats' curves, in seat order
COLOURS: Mapping[str, str] = {
    "ink": "#26201c",
    "paper": "#fbf6ea",
    "veil": "#efe6d2",  # the ground of every second chapter
    "stone": "#a39a8c",
    "lamp": "#ffe27a",
    "blue": "#1f5fa8",
    "red": "#c23a1c",
    "green": "#1c7a54",
    "violet": "#8a4a9a",
    "brown": "#8a5a14",
    "gray": "#5c6670",
}
RAMPS = (
    *((ground, ink) for ground in ("paper", "veil") for ink in (*LINES, "ink", "stone")),
    ("lamp", "ink"),
    *((line, ink) for line in LINES for ink in ("paper", "ink")),
)
PALETTE = Palette(COLOURS, RAMPS, steps=4)
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#e6dfd0", "paper": "#171a20", "veil": "#20242c", "stone": "#6b6f78", "lamp": "#8a6a14",
        "blue": "#6ea8e8", "red": "#f08060", "green": "#5cc496", "violet": "#c890d8", "brown": "#d8a850",
        "gray": "#a8b0ba",
    },
    "contrast": {
        "ink": "#000000", "paper": "#ffffff", "veil": "#efefef", "stone": "#606060", "lamp": "#ffe000",
        "blue": "#0038a0", "red": "#b00000", "green": "#005c30", "violet": "#6a1080", "brown": "#5c3400",
        "gray": "#38404a",
    },
    "print": {"paper": "#ffffff", "veil": "#f4f1ea", "lamp": "#fff2b8"},
}  # fmt: skip
FAINT = 3.0  # a curve with less contrast to the paper gets an edge of ink

WIDE, HIGH = 1080, 900
PLOT: Rect = (104, 118, 770, 808)  # the plot with the curves; the names stand to the right of it
REGULAR, BOLD = Font("DurbarSans-Regular", 32), Font("DurbarSans-Bold", 40)
NARROW = Font("DurbarSans-Condensed", 32)
LETTER = Font("DurbarSans-Bold", 32)
SMOOTH = 3  # curves are drawn this many times larger, then averaged
THICK = 7  # pixels: the width of a curve
PLATE = 40  # pixels: the side of a plate for a letter or a number
EDGE = 4  # pixels of the edge of ink, on each side
SMALLEST = Font("DurbarSans-Condensed", 28)  # for long names
ROOM = 116  # pixels for a name at a curve's end: two lines, and the chance
# The length of each curve's dashes, in pixels; 0: a whole line.
STROKES = (0, 34, 12, 60, 20, 6)
GAP = 14  # pixels between dashes; a wider gap would break up a steep curve


def curves(shown: Curves) -> render.Picture:
    """Draw each seat's chance to win over the turns.

    Raises `KeyError` for an unknown theme. Raises `ValueError` if there are more seats than colours, or if
    there is no point to draw.
    """
    if not shown.chances or len(shown.seats) > len(LINES):
        raise ValueError(f"can't draw curves of {len(shown.seats)} seats at {len(shown.chances)} points")
    sheet = Sheet(PALETTE, Image.new("L", (WIDE, HIGH), PALETTE["paper"]))
    sheet.text(24, 44, shorten(shown.title, BOLD, WIDE - 48), BOLD, "ink", "paper")
    _chapters(sheet, shown)
    _axes(sheet, shown.sayings[0])
    _turns(sheet, shown)
    places = [
        [_at(shown, index, seat) for index in range(len(shown.turns))] for seat in range(len(shown.seats))
    ]
    marks = _marks(shown)
    for seat, line in enumerate(places):
        if marks[seat].faint:
            curve(sheet, line, "ink", STROKES[seat], THICK + 2 * EDGE)
        curve(sheet, line, LINES[seat], STROKES[seat])
    _letters(sheet, shown, places, marks)
    for number, (x, y) in enumerate(_swings(shown, places), 1):
        # The number keeps clear of the percents on the left and of the seats' plates on the right.
        along = min(max(round(x), PLOT[0] + PLATE // 2 + EDGE), PLOT[2] - PLATE // 2 - EDGE)
        draw_number(sheet, (along, round(max(PLOT[1] + PLATE, y - PLATE))), str(number), PLATE)
    _names(sheet, shown, places, marks)
    return finish_picture(
        sheet, shown.theme, shown.alt, {LINES[seat]: each.colour for seat, each in enumerate(marks)}
    )


def reliability(
    title: str, games: int, bins: Sequence[tuple[float, float, float, float]], theme: str = "day"
) -> render.Picture:
    """Plot how often seats won (upwards) against their predicted chance (to the right).

    Each bin is (predicted chance, share of wins, lower bound of that share, upper bound of that share).
    """
    sheet = Sheet(PALETTE, Image.new("L", (WIDE, HIGH), PALETTE["paper"]))
    sheet.text(24, 44, shorten(title, BOLD, WIDE - 48), BOLD, "ink", "paper")
    _axes(sheet, f"upwards: share of wins; below: predicted chance ({games} games)")
    left, top, right, bottom = PLOT
    for step in range(5):
        x = left + (right - left) * step // 4
        sheet.text(x, bottom + 34, f"{25 * step}%", REGULAR, "ink", "paper", "m")

    def at(foretold: float, won: float) -> Point:
        return left + (right - left) * foretold, bottom - (bottom - top) * won

    curve(sheet, [at(0, 0), at(1, 1)], "gray", 12)
    for foretold, _, low, high in bins:
        curve(sheet, [at(foretold, low), at(foretold, high)], "blue", 0)
    curve(sheet, [at(foretold, won) for foretold, won, _, _ in bins], "red", 0)
    for foretold, won, _, _ in bins:
        x, y = (round(part) for part in at(foretold, won))
        sheet.rectangle((x - 9, y - 9, x + 10, y + 10), "red", "ink")
    notes = (("red", "wins"), ("blue", "95% range"), ("gray", "if exact"))
    for row, (colour, text) in enumerate(notes):
        y = top + 30 + row * 60
        curve(sheet, [(right + 30, y), (right + 70, y)], colour, 12 if colour == "gray" else 0)
        sheet.text(right + 84, y, text, NARROW, "ink", "paper")
    parts = [f"{title}, {games} games: how often seats won, by their predicted chance."]
    parts.append(
        "Predicted " + "; ".join(f"{foretold:.0%}, won {won:.0%}" for foretold, won, _, _ in bins) + "."
    )
    return finish_picture(sheet, theme, fit_sentences(parts))


class _Mark(NamedTuple):
    """The mark of a seat on a picture.

    `colour`: as "#rrggbb". `ink`: the name of an ink that is legible on `colour`. `faint`: whether `colour`
    is hard to see on the paper.
    """

    letter: str
    colour: str
    ink: str
    faint: bool


def _marks(shown: Curves) -> list[_Mark]:
    """Return the marks of the seats: the badges of the board, or letters and colours of our own."""
    named = {**COLOURS, **THEMES[shown.theme]}
    known = PAINTERS[shown.game].badges if shown.game in PAINTERS else {}
    found = []
    for seat, letter in enumerate(choose_letters(shown.seats)):
        badge = known.get(shown.keys[seat]) if shown.keys else None
        colour = named[LINES[seat]] if badge is None else badge.colours[shown.theme]
        ink = max(("paper", "ink"), key=lambda name: contrast(named[name], colour))
        faint = contrast(named["paper"], colour) < FAINT
        found.append(_Mark(letter if badge is None else badge.letter, colour, ink, faint))
    return found


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21, as WCAG 2.1 defines it."""

    def light(colour: str) -> float:
        parts = [each / 255 for each in rgb(colour)]
        red, green, blue = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    dark, bright = sorted((light(one), light(other)))
    return (bright + 0.05) / (dark + 0.05)


def _at(shown: Curves, index: int, seat: int) -> Point:
    left, top, right, bottom = PLOT
    along = index / max(1, len(shown.turns) - 1)
    return left + (right - left) * along, bottom - (bottom - top) * shown.chances[index][seat]


def _chapters(sheet: Sheet, shown: Curves) -> None:
    """Shade every second chapter. Write each chapter's title above it, or its number if there is no room."""
    _, top, right, bottom = PLOT
    starts = [round(_at(shown, index, 0)[0]) for index, _ in shown.chapters]
    ends = [*starts[1:], right][: len(starts)]
    for number, (begin, end) in enumerate(zip(starts, ends, strict=True)):
        if number % 2:
            sheet.rectangle((begin, top, end + 1, bottom), "veil")
        title, room = shown.chapters[number][1], end - begin - 8
        if width(title, NARROW) > room:
            title = shown.numbers[number] if shown.numbers else str(number + 1)
        if title and width(title, NARROW) <= room:
            sheet.text((begin + end) // 2, top - 26, title, NARROW, "ink", "paper", "m")
        if number:
            sheet.rectangle((begin, top, begin + 2, bottom), "stone")


def _axes(sheet: Sheet, saying: str) -> None:
    left, top, right, bottom = PLOT
    for step in range(5):
        y = bottom - (bottom - top) * step // 4
        sheet.rectangle((left, y - 1, right, y + 1), "stone" if step else "ink")
        sheet.text(left - 12, y, f"{25 * step}%", REGULAR, "ink", "paper", "r")
    sheet.text(24, HIGH - 24, shorten(saying, NARROW, WIDE - 48), NARROW, "ink", "paper")


def _turns(sheet: Sheet, shown: Curves) -> None:
    """Write the numbers of some turns below the plot, evenly spread, with the label "turn" before them.

    The last number ends at the plot's right side, so that it keeps clear of the seats' plates.
    """
    bottom, last = PLOT[3], len(shown.turns) - 1
    apart = max(1, -(-last // 6))
    wanted = [index for index in range(0, last + 1, apart) if last - index >= apart or index == last]
    for index in dict.fromkeys([*wanted, last]):
        x = round(_at(shown, index, 0)[0])
        sheet.rectangle((x - 1, bottom, x + 1, bottom + 10), "ink")
        place, anchor = (PLOT[2], "r") if index == last and last else (x, "m")
        sheet.text(place, bottom + 34, shown.turns[index], REGULAR, "ink", "paper", anchor)
    sheet.text(PLOT[0] - 16, bottom + 34, shown.sayings[1], NARROW, "ink", "paper", "r")


def curve(sheet: Sheet, line: Sequence[Point], colour: str, stroke: int, thick: int = THICK) -> None:
    """Draw a line through these points. `stroke`: the length of its dashes in pixels; 0: a whole line."""
    if len(line) < 2:
        return
    left = round(min(x for x, _ in line)) - thick
    top = round(min(y for _, y in line)) - thick
    right = round(max(x for x, _ in line)) + thick
    bottom = round(max(y for _, y in line)) + thick
    mask = Image.new("L", ((right - left) * SMOOTH, (bottom - top) * SMOOTH))
    draw = ImageDraw.Draw(mask)
    large = [((x - left) * SMOOTH, (y - top) * SMOOTH) for x, y in line]
    for part in dashes(large, stroke * SMOOTH, GAP * SMOOTH) if stroke else [large]:
        thick_line(draw, part, 255, thick * SMOOTH)
    sheet.blend([(colour, mask.resize((right - left, bottom - top), Image.Resampling.BOX))], left, top)


def _swings(shown: Curves, places: Sequence[Sequence[Point]]) -> list[Point]:
    """Return, for each swing, the point above which its number stands.

    It is the point of the seat's curve halfway through the turn. If the number would hide an earlier number,
    the point is moved towards the middle of the picture.
    """
    ends, found = [places[seat][index : index + 2] for index, seat in shown.swings], list[Point]()
    for (x, y), (later, there) in ends:
        at = (x + later) / 2, (y + there) / 2
        step = -PLATE - EDGE if at[1] > (PLOT[1] + PLOT[3]) / 2 else PLATE + EDGE
        while any(max(abs(at[0] - px), abs(at[1] - py)) < PLATE for px, py in found):
            at = at[0], at[1] + step
        found.append(at)
    return found


def _letters(sheet: Sheet, shown: Curves, places: Sequence[Sequence[Point]], marks: Sequence[_Mark]) -> None:
    """Write each curve's letter on the curve, at most twice. Letters keep clear of the swings' numbers.

    In short games no letters are written.
    """
    last = len(shown.turns) - 1
    busy = _swings(shown, places)
    for seat, mark in enumerate(marks):
        for part in (1, 2):
            index = round(last * (part / 3 + 0.09 * (seat - len(shown.seats) / 2)))
            x, y = (round(each) for each in places[seat][min(last, max(0, index))])
            taken = any(hypot(x - px, y - py) < 2 * PLATE for px, py in busy)
            if last > 2 * len(shown.seats) and not taken:
                _plate(sheet, x, y, mark, LINES[seat])


def _plate(sheet: Sheet, x: int, y: int, mark: _Mark, colour: str) -> None:
    half = PLATE // 2
    sheet.rectangle((x - half, y - half, x + half, y + half), colour, "ink" if mark.faint else "paper", 3)
    sheet.text(x, y, mark.letter, LETTER, mark.ink, colour, "m")


def _names(sheet: Sheet, shown: Curves, places: Sequence[Sequence[Point]], marks: Sequence[_Mark]) -> None:
    """Write each seat's letter, name (one or two lines) and last chance to the right of its curve's end."""
    right = PLOT[2]
    order = sorted(range(len(shown.seats)), key=lambda seat: places[seat][-1][1])
    for seat, y in zip(order, spread_names([places[seat][-1][1] for seat in order]), strict=True):
        _plate(sheet, right + 40, y, marks[seat], LINES[seat])
        room = WIDE - right - 76
        fits = all(width(word, NARROW) <= room for word in shown.seats[seat].split())
        font = NARROW if fits else SMALLEST
        first, *rest = lines(shown.seats[seat], font, room)
        said = [first, shorten(" ".join(rest), font, room)] if rest else [first]
        for row, text in enumerate([*said, f"{shown.chances[-1][seat]:.0%}"]):
            sheet.text(right + 70, y + 36 * row - 18 * len(said), text, font, "ink", "paper")


def spread_names(
    wanted: Sequence[float], top: int = PLOT[1], bottom: int = PLOT[3], room: int = ROOM
) -> list[int]:
    """Return heights for names, each near its wanted height and at least `room` pixels apart.

    `wanted`: in rising order.
    """
    found: list[float] = []
    for y in wanted:
        found.append(max(y, found[-1] + room if found else top))
    low = float(bottom)
    for index in range(len(found) - 1, -1, -1):
        found[index] = min(found[index], low)
        low = found[index] - room
    return [round(y) for y in found]


@lru_cache(maxsize=64)
def choose_letters(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return a letter for each name: the first of its letters that no earlier name has taken.

    A name without a free letter gets its number instead, counted from 1.
    """
    taken: list[str] = []
    for name in names:
        free: Iterable[str] = (each for each in name.upper() if each.isalpha() and each not in taken)
        taken.append(next(iter(free), str(len(taken) + 1)))
    return tuple(taken)


def finish_picture(
    sheet: Sheet, theme: str, alt: str, colours: Mapping[str, str] = MappingProxyType({})
) -> render.Picture:
    """Return the picture in its theme, with some named colours replaced."""
    drawn = finish(sheet, PALETTE.table({**THEMES[theme], **colours}))
    return render.Picture(png(drawn), alt, drawn.width, drawn.height)
