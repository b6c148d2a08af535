"""Find the part of the map that a picture shows."""

from __future__ import annotations

from collections.abc import Collection

from render.kit.brush import Window
from render.successors.layout import CLOSE, CLOSE_UP, COIN, LAYOUT, WIDE, Panel, spot_in

FLATTEST = 0.6  # the least height of a part of the map, as a fraction of its width
SLIMMEST = 0.8  # the least width of a part, as a fraction of its height
HANG = COIN + LAYOUT.print.plate + 8  # how far the units of a place reach below its middle
BELOW = 60  # how far a part may reach below a panel to show the units of the lowest places


def find_part(panel: Panel, places: Collection[str], slimmest: float = SLIMMEST) -> Window:
    """Return the window around these places in a panel that holds them all.

    Its width is at least `slimmest` times its height, as far as the panel allows.
    """
    xs, ys = zip(*(spot_in(panel, place) for place in places), strict=True)
    across, down = CLOSE
    left, top, right, bottom = panel.box
    bottom = max(bottom, min(max(ys) + HANG, bottom + BELOW))
    flattest = min(FLATTEST, 1 / slimmest)
    west, east = _stretch(min(xs) - across, max(xs) + across, 0, left, right)
    north, south = _stretch(min(ys) - down, max(ys) + down, (east - west) * flattest, top, bottom)
    west, east = _stretch(west, east, (south - north) * slimmest, left, right)
    return Window(west, north, east, south, min(CLOSE_UP, WIDE / (east - west)))


def holds(panel: Panel, places: Collection[str]) -> bool:
    """Return whether a panel has all of these places."""
    return all(place in panel.places or place in panel.seas for place in places)


def _stretch(low: float, high: float, least: float, first: int, last: int) -> tuple[int, int]:
    """Return a stretch (start, end) that holds `low` to `high` and lies between `first` and `last`.

    It is at least `least` pixels long if there is room.
    """
    long = min(last - first, max(least, high - low))
    low = round(min(max(first, (low + high - long) / 2), last - long))
    return low, round(low + long)
