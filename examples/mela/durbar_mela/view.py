"""Define what a seat or a spectator may see, and build a state that fits a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from durbar_mela.state import GOODS, HAND, KEY, SEATS, State
from durbar_mela.turn import HAGGLE, SELL, over, ranking
from rules.extras import Captions
from rules.state import Stand
from rules.words import Plural, Words, in_turn, say


@dataclass(frozen=True, slots=True)
class View:
    """The fair, seen from a seat, or by a spectator (None)."""

    game: str
    seat: str | None
    hand: tuple[str, ...]  # this seat's goods; () for a spectator
    hands: Mapping[str, int]  # how many goods each seat holds
    coins: Mapping[str, int]
    sold: tuple[str, ...]  # the goods sold by all seats, in order
    mover: str
    dealt: bool
    over: bool
    winners: tuple[str, ...]
    headline: str
    standing: tuple[tuple[str, Stand], ...]


NAMES = {**{seat: seat.capitalize() for seat in SEATS}, **{key: key for key in (*GOODS, SELL, HAGGLE)}}


def name(key: str) -> str:
    """Return the name of a key for people."""
    return NAMES.get(key, key)


def headline(state: State) -> Words:
    """Return the round, or the result of a finished game."""
    if over(state):
        winners = in_turn([say("{seat}", seat=seat) for seat in ranking(state)[0]], ", ")
        return say("The fair is over. Most coins: {winners}", winners=winners)
    return say("Round {n} of {last}", n=1 + len(state.sold) // len(state.seats), last=HAND)


def standing(state: State, seat: str) -> tuple[Words, Words]:
    """Return the standing of a seat: first its coins, then how many goods it has to sell."""
    coins, goods = state.coins[seat], len(state.hands[seat])
    return (
        say(Plural("{n} coin", "{n} coins"), n=coins),
        say(Plural("{n} good to sell", "{n} goods to sell"), n=goods),
    )


def captions(state: State) -> Captions:
    """Return the headline and the standings, which can be translated."""
    return Captions(headline(state), [(seat, standing(state, seat)) for seat in state.seats])


def view(state: State, seat: str | None) -> View:
    """Return what this seat may see: its own hand, and how many goods the others hold."""
    return View(
        game=KEY,
        seat=seat,
        hand=tuple(state.hands[seat]) if seat is not None else (),
        hands={each: len(hand) for each, hand in state.hands.items()},
        coins=dict(state.coins),
        sold=tuple(state.sold),
        mover=state.mover,
        dealt=state.dealt,
        over=over(state),
        winners=tuple(ranking(state)[0]) if over(state) else (),
        headline=headline(state).read(name),
        standing=tuple(
            (each, Stand(words.read(name) for words in standing(state, each))) for each in state.seats
        ),
    )


def state_of(seen: View, number: Callable[[int], int]) -> State:
    """Return a state that fits a view. The hands of the others are dealt at random."""
    hands: dict[str, list[str]] = {seat: [] for seat in seen.hands}
    if seen.seat is not None:
        hands[seen.seat] = list(seen.hand)
    state = State(hands, dict(seen.coins), list(seen.sold), seen.mover, seen.dealt)
    for seat, n in seen.hands.items():
        if seat != seen.seat:
            for _ in range(n):
                pile = state.pile
                hands[seat].append(pile[number(len(pile))])
            hands[seat].sort(key=GOODS.index)
    return state
