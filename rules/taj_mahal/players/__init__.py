"""Define the bot players: `easy` errs at times, `fair` estimates each play, `full` plays visits out.

All of them decide from a view. They make a state from the view, with the hidden cards dealt at random, and
evaluate it. They know only their own cards, the open cards, and the known cards of others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.chance import draw_by_numbers
from rules.extras import Style
from rules.kernel import Ask, Maker, Point
from rules.players.race import find_ahead, keep_contenders
from rules.players.taste import NO_TASTE, Taste
from rules.taj_mahal.cards import count_cards
from rules.taj_mahal.forecasts.withdrawal import (
    CARD_WORTH,
    choose_best_city,
    choose_best_take,
    weigh_roads_ahead,
)
from rules.taj_mahal.hidden_cards import sample_state
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.players.evaluation import PAIR, Known, Way, measure_marks, rank_ways
from rules.taj_mahal.sequence.playing import PLAY, WITH
from rules.taj_mahal.sequence.turn import turn
from rules.taj_mahal.sequence.visits import count_hand_points
from rules.taj_mahal.sequence.withdrawing import CROWN_PALACE
from rules.taj_mahal.state import State
from rules.taj_mahal.tiles import LAST, count_goods
from rules.taj_mahal.view import View
from rules.words import say

# `full` tries this many plays, those with the best estimates; the best play is often not among the first ten
WAYS = 24
FEWEST, MOST = 2, 40  # how often the visit is played out for each play, at least and at most
SURE_AFTER = 5  # plays are dropped only after this many deals
SLACK = 0.6  # points that a style may give up for a play that it likes
TRIFLE = 0.3  # points: smaller differences between plays don't matter
SPREAD = 2.0  # points: the usual standard deviation of the difference between two plays


@dataclass(slots=True)
class Fair:
    """A player that plays the card that brings the most, or withdraws."""

    number: Callable[[int], int]
    slips: int = 0  # how many plays in 100 are random
    taste: Taste = NO_TASTE
    planned: Way | None = field(default=None)
    known: Known | None = None  # results to reuse within one visit

    def choose(self, point: Point, /) -> str:
        """Return one of the legal keys."""
        if len(point.keys) == 1:
            return point.keys[0]
        view = point.look()
        assert isinstance(view, View)
        if point.kind == PLAY and self.number(100) < self.slips:
            return point.keys[self.number(len(point.keys))]
        return self.decide(sample_state(view, self.number), point.seat, point.kind, point.keys, point.order)

    def decide(self, s: State, seat: str, kind: str, keys: Sequence[str], order: Sequence[str] = ()) -> str:
        """Return one of the legal keys. The choice uses only what the seat knows of the state."""
        if kind == PLAY:
            ranked = rank_ways(s, seat, self.known)
            if self.taste:
                ranked.sort(key=lambda each: -each[0] - SLACK * self.taste.weigh(measure_marks(each[1])))
            self.planned = ranked[0][1]
            return self.planned.card
        if kind == WITH:
            if self.planned is not None and order and order[-1] == self.planned.card:
                return self.planned.other if self.planned.other in keys else keys[-1]
            return keys[-1]  # "done", if it is offered
        if kind in ("palace", CROWN_PALACE):
            city = choose_best_city(s, seat, kind == CROWN_PALACE)
            return city if city in keys else keys[0]
        return choose_best_take(s.players[seat].hand, keys)


def play_visit(
    s: State, number: Callable[[int], int], first: Sequence[str] = (), known: Known | None = None
) -> None:
    """Play the visit to its end. Every seat plays as `fair`.

    `first`: the keys that answer the first questions. `known`: results to reuse from earlier in this visit.
    """
    visit, keys_left, fair = s.visit, list(first), Fair(number, known={} if known is None else known)
    while not s.over and s.visit == visit:
        steps, order, value = turn(s), list[str](), None
        while True:
            try:
                pending = steps.send(value)
            except StopIteration:
                break
            if not isinstance(pending, Ask):
                value = pending.read(draw_by_numbers(number, pending))
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


def weigh_position(s: State, seat: str) -> float:
    """Return the value of a seat's position between visits, in points.

    When the game is over, only points count. Until then, cards in hand, tiles that may become pairs, special
    cards, goods and roads count too.
    """
    player = s.players[seat]
    left = LAST - s.visit + 1
    if s.over:
        return float(player.total)
    held = CARD_WORTH * count_cards(player.hand) + 0.3 * count_hand_points(player.hand)
    pairs = PAIR * 0.5 * len(player.influence) * min(1.0, left / 6)
    specials = sum(holder == seat for holder in s.specials.values()) * min(left, 5) * 0.8
    matched = sum(count_goods(player.tiles, player.goods).values()) * 0.12 * left / 2
    roads = sum(weigh_roads_ahead(s, (city,)) for city, owner in s.palaces.items() if owner == seat)
    return player.total + held + pairs + specials + matched + roads


@dataclass(slots=True)
class Full:
    """A player that tries its most promising plays.

    It deals the hidden cards many times. With each deal it tries each of these plays, and goes on to the end
    of the visit. It stops when one of the plays is clearly ahead, or when its time is over.
    """

    number: Callable[[int], int]
    stop: Callable[[], bool]
    taste: Taste = NO_TASTE
    fair: Fair = field(init=False)

    def __post_init__(self) -> None:
        self.fair = Fair(self.number)

    def choose(self, point: Point, /) -> str:
        """Return one of the legal keys. At the first question of an order, decide the whole order."""
        if len(point.keys) == 1 or point.kind != PLAY:
            return self.fair.choose(point)
        view = point.look()
        assert isinstance(view, View)
        found = [way for _, way in rank_ways(sample_state(view, self.number), point.seat)]
        tried = [way for way in found if way.card in point.keys][:WAYS]
        tried += [Way(WITHDRAW)] if Way(WITHDRAW) not in tried else []
        self.fair.planned = self._find_best(view, point.seat, tried)
        return self.fair.planned.card

    def _find_best(self, view: View, seat: str, tried: Sequence[Way]) -> Way:
        """Return the play with the best average value.

        All plays are tried with the same deals, so that luck favours none of them. A play that is clearly
        behind is dropped. The style adds the same bonus to all values of a play that it likes.
        """
        left, known, rounds = {way: list[float]() for way in tried}, Known(), 0
        liked = {way: SLACK * self.taste.weigh(measure_marks(way)) for way in tried}
        while len(left) > 1 and rounds < MOST and (rounds < FEWEST or not self.stop()):
            dealt = sample_state(view, self.number)
            for way, values in left.items():
                values.append(self._play_on(dealt, seat, way, known) + liked[way])
            rounds += 1
            if rounds >= SURE_AFTER:
                left = keep_contenders(left, TRIFLE, SPREAD)
        return find_ahead(left)

    def _play_on(self, dealt: State, seat: str, way: Way, known: Known) -> float:
        """Let the seat play `way`, and play the visit to its end.

        Return the seat's lead over the others at the end of the visit, in points.
        """
        s = dealt.copy()
        play_visit(s, self.number, way[:1] if way.card == WITHDRAW else way, known)
        others = [weigh_position(s, other) for other in s.players if other != seat]
        return weigh_position(s, seat) - 0.6 * sum(others) / len(others) - 0.4 * max(others)


def _make_players(taste: Taste) -> dict[str, Maker]:
    return {
        "easy": lambda number, _: Fair(number, 35, taste),
        "fair": lambda number, _: Fair(number, taste=taste),
        "full": lambda number, stop: Full(number, stop, taste),
    }


BOT_PLAYERS: Mapping[str, Maker] = _make_players(NO_TASTE)
STYLES: Mapping[str, Style] = {
    "merchant": Style(
        say("the merchant"),
        say("plays for the Elephant and its goods"),
        _make_players(Taste({"goods": 0.25})),
    ),
    "prince": Style(
        say("the prince"), say("plays for the Crown and its palace"), _make_players(Taste({"crown": 0.8}))
    ),
    "hermit": Style(say("the hermit"), say("leaves a visit early"), _make_players(Taste({"leave": 0.3}))),
}
