"""Seal a record with a hash. Check that its dice and cards come from its seed and that entries are legal."""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise

from rules.chance import Draw, Roll, derive_seed, find_faces, link, make_commitment, unmix
from rules.errors import BadFile
from rules.kernel import CHANCE, Game, Pending, Rules
from rules.records.record import FORM_1, Record, replay, write_header, write_origin
from rules.secrecy import HIDDEN

POSTED = 32  # the digits of a hash that are posted: 128 bits, so nobody finds two seeds with the same digits


def covers_start(record: Record) -> bool:
    """Return whether the published hash covers the start of the game too; False while the seed is secret.

    In older records the hash covers only the seed.
    """
    return record.seed is not None and _holds(record.seed, record.commitment, *list_origins(record)[:1])


def list_origins(record: Record) -> list[str]:
    """Return the texts that the published hash may cover besides the seed.

    A record of form 2 has only one such text. A record of form 1 has two: the start, and "" for the seed
    alone. While the start is hidden, there is only "".
    """
    if record.start == HIDDEN:
        return [""]
    if record.form == FORM_1:
        return [write_origin(record.game, record.options, record.start), ""]
    return [write_origin(record.game, record.options, record.start, record.first)]


def _holds(seed: str, published: str, *starts: str) -> bool:
    return any(make_commitment(seed, start) == published for start in starts)


def verify(rules: Rules, record: Record) -> list[str]:
    """Return the faults of the record, one line each.

    It checks the hash of seed and start, every roll and draw, and every entry. In form 2 it also finds any
    line that was changed.
    """
    faults = []
    if record.seed is None:
        faults.append("the seed is sealed until the game ends: chance can't be verified yet")
    elif not _holds(record.seed, record.commitment, *list_origins(record)):
        faults.append(
            "the seed and the start don't have the hash that was published when the game began (commitment)"
        )
    if record.form == FORM_1 and record.first != 1 and record.start is None:
        faults.append(f"turn: a game that begins with its set-up begins with turn 1, not {record.first}")
    either = (*list_origins(record), *list_origins(replace(record, form=FORM_1)))
    for each in record.earlier:
        if each.seed is not None and not _holds(unmix(each.seed)[0], each.commitment, *either):
            faults.append(f"the seed before turn {each.turn}, entry {each.entry} doesn't have its hash")

    def watch(game: Game, at: int, pending: Pending | None) -> None:
        seat, key = game.log[at]
        seed = find_seed(record, game.turn, at)
        if seat == CHANCE and isinstance(pending, Roll | Draw) and seed is not None:
            due = find_faces(derive_seed(seed, record.undone, game.turn, at), game.turn, at, pending)
            if key != due:
                faults.append(f"turn {game.turn}, entry {at}: chance gave {key}, the seed gives {due}")

    try:
        for game, _ in replay(rules, record, watch=watch):
            last = game
    except BadFile as error:
        return [*faults, str(error)]
    faults += _check_spans(record, last)
    if record.hides:
        faults.append(
            f"from turn {last.turn}, entry {len(last.log)} on, something is hidden until the game ends"
        )
    if record.form != FORM_1 and record.seed is not None:
        if not record.end:
            faults.append("the last line, “end:”, is missing, and perhaps others before it")
        elif record.end != seal_record(record).end:
            faults.append(
                "the hash in the last line, “end:”, isn't that of this record: something was changed"
            )
    return faults


def _check_spans(record: Record, last: Game) -> Iterator[str]:
    """Yield a fault for each earlier seed that could not have decided any entry.

    Each earlier seed has a place (turn, entry): the first entry that the next seed decides. The places must
    come one after the other, and lie in the game.
    """
    until = last.turn, len(last.log)
    places = [(record.first, 0), *((each.turn, each.entry) for each in record.earlier)]
    for before, here in pairwise(places):
        is_idle = before == here and record.form == FORM_1  # form 1 keeps even seeds that decided nothing
        if not (is_idle or before < here) or here > until:
            yield f"before {here[0]}.{here[1]}: no roll or draw of this game can come from that seed"


def list_published(record: Record) -> list[str]:
    """Return what was posted about the dice and cards of the record, line by line.

    Lines that depend on a secret seed are left out.
    """
    begun, found = (record.first, 0), []
    for each in record.earlier:
        span = f"from {_name_entry(*begun)} to {_name_entry(each.turn, each.entry)}"
        why = f", then another took its place ({each.why})" if each.why else ""
        found.append(f"earlier seed {span}{why}: {each.commitment[:POSTED]}")
        found += [f"  {line}" for line in _list_words(unmix(each.seed)[1] if each.seed else {})]
        begun = each.turn, each.entry
    if record.form != FORM_1 and record.seed is not None:
        found.append(f"seed alone, in the lobby: {make_commitment(record.seed)[:POSTED]}")
    found.append(f"seed and start, from {_name_entry(*begun)} on: {record.commitment[:POSTED]}")
    found += _list_words(record.words)
    for number, place in enumerate(record.undone, 1):
        found.append(f"undo {number} of dice or cards, back to {_name_entry(*place)}")
    if record.end:
        found.append(f"the whole record: {record.end[:POSTED]}")
    return found


def _list_words(words: Mapping[str, str]) -> list[str]:
    return [f"word of {seat}: {word}" for seat, word in words.items()]


def _name_entry(turn: int, entry: int) -> str:
    return f"turn {turn}, entry {entry}" if entry else f"turn {turn}"


def list_limits(record: Record, seeds: Iterable[str | None]) -> list[str]:
    """Return what a correct record doesn't prove.

    `seeds`: the result of `find_seed` for each roll and draw.
    """
    found = []
    if record.form == FORM_1:
        found.append("Not proved: entries and names. This older record has no hash of them.")
        if not covers_start(record):
            found.append("Not proved: the start of the game. Its older hash covers the seed alone.")
        elif record.start is not None:
            found.append("Not proved: the number of the first turn. Other numbers give other dice.")
    if not record.words:
        found.append("Not proved: no seat added a word, so the operator could have tried several seeds.")
    if sealed := sum(seed is None for seed in seeds):
        last = max((each for each in record.earlier if each.seed is None), key=lambda each: each[:2])
        found.append(
            f"Not proved: results of chance ({sealed}) up to turn {last.turn}, from before the game was "
            "imported. Their seed is still sealed."
        )
    return found


def find_seed(record: Record, turn: int, entry: int) -> str | None:
    """Return the seed, mixed with the seats' words, that decides this roll or draw; None if it is secret."""
    held = (each.seed for each in record.earlier if (turn, entry) < (each.turn, each.entry))
    return next(held, record.mixed_seed)


def seal_record(record: Record, chain: str | None = None) -> Record:
    """Return the record with `end`, a hash of its header and entries. The key of the hash is the seed.

    While the seed is secret, return the record as it is. The hash leaves out the start, because the published
    hash (`commitment`) covers the start. `chain`: the hash of the entries (`rules.kernel.find_digest`); None:
    it is computed here.
    """
    if record.mixed_seed is None:
        return record
    if chain is None:
        *_, (_, _, chain) = list_digests(record)
    rows = [*write_header(replace(record, start=None)), chain]
    end = hmac.digest(record.mixed_seed.encode(), "\n".join(rows).encode(), "sha256").hex()
    return replace(record, end=end)


def list_digests(record: Record) -> Iterator[tuple[int, int, str]]:
    """Yield the hash of the record at the start of each turn and after each entry.

    During the game, `/record` shows this hash. Each item is (turn, number of the turn's entries so far,
    hash). Raises `ValueError` while the seed is secret.
    """
    if (seed := record.mixed_seed) is None:
        raise ValueError("the seed is sealed")
    logs, chain = dict(record.turns), record.commitment
    for turn in range(record.first, max(logs, default=record.first) + 1):
        log = logs.get(turn, ())
        for count in range(len(log) + 1):
            yield turn, count, link(seed, chain, turn, log[:count])
        chain = link(seed, chain, turn, log)
