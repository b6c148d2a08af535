"""Find the cards that a seat does not see, and make states that fit what the seat knows."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.taj_mahal.board import ALL_CITIES
from rules.taj_mahal.cards import DECK, Heap, add_cards, count_cards, list_cards
from rules.taj_mahal.options import Options
from rules.taj_mahal.state import Player, State
from rules.taj_mahal.view import PlayerView, View


def find_unseen(view: View) -> Heap:
    """Return the cards that may be in the deck or in other hands.

    They are all cards except the open ones and the viewer's own. With the option `memory`, the cards that
    other seats took from the supply and still hold are left out too.
    """
    left = dict(DECK)
    for heap in (view.supply, view.discards, *(_find_seen(player) for player in view.players)):
        for kind, n in heap.items():
            add_cards(left, kind, -n)
    for card in (card for player in view.players for card in player.table if card in DECK):
        add_cards(left, card, -1)
    return left


def _find_seen(player: PlayerView) -> Mapping[str, int]:
    """Return the cards that the viewer knows: all of its own hand, or the known cards of another hand."""
    return player.hand or player.known


def sample_state(view: View, number: Callable[[int], int]) -> State:
    """Return a state that fits what the viewer knows.

    The cards that the viewer has not seen are dealt at random to the other hands and the deck. `number(n)`
    returns a random number below n.
    """
    left = list(list_cards(find_unseen(view)))
    players = {player.key: _make_player(player, left, number) for player in view.players}
    deck: Heap = {}
    for card in left:
        add_cards(deck, card)
    cities = [city for province in view.provinces for city in province.cities]
    bonus = {city.key: city.bonus for city in cities if city.bonus}
    return State(
        options=Options.model_validate(dict(view.options)),
        players=players,
        specials=dict(view.specials),
        tiles={province.key: province.number for province in view.provinces if province.number},
        bonus={city: bonus[city] for city in ALL_CITIES if city in bonus},
        palaces=view.palaces,
        crowns=view.crowns,
        deck=deck,
        discards=dict(view.discards),
        supply=dict(view.supply),
        court=list(view.court),
        visit=view.visit,
        starter=view.starter,
        mover=view.mover,
        out=list(view.out),
        over=view.over,
    )


def _make_player(player: PlayerView, left: list[str], number: Callable[[int], int]) -> Player:
    hand = dict(_find_seen(player))
    for _ in range(player.cards - count_cards(hand)):
        add_cards(hand, left.pop(number(len(left))))
    return Player(
        hand,
        dict(player.known),
        list(player.table),
        dict(player.influence),
        list(player.tiles),
        dict(player.kept),
        dict(player.parts),
    )
