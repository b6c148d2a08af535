"""Draw the whole table, and close-ups of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from math import dist, hypot, inf
from typing import NamedTuple

from render.kit.brush import Window
from render.kit.canvas import Drawn, Sheet, finish, width
from render.kit.shapes import Point, Rect, Spot, shrunk
from render.kit.written import note_piece, read_texts
from render.successors.layout import COIN, LAYOUT, PANELS, WHOLE, Panel, panels_of, spot_in, window_of
from render.successors.marks import (
    PLATE,
    UP,
    Tile,
    anchor,
    coin,
    font_of,
    is_port,
    plate,
    put,
    swords,
    temple,
    worth,
)
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
OVER = 8  # pixels: how much higher than the value the Home's sign is
OVER_CLOSE = 15  # pixels: the same in a close-up, where the code stands higher on the coin
NEAR = 90  # pixels: if a place is farther than this outside a window, no part of it is visible
INNER = 0.8  # plates avoid the inner part of a disc or coin, up to this fraction of its radius
UNDER = round(2 * COIN)  # how far the units and signs of a place reach from the middle of its coin
MAX_SPOTS = 4096  # each cache of the pieces' spots holds at most this many
STEPS = 10  # a plate is moved in steps; the radius of a coin has this many steps
CLEAR = 4  # pixels between a plate and a text
FACE = 0.25  # the penalty if a plate hides a coin; the penalty for a value, an anchor or a Home is 1
PIECE = 2.0  # the penalty if a plate hides another plate
TEXT = 4.0  # the penalty if a plate hides the name of a place or another text
EDGE_OF_PLATE = 4  # pixels between a plate and the picture's edge
ASIDE = 1.2  # the distance of a battle's swords from a coin's middle, in radii of the coin
MOVES = sorted(
    ((across, down) for across in range(-40, 41) for down in range(-40, 41)), key=lambda move: hypot(*move)
)  # the moves of a plate away from its usual place, in steps, the shortest move first
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
    """Return the box around these places, no higher than their panels; None for no places.

    If one panel has all of these places, the box is not above or below this panel.
    """
    there = [place for place in places if place in AREAS]
    if size not in SIZES or not there:
        return None
    shared = [panel for panel in PANELS.values() if all(_shows(panel, place) for place in there)]
    panels = [shared[0] if shared else next(panels_of(place)) for place in there]
    xs, ys = zip(*(spot_in(panel, place) for panel, place in zip(panels, there, strict=True)), strict=True)
    top, bottom = (edge(panel.box[at] for panel in panels) for edge, at in ((min, 1), (max, 3)))
    top, bottom = max(top, min(ys) - UNDER), min(bottom, max(ys) + UNDER)
    return min(xs) - UNDER, top, max(xs) + UNDER, bottom


def _shows(panel: Panel, place: str) -> bool:
    return place in panel.places or place in panel.seas


def list_panels(_view: View, _tale: object, _size: str) -> list[Rect]:
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


def draw_things(
    sheet: Sheet, view: View, lit: frozenset[str], window: Window, *, closely: str = "",
    fights: Iterable[str] = (),
) -> None:  # fmt: skip
    """Draw coins, units, leaders and seas. On the whole table, also draw the title and the seats' lines.

    `closely`: the place that a close-up shows, "" for another picture. `fights`: the places to mark with
    crossed swords.
    """
    leaders = _find_leaders(view)
    homes = {seat.home: seat.key for seat in view.seats if seat.home and seat.alive}
    for sea in SEAS:
        _sea(sheet, sea, lit, window)
    for province in PROVINCES:
        _coin(sheet, province, homes, lit, window, bool(closely))
    taken = _list_taken(sheet, homes, window, bool(closely))
    for sea in SEAS:
        _fleets(sheet, view, sea, leaders, window, taken)
    for province in PROVINCES:
        _plates(sheet, view, province, leaders, window, taken, closely == province)
    for place in fights:
        for x, y in _spots(place, window):
            _put_free(sheet, swords(window.scale), place, (x + COIN * ASIDE * window.scale, y), window, taken)
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


@lru_cache(MAX_SPOTS)
def _spots(place: str, window: Window) -> tuple[tuple[int, int], ...]:
    """Return a place's middle in each panel that shows the place, in pixels.

    Middles far from the window are left out.
    """
    wide, high = window.size
    middles = (window.at(spot_in(panel, place)) for panel in panels_of(place))
    return tuple((x, y) for x, y in middles if -NEAR < x < wide + NEAR and -NEAR < y < high + NEAR)


def _coin(
    sheet: Sheet, province: str, homes: Mapping[str, str], lit: frozenset[str], window: Window,
    closely: bool,
) -> None:  # fmt: skip
    scale = window.scale
    aside = AT * COIN * scale
    for x, y in _spots(province, window):
        if not _is_legible(province, x, y, window):
            continue
        two_lines = closely and _is_legible(province, x, y, window, UP * scale)
        put(sheet, coin(province, scale, province in lit, two_lines), x, y)
        signs: list[tuple[Tile, float, float]] = []
        if is_port(province):
            signs.append((anchor(scale), x + aside, y + aside))
        if not two_lines and VALUE[province]:
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


def _is_legible(place: str, x: float, y: float, window: Window, off: float = 0.0) -> bool:
    """Return whether the window shows the letters of a coin whole. A coin with cut letters is not drawn.

    `off`: how far its lines of letters are above and below its middle, in pixels.
    """
    font = font_of(LAYOUT.print.code, window.scale)
    return _fits(x, y, width(LABEL[place], font) / 2 + CUT, off + font.size / 2, window)


def _fits(x: float, y: float, half: float, tall: float, window: Window) -> bool:
    """Return whether a box with its middle at x, y is whole in the window."""
    return half <= x <= window.size[0] - half and tall <= y <= window.size[1] - tall


Box = tuple[float, float, float, float]


class Reach(NamedTuple):
    """Where a plate may be. `far`: the greatest distance from its place's middle, in radii of a coin.

    `share`: the plate's distance to its own place is below this fraction of its distance to any other place.
    """

    far: float
    share: float


# If a plate would hide something at every spot within one reach, the next reach is tried.
REACHES = Reach(2.4, 0.8), Reach(3.2, 1.0), Reach(4.0, 1.2)


class Taken(NamedTuple):
    """A box that a plate should not hide, and the penalty for each hidden pixel."""

    box: Box
    weight: float


def _list_taken(sheet: Sheet, homes: Mapping[str, str], window: Window, closely: bool) -> list[Taken]:
    """Return what plates should not hide: all texts so far, the discs of values, anchors, and Homes.

    The list has the coins, too, with a smaller penalty.
    """
    aside, half = AT * COIN * window.scale, LAYOUT.print.value * window.scale * INNER
    found = [Taken(shrunk(text.box, -CLEAR), TEXT) for text in read_texts(sheet.image)]
    for province in PROVINCES:
        for x, y in _spots(province, window):
            found.append(Taken(_box(x, y, COIN * window.scale * INNER), FACE))
            middles = [(x + aside, y - aside)] if VALUE[province] and not closely else []
            middles += [_find_home_sign(x, y, window)] if province in homes else []
            middles += [(x + aside, y + aside)] if is_port(province) else []
            found += [Taken(_box(across, down, half), 1.0) for across, down in middles]
    return found


def list_homes(view: View, window: Window) -> list[Rect]:
    """Return the boxes of the Homes' signs in a window, in pixels."""
    half = round(LAYOUT.print.value * window.scale * INNER)
    signs = (
        _find_home_sign(x, y, window)
        for seat in view.seats
        if seat.home and seat.alive
        for x, y in _spots(seat.home, window)
    )
    return [shrunk((round(across), round(down)) * 2, -half) for across, down in signs]


def _find_home_sign(x: float, y: float, window: Window) -> Point:
    """Return the middle of a Home's sign. The middle of the Home's coin is at x, y."""
    aside = AT * COIN * window.scale
    return x - aside, y - aside - OVER * window.scale


def _box(x: float, y: float, half: float) -> Box:
    return x - half, y - half, x + half, y + half


def measure_hidden(box: Box, taken: Iterable[Taken], move: Point) -> float:
    """Return the penalty for all that a box hides after a move. A hidden pixel of a value costs 1."""
    left, top, right, bottom = box[0] + move[0], box[1] + move[1], box[2] + move[0], box[3] + move[1]
    return sum(
        weight * (min(right, b[2]) - max(left, b[0])) * (min(bottom, b[3]) - max(top, b[1]))
        for b, weight in taken
        if b[0] < right and b[2] > left and b[1] < bottom and b[3] > top
    )


def find_free(box: Box, taken: Sequence[Taken], allowed: Iterable[Point]) -> Point:
    """Return the allowed move after which the box hides the least; the first of several such moves.

    If `allowed` is empty, return (0, 0).
    """
    best, least = (0.0, 0.0), inf
    for move in allowed:
        if (hidden := round(measure_hidden(box, taken, move))) < least:
            best, least = move, hidden
        if not least:
            break
    return best


def _put_free(sheet: Sheet, tile: Tile, place: str, spot: Point, window: Window, taken: list[Taken]) -> None:
    """Draw a piece near a spot, where the piece hides as little as possible of the boxes `taken`.

    `place`: where the piece is in the game. `REACHES` says how near to this place the piece stays. The
    piece's box is added to `taken`. If there is no room, nothing is drawn.
    """
    half = tile[0].width / 2, tile[0].height / 2
    own = min(_spots(place, window), key=partial(dist, spot))
    far = REACHES[-1].far * COIN * window.scale + max(half)
    kept = tuple(each for each in taken if _is_near(each.box, own, far))
    free = _find_spot(place, own, spot, half, window, kept)
    if free is None:
        return
    found = put(sheet, tile, *free)
    note_piece(sheet.image, found)
    taken.append(Taken(found, PIECE))


@lru_cache(MAX_SPOTS)
def _find_spot(
    place: str, own: tuple[int, int], spot: Point, half: Point, window: Window, taken: tuple[Taken, ...]
) -> Point | None:
    """Return where to put the middle of a piece near `spot`, so that the piece hides little of `taken`.

    Sometimes the piece would hide something everywhere. Then return None if the picture's edge would cut the
    piece at `spot`. Results are cached, because most pieces are at the same spots as in the previous picture.

    Args:
        own: the middle of the place in its panel
        half: half of the width and height of the piece
    """
    wide, high = half
    left, top, right, bottom = _find_room(place, own, window)
    x, y = min(max(spot[0], left + wide), right - wide), min(max(spot[1], top + high), bottom - high)
    reach, step = REACHES[-1].far * COIN * window.scale, COIN * window.scale / STEPS
    others = [spot for each in AREAS if each != place for spot in _spots(each, window)]
    near = [spot for spot in others if dist(own, spot) < 2 * reach]
    box = (x - wide, y - high, x + wide, y + high)
    for far, share in REACHES:
        moves = (
            (across * step, down * step)
            for across, down in MOVES
            if left + wide <= x + across * step <= right - wide
            and top + high <= y + down * step <= bottom - high
            and _is_beside(own, near, (x + across * step, y + down * step), far * COIN * window.scale, share)
        )
        across, down = find_free(box, taken, moves)
        if not measure_hidden(box, [each for each in taken if each.weight >= 1], (across, down)):
            break
    else:
        if not _fits(*spot, wide, high, window):
            return None
    return x + across, y + down


def _find_room(place: str, own: Spot, window: Window) -> Rect:
    """Return the box that the plates of a place stay in: its panel, as far as the window shows it.

    `own`: the middle of the place in its panel, in pixels.
    """
    panel = next(each for each in panels_of(place) if window.at(spot_in(each, place)) == own)
    (left, top), (right, bottom) = window.at(panel.box[:2]), window.at(panel.box[2:])
    left, right = max(0, left) + EDGE_OF_PLATE, min(window.size[0], right) - EDGE_OF_PLATE
    return left, max(0, top), right, min(window.size[1], bottom)


def _is_beside(own: Point, others: Sequence[Point], spot: Point, far: float, share: float) -> bool:
    """Return whether a spot is at most `far` from its own place, and far enough from the other places.

    `share`: as in `Reach`.
    """
    away = dist(own, spot)
    return away <= far and all(away < share * dist(other, spot) for other in others)


def _is_near(box: Box, spot: Point, far: float) -> bool:
    x, y = spot
    return box[0] < x + far and box[2] > x - far and box[1] < y + far and box[3] > y - far


def _plates(
    sheet: Sheet,
    view: View,
    province: str,
    leaders: Mapping[str, list[str]],
    window: Window,
    taken: list[Taken],
    closely: bool,
) -> None:
    """Draw a province's units below its coin, and its ships to the left, clear of `taken` if possible.

    Call this after all coins are drawn, so that no coin hides a plate.
    """
    scale = window.scale
    for x, y in _spots(province, window):
        if not _is_legible(province, x, y, window):
            continue  # the coin of this place is not drawn, and its plates could hide another coin
        down = y + (COIN + PLATE / 2 + 1) * scale
        for row in rows_of(view, province, leaders.get(province, ()), closely):
            _row(sheet, row, province, (x, down), window, taken)
            down += (PLATE + 2) * scale
        ships = [(owner, n) for owner in OWNERS if (n := view.stacks.get(province, {}).get(f"{owner}-f", 0))]
        up = 0.0
        for owner, n in ships:
            tile = plate(owner, str(n), scale, ship=True)
            across, down = find_ship_spot(province, (x, y), tile[0].width, window)
            _put_free(sheet, tile, province, (across, down - up), window, taken)
            up += (PLATE + 2) * scale


@lru_cache(MAX_SPOTS)
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


def rows_of(view: View, place: str, leaders: Sequence[str], closely: bool) -> list[list[Plate]]:
    """Return the rows of plates under a coin. Each owner's stack has a plate.

    A row has two plates; in a close-up it has one.
    """
    stack = view.stacks.get(place, {})
    there: list[Plate] = []
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


def _row(sheet: Sheet, row: list[Plate], place: str, spot: Point, window: Window, taken: list[Taken]) -> None:
    """Draw a row of plates with its middle at a spot. Each plate moves away from what it would hide."""
    scale = window.scale
    tiles = [plate(owner, text, scale, leader, ship) for owner, text, leader, ship in row]
    wide = sum(tile[0].width for tile in tiles) + BESIDE * scale * (len(tiles) - 1)
    own = min(_spots(place, window), key=partial(dist, spot))
    first, _, last, _ = _find_room(place, own, window)
    left = min(max(spot[0] - wide / 2, first), last - wide)
    for tile in tiles:
        _put_free(sheet, tile, place, (left + tile[0].width / 2, spot[1]), window, taken)
        left += tile[0].width + BESIDE * scale


def _find_sea_spots(sea: str, window: Window) -> Iterator[tuple[int, int]]:
    """Yield a sea's middles, in pixels, where the window has room for its plate near its place."""
    (wide, high), tall = window.size, round(TALL / 2 * window.scale)
    for x, y in _spots(sea, window):
        if 0 <= x <= wide and tall <= round(y) <= high - tall:
            yield x, y


def _sea(sheet: Sheet, sea: str, lit: frozenset[str], window: Window) -> None:
    """Draw a sea's plate with its code."""
    scale = window.scale
    for x, y in _find_sea_spots(sea, window):
        font = font_of(LAYOUT.print.sea, scale)
        half, tall = width(sea, font) // 2 + round(PAD * scale), round(TALL / 2 * scale)
        middle = min(max(round(x), half + EDGE), window.size[0] - half - EDGE)
        ground, ink = ("lamp", "ink") if sea in lit else ("deep", "chart")
        box = (middle - half, round(y) - tall, middle + half, round(y) + tall)
        if sea in lit:
            out = round(4 * scale)
            sheet.rectangle((box[0] - out, box[1] - out, box[2] + out, box[3] + out), "ink")
        sheet.rectangle(box, ground, "foam" if sea not in lit else "glow", max(2, round(3 * scale)))
        sheet.text(middle, round(y), sea, font, ink, ground, "m")


def _fleets(
    sheet: Sheet, view: View, sea: str, leaders: Mapping[str, list[str]], window: Window, taken: list[Taken]
) -> None:
    """Draw the fleets below a sea's plate. Call this after all coins are drawn: no coin may hide a fleet."""
    scale, row = window.scale, list[Plate]()
    stack = view.stacks.get(sea, {})
    for owner in OWNERS:
        n = stack.get(f"{owner}-f", 0)
        aboard = sum(k for one, k in stack.items() if OWNER[one] == owner and IS_LAND[one])
        if n:
            text = f"{n} ({aboard})" if aboard else str(n)
            row.append((owner, text, owner in leaders.get(sea, ()), True))
    for x, y in _find_sea_spots(sea, window):
        down = y + (TALL / 2 + PLATE / 2 + 4) * scale
        for at in range(0, len(row), 2):
            _row(sheet, row[at : at + 2], sea, (x, down), window, taken)
            down += (PLATE + 2) * scale
