"""Draw a view: the garden with its twelve beds, the palaces and tiles on it, and the panels around it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render import painter
from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_number, legible_size, number_marks
from render.kit.shapes import Rect, Spot, square
from render.kit.stamps import ring
from render.kit.written import cut, lay, note_piece, read_pieces, read_texts
from render.taj_mahal.garden import OVER, VISITED, WAITS, marble, province
from render.taj_mahal.layout import (
    AGRA,
    CELL,
    CITY,
    CLOSE_UP,
    EDGE,
    LAYOUT,
    LINE,
    MAP_BOTTOM,
    MIDDLES,
    PLACES,
    SCALES,
    WIDE,
    cell,
    height,
)
from render.taj_mahal.names import find_letters, name
from render.taj_mahal.palette import PALETTE, TABLES
from render.taj_mahal.panels import BOLD, TITLE, Gains, Pen, draw_head, supply, table
from render.taj_mahal.pieces import bonus, draw_taken, good, palace, standing_out, tile
from rules.taj_mahal.board import CITIES, NEIGHBOURS, PROVINCE_OF, ROADS, TAJ_MAHAL
from rules.taj_mahal.cards import INFLUENCE
from rules.taj_mahal.points import find_network
from rules.taj_mahal.tiles import TAJ
from rules.taj_mahal.view import CityView, ProvinceView, View

GROUND = {WAITS: "meadow", VISITED: "sun", OVER: "fallow"}
TALLEST = 1.4  # the greatest height of a close-up, as a multiple of its width
FLAT = 0.7  # the same for a screen with little room
Lit = tuple[tuple[str, str], ...]


class Deeds(NamedTuple):
    """What happened between two views.

    `cities`: the cities where palaces were built. `roads`: the roads over which palaces scored points.
    """

    cities: frozenset[str]
    roads: Lit
    points: Mapping[str, int]  # the points of each seat that scored
    won: Mapping[str, tuple[str, ...]]  # the prizes that each seat took from court
    here: bool  # whether both views are in the same visit
    withdrew: bool  # whether a seat has finished a withdrawal


Tale = painter.Tale[View, Deeds]


def read(view: View, tale: painter.Tale[View]) -> Deeds:
    """Return the events since an earlier view: palaces, their roads, points, and wins."""
    before = tale.before
    views = [before, *(tale.during or ()), view]
    new = frozenset(
        city
        for city in PLACES
        if view.palaces.get(city) != before.palaces.get(city)
        or view.crowns.get(city) != before.crowns.get(city)
    )
    roads: dict[tuple[str, str], None] = {}
    for city in sorted(new):
        seats = {
            seat
            for there, then in ((view.palaces, before.palaces), (view.crowns, before.crowns))
            if (seat := there.get(city)) is not None and then.get(city) != seat
        }
        for seat in seats:
            net = set(find_network(view.find_cities(seat), PROVINCE_OF[city]))
            roads |= dict.fromkeys(road for road in ROADS if road[0] in net and road[1] in net)
    then = {player.key: player for player in before.players}
    points = {p.key: p.points - then[p.key].points for p in view.players if p.points != then[p.key].points}
    won: dict[str, list[str]] = {}
    for one, other in pairwise(views):
        old = {player.key: player for player in one.players}
        for player in other.players:
            mine, theirs = player.influence, old[player.key].influence
            # After a win, the seat has one tile more with this letter. But if the new tile made a pair, the
            # pair was traded at once, and the seat has one tile less.
            gained = [letter for letter in INFLUENCE if mine.get(letter, 0) != theirs.get(letter, 0)]
            gained += ["E"] * (len(player.tiles) > len(old[player.key].tiles))
            had, has = ({c for c, s in v.crowns.items() if s == player.key} for v in (one, other))
            gained += ["C"] * (len(has) > len(had))
            won.setdefault(player.key, []).extend(gained)
    return Deeds(
        new,
        tuple(roads),
        points,
        {seat: tuple(got) for seat, got in won.items() if got},
        view.visit == before.visit,
        view.visit != before.visit or any(p.is_out and not then[p.key].is_out for p in view.players),
    )


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """Draw the whole table.

    `highlight`: cities to light up. `size`: a key of `SCALES`. Raises `KeyError` for an unknown size, theme
    or city.
    """
    table_of = TABLES[theme]
    return finish(whole(view, highlight, SCALES[size]), table_of)


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """Draw the whole table with what happened: new palaces and the roads over which they scored are lit."""
    table_of = TABLES[theme]
    deeds: Deeds = tale.deeds
    return finish(whole(view, deeds.cities, SCALES[size], deeds), table_of)


def whole(view: View, highlight: frozenset[str], scale: float, deeds: Deeds | None = None) -> Sheet:
    """Draw the whole table at any scale, in palette indices. Raises `KeyError` for an unknown city."""
    if strangers := highlight - PLACES.keys():
        raise KeyError(f"no such city: {', '.join(sorted(strangers))}")
    sheet = Sheet(PALETTE, marble(height(len(view.players)), scale).copy())
    pen = Pen(sheet, scale)
    draw_head(pen, view)
    supply(pen, view)
    garden(pen, view, highlight, deeds.roads if deeds else ())
    table(pen, view, MAP_BOTTOM + LINE, _list_gains(deeds) if deeds else {})
    return sheet


def _list_gains(deeds: Deeds) -> dict[str, Gains]:
    """Return for each seat the points and the prizes to show in its row of the table."""
    return {
        seat: Gains(deeds.points.get(seat, 0), deeds.won.get(seat, ()) if deeds.here else ())
        for seat in (*deeds.points, *deeds.won)
    }


def look(view: View, province_: ProvinceView) -> str:
    """Return the look of a province's bed. It says whether its visit is to come, is going on, or is over."""
    if view.over or 0 < province_.number < view.visit:
        return OVER
    return VISITED if province_.number == view.visit and view.visit else WAITS


def garden(pen: Pen, view: View, highlight: frozenset[str], roads: Lit = ()) -> None:
    """Draw the twelve provinces with their cities and palaces."""
    for each in view.provinces:
        near = tuple(road for road in roads if each.key in (PROVINCE_OF[road[0]], PROVINCE_OF[road[1]]))
        left, top, _, _ = cell(each.key)
        ground = province(each.key, look(view, each), pen.scale, near)
        pen.sheet.paste(ground, pen.at(left), pen.at(top))
    for each in view.provinces:
        _province(pen, view, each, highlight)


def _province(
    pen: Pen,
    view: View,
    each: ProvinceView,
    highlight: frozenset[str],
    bare: frozenset[str] = frozenset(),
) -> None:
    """Draw what is in a province. `bare`: the empty cities that are drawn without their own numbers."""
    ground = GROUND[look(view, each)]
    x, y = MIDDLES[each.key]
    if each.key == AGRA:
        _agra(pen, view, each, ground)
    else:
        _name(pen, name(each.key), x, y - LAYOUT.map.name, ground)
        if each.owner:
            drawn = draw_taken(each.owner, pen.at(LAYOUT.map.tile), ground)
            pen.put(drawn, x, y, ground)
        elif _is_open(view, each):
            lit = look(view, each) == VISITED
            drawn = tile(each.number, each.goods, pen.at(LAYOUT.map.tile), ground, lit)
            pen.put(drawn, x, y, ground)
    for city in each.cities:
        if city.key not in bare:
            _city(pen, city, city.key in highlight)


def _is_open(view: View, each: ProvinceView) -> bool:
    """Return whether a province's tile is still on the map."""
    return bool(each.number) and look(view, each) != OVER


def _name(pen: Pen, text: str, x: float, y: float, ground: str) -> None:
    """Write the name of a province at x, y on a plate of the ground's colour."""
    size = LAYOUT.map.title
    half_wide, half_high = pen.wide(text, TITLE, size) / 2 + 8, size * 0.4
    pen.fill(x - half_wide, y - half_high, x + half_wide, y + half_high, ground)
    pen.text(x, y, text, TITLE, size, "ink", ground, "m")


def _agra(pen: Pen, view: View, each: ProvinceView, ground: str) -> None:
    """Write Agra's name, and to the right draw its tile (number, then goods) or the winner's palace."""
    it = LAYOUT.map
    x, y = MIDDLES[each.key]
    y -= it.name
    goods = each.goods if _is_open(view, each) else ()
    beside = 0 if not (each.owner or goods) else it.plaque + len(goods) * it.good
    long = pen.wide(name(each.key), TITLE, it.title) + 16
    x -= (long + beside) / 2
    _name(pen, name(each.key), x + long / 2, y, ground)
    x += long + it.plaque / 2
    if each.owner:
        pen.put(palace(each.owner, pen.at(it.sign), ground), x, y, ground)
    elif goods:
        lit = look(view, each) == VISITED
        pen.put(tile(each.number, (), pen.at(it.plaque), ground, lit), x, y, ground)
        x += (it.plaque + it.good) / 2
        for number, key in enumerate(goods):
            pen.put(good(key, pen.at(it.good), ground), x + number * it.good, y)


def _city(pen: Pen, city: CityView, lit: bool) -> None:
    x, y = PLACES[city.key]
    letters = tuple(find_letters(seat) for seat in (city.palace, city.crown) if seat)
    tile_, corner = _draw_palaces(city.key, city.palace, city.crown, city.bonus, lit, pen.scale, letters)
    pen.sheet.paste(tile_[0], pen.at(x) - corner, pen.at(y) - corner, tile_[1])


@lru_cache(maxsize=1024)
def _draw_palaces(
    key: str, normal: str, crown: str, tile_: str, lit: bool, scale: float, _letters: tuple[str, ...]
) -> tuple[tuple[Image.Image, Image.Image], int]:
    """Return the picture of a city's palaces (in palette indices) with its mask.

    Also return how far the palaces extend to each side. `_letters`: the letters on them, which depend on the
    language of the picture.
    """
    it = LAYOUT.map
    reach = round(it.reach_of_city * scale)
    image, mask = Image.new("L", (2 * reach, 2 * reach)), Image.new("1", (2 * reach, 2 * reach))
    ground = "paper" if key == TAJ_MAHAL else "silk"

    def at(n: float) -> int:
        return round(n * scale)

    def put(drawn: Image.Image, dx: float = 0, dy: float = 0) -> None:
        left, top = reach - drawn.width // 2 + at(dx), reach - drawn.height // 2 + at(dy)
        only = standing_out(drawn, ground)
        lay(image, drawn, (left, top), only)
        mask.paste(1, (left, top), only)

    if lit:
        under = Image.new("RGB", image.size, PALETTE.rgb[ground])
        radius = CITY / 2 + it.ring_out
        for thick, colour in ((it.ring + it.ring_edge, "ink"), (it.ring, "glow")):
            ring(under, (reach, reach), radius * scale, thick * scale, PALETTE.rgb[colour])
        put(PALETTE.match(under, frozenset({ground, "ink", "glow"})))
    shared = it.beside if normal and crown else 0
    if normal:
        put(palace(normal, at(it.sign), ground), -shared)
    if crown:
        beside = -it.beside if tile_ and not normal else shared
        put(palace(crown, at(it.crown), ground, crowned=True), beside, it.sign / 2 - it.crown / 2)
    if tile_ and crown and not normal:
        put(bonus(tile_, at(it.bonus), ground), it.over, it.under)
    elif tile_ and not (normal or crown):
        put(bonus(tile_, at(it.taj if tile_ == TAJ else it.bonus), ground))
    elif not (normal or crown):
        put(_number(key[-1], at(it.digit), ground))
    return (image, mask), reach


@lru_cache(maxsize=32)
def _number(text: str, size: int, ground: str) -> Image.Image:
    """Return the number of an empty city."""
    sheet = Sheet(PALETTE, Image.new("L", (size, size), PALETTE[ground]))
    Pen(sheet, 1).text(size / 2, size / 2, text, BOLD, size, "edge", ground, "m")
    return sheet.image


def extent(view: View, cities: frozenset[str], size: str) -> Rect | None:
    """Return the box around the provinces of these cities; for no cities, the box of the seats' table."""
    if size not in SCALES:
        return None
    boxes = [_scale(cell(PROVINCE_OF[city]), size) for city in cities if city in PROVINCE_OF]
    if not boxes:
        return _scale((0, MAP_BOTTOM + LINE, WIDE, height(len(view.players))), size)
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def list_panels(view: View, _tale: object, size: str) -> list[Rect]:
    """Return the boxes of the head, the supply, the provinces and the seats' rows in a picture of this size.

    The table's head belongs to the first row: a picture that ends below the head would show a title alone.
    """
    head = MAP_BOTTOM + LINE
    ends = (head + LAYOUT.table.head + n * LAYOUT.table.row for n in range(1, len(view.players) + 1))
    edges = [head, *ends]
    rows = [(0, top, WIDE, bottom) for top, bottom in pairwise(edges)]
    above = EDGE + LAYOUT.head.high
    upper = [(0, 0, WIDE, above), (0, above, WIDE, above + LAYOUT.supply.high)]
    return [_scale(box, size) for box in (*upper, *map(cell, MIDDLES), *rows)]


def _scale(box: Rect, size: str) -> Rect:
    return _scale_by(box, SCALES[size])


def _scale_by(box: tuple[float, float, float, float], scale: float) -> Rect:
    left, top, right, bottom = (round(edge * scale) for edge in box)
    return left, top, right, bottom


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """Draw a province close up.

    Raises `KeyError` for an unknown province or theme.
    """
    if space not in MIDDLES:
        raise KeyError(f"no such province: {space}")
    return finish(_close(view, space, highlight), TABLES[theme])


def _close(
    view: View,
    space: str,
    highlight: frozenset[str] = frozenset(),
    marks: tuple[str, ...] = (),
    roads: Lit = (),
    also: Collection[str] = (),
    tallest: float = TALLEST,
) -> Sheet:
    """Draw a province, those to which `roads` lead, and those in `also`, as large as the width allows.

    If they are higher than `tallest` (a multiple of their width), the provinces beside them are drawn too.
    The cities in `marks` get numbers.
    """
    shown = {space, *also, *(PROVINCE_OF[city] for road in roads for city in road)}
    lefts, tops, rights, bottoms = zip(*map(cell, sorted(shown)), strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    edge, other = min(box[0] for box in map(cell, MIDDLES)), max(box[2] for box in map(cell, MIDDLES))
    while bottom - top > tallest * (right - left) and right - left < other - edge:  # widen it for a phone
        left, right = (left - CELL[0], right) if left > edge else (left, right + CELL[0])
    scale = min(CLOSE_UP, WIDE / (right - left))
    pen = Pen(Sheet(PALETTE, Image.new("L", (round(WIDE * scale), round(MAP_BOTTOM * scale)))), scale)
    within = [each for each in view.provinces if left <= MIDDLES[each.key][0] <= right]
    within = [each for each in within if top <= MIDDLES[each.key][1] <= bottom]
    for each in within:
        near = tuple(road for road in roads if each.key in (PROVINCE_OF[road[0]], PROVINCE_OF[road[1]]))
        ground = province(each.key, look(view, each), scale, near)
        pen.sheet.paste(ground, pen.at(cell(each.key)[0]), pen.at(cell(each.key)[1]))
    empty = {city.key for each in within for city in each.cities if city.key in marks and _is_empty(city)}
    for each in within:
        _province(pen, view, each, highlight, frozenset(empty))
        for city in each.cities:
            if not _is_empty(city):
                x, y = PLACES[city.key]
                across, half = _measure(city)
                note_piece(pen.sheet.image, _scale_by((x - across, y - half, x + across, y + half), scale))
    sheet = Sheet(PALETTE, cut(pen.sheet.image, _scale_by((left, top, right, bottom), scale)))
    corner = pen.at(left), pen.at(top)

    least = legible_size(sheet.image.width)
    large, small = (max(least, pen.at(size)) for size in (LAYOUT.map.number, LAYOUT.map.number_beside))
    cities = {city.key: city for each in within for city in each.cities}
    for mark, number in number_marks(marks).items():
        if mark in empty:
            x, y = PLACES[mark]
            draw_number(sheet, (pen.at(x) - corner[0], pen.at(y) - corner[1]), number, large)
        elif mark in cities:
            draw_number(sheet, _find_room(sheet, pen, cities[mark], corner, small), number, small)
    return sheet


def _is_empty(city: CityView) -> bool:
    return not (city.palace or city.crown or city.bonus)


def _measure(city: CityView) -> tuple[float, float]:
    """Return how far the pieces in a city extend to each side, and up and down."""
    it = LAYOUT.map
    half = (it.sign if city.palace or city.crown else it.taj if city.bonus == TAJ else it.bonus) / 2
    shared = city.crown and (city.palace or city.bonus)
    return half + (it.beside if shared else 0), half


def _find_room(sheet: Sheet, pen: Pen, city: CityView, corner: Spot, size: int) -> Spot:
    """Return the middle of a number at the rim of a city with pieces.

    If possible, the number covers no text and no piece.
    """
    x, y = PLACES[city.key]
    across, out = pen.at(_measure(city)[0]) + size // 2 + 1, pen.at(LAYOUT.map.number_up)
    middle = pen.at(x) - corner[0], pen.at(y) - corner[1]
    spots = [(middle[0] + dx * across, middle[1] + dy * out) for dy in (-1, 0, 1) for dx in (1, -1)]
    things = [*(text.box for text in read_texts(sheet.image)), *read_pieces(sheet.image)]

    def is_free(spot: Spot) -> bool:
        left, top, right, bottom = square(spot, size)
        inside = left >= 0 and top >= 0 and right <= sheet.image.width and bottom <= sheet.image.height
        return inside and all(
            right <= box[0] or box[2] <= left or bottom <= box[1] or box[3] <= top for box in things
        )

    return next(filter(is_free, spots), spots[0])


def list_joining(view: View, province: str) -> Lit:
    """4.3: return the roads that join a palace in this province to the viewer's own palaces."""
    own = set(view.find_cities(view.viewer)) if view.viewer else set()
    net = {*find_network(own | {*CITIES[province]}, province)}
    return tuple(road for road in ROADS if {*road} <= net and {*road} & own)


def draw_province(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """Draw the current province close up."""
    return number_cities(view, (), theme)


def number_cities(view: View, marks: tuple[str, ...], theme: str, tallest: float = TALLEST) -> Drawn:
    """Draw the current province. Each city that is an answer has the number of its button.

    The roads that join this province to the viewer's own palaces are lit. Palaces at the other ends are
    shown. If no road joins the province to them, the provinces still to come on its roads are shown instead.
    """
    here = view.province or view.provinces[0].key
    roads = list_joining(view, here)
    near = () if roads else _find_neighbours(view, here)
    return finish(_close(view, here, frozenset(), marks, roads, near, tallest), TABLES[theme])


def flatten_cities(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the current province and its roads, with the provinces beside them, so that the picture is low."""
    return number_cities(view, marks, theme, FLAT)


def number_cities_alone(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """Draw the current province alone, for a screen with too little room for the far ends of its roads."""
    return finish(_close(view, view.province or view.provinces[0].key, marks=marks), TABLES[theme])


def near(view: View, tale: Tale, theme: str, tallest: float) -> Drawn | None:
    """Draw the province in which palaces were built, close up. The palaces and their roads are lit.

    Return None if no palace was built, or if palaces were built in several provinces.
    """
    deeds: Deeds = tale.deeds
    built = {PROVINCE_OF[city] for city in deeds.cities}
    if len(built) != 1:
        return None
    (here,) = built
    also = () if deeds.roads else _find_neighbours(view, here)
    return finish(_close(view, here, deeds.cities, (), deeds.roads, also, tallest), TABLES[theme])


def _find_neighbours(view: View, province: str) -> set[str]:
    """4.3: return the provinces that a road joins to this one, if their visit is still to come."""
    ends = {PROVINCE_OF[near] for city in CITIES[province] for near in NEIGHBOURS[city]}
    return {each.key for each in view.provinces if each.key in ends and each.number > view.visit}
