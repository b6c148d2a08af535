"""The purpose of a move, which a hint gives as its reason, is true of that move."""

from __future__ import annotations

from itertools import islice

import pytest

from rules.aadu_huli.board import GOAT, LEAPS, MOVES, NEIGHBOURS, POINTS, STEPS, TIGER
from rules.aadu_huli.entries import describe_entry, rank_move
from rules.aadu_huli.moves import find_shut_in
from rules.aadu_huli.options import Options
from rules.aadu_huli.purpose import describe_purpose
from rules.aadu_huli.state import State
from rules.aadu_huli.view import View
from rules.kernel import Ask, Live, begin
from rules.words import Plural, Words, join_list
from tests.games.aadu_huli.table import GAME, after, all_placed, place
from tests.kernel.play import random_steps


def purpose(herd: str, pride: str, move: str, *, to_move: str = "goats") -> Words:
    """Return the purpose of a move of a position in which Goats wait."""
    state = place(herd, pride, to_move=to_move)
    before, seat = GAME.view(state, None), state.sides[to_move]
    live = Live(GAME, state)
    live.enter(seat, move)
    found = describe_purpose(before, GAME.view(live.state, None), seat, [move])
    assert isinstance(found, Words), "this move has a purpose"
    return found


@pytest.mark.parametrize("luck", range(4))
def test_captures_threats_and_exposed_goats_are_named_only_where_they_are(luck: int) -> None:
    seen = set[str]()
    for step in islice(random_steps(GAME, luck), 120):
        ask = step.live.pending
        before = GAME.view(step.live.state, None)
        if not isinstance(ask, Ask) or not before.sides:
            continue
        for key in list(ask.menu())[:4]:
            live = Live(GAME, step.live.state.copy())
            live.enter(ask.seat, key)
            after = GAME.view(live.state, None)
            said = describe_purpose(before, after, ask.seat, [key])
            if after.winners or not isinstance(said, Words):
                continue
            point = said.args.get("point")
            seen.add(said.english)
            assert (after.captured > before.captured) == (said.english == "to capture the Goat on {eaten}")
            new = find_capturable(after) - find_capturable(before)
            if point is not None:
                assert point in new or point in find_capturable(before) - find_capturable(after)
            if (left := said.args.get("goat")) is not None:
                assert left in find_capturable(before) & find_capturable(after)
            if (threatened := said.args.get("goats")) is not None:
                assert threatened == join_list(sorted(new))
            elif isinstance(said.text, Plural):  # a Goat beside Tigers
                assert count_moves(after) < count_moves(before)
    assert len(seen) > 3


@pytest.mark.parametrize("side", ["goats", "tigers"])
def test_a_choice_of_sides_has_no_reason(side: str) -> None:
    """The reason was "to have the better side", which tells nothing."""
    live = Live(GAME, GAME.setup(Options(sides="asked")))
    before = GAME.view(live.state, None)
    live.enter("north", side)
    after = GAME.view(live.state, None)
    assert after.sides
    assert not describe_purpose(before, after, "north", [side])


@pytest.mark.parametrize("luck", range(4))
def test_the_list_of_moves_says_which_goats_a_hint_would_say(luck: int) -> None:
    """A hint named a threat by another Tiger than the one that moves, and the list did not."""
    named = 0
    for step in islice(random_steps(GAME, luck), 120):
        ask, state = step.live.pending, step.live.state
        before = GAME.view(state, None)
        if not isinstance(ask, Ask) or not before.sides:
            continue
        assert isinstance(state, State)
        for key in list(ask.menu())[:8]:
            live = Live(GAME, state.copy())
            live.enter(ask.seat, key)
            reason = describe_purpose(before, GAME.view(live.state, None), ask.seat, [key])
            if isinstance(reason, Words) and reason.english in (
                "to threaten the Goat on {point}",
                "to save the Goat on {point}",
            ):
                entry = describe_entry(state, ask, key)
                assert entry is not None
                verb = reason.english.split()[1].rstrip("en")
                assert verb in entry.read(GAME.name).casefold()
                assert GAME.name(str(reason.args["point"])) in entry.read(GAME.name)
                named += 1
            elif isinstance(reason, Words) and "next turn" in reason.english:
                assert not any(MOVES[later].over for later in list_legal(live))
    assert named


def list_legal(live: Live) -> list[str]:
    """Return the legal moves of the side to move; none after the end of the game."""
    again = Live(GAME, live.state)
    return list(again.pending.menu()) if isinstance(again.pending, Ask) else []


def test_a_goat_that_blocks_says_what_it_leaves_to_a_tiger() -> None:
    assert purpose("", "1a 2c 2d", "3c").args["point"] == "3c"


def find_capturable(view: View) -> set[str]:
    """Return the points of the Goats that a Tiger could leap over."""
    tigers = [point for point, piece in view.at.items() if piece == TIGER]
    leaps = [leap for point in tigers for leap in LEAPS[point]]
    return {over for over, end in leaps if view.at.get(over) == GOAT and end not in view.at}


def count_moves(view: View) -> int:
    """Return how many points the Tigers can step or leap to."""
    tigers = [point for point, piece in view.at.items() if piece == TIGER]
    steps = [key.partition("-")[2] for point in tigers for key in STEPS[point]]
    leaps = [leap for point in tigers for leap in LEAPS[point]]
    return sum(end not in view.at for end in steps) + sum(
        view.at.get(over) == GOAT and end not in view.at for over, end in leaps
    )


@pytest.mark.parametrize("luck", range(4))
def test_an_entry_names_every_tiger_that_a_goat_traps_and_every_goat_it_exposes(luck: int) -> None:
    looked = set[str]()
    for step in islice(random_steps(GAME, luck), 120):
        ask, state = step.live.pending, step.live.state
        before = GAME.view(state, None)
        if not isinstance(ask, Ask) or not before.sides:
            continue
        assert isinstance(state, State)
        for key in ask.menu():
            live = Live(GAME, state.copy())
            live.enter(ask.seat, key)
            after = GAME.view(live.state, None)
            entry = describe_entry(state, ask, key)
            assert entry is not None
            clauses = [each for each in entry.args.values() if isinstance(each, Words)]
            told = {
                each.english.split()[0]: str(each.args.get("tigers", each.args.get("goats")))
                for each in clauses
            }
            if after.winners and before.to_move == "goats":
                assert [*told] == ["wins:"]
                continue
            new = find_capturable(after) - find_capturable(before)
            if before.to_move == "goats":
                shut = find_shut_in(after.at)
                assert_named(told, "traps", ({*after.trapped} - {*before.trapped}) & shut)
                assert_named(told, "exposes", new - {MOVES[key].end})
                assert ("can't" not in told) or MOVES[key].end not in find_capturable(after)
            looked |= told.keys()
    assert looked >= {"beside", "blocks", "exposes"}


def assert_named(told: dict[str, str], verb: str, points: set[str]) -> None:
    """Check that the clause with this verb is there exactly if there are points, and names each of them."""
    assert (verb in told) == bool(points), (told, verb, points)
    assert all(point in told.get(verb, "") for point in points)


def test_a_quiet_move_says_what_is_good_about_its_point() -> None:
    """Three quiet moves had the same reason, so a hint did not help to choose."""
    said = [purpose("4c", "1a 2c 2d", move) for move in ("5a", "4b", "3a")]
    assert [words.args.get("beside") for words in said] == [None, "4c", None]
    assert len({words.text for words in said}) == 3
    assert len({GAME.name(str(words.args["stand"])) for words in said}) == 3


def test_the_move_that_traps_the_last_tiger_says_that_it_wins() -> None:
    s = all_placed("2a 2b 2f 3f 4d 5d", pride="4f")
    ended, ask = False, begin(GAME, GAME.dump(s), "seed").live.pending
    assert isinstance(ask, Ask)
    for key in ask.menu():
        live = Live(GAME, s.copy())
        live.enter(ask.seat, key)
        wins = bool(GAME.view(live.state, None).winners)
        ended = ended or wins
        entry = describe_entry(s, ask, key)
        assert entry is not None
        said = [each.english for each in entry.args.values() if isinstance(each, Words)]
        assert wins == (said == ["wins: no Tiger can move"])
    assert ended


def test_a_step_barred_for_a_turn_is_no_trap() -> None:
    """5.5.4: the Tiger on 5A could only go back to 5B. It is free again a turn later."""
    s = after(all_placed("4b 3b 5c 4d 4f", pride="5b 1a"), "4d-4e", "5b-5a")
    ask = begin(GAME, GAME.dump(s), "seed").live.pending
    assert isinstance(ask, Ask)
    entry = describe_entry(s, ask, "4e-4d")
    assert entry is not None
    said = [each.english for each in entry.args.values() if isinstance(each, Words)]
    assert "the Tiger on {tiger} can't return to {back} next turn (rule 5.5.4)" in said
    assert Plural("traps the Tiger on {tigers}", "traps the Tigers on {tigers}")[0] not in said


@pytest.mark.parametrize("point", POINTS)
def test_a_reason_says_only_from_where_it_leaves_out_half_of_the_points_around(point: str) -> None:
    """A hint said "a Tiger can capture there only from" and named all four points around."""
    if point not in (state := place("", "1a 2c 2d")).at:
        before = GAME.view(state, None)
        after = GAME.view(play(state, point), None)
        said = describe_purpose(before, after, state.sides["goats"], [point])
        assert isinstance(said, Words)
        starts = str(said.args.get("starts", ""))
        assert 2 * sum(each in starts for each in NEIGHBOURS[point]) <= len(NEIGHBOURS[point])


def test_a_goat_that_frees_a_tiger_says_so_and_comes_last() -> None:
    """The list began with a move that let a trapped Tiger go, and did not say so."""
    state = all_placed("3b 4b 5b 5c 4f", pride="5a 1a")
    freeing, quiet = (describe_entry(state, ask_of(state), key) for key in ("3b-3a", "4f-3f"))
    named = [each.args["tigers"] for each in list_clauses_of(freeing) if "tigers" in each.args]
    assert named == [join_list(["5a"])]
    assert not [each for each in list_clauses_of(quiet) if "tigers" in each.args]
    assert rank_move(state, "4f-3f") < rank_move(state, "3b-3a")


def play(state: State, key: str) -> State:
    """Return a copy of the state after a move."""
    after = state.copy()
    after.play(key)
    return after


def ask_of(state: State) -> Ask:
    """Return the question of a position."""
    ask = Live(GAME, state.copy()).pending
    assert isinstance(ask, Ask)
    return ask


def list_clauses_of(entry: Words | None) -> list[Words]:
    """Return the clauses of an entry."""
    assert entry is not None
    return [each for each in entry.args.values() if isinstance(each, Words)]


def test_the_first_turn_without_waiting_goats_says_that_they_move_from_now_on() -> None:
    """After the last placing, the question was "Which Goat moves, and where?" without a word on why."""
    state = place("3b 4b 5b 5c", "1a 2c 2d", goats=5)
    first = after(state, "4f", "1a-2b")
    later = after(first, "4f-3f", "2b-1a")
    assert first.waiting == later.waiting == 0
    assert ask_of(first).prompt.english.startswith("All Goats are placed.")
    assert not ask_of(later).prompt.english.startswith("All Goats are placed.")
