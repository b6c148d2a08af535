"""Estimate each play quickly: what it may win, minus the value of its cards and of withdrawing now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.asking import DONE
from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import (
    ANY_COLOUR,
    COLOUR,
    CROWN,
    ELEPHANT,
    SHOWS,
    TWO_POINTS,
    WHITE,
    WHITE_KINDS,
    count_cards,
    count_symbols,
)
from rules.taj_mahal.forecasts.withdrawal import CARD_WORTH, forecast_withdrawal, weigh_roads_ahead
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import GOODS_ON, LAST

# points for each good on a later tile, if the same good is won now; they are divided by the number of seats
MATCH = 0.45
PAIR = 1.2  # points for the second influence tile of a pair (half for the first), fewer in the last visits

Known = dict[tuple[object, ...], float]  # values to reuse within a visit; `Weighing.weigh` makes the keys


class Way(NamedTuple):
    """A play: the first card and the second card, or `DONE` for no second card. `card` may be `WITHDRAW`."""

    card: str
    other: str = DONE

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards that are played."""
        return () if self.card == WITHDRAW else (self.card,) if self.other == DONE else self[:]


def weigh_future(s: State, seat: str, won: Sequence[str], cities: Sequence[str]) -> float:
    """Return what a withdrawal promises for later visits, in points.

    It counts goods that may be matched, pairs of tiles, and roads.
    """
    left, worth = LAST - s.visit, 0.0
    player = s.players[seat]
    if "E" in won:
        later = [good for number in range(s.visit + 1, LAST + 1) for good in GOODS_ON[number]]
        worth += MATCH * sum(later.count(good) for good in GOODS_ON[s.visit]) / len(s.players)
    for symbol in won:
        if symbol in "VGMP" and left:
            worth += PAIR * (1.0 if player.influence.get(symbol) else 0.5) * min(1.0, left / 6)
    return worth + weigh_roads_ahead(s, cities)


def weigh_winnings(s: State, seat: str, won: Sequence[str]) -> float:
    """Return the value of a withdrawal that wins these symbols, now and in later visits."""
    brings = forecast_withdrawal(s, seat, won)
    worth = brings.points + CARD_WORTH * brings.cards
    return worth + weigh_future(s, seat, won, (*brings.cities, brings.crown))


def weigh_withdrawal(s: State, seat: str) -> float:
    """Return the value of withdrawing now."""
    return Weighing(s, seat).weigh_leaving()


def measure_marks(way: Way) -> dict[str, float]:
    """Return marks from 0 to 1 for what a play does, so that a style can weigh them.

    `goods`, `crown`: how many Elephants or Crowns it shows. `leave`: whether it withdraws.
    """
    shown = count_symbols(way.cards)
    return {
        "goods": min(shown[ELEPHANT] / 2, 1.0),
        "crown": min(shown[CROWN] / 2, 1.0),
        "leave": float(way.card == WITHDRAW),
    }


def list_ways(s: State, seat: str) -> list[Way]:
    """2.2 to 2.5: return all legal plays of cards, except those with a needless change of colour."""
    hand, bound, free = s.players[seat].hand, s.bound(seat), s.find_free_specials(seat)
    with_it = [DONE, *(kind for kind in WHITE_KINDS if kind in hand), *(c for c in free if c != ANY_COLOUR)]
    found = []
    for card in (kind for kind in hand if COLOUR[kind] != WHITE):
        if not bound or COLOUR[card] == bound:
            found += [Way(card, other) for other in with_it]
        elif ANY_COLOUR in free:
            found.append(Way(card, ANY_COLOUR))
    return found


@dataclass(slots=True)
class Weighing:
    """Estimates the plays of one seat in one state. What all plays share is computed only once."""

    s: State
    seat: str
    known: Known = field(default_factory=Known)
    board: tuple[str | None, ...] = field(init=False)  # owners of palaces in the current province
    bars: dict[str, int] = field(init=False)  # for each symbol at court, the most that a rival shows
    sure: float = field(init=False)  # the chance that a lead still holds at the seat's next turn
    bound: str = field(init=False)

    def __post_init__(self) -> None:
        s, here = self.s, CITIES[self.s.province]
        self.board = (*map(s.palaces.get, here), *map(s.crowns.get, here))
        self.bars, self.bound = s.count_to_beat(self.seat), s.bound(self.seat)
        hands = {other: count_cards(s.players[other].hand) for other in s.still_in}
        mine = hands.pop(self.seat, 0)
        against = [n for n in hands.values() if n]  # the sizes of rivals' hands that are not empty
        each = 0.72 if mine >= max(against, default=0) else 0.62
        self.sure = each ** (0.5 + len(against) / 2) if against else 1.0

    def weigh(self, more: Sequence[str]) -> float:
        """Return the value of a withdrawal after the seat has played these cards too.

        The value depends only on the won symbols and the palaces in the province, because nothing else on
        the board changes within a visit. So `known` stores it by seat, won symbols and palaces.
        """
        mine = count_symbols((*self.s.players[self.seat].table, *more))
        won = tuple(symbol for symbol, most in self.bars.items() if mine[symbol] > most)
        key = (self.seat, won, self.board)
        if key not in self.known:
            self.known[key] = weigh_winnings(self.s, self.seat, won)
        return self.known[key]

    def weigh_leaving(self) -> float:
        """Return the value of withdrawing now. A seat that has played no card draws one."""
        return self.weigh(()) + (0.0 if self.s.players[self.seat].table else CARD_WORTH)

    def weigh_gain(self, way: Way, stay: float) -> float:
        """Return what a play could win, minus the value of its cards and of withdrawing now (`stay`).

        The result is lower if more rivals are still in. The first play of a visit is worth more if the
        seat holds many cards in the colour of that play.
        """
        hand, colour = self.s.players[self.seat].hand, COLOUR[way.card]
        cost = CARD_WORTH * (1 + (way.other in WHITE_KINDS) * 1.15)
        bonus = 1.9 if way.other == TWO_POINTS else 0.0
        longest = 0 if self.bound else sum(n for kind, n in hand.items() if COLOUR[kind] == colour)
        follow = 0.12 * min(longest, 6)
        return self.sure * self.weigh(way.cards) + bonus + follow - cost - stay


def rank_ways(s: State, seat: str, known: Known | None = None) -> list[tuple[float, Way]]:
    """Return all plays, best first, each with what it gains compared with withdrawing now.

    Withdrawing itself gains 0. Of plays with the same colour, symbols and second card, only one is returned.
    `known`: results from earlier in this visit.
    """
    weighing = Weighing(s, seat, {} if known is None else known)
    stay = weighing.weigh_leaving()
    shows: dict[tuple[object, ...], tuple[float, Way]] = {}
    for way in list_ways(s, seat):
        alike = (COLOUR[way.card], tuple(sorted(SHOWS[way.card])), way.other)
        if alike not in shows:
            shows[alike] = (weighing.weigh_gain(way, stay), way)
    return sorted([(0.0, Way(WITHDRAW)), *shows.values()], key=lambda each: -each[0])
