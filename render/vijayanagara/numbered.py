"""Draw the part of the map that a question is about, with the numbers of its answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from PIL import Image

from render.kit.brush import Window
from render.kit.canvas import Drawn, Sheet, finish
from render.kit.frames import BORDER, border
from render.kit.numbers import draw_numbers, number_marks
from render.kit.shapes import Spot, holds
from render.kit.written import cut
from render.painter import Kind, Tale
from render.vijayanagara.alt import alt_text
from render.vijayanagara.changes import Changes, Dice, list_dice
from render.vijayanagara.draw import CLOSE, draw_window
from render.vijayanagara.layout import LAYOUT, Print
from render.vijayanagara.map.ground import BOARD, MAP, outline
from render.vijayanagara.map.spaces import list_boxes
from render.vijayanagara.names import name
from render.vijayanagara.palette import PALETTE, TABLES
from render.vijayanagara.panels.panels import GROUND, draw_dice
from rules.vijayanagara.view import View

NARROWEST, SLIMMEST = 460, 0.8  # a window's least width: in map units, and as a fraction of its height
FULL = 0.8  # if the part of the map would fill less than this of the picture's width, the part is made wider
WHOLE_NAMES = 1.7  # pixels per map unit: at this scale or a larger one, the print `BOARD` is legible
CLEAR = 4  # pixels between the picture's border and the pieces and names of a space
DIE, THROW = 72, 92  # pixels: the edge of a die below the map, and the height of the row of dice
STEP = 40  # map units: windows begin and end at multiples of this, so that fewer windows are painted


def find_window(spaces: Collection[str], least: float = NARROWEST) -> Window:
    """Return the part of the map that shows these spaces whole, on a picture of about a phone's width.

    It is at least `least` map units wide.
    """
    points = [point for space in spaces for point in outline(space)]
    wide, high = MAP.size
    xs, ys = zip(*points, strict=True)
    left, right = _stretch(min(xs) - CLOSE, max(xs) + CLOSE, least, wide)
    top, bottom = _stretch(min(ys) - CLOSE, max(ys) + CLOSE, NARROWEST * SLIMMEST, high)
    left, right = _stretch(left, right, (bottom - top) * SLIMMEST, wide)
    return Window(left, top, right, bottom, min(2.0, wide // ((right - left) / STEP) / STEP))


def _stretch(low: float, high: float, least: float, most: int) -> tuple[int, int]:
    """Return a stretch (start, end) of at least `least` units that holds `low` to `high`.

    It lies between 0 and `most`. Its ends are multiples of `STEP`, or the limit `most` itself.
    """
    long = min(most, max(least, high - low))
    low = min(max(0, (low + high - long) / 2), most - long)
    return max(0, round(low / STEP - 0.5) * STEP), min(most, round((low + long) / STEP + 0.5) * STEP)


def draw_part(
    view: View, marks: tuple[str, ...], around: frozenset[str], theme: str, most: float | None = None
) -> Drawn:
    """Draw the part of the map around the spaces in `marks` and in `around`.

    The spaces in `marks` are answers and get numbers. `most`: the greatest height, as a multiple of the
    width. The picture is higher than that only if the pieces and names in all these spaces, or the whole land
    of the answers, need more room. If there are no answers, and the space of a battle is in `around`, the
    dice of the battle are below the map.
    """
    answers = number_marks(marks).keys() & MAP.spaces.keys()
    shown = answers | around & MAP.spaces.keys() or MAP.spaces.keys()
    window = whole = find_window(shown)
    style = _choose_print(window)
    fights = view.fight is not None and view.fight.space in around and not answers
    dice = list_dice(view.fight) if fights else ()
    if most is not None:
        most -= bool(dice) * THROW / (window.scale * (window.right - window.left))
        rows = _find_rows(view, shown, answers, window, style)
        if rows[1] - rows[0] > most * (window.right - window.left) / FULL:  # show more to the left and right
            window = whole = find_window(shown, (rows[1] - rows[0]) / most)
            style = _choose_print(window)
            rows = _find_rows(view, shown, answers, window, style)
        window = window.shorten(*rows, most * (window.right - window.left))
    image = draw_window(view, frozenset(), whole, None, window.inside(BORDER), style)
    if window != whole:
        top = whole.at((window.left, window.top))[1]
        image = cut(image, (0, top, image.width, min(image.height, top + window.size[1])))
    sheet = Sheet(PALETTE, image)
    border(sheet)
    wide, high = sheet.image.size
    if dice:
        return finish(_add_dice(sheet.image, dice), TABLES[theme])

    def find_spots(mark: str) -> list[Spot]:
        return [window.at(MAP.spaces[mark].heart)] if mark in MAP.spaces else []

    def lies_in(mark: str, pixel: Spot) -> bool:
        x, y = pixel[0] / window.scale + window.left, pixel[1] / window.scale + window.top
        return holds(outline(mark), (x, y)) and (mark == "delhi" or not holds(outline("delhi"), (x, y)))

    inner = (BORDER, BORDER, wide - BORDER, high - BORDER)
    draw_numbers(
        sheet,
        marks,
        find_spots,
        within=inner,
        belongs=lies_in,
        ink="white",
        ground="indigo",
        pointed=True,  # because Troops are squares with numbers
    )
    return finish(sheet, TABLES[theme])


def _add_dice(image: Image.Image, dice: Sequence[Dice]) -> Sheet:
    """Return the picture of a battle's spaces with the dice of both sides below, side by side."""
    wide, high = image.size
    sheet = Sheet(PALETTE, Image.new("L", (wide, high + THROW), PALETTE[GROUND]))
    sheet.paste(image, 0, 0)
    style = LAYOUT.scenes["phone"].dice.model_copy(update={"badge": DIE, "die": DIE})
    for side, half in zip(dice, (0, wide // 2), strict=True):
        row = (half, high, half + wide // 2, high + 2 * THROW)  # a panel of dice has room for two rows
        draw_dice(sheet, style.model_copy(update={"rect": row}), [side])
    return sheet


def _choose_print(window: Window) -> Print:
    return BOARD if window.scale >= WHOLE_NAMES else LAYOUT.prints["phone"]


def _find_rows(
    view: View, shown: Collection[str], answers: Collection[str], window: Window, style: Print
) -> tuple[float, float]:
    """Return the top and bottom of the rows of the map that the picture must show, in map units.

    These rows hold all pieces, names and markers in the `shown` spaces. They also hold the whole land of the
    spaces in `answers`.
    """
    edge = (BORDER + CLEAR) / window.scale
    ys = [y for space in answers for _, y in outline(space)]
    for space in view.spaces:
        if space.key in shown:
            boxes = list_boxes(space, window.scale, style)
            ys += [y / window.scale for _, top, _, bottom in boxes for y in (top, bottom)]
    return max(window.top, min(ys) - edge), min(window.bottom, max(ys) + edge)


def number_alt(view: View, marks: tuple[str, ...]) -> str:
    """Return the alt text of a numbered map: it says which space each number means."""
    found = [f"{which} {name(key)}" for key, which in number_marks(marks).items() if key in MAP.spaces]
    return name.say("Numbers: {places}.", places=", ".join(found)) if found else alt_text(view, frozenset())


def _draw(view: View, _: Tale | None, theme: str) -> Drawn:
    return draw_part(view, (), frozenset(), theme)


MAP_KIND: Kind[View, Changes] = Kind(
    _draw, lambda view, _: alt_text(view, frozenset()), number_alt=number_alt, part=draw_part
)
