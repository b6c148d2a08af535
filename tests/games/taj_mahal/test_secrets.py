"""Hands stay secret: at every entry a seat sees no difference between states that differ in others' hands."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from rules import taj_mahal
from rules.ask import SPECTATOR, only_for
from rules.chance import Draw, Roll
from rules.kernel import CHANCE, Game, Live
from rules.orders.typed_lines import write_lines
from rules.secrecy import is_hidden, mask_entries
from rules.taj_mahal.cards import DECK
from rules.taj_mahal.state import State
from tests.every_game.golden import play_at_random
from tests.games.taj_mahal.table import GAME


def twin(s: State, seat: str | None, seed: int) -> State:
    """Return another state that this seat (None: a spectator) can't tell from `s`."""
    assert taj_mahal.EXTRAS.analysis.sample_state is not None
    made = taj_mahal.EXTRAS.analysis.sample_state(taj_mahal.view(s, seat), Random(seed).randrange)
    assert isinstance(made, State)
    return made


def public_face(live: Live[State, taj_mahal.View]) -> object:
    """Return what everybody may know of the current question."""
    ask = live.pending
    if isinstance(ask, Roll) or ask is None:
        return None
    if isinstance(ask, Draw):
        return (str(ask.prompt), ask.eyes, ask.n, len(ask.pile), ask.kind)
    shown = ask.presentation
    asked = (ask.seat, str(ask.prompt), ask.kind, ask.eyes, ask.final, ask.forced, ask.skip)
    offered = [(key, ask.read(key, taj_mahal.name)) for key in ask.menu()] if ask.eyes is None else None
    return (*asked, shown.lead, shown.picture, shown.alone, shown.hollow, offered)


@pytest.mark.parametrize("seed", ["leak 1", "leak 2"])
def test_a_view_and_the_state_made_of_it_are_alike_for_its_seat_and_differ_for_others(seed: str) -> None:
    differ = 0
    for number, game in enumerate(play_at_random(GAME, seed)):
        s = taj_mahal.load(game.start)
        if not s.visit:
            continue
        for seat in (None, *s.players):
            other = twin(s, seat, number)
            taj_mahal.check(other)
            assert taj_mahal.view(other, seat) == taj_mahal.view(s, seat)
            assert public_face(Live(taj_mahal, other)) == public_face(Live(taj_mahal, s.copy()))
            differ += other.players != s.players
    assert differ > 100


@pytest.mark.parametrize("seed", ["leak 3", "leak 4"])
def test_at_every_entry_those_who_may_not_see_a_hand_see_the_same_whatever_it_is(seed: str) -> None:
    """The mover's cards that are neither played nor drawn in this turn are exchanged for others.

    Spectators and rivals see the same views and questions, and read the same order lines.
    """
    compared = 0
    for number, game in enumerate(play_at_random(GAME, seed)):
        s = taj_mahal.load(game.start)
        if not s.visit:
            continue
        mover, played = s.mover, [key for e in game.log for key in e.key.split("+") if key in DECK]
        other = exchanged(s, mover, played, Random(number))
        one, two = Live(taj_mahal, s.copy()), Live(taj_mahal, other.copy())
        changed = replace(game, start=taj_mahal.dump(other))
        for entry in game.log:
            assert public_face(one) == public_face(two)
            for seat in (None, *(seat for seat in s.players if seat != mover)):
                assert taj_mahal.view(one.state, seat) == taj_mahal.view(two.state, seat)
                compared += 1
            one.enter(*entry)
            two.enter(*entry)
        said = [[(each.seat, each.text) for each in write_lines(GAME, turn)] for turn in (game, changed)]
        assert said[0] == said[1]
        told = [[line.words for line in live.state.story if line.readers is None] for live in (one, two)]
        assert told[0] == told[1]
    assert compared > 300


def exchanged(s: State, seat: str, keep: list[str], rng: Random) -> State:
    """Return the state with other cards in this hand, except played and known cards."""
    other = s.copy()
    player = other.players[seat]
    secret = [kind for kind, n in player.hand.items() for _ in range(n - player.known.get(kind, 0))]
    for old in secret:
        there = [kind for kind in other.deck if kind not in (old, *keep)]
        if old in keep or not there:
            continue
        new = rng.choice(there)
        for heap, change in ((player.hand, {old: -1, new: 1}), (other.deck, {new: -1, old: 1})):
            for key, n in change.items():
                heap[key] = heap.get(key, 0) + n
                if not heap[key]:
                    del heap[key]
    taj_mahal.check(other)
    return other


def test_what_is_secret_is_read_by_its_seat_alone() -> None:
    hidden = 0
    for game in play_at_random(GAME, "leak 5"):
        for reader in (SPECTATOR, only_for("maroon") or SPECTATOR):
            seen = mask_entries(taj_mahal, taj_mahal.load(game.start), game.log, reader)
            hidden += is_hidden(seen)
            for entry, shown in zip(game.log, seen, strict=True):
                assert shown == entry or (shown.seat, shown.key) == (CHANCE, "?")
    assert hidden > 10


def test_the_views_of_the_end_show_all_hands() -> None:
    *_, last = play_at_random(GAME, "leak 6")
    live = Live(taj_mahal, taj_mahal.load(last.start))
    for entry in last.log:
        live.enter(*entry)
    assert live.state.over
    view = taj_mahal.view(live.state, None)
    assert all(sum(player.hand.values()) == player.cards for player in view.players)
    assert isinstance(last, Game)
