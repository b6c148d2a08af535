"""Draw the map without its pieces (sea, lands, borders, Cities), and single lands in another look."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, radians, sin
from typing import NamedTuple

from PIL import Image, ImageDraw

from render.kit.brush import Brush, Window
from render.kit.canvas import SUPER, Box, Font, cap_height, load, width, write
from render.kit.frames import BORDER
from render.kit.shapes import Point, circle
from render.kit.written import Written, note
from render.vijayanagara.layout import LAYOUT, City, Print
from render.vijayanagara.map.ornaments import draw_city, ramparts
from render.vijayanagara.map.scenery import beyond, relief, seafarers, shore, vindhyas, water
from render.vijayanagara.names import name
from render.vijayanagara.palette import BAND, GROUND, PALETTE

MAP = LAYOUT.map
BAND_WIDE = 11.0  # map units: how wide the coloured band inside a border may be; pieces keep clear of it

# The lines along the border of a land that is lit up, the innermost first. Dark and light lines alternate, so
# that one of them contrasts with any neighbouring land.
LIT = [("ink", BAND_WIDE + 2), ("glow", BAND_WIDE - 0.5), ("lamp", 5.0), ("ink", 2.0)]
CLOSE = 1.2  # pixels per map unit: at this scale or a larger one, half of `SUPER` makes smooth lines
BOARD = LAYOUT.prints["board"]  # the print of the whole board and of close-ups
CITY_INK = "ink"
CITY_REACH = 18  # from a City's point to the edges of its picture
COLOURS = frozenset({  # what every map is painted with
    "ink", "paper", "lamp", "glow", "gold", "ochre", "terracotta", "slope", "shade", "ridge",
    "capital", "beyond", "dune", "fell", "leaf", "river", "sea", "wave",
})  # fmt: skip


class Look(NamedTuple):
    """How a land is painted: its status (its type, if it has no status), and whether it is lit up."""

    status: str
    lit: bool = False


HOME: Mapping[str, Look] = {
    **{key: Look("tributary") for key in MAP.spaces},
    "mountain-passes": Look("region"),
    "punjab": Look("region"),
    "delhi": Look("delhi"),
}


@lru_cache(maxsize=32)
def outline(space: str) -> tuple[Point, ...]:
    """Return the border of a space as points, in map units."""
    if space == "delhi":
        x, y = MAP.vertices[MAP.delhi.centre]
        return tuple(circle((x, y), MAP.delhi.radius))
    return tuple(MAP.borders.ring(MAP.lands[space]))


def paint(
    window: Window,
    looks: Mapping[str, Look],
    meeting: bool = True,
    shown: Window | None = None,
    style: Print = BOARD,
) -> Image.Image:
    """Return the map in full colour (mode "RGB"), each space painted as `looks` says.

    Args:
        meeting: 1.3.5: mark the points where four lands meet; only some games use them
        shown: the larger window from which `window` is cut (None: `window` itself). Names, Cities and ships
            that are not whole in `shown` are left out
    """
    brush = Brush(PALETTE, window, "sea", SUPER if window.scale < CLOSE else SUPER // 2)
    rings = {space: outline(space) for space in MAP.spaces}
    shore(brush)
    shown = (shown or window).inside(BORDER)
    seafarers(brush, shown)
    beyond(brush)
    for space, ring in rings.items():
        if space != "delhi":
            _land(brush, ring, looks[space])
    relief(brush)
    vindhyas(brush)
    for space, ring in rings.items():
        if space != "delhi":
            brush.stroke([*ring, ring[0]], "terracotta", 3.2)
    ramparts(brush, MAP.vertices[MAP.delhi.centre], MAP.delhi.radius, looks["delhi"].lit)
    _points(brush, meeting, shown)
    picture = brush.finish()
    _names(picture, window, shown, style)
    return picture


def _land(brush: Brush, ring: tuple[Point, ...], look: Look) -> None:
    brush.fill(ring, GROUND[look.status])
    if look.lit:
        brush.edge_inside(ring, LIT)
    elif look.status == "tributary":
        brush.edge_inside(ring, [("capital", 8.0)])  # narrower than `BAND_WIDE`, so pieces keep clear of it
    elif look.status in BAND:
        # The bands differ without colours too: whole, toothed or double.
        colour, ground = BAND[look.status], GROUND[look.status]
        match look.status:
            case "bahmani":
                brush.edge_inside(ring, [(colour, 9.5)], teeth=9)
                brush.edge_inside(ring, [(colour, 4.5)])
            case "vijayanagara":
                brush.edge_inside(ring, [(colour, 10.0), (ground, 7.5), (colour, 5.0)])
            case _:
                brush.edge_inside(ring, [(colour, 9.0)])


def _points(brush: Brush, meeting: bool, shown: Window) -> None:
    for key in MAP.meeting.points if meeting else ():
        x, y = MAP.vertices[key]
        brush.fill([(x, y - 15), (x + 15, y), (x, y + 15), (x - 15, y)], "terracotta")
        brush.fill([(x, y - 10), (x + 10, y), (x, y + 10), (x - 10, y)], "lamp")
    for spot in list_cities(shown):
        draw_city(brush, spot)


def _names(picture: Image.Image, window: Window, shown: Window, style: Print) -> None:
    for city, font in city_fonts(style, window.scale, shown):
        write(picture, window.at(city.label), city.name, font, PALETTE.rgb[CITY_INK], "mm")
    if shown.holds_all_round(MAP.range.label, *MAP.range.reach):
        (room, tall, _), (left, top) = range_name(window, style)
        for mask, colour in ((room, "ink"), (tall, "paper")):
            picture.paste(PALETTE.rgb[colour], (left, top), mask)
        note(picture, *_tilt(_name_range(style), window, _range_font(window, style)))


def _tilt(text: str, window: Window, font: Font) -> Iterator[Written]:
    """Yield the letters of the Range's name, each with its place along the tilted line."""
    tall, turn = cap_height(font), radians(MAP.range.turn)
    middle, (x, y) = width(text, font) / 2, window.at(MAP.range.label)
    for number, letter in enumerate(text):
        along = width(text[:number], font) + width(letter, font) / 2 - middle
        at_x, at_y = round(x + along * cos(turn)), round(y - along * sin(turn))
        half = tall * 3 // 8  # this box is a little smaller than the tilted letter
        yield Written(letter, (at_x - half, at_y - half, at_x + half, at_y + half), tall)


def list_cities(shown: Window) -> list[Point]:
    """Return the places of the Cities that a part of the map shows whole."""
    spots = [MAP.vertices[city.at] for city in MAP.cities.values()]
    return [spot for spot in spots if shown.holds_all_round(spot, CITY_REACH, CITY_REACH)]


def city_fonts(style: Print, scale: float, shown: Window | None = None) -> Iterator[tuple[City, Font]]:
    """Yield the Cities whose names this print writes, each with its font.

    In each yielded City, `label` is the place of the name in this print.

    `shown`: the part of the map in which a name must lie whole; None: any.
    """
    if not style.city:
        return
    font = Font("DurbarSans-Condensed", round(style.city * scale))
    for city in MAP.cities.values():
        label = city.large if style.few else city.label
        if label is not None and (
            shown is None or shown.holds_all_round(label, width(city.name, font) / 2 / scale, style.city / 2)
        ):
            yield city.model_copy(update={"label": label}), font


def _name_range(style: Print) -> str:
    return name.say("VINDHYA" if style.short else "VINDHYA RANGE")


def _range_font(window: Window, style: Print) -> Font:
    return Font(style.range.face, round(style.range.size * window.scale))


def range_name(
    window: Window, style: Print
) -> tuple[tuple[Image.Image, Image.Image, Image.Image], tuple[int, int]]:
    """Return three pictures of the name of the Vindhya Range, and their corner.

    The pictures: the letters with a rim, the letters alone, and the mask of all pixels of letters and rim.
    """
    return _range_name(window, _name_range(style), _range_font(window, style))


@lru_cache(maxsize=8)
def _range_name(
    window: Window, text: str, font: Font
) -> tuple[tuple[Image.Image, Image.Image, Image.Image], tuple[int, int]]:
    bold = load(font)
    edge = round(3 * window.scale)
    wide, high = round(bold.getlength(text)) + 4 * edge, round(bold.size) * 2
    room = Image.new("L", (wide, high))
    tall = Image.new("L", (wide, high))
    middle = wide // 2, high // 2
    ImageDraw.Draw(room).text(middle, text, 255, bold, anchor="mm", stroke_width=edge)
    ImageDraw.Draw(tall).text(middle, text, 255, bold, anchor="mm")
    x, y = window.at(MAP.range.label)
    turned = [mask.rotate(MAP.range.turn, Image.Resampling.BICUBIC, expand=True) for mask in (room, tall)]
    written = turned[0].point([255 * (level > 60) for level in range(256)])
    return (turned[0], turned[1], written), (x - turned[0].width // 2, y - turned[0].height // 2)


def _list_colours(looks: Mapping[str, Look]) -> frozenset[str]:
    """Return the colours of a map whose spaces have these looks."""
    statuses = {look.status for look in looks.values()}
    return COLOURS | {GROUND[status] for status in statuses} | {BAND[s] for s in statuses if s in BAND}


def base(window: Window, meeting: bool = True, style: Print = BOARD) -> Image.Image:
    """Return the map at the start, in palette indices. It is cached: copy it before you draw on it."""
    return _base(window, meeting, style, name.language)


@lru_cache(maxsize=40)
def _base(window: Window, meeting: bool, style: Print, _language: str) -> Image.Image:
    picture = PALETTE.match(paint(window, HOME, meeting, style=style), _list_colours(HOME))
    water(picture, window.scale)
    return picture


class Patch(NamedTuple):
    """A space to paste on the base map: its picture, the mask of the pixels to paste, and its box."""

    tile: Image.Image
    mask: Image.Image
    box: Box


def patch(window: Window, space: str, look: Look, meeting: bool = True, style: Print = BOARD) -> Patch | None:
    """Return a space in another look than at the start; None if no part of it is in the window."""
    return _patch(window, space, look, meeting, style, name.language)


@lru_cache(maxsize=400)
def _patch(
    window: Window, space: str, look: Look, meeting: bool, style: Print, _language: str
) -> Patch | None:
    pixels = [window.at(point) for point in outline(space)]
    xs, ys = [x for x, _ in pixels], [y for _, y in pixels]
    width, height = window.size
    box = max(0, min(xs)), max(0, min(ys)), min(width, max(xs) + 1), min(height, max(ys) + 1)
    if box[0] >= box[2] or box[1] >= box[3]:
        return None
    part = Window(
        window.left + box[0] / window.scale,
        window.top + box[1] / window.scale,
        window.left + box[2] / window.scale,
        window.top + box[3] / window.scale,
        window.scale,
    )
    looks = {**HOME, space: look}
    picture = paint(part, looks, meeting, window, style)
    mask = Image.new("1", picture.size)
    ImageDraw.Draw(mask).polygon([(x - box[0], y - box[1]) for x, y in pixels], fill=1)
    return Patch(PALETTE.match(picture, _list_colours(looks)), mask, box)
