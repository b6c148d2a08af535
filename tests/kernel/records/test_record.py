"""Games as documents: written, read, replayed, verified."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from rules.chance import make_commitment
from rules.kernel import CHANCE, Ask, Entry
from rules.records.proof import covers_start, find_seed, verify
from rules.records.record import (
    BadFile,
    Earlier,
    Record,
    Turn,
    dump_record,
    find_first_state,
    list_turns,
    load_record,
    replay,
    write_origin,
)
from tests.kernel import toy
from tests.kernel.play import TOY, random_turns


def recorded(seed: int, turns: int | None = None) -> Record:
    """Return a random toy game, whole or its first turns."""
    games = random_turns(TOY, seed, side_acts=0.05)
    name = f"seed {seed}"
    return Record(
        "toy",
        make_commitment(name, write_origin("toy", {})),
        name,
        {},
        {"north": "Asha", "south": "Bir Singh"},
        None,
        list_turns(games[:turns]),
    )


def changed(record: Record, turn: int, at: int, entry: Entry) -> Record:
    """Return the record with one entry replaced."""
    number, log = record.turns[turn]
    turns = list(record.turns)
    turns[turn] = Turn(number, (*log[:at], entry, *log[at + 1 :]))
    return replace(record, turns=tuple(turns))


@pytest.mark.parametrize("seed", range(10))
def test_a_record_comes_back_as_it_was_written_and_holds(seed: int) -> None:
    record = recorded(seed)
    assert load_record(dump_record(record)) == record
    assert verify(TOY, record) == []


def test_the_text_can_be_read_by_people() -> None:
    first = (Entry(CHANCE, "card-1"), Entry("north", "command"), Entry("north", "trade"))
    turns = (Turn(1, first), Turn(2, (Entry("south", "pass"),)))
    record = Record("toy", "c0ffee", None, {"cards": 3}, {"north": " Asha\nRao "}, None, turns)
    assert dump_record(record).splitlines() == [
        "durbar: 1",
        "game: toy",
        'options: {"cards": 3}',
        "commitment: c0ffee",
        "seed: sealed",
        "seat north: Asha Rao",
        "",
        "1 chance card-1",
        "1 north command trade",
        "2 south pass",
    ]
    assert load_record(dump_record(record)) == replace(record, seats={"north": "Asha Rao"})


def test_the_version_of_the_program_stands_in_the_header_and_may_be_missing() -> None:
    """Records older than 0.9.0 have no such line."""
    record = Record("toy", "c0ffee", version="0.9.0")
    assert dump_record(record).splitlines()[1] == "version: 0.9.0"
    assert load_record(dump_record(record)).version == "0.9.0"
    assert load_record("game: toy\ncommitment: c0ffee\nseed: 1\n").version == ""


def test_comments_and_empty_lines_do_not_matter() -> None:
    text = "# a game\ngame: toy\nseed: x\ncommitment: y\n\n# first turn\n1 chance card-1\n\n1 north pass\n"
    assert load_record(text).turns == (Turn(1, (Entry(CHANCE, "card-1"), Entry("north", "pass"))),)


def test_replay_goes_turn_by_turn_to_the_position() -> None:
    games = random_turns(TOY, 3)
    record = recorded(3)
    assert [game for game, _ in replay(TOY, replace(record, turns=list_turns(games)))] == games
    *_, (_, live) = replay(TOY, record)
    assert toy.over(live.state)
    assert [game.turn for game, _ in replay(TOY, record, until=2)] == [1, 2]


def test_replay_ends_at_the_waiting_question() -> None:
    record = recorded(3, turns=2)
    *_, (game, live) = replay(TOY, record)
    assert game.turn == 3
    assert game.log == ()
    assert live.pending is not None
    number, log = record.turns[0]
    *_, (game, live) = replay(TOY, replace(record, turns=(Turn(number, log[:1]),)))
    assert isinstance(live.pending, Ask)
    assert game.turn == 1


def test_a_record_may_start_anywhere() -> None:
    start = json.dumps({**json.loads(toy.dump(toy.setup(toy.Options()))), "deck": ["card-2"]})
    turns = (Turn(4, (Entry(CHANCE, "card-2"),)),)
    record = Record("toy", make_commitment("s"), "s", start=start, turns=turns, first=4)
    assert load_record(dump_record(record)) == record
    assert [game.turn for game, _ in replay(TOY, record)] == [4]
    assert json.loads(find_first_state(TOY, record))["deck"] == ["card-2"]
    assert verify(TOY, record) == []


def test_the_options_make_the_start() -> None:
    record = Record("toy", "c", options={"cards": 2})
    assert json.loads(find_first_state(TOY, record))["deck"] == ["card-1", "card-2"]


@pytest.mark.parametrize(
    "record", [Record("toy", "c", options={"cards": 99}), Record("toy", "c", start='{"game": "chess"}')]
)
def test_a_start_that_can_not_be_is_refused(record: Record) -> None:
    with pytest.raises(BadFile, match="the record doesn't start: "):
        find_first_state(TOY, record)


HEAD = "game: toy\nseed: x\ncommitment: y\n"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "the header has no “game:”"),
        ("game: toy\nseed: x\n", "the header has no “commitment:”"),
        ("durbar: 9\n" + HEAD, "this is a record of version 9; versions 1 and 2 can be read"),
        ("hello there\n", "line 1: “hello there” is no line of a header"),
        (HEAD + "game: toy\n", "line 4: “game: toy” is no line of a header"),
        (HEAD + "colour: red\n", "line 4: “colour: red” is no line of a header"),
        (HEAD + "options: {\n", "options: "),
        (HEAD + "options: []\n", "options: not a JSON object"),
        (HEAD + "start: 3\n", "start: not a JSON object"),
        (HEAD + "turn: first\n", "turn: “first” isn't the number of a turn"),
        (HEAD + "turn: 3\n\n2 north pass\n", "turn: the number of the first turn is needed"),
        (HEAD + "\none north pass\n", "line 5: “one north pass” isn't a turn number, a seat and keys"),
        (HEAD + "\n1 north\n", "line 5: “1 north” isn't a turn number, a seat and keys"),
        (HEAD + "\n2 north pass\n1 north pass\n", "line 6: turn 1 comes after turn 2"),
    ],
)
def test_a_text_that_is_no_record_is_refused_with_its_line(text: str, why: str) -> None:
    with pytest.raises(BadFile) as bad:
        load_record(text)
    assert str(bad.value).startswith(why)


@pytest.mark.parametrize("key", ["two words", "", "#", "tab\t"])
def test_a_key_that_would_not_come_back_is_not_written(key: str) -> None:
    with pytest.raises(ValueError, match="can't stand in a record"):
        dump_record(Record("toy", "c", turns=(Turn(1, (Entry("north", key),)),)))


def test_a_sealed_record_can_not_be_verified_yet() -> None:
    assert verify(TOY, replace(recorded(1), seed=None)) == [
        "the seed is sealed until the game ends: chance can't be verified yet"
    ]


def test_a_wrong_seed_is_found() -> None:
    faults = verify(TOY, replace(recorded(1), seed="another"))
    assert faults[0].startswith("the seed and the start don't have the hash")
    assert any("chance gave" in fault for fault in faults[1:])


def test_another_start_is_found() -> None:
    record = recorded(1)
    assert covers_start(record)
    faults = verify(TOY, replace(record, options={"cards": 9}))
    assert faults[0].startswith("the seed and the start don't have the hash")
    old = replace(record, commitment=make_commitment("seed 1"))
    assert (verify(TOY, old), covers_start(old)) == ([], False)


def test_a_changed_roll_is_found() -> None:
    record = recorded(1)
    drawn = record.turns[0].log[0]
    other = "card-1" if drawn.key == "card-2" else "card-2"
    fault = verify(TOY, replace(record, turns=(Turn(1, (Entry(CHANCE, other),)),)))[0]
    assert fault == f"turn 1, entry 0: chance gave {other}, the seed gives {drawn.key}"


def test_an_illegal_entry_is_found() -> None:
    record = recorded(1)
    seat = record.turns[0].log[1].seat
    assert verify(TOY, changed(record, 0, 1, Entry(seat, "dance")))[0].startswith(
        f"turn 1, entry 1 ({seat} dance): “dance” "
    )


def test_a_turn_that_ends_too_early_or_too_late_is_found() -> None:
    record = recorded(1)
    first = record.turns[0]
    short = replace(record, turns=(Turn(1, first.log[:1]), *record.turns[1:]))
    assert verify(TOY, short) == ["turn 1 ends before it is over, and turn 6 follows"]
    long = replace(record, turns=(*record.turns, Turn(99, first.log)))
    assert verify(TOY, long) == ["turn 99 comes after the end of the game"]


def test_entries_may_be_spread_over_lines() -> None:
    text = HEAD + "\n1 chance card-1\n1 north command\n1 north done\n2 chance card-2\n"
    assert [len(turn.log) for turn in load_record(text).turns] == [3, 1]
    assert load_record("\n\n" + text).game == "toy"


def brought_in(seed: str | None) -> Record:
    """Return a record whose first turn has the chance of an earlier seed."""
    record, old = recorded(1), recorded(1)
    return replace(
        record,
        seed="later",
        commitment=make_commitment("later"),
        earlier=(Earlier(old.turns[-1].number, len(old.turns[-1].log), make_commitment("seed 1"), seed),),
    )


@pytest.mark.parametrize("seed", ["seed 1", None])
def test_a_record_knows_the_seeds_before(seed: str | None) -> None:
    record = brought_in(seed)
    assert load_record(dump_record(record)) == record
    assert verify(TOY, record) == []
    assert find_seed(record, 1, 0) == seed
    assert find_seed(record, 999, 0) == "later"


def test_a_wrong_seed_of_before_is_found() -> None:
    faults = verify(TOY, brought_in("seed 2"))
    assert "doesn't have its hash" in faults[0]
    assert "the seed gives" in faults[1]
    for bad, why in (("soon: c0ffee sealed", "turn and an entry such as"), ("2.1: c0ffee", "hash is needed")):
        with pytest.raises(BadFile, match=why):
            load_record(f"game: toy\ncommitment: c\nseed: s\nbefore {bad}\n\n")


@pytest.mark.parametrize("place", ["99999.0", "1.0", "0.0"])
def test_a_seed_for_no_part_of_the_game_is_refused(place: str) -> None:
    """In form 1, an empty line is the same as no line."""
    turn, entry = map(int, place.split("."))
    faults = verify(TOY, replace(recorded(1), earlier=(Earlier(turn, entry, make_commitment("s"), "s"),)))
    assert [fault for fault in faults if fault.startswith("before ")] == [
        f"before {place}: no roll or draw of this game can come from that seed"
    ] * (place != "1.0")


def test_a_game_from_its_set_up_begins_with_turn_1() -> None:
    faults = verify(TOY, replace(recorded(1), turns=(), first=7))
    assert faults[0] == "turn: a game that begins with its set-up begins with turn 1, not 7"
