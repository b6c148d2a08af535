"""The picture of a view: the ready map, patched where a land looks otherwise, pieces and panels pasted on."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw

from render.canvas import SUPER, Font, Sheet, finish, width
from render.vijayanagara.ground import HOME, MAP, Look, Window, base, outline, patch
from render.vijayanagara.layout import LAYOUT, Rect
from render.vijayanagara.marks import marker, pip
from render.vijayanagara.palette import GROUND, PALETTE, TABLES
from render.vijayanagara.panels import draw_legend, draw_panels
from render.vijayanagara.pieces import chip
from render.vijayanagara.trays import Stack, arrange
from rules.vijayanagara.view import SpaceView, View

MARKER, PIP, NAME = 38, 22, 30  # on the phone board, in pixels
CLOSE = 56  # map units shown round a space in its close-up


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Image.Image:
    """The whole table. `highlight`: spaces to light up; `size`: "phone" or "board"; `theme`: of THEMES.

    Raises `KeyError` for an unknown size, theme or space.
    """
    scene = LAYOUT.scenes[size]
    sheet = Sheet(PALETTE, _empty(size).copy())
    window = Window(0, 0, *MAP.size, scene.scale)
    _map(sheet, view, highlight, window, scene.map)
    draw_panels(sheet, scene, view)
    return finish(sheet, TABLES[theme])


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Image.Image:
    """One space and its surroundings, about twice as large as on the phone board.

    Raises `KeyError` for an unknown space or theme.
    """
    if space not in MAP.spaces:
        raise KeyError(f"no such space: {space}")
    window = close_up(space)
    sheet = Sheet(PALETTE, base(window).copy())
    corner = -round(window.left * window.scale), -round(window.top * window.scale)
    _map(sheet, view, highlight, window, corner)
    _frame(sheet.image)
    return finish(sheet, TABLES[theme])


def close_up(space: str) -> Window:
    """What a close-up of a space shows, at most 1000 pixels wide and high."""
    xs, ys = zip(*outline(space), strict=True)
    left, top = max(0, round(min(xs)) - CLOSE), max(0, round(min(ys)) - CLOSE)
    right, bottom = min(MAP.size[0], round(max(xs)) + CLOSE), min(MAP.size[1], round(max(ys)) + CLOSE)
    return Window(left, top, right, bottom, min(2.0, 1000 // (max(right - left, bottom - top) / 20) / 20))


@lru_cache(maxsize=4)
def _empty(size: str) -> Image.Image:
    """A scene without anything that changes."""
    scene = LAYOUT.scenes[size]
    picture = Image.new("L", scene.size, PALETTE["sea"])
    ground = base(Window(0, 0, *MAP.size, scene.scale))
    picture.paste(ground, scene.map)
    edge = scene.map[0] + ground.width
    if edge < scene.size[0]:  # the map's right edge, where panels stand beside it
        ImageDraw.Draw(picture).rectangle(
            (edge, 0, edge + 5, scene.size[1]), PALETTE["terracotta"], PALETTE["gold"]
        )
    for rect in scene.rects:
        left, top, right, bottom = rect
        plaque, mask = _plaque(right - left, bottom - top)
        picture.paste(plaque, rect[:2], mask)
    _frame(picture)
    if scene.legend is not None:
        draw_legend(Sheet(PALETTE, picture), scene.legend)
    return picture


def _plaque(wide: int, high: int) -> tuple[Image.Image, Image.Image]:
    """A sheet of paper with a double line round it and cut corners; and which pixels of it count."""
    mask = Image.new("L", (wide * SUPER, high * SUPER))
    picture = Image.new("RGB", mask.size, PALETTE.rgb["ink"])
    draw = ImageDraw.Draw(picture)
    for inset, colour, cut in ((0, "ink", 12), (2, "ochre", 11), (4, "paper", 10)):
        a, right, bottom, c = inset * SUPER, (wide - inset) * SUPER, (high - inset) * SUPER, cut * SUPER
        corners = [(a + c, a), (right - c, a), (right, a + c), (right, bottom - c)]
        corners += [(right - c, bottom), (a + c, bottom), (a, bottom - c), (a, a + c)]
        draw.polygon(corners, fill=PALETTE.rgb[colour])
        if not inset:
            ImageDraw.Draw(mask).polygon(corners, fill=255)
    return PALETTE.match(picture.reduce(SUPER)), mask.reduce(SUPER).convert("1", dither=Image.Dither.NONE)


def _frame(picture: Image.Image) -> None:
    """A border of lozenges between two lines."""
    draw = ImageDraw.Draw(picture)
    wide, high = picture.size
    for inset, colour in ((0, "ink"), (2, "terracotta"), (10, "gold"), (12, "ink")):
        edge = {0: 2, 2: 8, 10: 2, 12: 1}[inset]
        draw.rectangle(
            (inset, inset, wide - 1 - inset, high - 1 - inset), outline=PALETTE[colour], width=edge
        )
    for x in range(18, wide - 8, 24):
        for y in (6, high - 7):
            draw.polygon([(x - 5, y), (x, y - 3), (x + 5, y), (x, y + 3)], fill=PALETTE["gold"])
    for y in range(18, high - 8, 24):
        for x in (6, wide - 7):
            draw.polygon([(x - 3, y), (x, y - 5), (x + 3, y), (x, y + 5)], fill=PALETTE["gold"])


def _map(
    sheet: Sheet, view: View, highlight: frozenset[str], window: Window, corner: tuple[int, int]
) -> None:
    looks = {space.key: Look(space.status or space.type, space.key in highlight) for space in view.spaces}
    if strangers := highlight - looks.keys():
        raise KeyError(f"no such space: {', '.join(sorted(strangers))}")
    shift = corner[0] + round(window.left * window.scale), corner[1] + round(window.top * window.scale)
    # Delhi lies over its neighbours' corners, so its patch comes last.
    for key in sorted(looks, key=lambda key: key == "delhi"):
        if looks[key] != HOME[key]:
            laid = patch(window, key, looks[key])
            if laid is not None:
                sheet.paste(laid.tile, shift[0] + laid.box[0], shift[1] + laid.box[1], laid.mask)
    for space in view.spaces:
        if _shown(window, space.key):
            _space(sheet, space, GROUND[looks[space.key].status], window.scale, corner)


@lru_cache(maxsize=512)
def _shown(window: Window, space: str) -> bool:
    return window.meets(outline(space))


def _space(sheet: Sheet, space: SpaceView, ground: str, scale: float, corner: tuple[int, int]) -> None:
    place = MAP.spaces[space.key]
    dx, dy = corner
    boxes = fixtures(space, scale)
    for row, parts in enumerate(label(space, len(place.label))):
        left, top, _, bottom = boxes[f"name {row}"]
        _name(sheet, dx + left, dy + (top + bottom) // 2, parts, ground, scale)
    for what, (left, top, right, _) in boxes.items():
        if what == "marker":
            sheet.paste(marker(space.status, right - left, ground), dx + left, dy + top)
        elif what.startswith("pip"):
            sheet.paste(pip(right - left, ground), dx + left, dy + top)
    for stack in stacks(space, scale):
        sheet.paste(chip(stack.kind, stack.number, stack.size, ground), dx + stack.box[0], dy + stack.box[1])


def fixtures(space: SpaceView, scale: float) -> dict[str, Rect]:
    """Where the lines of a space's name, its marker and its pips stand, in pixels from the map's corner."""
    place = MAP.spaces[space.key]
    fonts = name_fonts(scale)
    boxes: dict[str, Rect] = {}
    for row, ((x, y), parts) in enumerate(zip(place.label, label(space, len(place.label)), strict=True)):
        long = sum(width(text, fonts[strong]) for text, strong in parts)
        left, half = round(x * scale) - long // 2, round(fonts[0].size * 0.45)
        boxes[f"name {row}"] = (left, round(y * scale) - half, left + long, round(y * scale) + half)
    if place.marker is not None and space.status:
        boxes["marker"] = _square(place.marker, MARKER, scale)
    if place.pips is not None:
        x, y = place.pips
        boxes |= {f"pip {n}": _square((x + n * (PIP + 2), y), PIP, scale) for n in range(space.prosperity)}
    return boxes


def stacks(space: SpaceView, scale: float) -> tuple[Stack, ...]:
    """Where a space's pieces stand, in pixels from the map's corner."""
    return arrange(space.key, space.pieces, tuple(fixtures(space, scale).values()), scale)


def _square(middle: tuple[int, int], size: int, scale: float) -> Rect:
    x, y, side = round(middle[0] * scale), round(middle[1] * scale), round(size * scale)
    return x - side // 2, y - side // 2, x - side // 2 + side, y - side // 2 + side


def label(space: SpaceView, rows: int) -> list[list[tuple[str, bool]]]:
    """The name in lines of parts; the part that is also the space's short code is marked True ("MALwa")."""
    split = space.name.split(" ", rows - 1)
    shown: list[list[tuple[str, bool]]] = []
    for line in split:
        at = line.upper().find(space.code)
        if at < 0:
            shown.append([(line, False)])
        else:
            shown.append([(line[:at], False), (space.code, True), (line[at + 3 :], False)])
    return shown


def _name(sheet: Sheet, x: int, y: int, parts: list[tuple[str, bool]], ground: str, scale: float) -> None:
    fonts = name_fonts(scale)
    for text, strong in parts:
        if text:
            x = sheet.text(x, y, text, fonts[strong], "rubric" if strong else "ink", ground)


def name_fonts(scale: float) -> tuple[Font, Font]:
    """The lettering of a name: the rest of it, and the part that is the code."""
    size = round(NAME * scale)
    return Font("DurbarSans-Condensed", size), Font("DurbarSans-CondensedBold", size)
