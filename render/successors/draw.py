"""Draw the whole table, and close-ups of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import dist

from render.kit.brush import Window
from render.kit.canvas import Drawn, Sheet, finish, width
from render.kit.shapes import Point, Rect
from render.kit.written import note_piece
from render.successors.layout import COIN, LAYOUT, PANELS, WHOLE, Panel, panels_of, spot_in, window_of
from render.successors.marks import PLATE, Tile, anchor, coin, font_of, is_port, plate, put, temple, worth
from render.successors.mosaic import floor, patch
from render.successors.palette import PALETTE, TABLES
from render.successors.panels import lines, title
from rules.successors.board import AREAS, LABEL, PROVINCES, SEAS, VALUE
from rules.successors.forces import IS_LAND, KIND, OWNER, OWNERS
from rules.successors.view import View

SIZES = ("phone",)
BESIDE = LAYOUT.print.beside
AT = 0.72  # anchor, value and Home: their x and y distances from a coin's middle, in radii of the coin
PAD = 8  # pixels: the margin around a sea's code
TALL = 48  # pixels: the height of a sea's plate
OVER = 8  # pixels: how much higher than the value a Home is drawn
OVER_CLOSE = 15  # pixels: the same in a close-up, where the code is higher in the coin
NEAR = 90  # pixels: if a place is farther outside a window, nothing of it is visible
INNER = 0.8  # the part of a value's disc that a plate must not hide
UNDER = round(2 * COIN)  # how far the units and signs of a place reach from the middle of its coin
STEPS = 10  # places that are tried for a row of plates, on each side
BERTHS = (-2, 22, -24)  # how far below the middle of a coin its ships may be drawn (negative: above it)
CUT = 4  # pixels between the letters of a coin and the picture's edge
EDGE = 8  # pixels between a sea's plate and the picture's edge


def draw(view: View, highlight: frozenset[str], size: str, theme: str) -> Drawn:
    """Draw the whole table.

    Raises `KeyError` for a size, theme or highlighted place that does not exist.
    """
    if size not in SIZES:
        raise KeyError(f"successors has no size {size}; it has {', '.join(SIZES)}")
    for place in highlight:
        if place not in PROVINCES and place not in SEAS:
            raise KeyError(f"successors has no place {place}")
    return finish(sheet_of(view, highlight, WHOLE), TABLES[theme])


def crop(view: View, place: str, highlight: frozenset[str], theme: str) -> Drawn:
    """Draw a place and its surroundings at 1.5 times the usual size, with the place's units by type.

    Raises `KeyError` for a place or theme that does not exist.
    """
    if place not in PROVINCES and place not in SEAS:
        raise KeyError(f"successors has no place {place}")
    return finish(sheet_of(view, highlight, window_of(place), closely=place), TABLES[theme])


def extent(_: View, places: frozenset[str], size: str) -> Rect | None:
    """Return the box around these places; None for no places.

    If one panel has all of them, the box is in it.
    """
    there = [place for place in places if place in AREAS]
    if size not in SIZES or not there:
        return None
    shared = [panel for panel in PANELS.values() if all(_shows(panel, place) for place in there)]
    found = [spot_in(shared[0] if shared else next(panels_of(place)), place) for place in there]
    xs, ys = zip(*found, strict=True)
    return min(xs) - UNDER, min(ys) - UNDER, max(xs) + UNDER, max(ys) + UNDER


def _shows(panel: Panel, place: str) -> bool:
    return place in panel.places or place in panel.seas


def list_panels(_: str) -> list[Rect]:
    """Return the boxes of the title, of the parts of the map, and of the seats' lines."""
    return [LAYOUT.title.box, *(panel.box for panel in LAYOUT.panels.values()), LAYOUT.strip.box]


def sheet_of(view: View, lit: frozenset[str], window: Window, *, closely: str = "") -> Sheet:
    """Draw the table in a window, in palette indices.

    `closely`: the place that a close-up shows, "" for another picture.
    """
    sheet = ground_of(view, window)
    draw_things(sheet, view, lit, window, closely=closely)
    return sheet


def ground_of(view: View, window: Window) -> Sheet:
    """Draw the floor with the provinces in their controllers' colours, and the roads."""
    sheet = Sheet(PALETTE, floor(window).copy())
    for province, seat in view.controllers.items():
        found = patch(window, province, seat)
        if found is not None:
            sheet.paste(found.tile, found.left, found.top, found.mask)
    return sheet


def draw_things(sheet: Sheet, view: View, lit: frozenset[str], window: Window, *, closely: str = "") -> None:
    """Draw coins, units, leaders and seas. On the whole table, also draw the title and the seats' lines.

    `closely`: the place that a close-up shows, "" for another picture.
    """
    leaders = _find_leaders(view)
    homes = {seat.home: seat.key for seat in view.seats if seat.home and seat.alive}
    for sea in SEAS:
        _sea(sheet, view, sea, leaders, lit, window)
    for province in PROVINCES:
        _coin(sheet, province, homes, lit, window, bool(closely))
    taken = _list_discs(homes, window) if not closely else []
    for province in PROVINCES:
        _plates(sheet, view, province, leaders, window, taken, closely == province)
    if window == WHOLE:
        title(sheet, view)
        lines(sheet, view)


def _find_leaders(view: View) -> dict[str, list[str]]:
    """Return the seats whose leaders are at each place."""
    leaders: dict[str, list[str]] = {}
    for seat in view.seats:
        if seat.leader:
            leaders.setdefault(seat.leader, []).append(seat.key)
    return leaders


def find_rows(view: View, place: str, window: Window) -> list[tuple[float, float]]:
    """Return, for each panel in a window, the top and bottom of all things at a place, in map units."""
    stack, step = view.stacks.get(place, {}), PLATE + 2
    fleets = sum(1 for owner in OWNERS if stack.get(f"{owner}-f", 0))
    if place in SEAS:
        above, below = TALL / 2 + 4, TALL / 2 + 4 + -(-fleets // 2) * step
    else:
        sign = AT * COIN + OVER + LAYOUT.print.value
        above = max(COIN, sign, PLATE / 2 - min(BERTHS) + (fleets - 1) * step)
        below = COIN + 1 + len(rows_of(view, place, _find_leaders(view).get(place, []), False)) * step
    spots = (spot_in(panel, place) for panel in panels_of(place))
    return [(y - above, y + below) for x, y in spots if window.holds((x, y))]


def _spots(place: str, window: Window) -> Iterator[tuple[int, int]]:
    """Yield a place's middle in each panel that shows the place, in pixels.

    Leave out those far from the window.
    """
    for panel in panels_of(place):
        x, y = window.at(spot_in(panel, place))
        if -NEAR < x < window.size[0] + NEAR and -NEAR < y < window.size[1] + NEAR:
            yield x, y


def _coin(
    sheet: Sheet, province: str, homes: Mapping[str, str], lit: frozenset[str], window: Window,
    closely: bool,
) -> None:  # fmt: skip
    scale = window.scale
    aside = AT * COIN * scale
    for x, y in _spots(province, window):
        if not _is_legible(province, x, y, window):
            continue
        put(sheet, coin(province, scale, province in lit, closely), x, y)
        signs: list[tuple[Tile, float, float]] = []
        if is_port(province):
            signs.append((anchor(scale), x + aside, y + aside))
        if not closely and VALUE[province]:
            signs.append((worth(VALUE[province], scale), x + aside, y - aside))
        if province in homes:
            signs.append(
                (
                    temple(homes[province], scale),
                    x - aside,
                    y - aside - (OVER_CLOSE if closely else OVER) * scale,
                )
            )
        for tile, across, down in signs:
            if _fits(across, down, tile[0].width / 2, tile[0].height / 2, window):
                put(sheet, tile, across, down)


def _is_legible(place: str, x: float, y: float, window: Window) -> bool:
    """Return whether the window shows the letters of a coin whole. A coin with cut letters is not drawn."""
    font = font_of(LAYOUT.print.code, window.scale)
    return _fits(x, y, width(LABEL[place], font) / 2 + CUT, font.size / 2, window)


def _fits(x: float, y: float, half: float, tall: float, window: Window) -> bool:
    """Return whether a box with its middle at x, y is whole in the window."""
    return half <= x <= window.size[0] - half and tall <= y <= window.size[1] - tall


Box = tuple[float, float, float, float]


def _list_discs(homes: Mapping[str, str], window: Window) -> list[Box]:
    """Return the boxes of all values and Homes. Plates should hide as little of them as possible."""
    aside, half = AT * COIN * window.scale, LAYOUT.print.value * window.scale * INNER
    found: list[Box] = []
    for province in PROVINCES:
        for x, y in _spots(province, window):
            middles = [(x + aside, y - aside)] if VALUE[province] else []
            middles += [(x - aside, y - aside - OVER * window.scale)] if province in homes else []
            found += [(across - half, down - half, across + half, down + half) for across, down in middles]
    return found


def find_free(left: float, wide: float, down: float, tall: float, taken: Sequence[Box], most: float) -> float:
    """Return the left end of a row of plates, where the row hides as little of the boxes `taken` as possible.

    The row begins as near to `left` as that allows, and at most `most` pixels from `left`.
    """

    def hidden(at: float) -> float:
        return sum(
            max(0.0, min(at + wide, box[2]) - max(at, box[0]))
            * max(0.0, min(down + tall / 2, box[3]) - max(down - tall / 2, box[1]))
            for box in taken
        )

    moves = [way * most * step / STEPS for step in range(STEPS + 1) for way in (-1, 1)]
    return left + min(moves, key=lambda move: (round(hidden(left + move)), abs(move)))


def _plates(
    sheet: Sheet,
    view: View,
    province: str,
    leaders: Mapping[str, list[str]],
    window: Window,
    taken: Sequence[Box],
    closely: bool,
) -> None:
    """Draw the units below the coin and the ships to its left. Units hide little of the boxes `taken`.

    Call this after all coins are drawn, so that no coin hides a plate.
    """
    scale = window.scale
    for x, y in _spots(province, window):
        if not _is_legible(province, x, y, window):
            continue  # the coin of this place is not drawn, and its plates could hide another coin
        down = y + (COIN + PLATE / 2 + 1) * scale
        for row in rows_of(view, province, leaders.get(province, ()), closely):
            _row(sheet, row, x, down, scale, window.size[0], taken)
            down += (PLATE + 2) * scale
        ships = [(owner, n) for owner in OWNERS if (n := view.stacks.get(province, {}).get(f"{owner}-f", 0))]
        up = 0.0
        for owner, n in ships:
            tile = plate(owner, str(n), scale, ship=True)
            across, down = find_ship_spot(province, (x, y), tile[0].width, window)
            note_piece(sheet.image, put(sheet, tile, max(across, tile[0].width / 2 + 2), down - up))
            up += (PLATE + 2) * scale


def find_ship_spot(place: str, spot: Point, wide: int, window: Window) -> Point:
    """Return the place of a port's ships: to the left of the port's coin, and far from other coins."""
    scale = window.scale
    across = spot[0] - COIN * scale - wide / 2
    others = [other for each in PROVINCES if each != place for other in _spots(each, window)]
    rooms = [(across, spot[1] + down * scale) for down in BERTHS]
    return max(
        rooms, key=lambda room: min((dist(room, other) for other in others), default=0) - dist(room, spot)
    )


Plate = tuple[str, str, bool, bool]  # owner, text, leader, ship


def rows_of(view: View, place: str, leaders: object, closely: bool) -> list[list[Plate]]:
    """Return the rows of plates under a coin. Each owner's stack has a plate.

    A row has two plates; in a close-up it has one.
    """
    stack = view.stacks.get(place, {})
    there: list[Plate] = []
    assert isinstance(leaders, (list, tuple))
    for owner in OWNERS:
        units = {one: n for one, n in stack.items() if OWNER[one] == owner and IS_LAND[one]}
        if not units and owner not in leaders:
            continue
        text = str(sum(units.values())) if units else ""
        if closely and units:
            text = " ".join(f"{n}{_short(KIND[one])}" for one, n in units.items())
        there.append((owner, text, owner in leaders, False))
    if closely:
        return [[each] for each in there]
    return [there[at : at + 2] for at in range(0, len(there), 2)]


def _short(kind: str) -> str:
    """Return the letter of a unit type; a ring marks hired units: "I", "I°"."""
    return f"{kind[1].upper()}°" if len(kind) > 1 else kind.upper()


def _row(
    sheet: Sheet, row: list[Plate], x: float, y: float, scale: float, edge: int, taken: Sequence[Box] = ()
) -> None:
    tiles = [plate(owner, text, scale, leader, ship) for owner, text, leader, ship in row]
    wide = sum(tile[0].width for tile in tiles) + BESIDE * scale * (len(tiles) - 1)
    left = find_free(x - wide / 2, wide, y, PLATE * scale, taken, COIN * scale)
    left = min(max(left, 4), edge - wide - 4)
    for tile in tiles:
        note_piece(sheet.image, put(sheet, tile, left + tile[0].width / 2, y))
        left += tile[0].width + BESIDE * scale


def _sea(
    sheet: Sheet, view: View, sea: str, leaders: Mapping[str, list[str]], lit: frozenset[str], window: Window
) -> None:
    scale = window.scale
    for x, y in _spots(sea, window):
        font = font_of(LAYOUT.print.sea, scale)
        half, tall = width(sea, font) // 2 + round(PAD * scale), round(TALL / 2 * scale)
        middle = min(max(round(x), half + EDGE), window.size[0] - half - EDGE)
        ground, ink = ("lamp", "ink") if sea in lit else ("deep", "chart")
        if not tall <= round(y) <= window.size[1] - tall:
            continue  # the picture's edge would cut the letters
        box = (middle - half, round(y) - tall, middle + half, round(y) + tall)
        if sea in lit:
            out = round(4 * scale)
            sheet.rectangle((box[0] - out, box[1] - out, box[2] + out, box[3] + out), "ink")
        sheet.rectangle(box, ground, "foam" if sea not in lit else "glow", max(2, round(3 * scale)))
        sheet.text(middle, round(y), sea, font, ink, ground, "m")
        row: list[Plate] = []
        stack = view.stacks.get(sea, {})
        for owner in OWNERS:
            n = stack.get(f"{owner}-f", 0)
            aboard = sum(k for one, k in stack.items() if OWNER[one] == owner and IS_LAND[one])
            if n:
                row.append(
                    (owner, f"{n} ({aboard})" if aboard else str(n), owner in leaders.get(sea, ()), True)
                )
        down = y + (TALL / 2 + PLATE / 2 + 4) * scale
        for at in range(0, len(row), 2):
            _row(sheet, row[at : at + 2], x, down, scale, window.size[0])
            down += (PLATE + 2) * scale
