"""The whole table, and close-ups of it."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.brush import Window
from render.kit.canvas import Drawn, Font, Sheet, finish, width
from render.successors.layout import COIN, WHOLE, panels_of, spot_in, window_of
from render.successors.marks import PLATE, anchor, coin, is_port, plate, put, temple
from render.successors.mosaic import floor, patch
from render.successors.palette import PALETTE, TABLES
from render.successors.panels import strip, title
from rules.successors.board import MAP, PROVINCES, SEAS
from rules.successors.forces import IS_LAND, KIND, OWNER, OWNERS
from rules.successors.view import View

SIZES = ("phone",)
BESIDE = 6  # pixels between plates


def draw(view: View, highlight: frozenset[str], size: str, theme: str) -> Drawn:
    """Draw the whole table. Raises `KeyError` for a size, theme or place that does not exist."""
    if size not in SIZES:
        raise KeyError(f"successors has no size {size}; it has {', '.join(SIZES)}")
    for place in highlight:
        if place not in PROVINCES and place not in SEAS:
            raise KeyError(f"successors has no place {place}")
    return finish(sheet_of(view, highlight, WHOLE), TABLES[theme])


def crop(view: View, place: str, highlight: frozenset[str], theme: str) -> Drawn:
    """Draw a place and what lies around it, twice as large, its units by type.

    Raises `KeyError` as `draw` does.
    """
    if place not in PROVINCES and place not in SEAS:
        raise KeyError(f"successors has no place {place}")
    return finish(sheet_of(view, highlight, window_of(place), closely=True), TABLES[theme])


def sheet_of(view: View, lit: frozenset[str], window: Window, *, closely: bool = False) -> Sheet:
    """Draw the table in a window, before its palette."""
    sheet = ground_of(view, window)
    stand(sheet, view, lit, window, closely=closely)
    return sheet


def ground_of(view: View, window: Window) -> Sheet:
    """Draw the floor with the provinces in their controllers' colours, and the roads."""
    sheet = Sheet(PALETTE, floor(window).copy())
    for province, seat in view.controllers.items():
        found = patch(window, province, seat)
        if found is not None:
            sheet.paste(found.tile, found.left, found.top, found.mask)
    return sheet


def stand(sheet: Sheet, view: View, lit: frozenset[str], window: Window, *, closely: bool = False) -> None:
    """Draw coins, units, leaders and names of seas, and on the whole table the title and the strip."""
    leaders: dict[str, list[str]] = {}
    for seat in view.seats:
        if seat.leader:
            leaders.setdefault(seat.leader, []).append(seat.key)
    homes = {seat.home: seat.key for seat in view.seats if seat.home and seat.alive}
    for sea in SEAS:
        _sea(sheet, view, sea, leaders, lit, window)
    for province in PROVINCES:
        _province(sheet, view, province, leaders, homes, lit, window, closely)
    if window == WHOLE:
        title(sheet, view)
        strip(sheet, view)


def _province(
    sheet: Sheet, view: View, province: str, leaders: Mapping[str, list[str]], homes: Mapping[str, str],
    lit: frozenset[str], window: Window, closely: bool,
) -> None:  # fmt: skip
    scale = window.scale
    for panel in panels_of(province):
        spot = spot_in(panel, province)
        x, y = window.at(spot)
        if not (-60 < x < window.size[0] + 60 and -60 < y < window.size[1] + 60):
            continue
        put(sheet, coin(province, scale, province in lit), x, y)
        if is_port(province):
            put(sheet, anchor(scale), x + 30 * scale, y + 26 * scale)
        if province in homes:
            put(sheet, temple(homes[province], scale), x, y - (COIN + 10) * scale)
        down = y + (COIN + PLATE / 2 + 1) * scale
        for row in rows_of(view, province, leaders.get(province, ()), closely):
            _row(sheet, row, x, down, scale, window.size[0])
            down += (PLATE + 2) * scale
        ships = [(owner, n) for owner in OWNERS if (n := view.stacks.get(province, {}).get(f"{owner}-f", 0))]
        up = y - 2 * scale
        for owner, n in ships:
            tile = plate(owner, str(n), scale, ship=True)
            put(sheet, tile, max(x - (COIN + 2) * scale - tile[0].width / 2, tile[0].width / 2 + 2), up)
            up -= (PLATE + 2) * scale


Plate = tuple[str, str, bool, bool]  # owner, text, leader, ship


def rows_of(view: View, place: str, leaders: object, closely: bool) -> list[list[Plate]]:
    """Return the plates under a coin: one for each owner's stack, two in a row."""
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
    """Return a type in a letter; hired ones have a ring: "I", "I°"."""
    return f"{kind[1].upper()}°" if len(kind) > 1 else kind.upper()


def _row(sheet: Sheet, row: list[Plate], x: float, y: float, scale: float, edge: int) -> None:
    tiles = [plate(owner, text, scale, leader, ship) for owner, text, leader, ship in row]
    wide = sum(tile[0].width for tile in tiles) + BESIDE * scale * (len(tiles) - 1)
    left = min(max(x - wide / 2, 4), edge - wide - 4)
    for tile in tiles:
        put(sheet, tile, left + tile[0].width / 2, y)
        left += tile[0].width + BESIDE * scale


def _sea(
    sheet: Sheet, view: View, sea: str, leaders: Mapping[str, list[str]], lit: frozenset[str], window: Window
) -> None:
    scale = window.scale
    for panel in panels_of(sea):
        x, y = window.at(spot_in(panel, sea))
        if not (-80 < x < window.size[0] + 80 and -60 < y < window.size[1] + 60):
            continue
        font = Font("Yrsa-Bold", round(27 * scale))
        name = MAP.seas[sea].name.removesuffix(" Sea")
        code = Font("DurbarSans-CondensedBold", round(22 * scale))
        wide = width(name, font)
        left = min(max(round(x - wide / 2), 8), window.size[0] - wide - 8)
        ground = "lamp" if sea in lit else "deep"
        ink = "ink" if sea in lit else "chart"
        box = (
            left - round(8 * scale),
            round(y - 30 * scale),
            left + wide + round(8 * scale),
            round(y + 24 * scale),
        )
        sheet.rectangle(box, ground, "foam" if sea not in lit else "glow", max(2, round(2 * scale)))
        sheet.text(left + wide // 2, round(y - 14 * scale), name, font, ink, ground, "m")
        sheet.text(left + wide // 2, round(y + 9 * scale), sea, code, ink, ground, "m")
        row: list[Plate] = []
        stack = view.stacks.get(sea, {})
        for owner in OWNERS:
            n = stack.get(f"{owner}-f", 0)
            aboard = sum(k for one, k in stack.items() if OWNER[one] == owner and IS_LAND[one])
            if n:
                row.append(
                    (owner, f"{n}+{aboard}" if aboard else str(n), owner in leaders.get(sea, ()), True)
                )
        down = y + (24 + PLATE / 2 + 3) * scale
        for at in range(0, len(row), 2):
            _row(sheet, row[at : at + 2], x, down, scale, window.size[0])
            down += (PLATE + 2) * scale
