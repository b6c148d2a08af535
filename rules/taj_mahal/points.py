"""4 Points: score bonus tiles, then the province tile, then palaces."""

from __future__ import annotations

from collections.abc import Mapping

from rules.taj_mahal.board import CITIES, NEIGHBOURS, PROVINCE_OF
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import BONUS_POINTS, CARD, GOODS_ON, count_goods
from rules.words import join_list

# the kinds of lines of the story
BONUS, PROVINCE, PALACES = "scored-bonus", "scored-province", "scored-palaces"


def score_bonus_tile(s: State, seat: str, city: str) -> bool:
    """4.1: score the bonus tile of a fortress with a new palace.

    If the tile shows a commodity, the player keeps the tile. Return whether it lets the player draw a card.
    """
    tile = s.bonus.pop(city)
    player = s.players[seat]
    if tile == CARD:
        return True
    if (n := BONUS_POINTS.get(tile, 0)) == 0:
        player.goods[tile] = player.goods.get(tile, 0) + 1
        n = count_goods(player.tiles, player.goods)[tile]
    s.score(seat, "bonus", n)
    s.tell(BONUS, "{seat} scores {n} for the {tile} tile on {city}.", seat=seat, n=n, tile=tile, city=city)
    return False


def count_bonus_points(tile: str, owned: Mapping[str, int]) -> int:
    """4.1: return what a bonus tile scores for a player who has these commodities; a card scores 0."""
    return 0 if tile == CARD else BONUS_POINTS.get(tile) or owned[tile] + 1


def count_province_points(number: int, owned: Mapping[str, int]) -> int:
    """4.2: return what a province tile scores for a player who has these commodities already."""
    return sum(1 + owned[good] for good in GOODS_ON[number])


def score_province_tile(s: State, seat: str, number: int) -> None:
    """4.2: score a province tile: 1 point for each commodity on it.

    Each equal commodity on the player's other tiles scores 1 too, also on tiles won in this withdrawal.
    """
    player = s.players[seat]
    n = count_province_points(number, count_goods(player.tiles, player.goods))
    player.tiles.append(number)
    s.score(seat, "provinces", n)
    s.tell(PROVINCE, "{seat} scores {n} for the province of {province}.", seat=seat, n=n, province=s.province)


def score_palaces(s: State, seat: str) -> None:
    """4.3: score 1 for the current province and 1 for each other province that is connected."""
    found = find_connected(find_own_cities(s.palaces, s.crowns, seat), s.province)
    n = len(found)
    s.score(seat, "palaces", n)
    if n == 1:
        text = "{seat} scores {n} for palaces in {province}."
        s.tell(PALACES, text, seat=seat, n=n, province=s.province)
    else:
        text = "{seat} scores {n} for connected palaces: {provinces}."
        s.tell(PALACES, text, seat=seat, n=n, provinces=join_list(found))


def find_own_cities(palaces: Mapping[str, str], crowns: Mapping[str, str], seat: str) -> set[str]:
    """Return the cities where a seat has a palace or a crown palace, including shared cities."""
    return {city for city, owner in palaces.items() if owner == seat} | {
        city for city, owner in crowns.items() if owner == seat
    }


def find_connected(cities: set[str], province: str) -> list[str]:
    """4.3: return `province` first, then the provinces that these cities connect with it.

    Connections use only roads and these cities. If none of the cities is in `province`, return [].
    """
    return list(dict.fromkeys(PROVINCE_OF[city] for city in find_network(cities, province)))


def find_network(cities: set[str], province: str) -> list[str]:
    """4.3: return those of the cities that are connected with `province`, the nearest first."""
    reached = [city for city in CITIES[province] if city in cities]
    seen = set(reached)
    for city in reached:  # grows during the loop
        for near in NEIGHBOURS[city]:
            if near in cities and near not in seen:
                seen.add(near)
                reached.append(near)
    return reached
