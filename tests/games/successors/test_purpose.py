"""The reason for a march names what it takes beside what it fights for."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import successors
from rules.kernel import Ask, Rules
from rules.players import Mover, choose_order, replay_entries
from rules.successors.board import BORDERS, VALUE
from rules.successors.purpose import describe_purpose
from rules.successors.tables import CHITS
from rules.words import Words
from tests.games.successors.table import Table, place
from tests.kernel.play import random_steps

GAME: Rules[Any, Any] = successors


def list_places(said: Words, slot: str) -> set[str]:
    """Return the places of a list within a sentence."""
    there = said.args[slot]
    assert isinstance(there, Words)
    return {str(place) for place in there.args.values()}


def test_a_reason_names_what_a_march_takes_and_what_it_fights_for() -> None:
    """A hint that names only the fight leaves out the provinces that the same march brings."""
    seen = 0
    for luck in range(3):
        number = Random(luck).randrange
        for step in random_steps(GAME, luck):
            ask = step.live.pending
            if not isinstance(ask, Ask) or ask.kind != "movement":
                continue
            keys = choose_order(GAME, step.game, Mover(number)).keys
            live = replay_entries(GAME, GAME.load(step.game.start), step.game.log, keys)
            before, after = (GAME.view(each.state, None) for each in (step.live, live))
            said = describe_purpose(before, after, ask.seat, keys)
            if isinstance(said, Words) and {*said.args} == {"places", "taken"}:
                taken = list_places(said, "taken")
                assert not taken & list_places(said, "places"), "each place is named once"
                assert all(after.controllers[place] == ask.seat for place in taken)
                assert all(before.controllers.get(place) != ask.seat for place in taken)
                seen += 1
    assert seen


def test_the_reason_for_a_home_names_no_neighbour_that_another_seat_has() -> None:
    beside = 0
    for luck in range(6):
        for step in random_steps(GAME, luck):
            ask = step.live.pending
            if not isinstance(ask, Ask) or ask.kind != "home":
                continue
            before = GAME.view(step.live.state, None)
            others = {seat.home for seat in before.seats if seat.home}
            for home in (key for key in ask.menu() if others & {*BORDERS[key]}):
                live = replay_entries(GAME, GAME.load(step.game.start), step.game.log, (home,))
                said = describe_purpose(before, GAME.view(live.state, None), ask.seat, (home,))
                assert isinstance(said, Words)
                assert not list_places(said, "places") & others
                beside += 1
    assert beside


def explain(table: Table, *keys: str) -> Words:
    """Return the reason for an order that ends with these keys."""
    before = GAME.view(table.s, None)
    seat = table.ask.seat
    said = describe_purpose(before, GAME.view(table.play(*keys).s, None), seat, keys)
    assert isinstance(said, Words)
    return said


def test_the_reason_for_no_movement_says_whom_the_units_keep_out() -> None:
    """What somebody has in any case, such as Talents, is no reason against a march."""
    units = {"SYR": {"red": "3i"}, "PHO": {"blue": "2i"}}
    said = explain(Table(place(units, seat="red", phase="movement", talents={"red": 9})), "done")
    assert list_places(said, "places") == {"SYR"}
    assert list_places(said, "enemies") == {"blue"}
    alone = Table(place({"SYR": {"red": "3i"}}, seat="red", phase="movement", talents={"red": 9}))
    assert {*explain(alone, "done").args} == {"places"}


def test_the_reason_for_a_chit_says_what_the_chit_brings() -> None:
    held = {"SYR": {"red": "3i"}, "MED": {"white": "1i"}, "PHO": {"blue": "1i"}}
    for chit in (key for key, row in CHITS.items() if row.when == "movement" and row.effect != "raid"):
        table = Table(place(held, seat="red", phase="movement", chits={chit: "red"}))
        key = f"chit-{chit}"
        if key in table.keys:
            said = explain(table, key)
            assert not {*said.args} & {"places", "enemies"}, said.english


def test_a_chit_that_is_not_played_is_kept_and_saves_no_talents() -> None:
    table = Table(
        place({"SYR": {"red": "3i"}}, seat="red", phase="dawn", chits={"14": "red"}, talents={"red": 9})
    )
    assert explain(table, "pass").args == {}


def test_a_reason_says_more_than_the_order() -> None:
    """ "Hold Syria" to hold Syria is no reason: what the province is worth is one."""
    units = {"SYR": {"red": "6i", "blue": "6i"}}
    table = Table(place(units, seat="red", phase="combat"))
    assert explain(table, "fight-SYR-blue").args["n"] == VALUE["SYR"]
    table.dice("611111611111")
    assert table.ask.kind == "retreat"
    assert explain(table, "hold").args["n"] == VALUE["SYR"]
    raised = Table(place({"SYR": {"red": "3i"}}, seat="red", phase="revenue", talents={"red": 9}))
    assert explain(raised, "2-l", "done").args["n"] == 5, "the order names the new units"


def test_who_takes_a_province_worth_nothing_has_another_reason() -> None:
    """The province brings no point by itself, but richer provinces are near."""
    poor = next(
        key for key, worth in VALUE.items() if not worth and any(VALUE[near] for near in BORDERS[key])
    )
    beside = next(near for near in BORDERS[poor] if VALUE[near])
    units = {beside: {"red": "3i"}}
    table = Table(place(units, seat="red", phase="movement"))
    said = explain(table, f"march-{beside}", poor, "1-i", "done", "done")
    named = list_places(said, "places")
    assert named
    assert poor not in named
    assert all(VALUE[near] for near in named)
