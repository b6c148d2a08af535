"""1 Preparation: lay out the tiles, deal the hands, and choose who begins."""

from __future__ import annotations

from rules.ask import only_for
from rules.asking import deal, draw
from rules.taj_mahal.board import AGRA, ALL_CITIES, FORTRESSES, PROVINCES, TAJ_MAHAL
from rules.taj_mahal.cards import SPECIALS, add_cards, list_cards
from rules.taj_mahal.names import seats
from rules.taj_mahal.options import Options
from rules.taj_mahal.state import Player, State
from rules.taj_mahal.tiles import LAST, SQUARE, TAJ
from rules.words import say

HAND = 6
DEALT, BEGINS = "dealt", "begins"


def setup(options: Options) -> State:
    """1 Preparation: return the table before anything is drawn."""
    players = {seat: Player() for seat in seats(options)}
    return State(options, players, dict.fromkeys(SPECIALS, ""))


async def prepare(s: State) -> None:
    """1.1 to 1.3: place the tiles, deal the hands, choose the starting player."""
    await place_tiles(s)
    await deal_hands(s)
    await choose_starter(s)
    s.visit = 1


async def place_tiles(s: State) -> None:
    """1.1: place the province tiles, the Taj Mahal and the bonus tiles.

    Tile 12 goes on the province with Agra, the others at random. The Taj Mahal goes on Agra, and a random
    square bonus tile on each other fortress.
    """
    others = [province for province in PROVINCES if province != AGRA]
    tiles = tuple(f"tile-{number}" for number in range(1, LAST))
    drawn = await deal(tiles, len(others), say("The order of the provinces"), kind="tiles")
    numbers = dict(zip(others, (int(tile.removeprefix("tile-")) for tile in drawn), strict=True))
    s.tiles = {province: numbers.get(province, LAST) for province in PROVINCES}
    fortresses = [city for city in ALL_CITIES if city in FORTRESSES and city != TAJ_MAHAL]
    drawn = await deal(SQUARE, len(fortresses), say("The bonus tiles"), kind="bonus")
    bonus = dict(zip(fortresses, drawn, strict=True)) | {TAJ_MAHAL: TAJ}
    s.bonus = {city: bonus[city] for city in ALL_CITIES if city in bonus}


async def deal_hands(s: State) -> None:
    """1.2: deal six cards to each player. Only that player sees them."""
    for seat, player in s.players.items():
        cards = await deal(
            list_cards(s.deck), HAND, say("6 cards for {seat}", seat=seat), eyes=only_for(seat), kind="hand"
        )
        for card in cards:
            add_cards(s.deck, card, -1)
            add_cards(player.hand, card)
    s.tell(DEALT, "Each player has {n} cards.", n=HAND)


async def choose_starter(s: State) -> None:
    """1.3: draw the starting player, or (option `start`) take the first seat."""
    everybody = tuple(s.players)
    drawn = s.options.start == "drawn"
    s.starter = await draw(everybody, say("Who begins"), kind="starter") if drawn else everybody[0]
    s.mover = s.starter
    s.tell(BEGINS, "{seat} begins.", seat=s.starter)
