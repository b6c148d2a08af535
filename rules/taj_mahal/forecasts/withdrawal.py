"""Compute exactly what a seat would get if it withdrew now: the best cities and the points.

Previews and bot players use it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from rules.taj_mahal.board import CITIES, NEIGHBOURS, PROVINCE_OF
from rules.taj_mahal.cards import COLOUR, COLOURS, CROWN, ELEPHANT, INFLUENCE, WHITE
from rules.taj_mahal.points import count_bonus_points, count_province_points, find_connected, find_own_cities
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import CARD, count_goods

CARD_WORTH = 1.0  # the approximate points that a card in the hand is worth
ROAD_WORTH = 0.3  # points for a road into a province still to come


class Forecast(NamedTuple):
    """What a withdrawal brings. `points`: the points at once; `cards`: how many are drawn for bonus tiles."""

    won: tuple[str, ...]
    points: int
    cards: int
    cities: tuple[str, ...]  # the best cities for the normal palaces
    crown: str  # the city for the crown palace; "" without one


def forecast_withdrawal(s: State, seat: str, won: Sequence[str] | None = None) -> Forecast:
    """4: return what this seat would win and score if it withdrew now.

    `won`: the symbols that the seat wins; None: the symbols in which it leads now. Each palace goes to the
    city that brings most. What counts: points, cards, and roads into provinces still to come.
    """
    won = s.find_majorities(seat) if won is None else won
    n = sum(symbol in INFLUENCE for symbol in won)
    if not won:
        return Forecast((), 0, 0, (), "")
    crowned = CITIES[s.province] if CROWN in won else ("",)
    built = find_own_cities(s.palaces, s.crowns, seat)
    had = count_goods(s.players[seat].tiles, s.players[seat].goods)
    ways = ((cities, crown) for cities in combinations(s.find_open_cities(), n) for crown in crowned)
    return max(
        (_forecast_cities(s, tuple(won), *way, built, had) for way in ways),
        key=lambda each: _weigh_forecast(s, each),
    )


def forecast_placing(s: State, seat: str) -> Forecast:
    """4: return what a seat scores in the withdrawal in which it is placing palaces.

    The tiles of the cities where it has just placed palaces score too, after the last palace.
    """
    brings, player = forecast_withdrawal(s, seat), s.players[seat]
    placed = [city for city in CITIES[s.province] if s.palaces.get(city) == seat and city in s.bonus]
    return _forecast_cities(
        s,
        brings.won,
        (*placed, *brings.cities),
        brings.crown,
        find_own_cities(s.palaces, s.crowns, seat),
        count_goods(player.tiles, player.goods),
    )


def _forecast_cities(
    s: State,
    won: tuple[str, ...],
    cities: tuple[str, ...],
    crown: str,
    built: set[str],
    had: Mapping[str, int],
) -> Forecast:
    owned, points, cards = {**had}, 0, 0
    for tile in (s.bonus[city] for city in cities if city in s.bonus):
        points += count_bonus_points(tile, owned)
        cards += tile == CARD
        if tile in owned:
            owned[tile] += 1
    if ELEPHANT in won:
        points += count_province_points(s.visit, owned)
    if cities or crown:
        new = {*cities, crown} - {""}
        points += len(find_connected(built | new, s.province))
    return Forecast(won, points, cards, cities, crown)


def _weigh_forecast(s: State, brings: Forecast) -> float:
    return brings.points + CARD_WORTH * brings.cards + weigh_roads_ahead(s, (*brings.cities, brings.crown))


def weigh_roads_ahead(s: State, cities: Iterable[str]) -> float:
    """Return the value of these cities' roads into provinces still to come; early visits count more."""
    found = 0.0
    for city in dict.fromkeys(cities):  # a fixed order, because the sum of floats depends on it
        for near in NEIGHBOURS[city] if city else ():
            wait = s.tiles[PROVINCE_OF[near]] - s.visit
            if wait > 0:
                found += ROAD_WORTH / wait**0.5
    return found


def choose_best_city(s: State, seat: str, crown: bool) -> str:
    """3.2, 3.3: return the city that `forecast_withdrawal` finds best for the next palace of a seat."""
    brings = forecast_withdrawal(s, seat)
    return brings.crown if crown or not brings.cities else brings.cities[0]


def sort_colours(hand: Mapping[str, int]) -> list[str]:
    """Return the colours, sorted by the number of cards in the hand, most first."""
    by_colour = dict.fromkeys(COLOURS, 0)
    for kind, n in hand.items():
        if COLOUR[kind] != WHITE:
            by_colour[COLOUR[kind]] += n
    return sorted(by_colour, key=lambda colour: -by_colour[colour])


def choose_best_take(hand: Mapping[str, int], offered: Iterable[str]) -> str:
    """5.3: return a white card from the supply, or else one of the colour that the hand has most of."""
    order = [WHITE, *sort_colours(hand)]
    return min(offered, key=lambda kind: order.index(COLOUR[kind]))
