"""Draw a view: the stored empty map, then the lands that differ from it, then the pieces and the panels.

The stored map is drawn only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image, ImageDraw

from render.kit.arrows import draw_arrows, draw_loads
from render.kit.brush import Window
from render.kit.canvas import Drawn, Sheet, finish
from render.kit.frames import BORDER, border, cartouche, plaque, rule
from render.kit.shapes import Rect, Spot
from render.kit.written import lay
from render.vijayanagara.changes import Changes, Tale, list_dice
from render.vijayanagara.layout import LAYOUT, Print
from render.vijayanagara.map.arrows import city_names, plan
from render.vijayanagara.map.ground import BOARD, HOME, MAP, Look, base, outline, patch, range_name
from render.vijayanagara.map.spaces import draw_space, is_whole
from render.vijayanagara.map.veil import veil
from render.vijayanagara.marks import city_mask
from render.vijayanagara.names import name
from render.vijayanagara.palette import GROUND, PALETTE, TABLES
from render.vijayanagara.panels.legend import draw_legend
from render.vijayanagara.panels.panels import draw_dice, draw_panels
from render.vijayanagara.pieces import chip
from rules.vijayanagara.view import View

CLOSE = 56  # map units shown round a space in its close-up


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """Draw the whole table.

    `highlight`: spaces to light up; `size`: a scene of the layout; `theme`: a key of `THEMES`. Raises
    `KeyError` for an unknown size, theme or space.
    """
    return _table(view, highlight, None, size, theme)


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """Draw the whole table with what happened: arrows, ghosts of removed pieces, rings, old values, dice."""
    told: Changes = tale.deeds
    return _table(view, told.lit, told, size, theme)


def _table(view: View, highlight: frozenset[str], told: Changes | None, size: str, theme: str) -> Drawn:
    table = TABLES[theme]
    scene = LAYOUT.scenes[size]
    style = LAYOUT.prints[scene.print]
    sheet = Sheet(PALETTE, _empty(size, view.meeting_points, name.language).copy())
    window = Window(0, 0, *MAP.size, scene.scale)
    dice = list_dice(view.fight) if told is None else told.dice
    panels = (*scene.rects, *([scene.dice.rect] if dice else []))
    draw_map(sheet, view, highlight, window, scene.map, told, style, panels)
    draw_panels(sheet, scene, view, None if told is None else told.before)
    if dice:
        plaque(sheet, scene.dice.rect)
        draw_dice(sheet, scene.dice, dice)
    return finish(sheet, table)


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """Draw one space and its surroundings, at most twice as large as on the phone board.

    Raises `KeyError` for an unknown space or theme.
    """
    if space not in MAP.spaces:
        raise KeyError(f"no such space: {space}")
    window = close_up(space)
    sheet = Sheet(PALETTE, draw_window(view, highlight, window, None, window.inside(BORDER)))
    border(sheet)
    return finish(sheet, TABLES[theme])


def draw_window(
    view: View,
    highlight: frozenset[str],
    window: Window,
    told: Changes | None,
    kept: Window,
    style: Print = BOARD,
) -> Image.Image:
    """Draw a part of the map, in palette indices. Draw only the spaces that lie wholly in `kept`.

    The other spaces are hatched (`veil`). If they were drawn, a number could be cut in half, and look like
    another number.
    """
    sheet = Sheet(PALETTE, base(window, view.meeting_points, style).copy())
    corner = -round(window.left * window.scale), -round(window.top * window.scale)
    draw_map(sheet, view, highlight, window, corner, told, style, kept=kept)
    return sheet.image


def close_up(space: str) -> Window:
    """Return the window of a space's close-up, at most 1000 pixels wide and high."""
    xs, ys = zip(*outline(space), strict=True)
    left, top = max(0, round(min(xs)) - CLOSE), max(0, round(min(ys)) - CLOSE)
    right, bottom = min(MAP.size[0], round(max(xs)) + CLOSE), min(MAP.size[1], round(max(ys)) + CLOSE)
    return Window(left, top, right, bottom, min(2.0, 1000 // (max(right - left, bottom - top) / 20) / 20))


def extent(_: View, spaces: frozenset[str], size: str) -> Rect | None:
    """Return the box around these spaces on the whole table; None if none of them is on the map."""
    scene = LAYOUT.scenes[size]
    window = Window(0, 0, *MAP.size, scene.scale)
    points = [window.at(point) for space in spaces & MAP.spaces.keys() for point in outline(space)]
    if not points:
        return None
    xs, ys = zip(*points, strict=True)
    dx, dy = scene.map
    return dx + min(xs), dy + min(ys), dx + max(xs), dy + max(ys)


def list_panels(view: View, tale: Tale | None, size: str) -> Sequence[Rect]:
    """Return the boxes of the panels in a picture of this size. The dice of a battle have a panel."""
    scene = LAYOUT.scenes[size]
    dice = list_dice(view.fight) if tale is None else tale.deeds.dice
    return (*scene.sheets, *([scene.dice.rect] if dice else []))


@lru_cache(maxsize=6)
def _empty(size: str, meeting: bool, _language: str) -> Image.Image:
    """Return a scene without anything that changes during a game. The caller copies it before drawing."""
    scene = LAYOUT.scenes[size]
    picture = Image.new("L", scene.size, PALETTE["sea"])
    ground = base(Window(0, 0, *MAP.size, scene.scale), meeting, LAYOUT.prints[scene.print])
    lay(picture, ground, scene.map)
    edge = scene.map[0] + ground.width
    if edge < scene.size[0]:  # there are panels to the right of the map, so draw the map's right edge
        ImageDraw.Draw(picture).rectangle(
            (edge, 0, edge + 5, scene.size[1]), PALETTE["terracotta"], PALETTE["gold"]
        )
    sheet = Sheet(PALETTE, picture)
    for rect in scene.sheets:
        plaque(sheet, rect)
    for left, right, y in scene.rules:
        rule(sheet, left, right, y)
    border(sheet)
    if scene.cartouche is not None:
        panel = scene.cartouche
        below = name.say("Delhi and the Deccan, 1290 to 1398")
        cartouche(sheet, panel.rect, panel.name, panel.title.font, below, panel.font.font)
    if scene.legend is not None:
        draw_legend(sheet, scene.legend, meeting)
    return picture


def _over_arrows(
    sheet: Sheet, scale: float, corner: tuple[int, int], style: Print
) -> Iterator[tuple[Image.Image, Image.Image | None, Spot]]:
    """Yield the pictures of things that no arrow may cover, each with its mask and its corner.

    These are the Cities, their names, and the name of the Range.
    """
    for box in city_names(scale, corner, style):
        yield sheet.image.crop(box), None, box[:2]
    size = round(30 * scale)
    walls = city_mask(size)
    for city in MAP.cities.values():
        x, y = (round(part * scale) for part in MAP.vertices[city.at])
        left, top = x - size // 2 + corner[0], y - round(18 * scale) + corner[1]
        yield sheet.image.crop((left, top, left + size, top + size)), walls, (left, top)
    (_, _, written), (x, y) = range_name(Window(0, 0, *MAP.size, scale), style)
    left, top = x + corner[0], y + corner[1]
    yield sheet.image.crop((left, top, left + written.width, top + written.height)), written, (left, top)


def draw_map(
    sheet: Sheet,
    view: View,
    highlight: frozenset[str],
    window: Window,
    corner: tuple[int, int],
    told: Changes | None,
    style: Print = BOARD,
    panels: tuple[Rect, ...] = (),
    kept: Window | None = None,
) -> None:
    """Draw the lands, the arrows and the pieces.

    Args:
        highlight: the spaces to light up
        window: the part of the map on the sheet
        corner: the pixel of the sheet for the map's point (0, 0); it may lie outside the sheet
        told: what happened; None: draw no changes
        panels: boxes that lie over the map
        kept: spaces that lie in this part are drawn in full, others are hatched (None: draw all in full)

    Raises `KeyError` for a highlighted space that is unknown.
    """
    looks = {space.key: Look(space.status or space.type, space.key in highlight) for space in view.spaces}
    if strangers := highlight - looks.keys():
        raise KeyError(f"no such space: {', '.join(sorted(strangers))}")
    shift = corner[0] + round(window.left * window.scale), corner[1] + round(window.top * window.scale)
    # Delhi overlaps its neighbours' corners, so its patch comes last.
    for key in sorted(looks, key=lambda key: key == "delhi"):
        if looks[key] != HOME[key]:
            laid = patch(window, key, looks[key], view.meeting_points, style)
            if laid is not None:
                sheet.paste(laid.tile, shift[0] + laid.box[0], shift[1] + laid.box[1], laid.mask)
    arrows = plan(view, told, window.scale, corner, sheet.image.size, panels, style) if told else ()
    kept_up = list(_over_arrows(sheet, window.scale, corner, style)) if arrows else []
    draw_arrows(sheet, arrows)
    for tile, mask, (x, y) in kept_up:
        sheet.paste(tile, x, y, mask)
    for space in view.spaces:
        if kept is None or is_whole(space, kept, window.scale, told, style):
            ground = GROUND[looks[space.key].status]
            draw_space(sheet, space, ground, window.scale, corner, told, style)
        else:
            veil(sheet, space, window, kept, corner, style)
    draw_loads(sheet, arrows, chip)
