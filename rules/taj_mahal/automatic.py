"""Automatic players: `easy` slips, `fair` weighs each card against what it would win, `full` plays visits
out.

All of them decide from a view. What they weigh they weigh on a state made of it, with the hidden cards
dealt at random; only a seat's own cards, what lies open and what is known of others is looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.asking import DONE
from rules.chance import by_numbers
from rules.kernel import Ask, Maker, Player, Point
from rules.taj_mahal.cards import ANY_COLOUR, COLOUR, SHOWS, TWO_POINTS, WHITE, WHITE_KINDS, size
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.playing import PLAY, WITH
from rules.taj_mahal.prospects import CARD_WORTH, best_city, best_take, bringing, roads_ahead
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import GOODS_ON, LAST, goods
from rules.taj_mahal.turn import turn
from rules.taj_mahal.unseen import state_of
from rules.taj_mahal.view import View
from rules.taj_mahal.visits import hand_worth
from rules.taj_mahal.withdrawing import CROWN_PALACE

MATCH = 0.45  # of each later tile with a good that one has: it may be won
PAIR = 1.2  # of an influence tile, for each visit in which its special card would still serve, at most
ALONE = 1.3  # how much more is sure to him who plays last
FEWEST, MOST = 2, 40  # visits played out for each way on
WAYS = 7  # that are played out


class Way(NamedTuple):
    """A way on: a card, or `WITHDRAW`; and what goes with it, or `DONE`."""

    card: str
    other: str = DONE


def future(s: State, seat: str, won: Sequence[str], cities: Sequence[str]) -> float:
    """What a withdrawal promises for later visits: goods that may be matched, pairs of tiles, roads."""
    left, worth = LAST - s.visit, 0.0
    player = s.players[seat]
    if "E" in won:
        later = [good for number in range(s.visit + 1, LAST + 1) for good in GOODS_ON[number]]
        worth += MATCH * sum(later.count(good) for good in GOODS_ON[s.visit]) / len(s.players)
    for symbol in won:
        if symbol in "VGMP" and left:
            worth += PAIR * (1.0 if player.influence.get(symbol) else 0.5) * min(1.0, left / 6)
    return worth + roads_ahead(s, cities)


def withdrawal_worth(s: State, seat: str) -> float:
    """What it is worth to withdraw now."""
    brings = bringing(s, seat)
    worth = brings.points + CARD_WORTH * brings.cards
    worth += future(s, seat, brings.won, (*brings.cities, brings.crown))
    return worth + (0.0 if s.players[seat].table else CARD_WORTH)


def after(s: State, seat: str, way: Way) -> State:
    """The state with these cards on the table."""
    twin = s.copy()
    for card in (way.card, way.other)[: 1 if way.other == DONE else 2]:
        twin.play(seat, card)
    if way.other == TWO_POINTS:
        twin.score(seat, "special", 2)
    return twin


def ways(s: State, seat: str) -> list[Way]:
    """All ways to play on: 2.2 to 2.5."""
    hand, bound, free = s.players[seat].hand, s.bound(seat), s.free_specials(seat)
    with_it = [DONE, *(kind for kind in WHITE_KINDS if kind in hand), *(c for c in free if c != ANY_COLOUR)]
    found = []
    for card in (kind for kind in hand if COLOUR[kind] != WHITE):
        if not bound or COLOUR[card] == bound:
            found += [Way(card, other) for other in with_it]
        elif ANY_COLOUR in free:
            found.append(Way(card, ANY_COLOUR))
    return found


def rivals(s: State, seat: str) -> list[str]:
    """Who is in and may still play against this seat."""
    return [other for other in s.still_in if other != seat and s.players[other].hand]


def gain(s: State, seat: str, way: Way, stay: float) -> float:
    """What a way brings beyond withdrawing now: what could be won after it, less the cards that it costs;
    the less sure the more rivals are in, and the fewer cards one has to follow with."""
    then = after(s, seat, way)
    # the lead must still hold when the turn comes round
    against, mine = rivals(s, seat), size(s.players[seat].hand)
    theirs = max((size(s.players[other].hand) for other in against), default=0)
    sure = 1.0 if not against else (0.72 if mine >= theirs else 0.62) ** (0.5 + len(against) / 2)
    cost = CARD_WORTH * (1 + (way.other in WHITE_KINDS) * 1.15)
    bonus = 1.9 if way.other == TWO_POINTS else 0.0
    colour = COLOUR[way.card]
    longest = sum(n for kind, n in s.players[seat].hand.items() if COLOUR[kind] == colour)
    follow = 0.12 * min(longest, 6) if not s.bound(seat) else 0.0
    return sure * withdrawal_worth(then, seat) + bonus + follow - cost - stay


def best_ways(s: State, seat: str) -> list[tuple[float, Way]]:
    """All ways with what they bring beyond withdrawing now, the best first; to withdraw brings 0."""
    stay = withdrawal_worth(s, seat)
    shows: dict[tuple[object, ...], tuple[float, Way]] = {}
    for way in ways(s, seat):
        alike = (COLOUR[way.card], tuple(sorted(SHOWS[way.card])), way.other)
        if alike not in shows:
            shows[alike] = (gain(s, seat, way, stay), way)
    return sorted([(0.0, Way(WITHDRAW)), *shows.values()], key=lambda each: -each[0])


@dataclass(slots=True)
class Fair:
    """Plays the way that brings most, or withdraws."""

    number: Callable[[int], int]
    slips: int = 0  # in a hundred plays
    planned: Way | None = field(default=None)

    def choose(self, point: Point, /) -> str:
        """One of the legal keys."""
        if len(point.keys) == 1:
            return point.keys[0]
        view = point.look()
        assert isinstance(view, View)
        if point.kind == PLAY and self.number(100) < self.slips:
            return point.keys[self.number(len(point.keys))]
        return self.decide(state_of(view, self.number), point.seat, point.kind, point.keys, point.order)

    def decide(self, s: State, seat: str, kind: str, keys: Sequence[str], order: Sequence[str] = ()) -> str:
        """One of the legal keys, in a state of which only what the seat knows is looked at."""
        if kind == PLAY:
            self.planned = best_ways(s, seat)[0][1]
            return self.planned.card
        if kind == WITH:
            if self.planned is not None and order and order[-1] == self.planned.card:
                return self.planned.other if self.planned.other in keys else keys[-1]
            return keys[-1]  # done, where there is a choice
        if kind in ("palace", CROWN_PALACE):
            city = best_city(s, seat, kind == CROWN_PALACE)
            return city if city in keys else keys[0]
        return best_take(s.players[seat].hand, keys)


def play_visit(s: State, number: Callable[[int], int], first: Sequence[str] = ()) -> None:
    """Play the visit under way to its end, everybody fairly; `first`: the keys with which it goes on."""
    visit, keys_left, fair = s.visit, list(first), Fair(number)
    while not s.over and s.visit == visit:
        steps, order, value = turn(s), list[str](), None
        while True:
            try:
                pending = steps.send(value)
            except StopIteration:
                break
            if not isinstance(pending, Ask):
                value = pending.read(by_numbers(number, pending))
                continue
            menu = pending.menu()
            keys = tuple(menu)
            if keys_left:
                key = keys_left.pop(0)
            elif len(keys) == 1:
                key = keys[0]
            else:
                key = fair.decide(s, pending.seat, pending.kind, keys, order)
            order.append(key)
            value = menu[key]


def standing(s: State, seat: str) -> float:
    """How well a seat stands between visits: points, the cards in the hand, tiles that may be paired."""
    player = s.players[seat]
    left = LAST - s.visit + 1
    if s.over:
        return float(player.total)
    held = CARD_WORTH * size(player.hand) + 0.3 * hand_worth(player.hand)
    pairs = PAIR * 0.5 * len(player.influence) * min(1.0, left / 6)
    specials = sum(holder == seat for holder in s.specials.values()) * min(left, 5) * 0.8
    matched = sum(goods(player.tiles, player.goods).values()) * 0.12 * left / 2
    roads = sum(roads_ahead(s, (city,)) for city, owner in s.palaces.items() if owner == seat)
    return player.total + held + pairs + specials + matched + roads


@dataclass(slots=True)
class Full:
    """Deals the hidden cards many times over and plays the visit out for each of the best ways."""

    number: Callable[[int], int]
    stop: Callable[[], bool]
    fair: Fair = field(init=False)

    def __post_init__(self) -> None:
        self.fair = Fair(self.number)

    def choose(self, point: Point, /) -> str:
        """One of the legal keys: the card of a whole order is planned at its first question."""
        if len(point.keys) == 1 or point.kind != PLAY:
            return self.fair.choose(point)
        view = point.look()
        assert isinstance(view, View)
        found = [way for _, way in best_ways(state_of(view, self.number), point.seat)]
        tried = [way for way in found if way.card in point.keys][:WAYS]
        tried += [Way(WITHDRAW)] if Way(WITHDRAW) not in tried else []
        totals, rounds = dict.fromkeys(tried, 0.0), 0
        while rounds < MOST and len(tried) > 1 and (rounds < FEWEST or not self.stop()):
            dealt = state_of(view, self.number)
            for way in tried:
                totals[way] += self._played(dealt, point.seat, way)
            rounds += 1
        best = max(tried, key=lambda way: totals[way])
        self.fair.planned = best
        return best.card

    def _played(self, dealt: State, seat: str, way: Way) -> float:
        """How much better than the others the seat stands at the end of the visit, if it goes on like
        this."""
        s = dealt.copy()
        play_visit(s, self.number, way[:1] if way.card == WITHDRAW else way)
        others = [standing(s, other) for other in s.players if other != seat]
        return standing(s, seat) - 0.6 * sum(others) / len(others) - 0.4 * max(others)


def _easy(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    return Fair(number, slips=35)


def _fair(number: Callable[[int], int], stop: Callable[[], bool]) -> Player:
    return Fair(number)


AUTOMATIC: Mapping[str, Maker] = {"easy": _easy, "fair": _fair, "full": Full}
