"""Write the header of a game's record, and lines with the record's hash and the game's seed."""

from __future__ import annotations

import json
from dataclasses import replace

from bot.language.words import say
from bot.settings.game_settings import GameSettings
from bot.settings.options import has_luck
from bot.version import read_version
from db.records import StoredGame
from rules.chance import make_commitment, unmix
from rules.kernel import Rules, find_digest
from rules.records.proof import POSTED, seal_record
from rules.records.record import FORM_1, FORM_2, Record


def write_header(stored: StoredGame) -> Record:
    """Return a game's record without turns.

    It has no seed until the game is over. The game must have begun.
    """
    settings, position = GameSettings.of(stored), stored.position
    assert position is not None, "a game that has begun has a position"
    # The record begins at the last position set by hand, because the rules can't lead to this position.
    first = max(settings.turns_set_by_hand, default=1)
    secret, words = unmix(position.seed)
    return Record(
        stored.game,
        settings.hashes.get(first, stored.commitment),
        secret if stored.over else None,
        json.loads(stored.options),
        _name_holders(stored),
        first=first,
        earlier=tuple(each for each in settings.earlier_seeds if (each.turn, each.entry) > (first, 0)),
        version="" if position.chain else read_version(),
        form=FORM_2 if position.chain else FORM_1,
        versions=settings.versions,
        words=words,
        undone=position.undone,
    )


def _name_holders(stored: StoredGame) -> dict[str, str]:
    """Return the holders of each seat: `{"delhi": "Ann (to turn 3, entry 5), then Ben"}`."""
    found: dict[str, list[str]] = {}
    for held in stored.list_past_holders():
        until = f"{held.user_name} (to turn {held.turn}, entry {held.entry})"
        found.setdefault(held.seat, []).append(until)
    for seat in stored.seats:
        found.setdefault(seat.seat, []).append(seat.user_name)
    return {seat: ", then ".join(names) for seat, names in sorted(found.items())}


def describe_digest(stored: StoredGame) -> list[str]:
    """Return a line with the hash of a running game's entries so far; [] if the game has no hash."""
    digest = "" if stored.position is None else find_digest(stored.position)
    return [say("record.so_far", hash=digest[:POSTED])] if digest else []


def describe_secret(rules: Rules, stored: StoredGame) -> list[str]:
    """Return a line with the hash of a lobby's seed.

    Return [] for a game without luck. Also return [] for a lobby that an older version of the bot
    made, because this lobby has no seed.
    """
    if not stored.seed or not has_luck(rules, stored.options):
        return []
    return [say("card.seal", seal=make_commitment(unmix(stored.seed)[0])[:POSTED])]


def describe_seed(rules: Rules, stored: StoredGame) -> list[str]:
    """Return lines with a finished game's seed and its record's hash; [] if the game never began.

    A game without luck has no line for its seed.
    """
    position = stored.position
    if position is None:
        return []
    secret, _ = unmix(position.seed)
    told = [say("final.seed", seed=secret)] if has_luck(rules, stored.options) else []
    if position.chain:
        chain = find_digest(position) if position.log else position.chain
        sealed = seal_record(replace(write_header(stored), seed=secret), chain)
        told.append(say("final.record", hash=sealed.end[:POSTED]))
    return [" ".join(told)]
