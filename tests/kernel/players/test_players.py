"""Anything that can choose among keys can hold a seat."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.asking import pick
from rules.chance import Draw, Roll, find_faces
from rules.kernel import Ask, Entry, Live, Turn, begin
from rules.player import Advice
from rules.players import Broken, DeadEnd, Mover, Point, choose_order, play_out
from rules.words import say
from tests.kernel import toy
from tests.kernel.play import TOY


def dice(turn: int, index: int, pending: Roll | Draw) -> str:
    return find_faces("players", turn, index, pending)


def movers(seed: int) -> dict[str, Mover]:
    return dict.fromkeys(toy.SEATS, Mover(Random(seed).randrange))


def test_movers_play_a_game_to_its_end() -> None:
    state = toy.setup(toy.Options())
    turns, entries = play_out(TOY, state, movers(1), dice)
    assert toy.over(state)
    assert turns == 6
    assert entries > 12


def test_the_same_numbers_play_the_same_game() -> None:
    states = [toy.setup(toy.Options()) for _ in range(2)]
    for state in states:
        play_out(TOY, state, movers(7), dice)
    assert toy.dump(states[0]) == toy.dump(states[1])


def test_watch_sees_every_entry() -> None:
    seen: list[tuple[int, Entry]] = []

    def watch(live: Live[toy.Toy, toy.ToyView], turn: int, entry: Entry) -> None:
        toy.check(live.state)
        seen.append((turn, entry))

    turns, entries = play_out(TOY, toy.setup(toy.Options()), movers(2), dice, watch=watch)
    assert len(seen) == entries
    assert {turn for turn, _ in seen} == set(range(1, turns + 1))


def test_a_player_sees_its_own_view_when_it_looks() -> None:
    class Looker:
        """A player that takes the first key, and records what it saw."""

        def __init__(self) -> None:
            self.hands: set[object] = set()

        def choose(self, point: Point, /) -> str:
            view = point.look()
            assert isinstance(view, toy.ToyView)
            self.hands.add(view.hand)
            return point.keys[0]

    north, south = Looker(), Looker()
    play_out(TOY, toy.setup(toy.Options()), {"north": north, "south": south}, dice, most=1000)
    assert (north.hands, south.hands) == ({1}, {2})


class Stuck:
    """The toy game with a turn that asks `keys` forever."""

    def __init__(self, *keys: str) -> None:
        self.keys = keys

    def __getattr__(self, name: str) -> Any:
        return getattr(toy, name)

    async def turn(self, state: toy.Toy) -> None:
        while True:
            await pick("north", say("Which way out?"), self.keys)


def test_a_question_without_an_answer_is_a_dead_end() -> None:
    with pytest.raises(DeadEnd, match="turn 1, entry 0: no answer to “Which way out"):
        play_out(Stuck(), toy.setup(toy.Options()), movers(1), dice)


def test_a_game_that_does_not_end_is_stopped() -> None:
    with pytest.raises(DeadEnd, match="turn 1: no end after 50 entries"):
        play_out(Stuck("left", "right"), toy.setup(toy.Options()), movers(1), dice, most=50)


def test_a_single_answer_is_not_asked_for() -> None:
    with pytest.raises(DeadEnd, match="no end"):
        play_out(Stuck("on"), toy.setup(toy.Options()), {}, dice, most=10)


def test_turns_are_coroutines_of_questions() -> None:
    turn: Turn = TOY.turn(toy.setup(toy.Options()))
    assert isinstance(turn.send(None), Draw | Ask)
    turn.close()


class Faulty(Stuck):
    """The toy game with a turn that fails after an answer."""

    async def turn(self, state: toy.Toy) -> None:
        raise ZeroDivisionError(await pick("north", say("Which way out?"), self.keys))


def test_a_rule_that_fails_is_told_with_its_entry() -> None:
    with pytest.raises(Broken, match=r"turn 1, entry 0 \(north left\): the rules failed") as broken:
        play_out(Faulty("left"), toy.setup(toy.Options()), movers(1), dice)
    assert isinstance(broken.value.__cause__, ZeroDivisionError)
    assert broken.value.entry == ("north", "left")


def test_an_order_comes_with_its_players_reason() -> None:
    class Advisor:
        """A player that passes, and says why."""

        def advise(self, point: Point, /) -> list[Advice]:
            return [Advice(("pass",), say("to see what comes")), Advice(("give",))]

        def choose(self, point: Point, /) -> str:
            return "pass"

    game = begin(TOY, toy.dump(toy.setup(toy.Options())), "seed").game
    assert choose_order(TOY, game, Advisor()) == Advice(("pass",), say("to see what comes"))
    assert choose_order(TOY, game, Mover(lambda _: 0)).reason == ""
