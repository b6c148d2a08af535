"""The reason for a march names what it takes beside what it fights for."""

from __future__ import annotations

from random import Random
from typing import Any

from rules import successors
from rules.kernel import Ask, Rules
from rules.players import Mover, choose_order, replay_entries
from rules.successors.board import BORDERS
from rules.successors.purpose import describe_purpose
from rules.words import Words
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
