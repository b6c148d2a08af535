"""5.5: a stored tie-break: positions, undo, records, random play to the end."""

from __future__ import annotations

import json
from random import Random

import pytest

from rules import vijayanagara as game
from rules.chance import make_commitment
from rules.errors import NoUndo
from rules.kernel import CHANCE, Ask, Game, Step, begin, resume, submit, undo
from rules.orders import typed_lines
from rules.orders.notation import parse
from rules.records.proof import verify
from rules.records.record import Record, dump_record, list_turns, load_record, replay
from rules.vijayanagara import State
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.victory import rank_seats as ranked
from rules.vijayanagara.victory.tie_break import OFFER
from tests.games.vijayanagara.table import GAME, Table
from tests.games.vijayanagara.test_tie_break import (
    CAGE,
    CAPTURE,
    FIRST,
    LAST,
    OFFERED,
    OVER,
    SIDES,
    THREE,
    TWO,
    results,
    round_of,
)


def test_a_position_in_the_middle_comes_back() -> None:
    """What `dump` writes is what `load` reads."""
    table = round_of(CAPTURE, "sultanate", "vijayanagara", THREE, FIRST)
    text = game.dump(table.state)
    assert game.load(text) == table.state
    document = json.loads(text)["tie_break"]
    assert document["rounds"] == [{"goats": "bahmani", "tigers": "sultanate", "winner": "tigers"}]
    assert document["board"]["sides"] == {"goats": "sultanate", "tigers": "vijayanagara"}
    assert "refused" not in document


def test_a_tied_game_from_before_there_were_tie_breaks_is_over() -> None:
    """A position without the section: the victory was shared."""
    table = Table(f"{OVER}{TWO}")
    assert game.over(table.state)
    assert results(table)[0] == ("bahmani", "vijayanagara")


def test_a_round_can_be_missing() -> None:
    """A position between the rounds: lots are drawn next."""
    assert Table(f"{OVER}{THREE}tie_break: {{rounds: [{FIRST}]}}").due is not None


@pytest.mark.parametrize(
    ("position", "why"),
    [
        (f"{TWO}{OFFERED}", "tie_break: there is none before the end of the game"),
        (
            f"{OVER}{TWO.replace('bahmani: 5', 'bahmani: 4')}{OFFERED}",
            "tie_break: nobody is tied with vijayanagara",
        ),
        (f"{OVER}{TWO}tie_break: {{refused: [sultanate]}}", "tie_break.refused: only those who are tied"),
        (f"{OVER}{TWO}tie_break: {{refused: [mongols]}}", "tie_break.refused.0"),
        (f"{OVER}{TWO}tie_break: {{agreed: true}}", "tie_break.agreed"),
        (
            f"{OVER}{TWO}tie_break: {{rounds: [{FIRST}]}}",
            "tie_break.rounds: only bahmani and vijayanagara can play",
        ),
        (f"{OVER}{THREE}tie_break: {{rounds: [{FIRST}, {FIRST}]}}", "tie_break.rounds: only sultanate and"),
        (
            f"{OVER}{THREE}tie_break: {{refused: [bahmani], rounds: [{FIRST}]}}",
            "tie_break.rounds: the tie-break was over",
        ),
        (f"{OVER}{TWO}tie_break: {{board: {{}}}}", "tie_break.board: sides: needed"),
        (
            f"{OVER}{TWO}tie_break: {{board: {CAGE % ('north', 'south')}}}",
            "tie_break.board.sides: no seat “north”",
        ),
        (
            f"{OVER}{TWO}tie_break: {{board: {CAGE % ('bahmani', 'sultanate')}}}",
            "tie_break.board.sides: only bahmani",
        ),
        (
            f"{OVER}{TWO}tie_break: {{refused: [bahmani], board: {CAGE % ('bahmani', 'vijayanagara')}}}",
            "tie_break.board: the tie",
        ),
        (
            f"{OVER}{TWO}tie_break: {{board: {{sides: {SIDES}, captured: 5}}}}",
            "tie_break.board: this round is over",
        ),
        (
            f"{OVER}{TWO}tie_break: {{board: {{sides: {{goats: bahmani, tigers: bahmani}}}}}}",
            "tie_break.board.sides: each side",
        ),
    ],
)
def test_a_tie_break_that_can_not_be_is_refused_with_its_place(position: str, why: str) -> None:
    with pytest.raises(ValueError, match="position: ") as refused:
        game.load(position)
    assert why in str(refused.value)


def test_a_move_is_a_turn_and_can_be_taken_back_before_the_answer() -> None:
    """One's own last move only, and never past the lots."""
    step = begin(GAME, GAME.dump(GAME.load(f"{OVER}{TWO}{OFFERED}")), "undo")
    assert undo(GAME, submit(GAME, step.game, "bahmani", ["yes"]).game, "bahmani") == step.game
    step = submit(GAME, submit(GAME, step.game, "bahmani", ["yes"]).game, "vijayanagara", ["yes"])
    assert isinstance(step.live.pending, Ask)
    one, other = (
        step.live.pending.seat,
        {"bahmani": "vijayanagara", "vijayanagara": "bahmani"}[step.live.pending.seat],
    )
    with pytest.raises(NoUndo) as revealed:
        undo(GAME, step.game, "vijayanagara", step.closed[-1])
    assert revealed.value.since == CHANCE
    moved = submit(GAME, step.game, one, ["3b"])
    assert moved.game.turn == step.game.turn + 1
    assert undo(GAME, moved.game, one, moved.closed[-1]) == step.game
    answered = submit(GAME, moved.game, other, ["1a-2b"])
    with pytest.raises(NoUndo) as since:
        undo(GAME, answered.game, one, answered.closed[-1])
    assert since.value.since == other
    assert undo(GAME, answered.game, other, answered.closed[-1]) == moved.game


def played_out(start: str, seed: str) -> tuple[list[Game], Step[State]]:
    """Play a tie-break at random; return its turns and last step. Check every invariant and document."""
    rng = Random(seed)
    step = begin(GAME, GAME.dump(GAME.load(start)), seed)
    turns = [*step.closed]
    while isinstance(ask := step.live.pending, Ask):
        choice = "yes" if ask.prompt.text == OFFER else rng.choice(list(ask.menu()))
        step = submit(GAME, step.game, ask.seat, [choice])
        turns += step.closed
        GAME.check(step.live.state)
        again = resume(GAME, step.game)
        assert GAME.dump(again.state) == GAME.dump(step.live.state)
        for seat in (None, *FACTIONS):
            assert [key for key, _ in GAME.view(again.state, seat).standing] == list(FACTIONS)
    return [*turns, step.game], step


@pytest.mark.parametrize(("tied", "count"), [(TWO, 2), (THREE, 3)])
def test_random_tie_breaks_end_with_a_winner_or_shared(tied: str, count: int) -> None:
    decided = 0
    for number in range(3):
        turns, step = played_out(f"{OVER}{tied}{OFFERED}", f"random {number}")
        assert GAME.over(step.live.state)
        ranking = ranked(step.live.state)
        assert sorted(faction for group in ranking for faction in group) == sorted(FACTIONS)
        assert ranking[0] == GAME.view(step.live.state, None).winners
        decided += len(ranking[0]) == 1
        assert len(turns) > 20 * (count - 1)
    assert decided > 1


def test_a_record_holds_the_tie_break() -> None:
    """From Timur's card to the winner: written, read and verified, and every order line can be typed."""
    turns, _ = played_out(f"{LAST}{THREE}", "record")
    start = json.dumps(json.loads(turns[0].start))
    record = Record(GAME.KEY, make_commitment("record"), "record", start=start, turns=list_turns(turns))
    assert load_record(dump_record(record)) == record
    assert verify(GAME, record) == []
    *_, (_, live) = replay(GAME, record)
    assert GAME.over(live.state)
    typed = 0
    for turn in turns:
        for seat, text, first, last in typed_lines.write_lines(GAME, turn):
            if seat in FACTIONS:
                at = Game(turn.seed, turn.turn, turn.start, turn.log[:first])
                assert parse(GAME, at, seat, text) == tuple(entry.key for entry in turn.log[first:last])
                typed += 1
    assert typed > 40


@pytest.mark.parametrize("typed", ["b3", "3B", "3b"])
def test_moves_are_typed_as_in_their_own_game(typed: str) -> None:
    table = Table(f"{OVER}{TWO}tie_break: {{board: {{sides: {SIDES}}}}}")
    at = Game("s", 1, GAME.dump(table.state))
    assert parse(GAME, at, "bahmani", typed) == ("3b",)
