"""The picture of a view: the garden with its twelve beds, the palaces and tiles on it, and what lies beside
it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from render.kit.canvas import Drawn, Sheet, finish
from render.kit.numbers import draw_number
from render.kit.stamps import ring
from render.kit.written import cut, lay
from render.painter import Tale
from render.taj_mahal.garden import OVER, VISITED, WAITS, marble, province
from render.taj_mahal.layout import (
    CITY,
    CLOSE_UP,
    MAP_BOTTOM,
    MIDDLES,
    NAME,
    PLACES,
    ROW,
    SCALES,
    TABLE_HEAD,
    TILE,
    WIDE,
    cell,
    height,
    tile_spot,
)
from render.taj_mahal.palette import PALETTE, TABLES
from render.taj_mahal.panels import APART, BOLD, SUMS, TITLE, Pen, head, row_ground, supply, table
from render.taj_mahal.pieces import bonus, palace, standing_out, taken, tile
from rules.taj_mahal.board import FORTRESSES, PROVINCE_OF, ROADS
from rules.taj_mahal.cards import INFLUENCE, SYMBOLS
from rules.taj_mahal.points import find_network
from rules.taj_mahal.view import CityView, ProvinceView, View

GROUND = {WAITS: "meadow", VISITED: "sun", OVER: "fallow"}
Lit = tuple[tuple[str, str], ...]


class Deeds(NamedTuple):
    """What happened between two views. `cities`: where palaces came to stand; `roads`: those that scored."""

    cities: frozenset[str]
    roads: Lit
    points: Mapping[str, int]  # seat to the points it scored, none of them 0
    won: Mapping[str, tuple[str, ...]]  # seat to what it took from court
    here: bool  # all in one visit


def read(view: View, tale: Tale) -> Deeds:
    """What happened since an earlier view: palaces, the roads that connected them, points, what was won."""
    before: View = tale.before
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
            # one tile more, or one less: the second of a pair, which was traded at once
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
    )


def draw(
    view: View, highlight: frozenset[str] = frozenset(), size: str = "phone", theme: str = "day"
) -> Drawn:
    """The whole table. `highlight`: cities to light up; `size`: of SCALES.

    Raises `KeyError` for an unknown size, theme or city.
    """
    table_of = TABLES[theme]
    return finish(whole(view, highlight, SCALES[size]), table_of)


def tell(view: View, tale: Tale, size: str = "phone", theme: str = "day") -> Drawn:
    """The whole table with what happened: new palaces lit, and the roads over which they scored."""
    table_of = TABLES[theme]
    deeds: Deeds = tale.deeds
    return finish(whole(view, deeds.cities, SCALES[size], deeds), table_of)


def whole(view: View, highlight: frozenset[str], scale: float, deeds: Deeds | None = None) -> Sheet:
    """The whole table at any scale, in palette indices. Raises `KeyError` for an unknown city."""
    if strangers := highlight - PLACES.keys():
        raise KeyError(f"no such city: {', '.join(sorted(strangers))}")
    sheet = Sheet(PALETTE, marble(height(len(view.players)), scale).copy())
    pen = Pen(sheet, scale)
    head(pen, view)
    supply(pen, view)
    garden(pen, view, highlight, deeds.roads if deeds else ())
    table(pen, view, MAP_BOTTOM + 6)
    if deeds is not None:
        _scored(pen, view, deeds)
    return sheet


def _scored(pen: Pen, view: View, deeds: Deeds) -> None:
    """The points of each seat since then and what it took from court, on its row."""
    for number, player in enumerate(view.players):
        top = MAP_BOTTOM + 6 + TABLE_HEAD + number * ROW
        ground = row_ground(player)
        if n := deeds.points.get(player.key):
            pen.fill(286, top + 18, 334, top + 58, ground)
            pen.text(310, top + ROW / 2 + 1, f"+{n}", BOLD, 34, "rubric", ground, "m")
        if (won := deeds.won.get(player.key, ())) and deeds.here:
            pen.fill(SUMS, top + 4, SUMS + len(SYMBOLS) * APART, top + ROW - 4, ground)
            for letter in won:
                pen.symbol(
                    letter, SUMS + (SYMBOLS.index(letter) + 0.5) * APART, top + ROW / 2 + 1, 50, ground
                )


def look(view: View, province_: ProvinceView) -> str:
    """How a bed looks: it waits, is visited, or was."""
    if view.over or 0 < province_.number < view.visit:
        return OVER
    return VISITED if province_.number == view.visit and view.visit else WAITS


def garden(pen: Pen, view: View, highlight: frozenset[str], roads: Lit = ()) -> None:
    """The twelve provinces with all that stands on them."""
    for each in view.provinces:
        near = tuple(road for road in roads if each.key in (PROVINCE_OF[road[0]], PROVINCE_OF[road[1]]))
        left, top, _, _ = cell(each.key)
        ground = province(each.key, look(view, each), pen.scale, near)
        pen.sheet.paste(ground, pen.at(left), pen.at(top))
    for each in view.provinces:
        _province(pen, view, each, highlight)


def _province(pen: Pen, view: View, each: ProvinceView, highlight: frozenset[str]) -> None:
    how = look(view, each)
    ground = GROUND[how]
    x, y = MIDDLES[each.key]
    beside = len(each.cities) > 4  # Agra's tile lies beside its name
    over = how == OVER
    label_x = x - 26 if beside else x
    half = pen.wide(each.name, TITLE, 38) / 2 + 8
    pen.fill(label_x - half, y + NAME - 16, label_x + half, y + NAME + 16, ground)
    pen.text(label_x, y + NAME, each.name, TITLE, 38, "ink", ground, "m")
    u, v = tile_spot(each.key)
    size = round(TILE * (0.8 if beside else 1))
    if each.owner:
        drawn = taken(each.owner, pen.at(size * 0.9), ground)
    elif each.number and not over:
        drawn = tile(each.number, each.goods, pen.at(size), ground, how == VISITED)
    else:
        drawn = None
    if drawn is not None:
        only = standing_out(drawn, ground)
        pen.sheet.paste(drawn, pen.at(u) - drawn.width // 2, pen.at(v) - drawn.height // 2, only)
    for city in each.cities:
        _city(pen, city, city.key in highlight)


def _city(pen: Pen, city: CityView, lit: bool) -> None:
    x, y = PLACES[city.key]
    tile_, corner = _stand(city.key, city.palace, city.crown, city.bonus, lit, pen.scale)
    pen.sheet.paste(tile_[0], pen.at(x) - corner, pen.at(y) - corner, tile_[1])


@lru_cache(maxsize=1024)
def _stand(
    key: str, normal: str, crown: str, tile_: str, lit: bool, scale: float
) -> tuple[tuple[Image.Image, Image.Image], int]:
    """What stands in a city, in palette indices, the pixels that count, and how far it reaches to a side."""
    reach = round((CITY / 2 + 18) * scale)
    image, mask = Image.new("L", (2 * reach, 2 * reach)), Image.new("1", (2 * reach, 2 * reach))
    ground = "paper" if key.startswith("agr-5") else "silk"
    room = round(CITY * scale)

    def put(drawn: Image.Image, dx: float = 0, dy: float = 0) -> None:
        left, top = (
            reach - drawn.width // 2 + round(dx * scale),
            reach - drawn.height // 2 + round(dy * scale),
        )
        only = standing_out(drawn, ground)
        lay(image, drawn, (left, top), only)
        mask.paste(1, (left, top), only)

    if lit:
        under = Image.new("RGB", image.size, PALETTE.rgb[ground])
        ring(under, (reach, reach), (CITY / 2 + 7) * scale, 8 * scale, PALETTE.rgb["glow"])
        drawn = PALETTE.match(under)
        lay(image, drawn, (0, 0))
        mask.paste(standing_out(drawn, ground), (0, 0))
    if normal and crown:
        put(palace(normal, round(room * 0.66), ground), -17, 4)
        put(palace(crown, round(room * 0.82), ground, crowned=True), 17, -4)
    elif normal or crown:
        put(
            palace(normal or crown, round(room * (0.8 if normal else 0.94)), ground, bool(crown)),
            0,
            -1 if normal else -4,
        )
    elif tile_:
        put(bonus(tile_, round(room * (0.78 if tile_ != "taj" else 1.55)), ground))
    else:
        put(_number(key[-1], round(room * 0.6), ground))
    if tile_ and crown and not normal:
        put(bonus(tile_, round(room * 0.46), ground), 19, 19)
    return (image, mask), reach


@lru_cache(maxsize=32)
def _number(text: str, size: int, ground: str) -> Image.Image:
    """The number of an empty city."""
    sheet = Sheet(PALETTE, Image.new("L", (size, size), PALETTE[ground]))
    Pen(sheet, 1).text(size / 2, size / 2, text, BOLD, size, "edge", ground, "m")
    return sheet.image


def crop(view: View, space: str, highlight: frozenset[str] = frozenset(), theme: str = "day") -> Drawn:
    """A province close up. Raises `KeyError` for an unknown province or
    theme."""
    if space not in MIDDLES:
        raise KeyError(f"no such province: {space}")
    return finish(_close(view, space, highlight), TABLES[theme])


def _close(
    view: View, space: str, highlight: frozenset[str] = frozenset(), marks: tuple[str, ...] = ()
) -> Sheet:
    each = view.place(space)
    pen = Pen(
        Sheet(PALETTE, Image.new("L", (round(WIDE * CLOSE_UP), round(MAP_BOTTOM * CLOSE_UP)))), CLOSE_UP
    )
    left, top, right, bottom = cell(space)
    pen.sheet.paste(province(space, look(view, each), CLOSE_UP), pen.at(left), pen.at(top))
    _province(pen, view, each, highlight)
    for number, key in enumerate(marks, 1):
        if key in PLACES:
            x, y = PLACES[key]
            draw_number(pen.sheet, (pen.at(x + 34), pen.at(y - 26)), number, 60)
    box = (pen.at(left), pen.at(top), pen.at(right), pen.at(bottom))
    return Sheet(PALETTE, cut(pen.sheet.image, box))


def draw_province(view: View, _tale: Tale | None, theme: str) -> Drawn:
    """The current province, close up."""
    return number_cities(view, (), theme)


def number_cities(view: View, marks: tuple[str, ...], theme: str) -> Drawn:
    """The current province, with the numbers of a question's buttons at the cities they stand for."""
    here = view.province or view.provinces[0].key
    return finish(_close(view, here, frozenset(), marks), TABLES[theme])


__all__ = ["FORTRESSES", "Deeds", "crop", "draw", "number_cities", "read", "tell", "whole"]
