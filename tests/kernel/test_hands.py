"""The toy game with hands through the kernel: who may know each entry, and lines reveal no more."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rules.ask import EVERYTHING, SPECTATOR, Reader
from rules.asking import DONE
from rules.chance import AND
from rules.errors import NoUndo
from rules.kernel import (
    CHANCE,
    Ask,
    Game,
    InputError,
    Live,
    NotAllowed,
    Rules,
    Step,
    begin,
    submit,
    undo,
)
from rules.orders.buttons.controls import find_ways
from rules.orders.notation import find_help, parse
from rules.orders.suggestions import suggest
from rules.orders.typed_lines import VEIL, write_lines
from rules.records.proof import verify
from rules.records.record import Record, dump_record, list_turns, load_record, replay
from rules.secrecy import HIDDEN, mask_turn
from tests.kernel import toy_hands

HANDS: Rules[Any, Any] = toy_hands


def played(seed: int, seats: int = 3) -> list[Step]:
    """Return the steps of a random game, one for each answer."""
    rng = Random(seed)
    state = toy_hands.setup(toy_hands.Options(seats=seats))
    steps = [begin(HANDS, toy_hands.dump(state), f"hands {seed}")]
    while isinstance(ask := steps[-1].live.pending, Ask):
        steps.append(submit(HANDS, steps[-1].game, ask.seat, [rng.choice(list(ask.menu()))]))
    return steps


def turns(seed: int, seats: int = 3) -> list[Game]:
    """Return all its turns."""
    steps = played(seed, seats)
    return [*(game for step in steps for game in step.closed), steps[-1].game]


def at(kind: str, seed: int = 1, *, several: bool = False) -> Step:
    """Return the first question of this kind in a random game. `several`: with more than one answer."""
    for number in range(seed, seed + 50):
        for step in played(number):
            ask = step.live.pending
            if isinstance(ask, Ask) and ask.kind == kind and (not several or len(ask.menu()) > 2):
                return step
    raise AssertionError(f"no question of the kind {kind}")


def asked(step: Step) -> Ask:
    assert isinstance(step.live.pending, Ask)
    return step.live.pending


def only_line(game: Game, first: int, reader: Reader) -> str:
    return write_lines(HANDS, game, first, reader)[0].text


@pytest.mark.parametrize("seats", range(2, 6))
def test_any_number_of_seats_plays_to_the_end(seats: int) -> None:
    *_, last = played(7, seats)
    assert len(HANDS.view(last.live.state, None).standing) == seats
    assert HANDS.over(last.live.state)


def test_draws_are_read_by_their_seat_alone_and_some_by_nobody() -> None:
    game = begin(HANDS, toy_hands.dump(toy_hands.setup(toy_hands.Options())), "s").game
    assert [entry.key for entry in mask_turn(HANDS, game, SPECTATOR).log] == [HIDDEN] * 4
    own = mask_turn(HANDS, game, frozenset({"east"})).log
    assert [entry.key == HIDDEN for entry in own] == [True, False, True, True]
    assert len(own[1].key.split(AND)) == toy_hands.HAND
    assert not any(entry.key == HIDDEN for entry in mask_turn(HANDS, game, EVERYTHING).log)
    assert [row.text for row in write_lines(HANDS, game)] == [f"[{VEIL}]"] * 4


def test_a_secret_answer_reads_the_same_whatever_else_there_was() -> None:
    start = at("go").game
    texts = []
    for seed in range(30):
        state = toy_hands.state_of(toy_hands.view(toy_hands.load(start.start), None), Random(seed).randrange)
        step = begin(HANDS, toy_hands.dump(state), f"s{seed}")
        seat = asked(step).seat
        step = submit(HANDS, step.game, seat, ["play"])
        hand = list(asked(step).menu())
        step = submit(HANDS, step.game, seat, [hand[0]])
        step = submit(HANDS, step.game, seat, [DONE])
        rows = [row for row in write_lines(HANDS, step.game) if row.seat == seat]
        texts.append(rows[0].text.replace(HANDS.name(hand[0]), "X"))
    assert set(texts) == {"Play gem X."}


@pytest.mark.parametrize("seed", range(12))
def test_owners_read_back_what_they_entered(seed: int) -> None:
    for turn in turns(seed):
        for row in write_lines(HANDS, turn, 0, EVERYTHING):
            if row.seat == CHANCE:
                continue
            before = Game(turn.seed, turn.turn, turn.start, turn.log[: row.first])
            keys = tuple(entry.key for entry in turn.log[row.first : row.last])
            assert parse(HANDS, before, row.seat, row.text) == keys, row.text


def test_what_lies_face_down_is_hidden_in_lines_and_stays_so() -> None:
    step = at("bury")
    seat, first = asked(step).seat, len(step.game.log)
    gem = next(iter(asked(step).menu()))
    after = submit(HANDS, step.game, seat, [gem])
    whole = after.closed[0] if after.closed else after.game
    assert only_line(whole, first, SPECTATOR) == f"[{VEIL}]"
    assert only_line(whole, first, frozenset({seat})) == HANDS.name(gem)


def test_sealed_answers_open_when_the_last_is_in() -> None:
    step = at("bid")
    first = len(step.game.log)
    while asked(step).kind in ("bid", "stake"):
        texts = [row.text for row in write_lines(HANDS, step.game, first)]
        assert set(texts) <= {f"[{VEIL}], [{VEIL}]", f"[{VEIL}]"}
        before, step = step, submit(HANDS, step.game, asked(step).seat, [next(iter(asked(step).menu()))])
    seat = asked(before).seat
    assert "[" not in " ".join(row.text for row in write_lines(HANDS, step.game, first))
    with pytest.raises(NoUndo) as refused:
        undo(HANDS, step.game, seat)
    assert refused.value.since == "final"
    assert undo(HANDS, before.game, seat).log == before.game.log[:-1]


def test_nobody_else_is_helped_with_a_secret_question() -> None:
    step = at("play", several=True)
    seat = asked(step).seat
    other = frozenset(toy_hands.SEATS) - {seat}
    gems = [key for key in asked(step).menu() if key != toy_hands.NOTHING]
    for reader in (SPECTATOR, other):
        for text in ("", "?", "gem ", gems[0], f"gem {gems[0]}, zzz", "zircn", "done."):
            refusals = set()
            for answer in (parse, find_help):
                with pytest.raises(InputError) as refused:
                    answer(HANDS, step.game, seat, text, reader)
                refusals.add(str(refused.value))
            assert len(refusals) == 1, "the same whatever was typed"
            assert refusals.pop().startswith(f"{HANDS.name(seat)} ")
            assert suggest(HANDS, step.game, seat, text, reader=reader) == []
        assert find_ways(HANDS, step.game, 20, reader).offered == ()
    assert len(find_help(HANDS, step.game, seat, "").legal) == len(asked(step).menu())
    assert suggest(HANDS, step.game, seat, "")
    assert len(find_ways(HANDS, step.game, 20).offered) >= len(gems)


def test_public_ways_end_where_a_secret_begins() -> None:
    step = at("go")
    offered = find_ways(HANDS, step.game, 20, SPECTATOR).offered
    assert (offered[0].key, offered[0].label) == ("play", "Play")
    assert len(find_ways(HANDS, step.game, 20).offered) >= len(offered)


def test_a_refused_key_tells_nothing_of_the_menu() -> None:
    step = at("play")
    with pytest.raises(NotAllowed) as refused:
        Live.enter(step.live, asked(step).seat, "plutonium")
    assert not any(gem in str(refused.value).lower() for gem in toy_hands.GEMS)


def test_a_running_record_is_masked_and_plays_as_far_as_it_can() -> None:
    whole = turns(3)
    reader = frozenset({"north"})
    hidden = [mask_turn(HANDS, game, reader) for game in whole]
    record = Record(toy_hands.KEY, "hash", None, {"seats": 3}, turns=list_turns(hidden))
    text = dump_record(record)
    again = load_record(text)
    assert again == record
    assert again.hides
    (
        *_,
        (game, _),
    ) = replay(HANDS, again)
    assert (game.turn, len(game.log)) == (1, 1), "north may read their own hand, not east's"
    assert verify(HANDS, again)[-1] == "from turn 1, entry 1 on, something is hidden until the game ends"
    start = Record(toy_hands.KEY, "hash", None, start=HIDDEN, turns=record.turns)
    assert load_record(dump_record(start)).start == HIDDEN
    assert (
        verify(HANDS, start)[-1]
        == "the position that the record starts with is hidden until the game is over"
    )
    state = toy_hands.setup(toy_hands.Options(seats=3))
    assert HANDS.load(HANDS.dump(state)) == state
