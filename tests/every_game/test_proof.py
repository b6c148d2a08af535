"""Every change of a single line in a finished record is detected, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from rules.chance import make_commitment, mix
from rules.errors import BadFile
from rules.kernel import Ask, Game, Rules, begin, find_digest, go_back, resume, settle, submit
from rules.records.proof import list_digests, seal_record, verify
from rules.records.record import FORM_2, Earlier, Record, dump_record, list_turns, load_record, write_origin
from tests.every_game.tiers import PLAYABLE, every_game

SECRET, LATER = "the secret", "the secret of later"


@cache
def finished(key: str) -> tuple[Record, tuple[Game, ...]]:
    """Return a whole random game with undone dice and a change of seed, and its turns."""
    rules = PLAYABLE[key]
    rng = Random(key)
    words = {seat: f"word {number}" for number, seat in enumerate(rules.seats(rules.Options()))}
    first = make_commitment(SECRET, write_origin(key, {}, None, 1))
    later = make_commitment(LATER, write_origin(key, {}, None, 1))
    step = begin(rules, rules.dump(rules.setup(rules.Options())), mix(SECRET, words), first)
    turns: list[Game] = [*step.closed]
    moved, places = None, list[Game]()
    while isinstance(ask := step.live.pending, Ask):
        if len(places) == 8 and not step.game.undone:
            to = places[2]
            back = go_back(to, [*(each for each in turns if each.turn >= to.turn), step.game])
            turns = [each for each in turns if each.turn < to.turn]
            step = settle(rules, back)
        elif len(places) == 12 and moved is None:
            moved = Earlier(step.game.turn, len(step.game.log), first, step.game.seed, "import")
            turns = [replace(each, seed=mix(LATER, words), loaded=None) for each in (*turns, step.game)]
            turns[0] = replace(turns[0], chain=later)
            for at, each in enumerate(turns[1:], 1):
                turns[at] = replace(each, chain=find_digest(turns[at - 1]))
            step = replace(step, game=turns.pop())
            step = replace(step, live=resume(rules, step.game))
        else:
            step = submit(rules, step.game, ask.seat, [rng.choice(list(ask.menu()))])
            turns += step.closed
        places.append(step.game)
        ask = step.live.pending
    assert moved is not None
    turns.append(step.game)
    record = Record(
        key,
        later,
        LATER,
        seats={seat: f"player {seat}" for seat in words},
        turns=list_turns(turns),
        earlier=(moved,),
        form=FORM_2,
        versions={1: "Durbar 0.9.0, data c0ffee"},
        words=words,
        undone=step.game.undone,
    )
    return seal_record(record), tuple(turns)


def changes(text: str, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield the text with one line changed, deleted, inserted, swapped or doubled; and what was done."""
    rows = text.splitlines()
    some = [row for row in rows if row]
    for at, row in enumerate(rows):
        before, after = rows[:at], rows[at + 1 :]
        if not row:
            continue
        spot = rng.randrange(len(row))
        other = "x" if row[spot] != "x" else "y"
        yield f"change {at}", "\n".join([*before, row[:spot] + other + row[spot + 1 :], *after])
        yield f"delete {at}", "\n".join([*before, *after])
        yield f"double {at}", "\n".join([*before, row, row, *after])
        yield f"insert {at}", "\n".join([*before, rng.choice(some), row, *after])
        yield f"insert a seed {at}", "\n".join([*before, "before 99999.0: c0ffee s", row, *after])
        if after and after[0]:
            yield f"swap {at}", "\n".join([*before, after[0], row, *after[1:]])


def is_seen(text: str) -> bool:
    """Return whether the reader, or the hash in the last line, detects a change."""
    try:
        record = load_record(text)
    except BadFile:
        return True
    return record.form != FORM_2 or record.seed is None or seal_record(record).end != record.end


@every_game
def test_a_finished_record_proves_what_it_says(rules: Rules) -> None:
    record, turns = finished(rules.KEY)
    assert load_record(dump_record(record)) == record
    assert verify(rules, record) == []
    hashes = {(turn, count): found for turn, count, found in list_digests(record)}
    assert [hashes[turn.turn, len(turn.log)] for turn in turns] == [find_digest(turn) for turn in turns]


@every_game
def test_no_single_change_of_a_line_goes_unseen(rules: Rules) -> None:
    text = dump_record(finished(rules.KEY)[0])
    made = [(what, changed) for what, changed in changes(text, Random(1)) if changed.strip() != text.strip()]
    assert [what for what, changed in made if not is_seen(changed)] == []


@every_game
def test_verify_says_that_something_was_changed(rules: Rules) -> None:
    text = dump_record(finished(rules.KEY)[0])
    for _, changed in Random(2).sample(list(changes(text, Random(3))), 8):
        try:
            assert verify(rules, load_record(changed))
        except BadFile:
            continue


@every_game
def test_what_is_cut_off_is_missed(rules: Rules) -> None:
    record = finished(rules.KEY)[0]
    rows = dump_record(record).splitlines()
    cut = "\n".join(rows[: -min(40, len(rows) // 3)])
    assert verify(rules, load_record(cut)) == [
        "the last line, “end:”, is missing, and perhaps others before it"
    ]


@pytest.mark.parametrize("first", [7, 1000])
@every_game
def test_another_first_turn_is_refused(rules: Rules, first: int) -> None:
    """It would give other dice."""
    record, _ = finished(rules.KEY)
    shifted = [turn._replace(number=turn.number + first - 1) for turn in record.turns]
    forged = seal_record(replace(record, first=first, turns=tuple(shifted)))
    assert verify(rules, forged)[0].startswith("the seed and the start don't have the hash")


@every_game
def test_an_older_record_still_proves_its_dice(rules: Rules) -> None:
    """Records of form 1 have no hash of their entries, and their chance ignores the first turn's number."""
    step = begin(rules, rules.dump(rules.setup(rules.Options())), SECRET)
    published = make_commitment(SECRET, write_origin(rules.KEY, {}))
    record = Record(rules.KEY, published, SECRET, turns=list_turns((*step.closed, step.game)))
    assert verify(rules, record) == []
    assert dump_record(record).startswith("durbar: 1\n")
