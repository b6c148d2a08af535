"""Decide who may read an entry. All that is shown of a game's entries passes through this module."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rules.ask import Ask, Eyes, Reader, Seal, may_read
from rules.chance import Draw
from rules.kernel import SIDE, Entry, Game, Live, Pending, Rules, copy_start
from rules.state import S, V

HIDDEN = "?"  # stands for the key of an entry that may not be read


def find_face(pending: Pending | None, key: str) -> Eyes | Seal:
    """Return who may read an entry that answers `pending`. Everybody may read an act out of turn."""
    if isinstance(pending, Ask):
        return None if key.startswith(SIDE) else pending.face
    return pending.eyes if isinstance(pending, Draw) else None


def mask_entries(
    rules: Rules[S, V], start: S, log: Sequence[Entry], reader: Reader, first: int = 0
) -> tuple[Entry, ...]:
    """Return a turn's entries from number `first` on. "?" replaces each key that this reader may not read.

    `start`: the state at the start of the turn; this function changes it. An answer with a seal can be read
    if the seal is open after the last entry.
    """
    return as_read(log[first:], find_faces(rules, start, log)[first:], reader)


def find_faces(rules: Rules[S, V], start: S, log: Sequence[Entry]) -> list[Eyes | Seal]:
    """Return who may read each entry of a turn. For an answer with a seal, return the `Seal`, open or not.

    `start`: the state at the start of the turn; this function changes it.
    """
    live = Live(rules, start)
    found: list[Eyes | Seal] = []
    for entry in log:
        found.append(find_face(live.pending, entry.key))
        live.enter(*entry)
    return found


def as_read(log: Sequence[Entry], eyes: Sequence[Eyes | Seal], reader: Reader) -> tuple[Entry, ...]:
    """Return the entries as this reader may read them. `eyes`: who may read each entry."""
    return tuple(
        entry if may_read(each, reader) else Entry(entry.seat, HIDDEN)
        for entry, each in zip(log, eyes, strict=True)
    )


def mask_turn(rules: Rules[S, V], game: Game, reader: Reader) -> Game:
    """Return the turn as this reader may read it, with "?" for each hidden key."""
    return replace(game, log=mask_entries(rules, copy_start(rules, game), game.log, reader))


def find_sealed(rules: Rules[S, V], game: Game) -> int | None:
    """Return the number of the first entry that is still sealed; None if there is none."""
    each = find_faces(rules, copy_start(rules, game), game.log)
    return next((at for at, eyes in enumerate(each) if isinstance(eyes, Seal) and not eyes.opened), None)


def is_hidden(entries: Iterable[Entry]) -> bool:
    """Return whether something in these entries is hidden."""
    return any(entry.key == HIDDEN for entry in entries)
