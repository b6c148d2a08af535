"""Who holds a seat: anything that can choose among keys; and the driver that lets such players play a game
out.

The driver keeps the state live from turn to turn and stores nothing: it is for fuzzing, benchmarks and
search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.chance import Draw, Roll
from rules.kernel import CHANCE, Ask, Entry, Live, Look, Player, Rules, S

__all__ = ["Broken", "DeadEnd", "Look", "Mover", "Player", "play_out"]


@dataclass(frozen=True, slots=True)
class Mover:
    """Takes the key whose place `number(n)`, below n, gives: `random.Random(1).randrange` makes it a random
    mover."""

    number: Callable[[int], int]

    def choose(self, look: Look, keys: Sequence[str], /) -> str:  # noqa: ARG002 - a mover doesn't look
        """One of the keys."""
        return keys[self.number(len(keys))]


class DeadEnd(RuntimeError):
    """A question without a legal answer, or a game that doesn't end: a fault of the rules."""


class Broken(RuntimeError):
    """The rules failed on a legal `entry`; the reason is the exception's cause."""

    def __init__(self, turn: int, index: int, entry: Entry) -> None:
        super().__init__(f"turn {turn}, entry {index} ({entry.seat} {entry.key}): the rules failed")
        self.turn, self.entry = turn, entry


def play_out(
    rules: Rules[S],
    state: S,
    players: Mapping[str, Player],
    chance: Callable[[int, int, Roll | Draw], str],
    *,
    watch: Callable[[Live[S], int, Entry], None] | None = None,
    most: int = 100_000,
) -> tuple[int, int]:
    """Play the state, which changes, to the end of its game; gives the numbers of turns and of entries.

    `chance(turn, index, pending)` gives faces and cards; `watch(live, turn, entry)` is called after each
    entry. Raises `DeadEnd`, also after `most` entries, and `Broken`.
    """
    turns = entries = 0
    while not rules.over(state):
        state.story.clear()
        turns += 1
        live, index = Live(rules, state), 0
        while (pending := live.pending) is not None:
            if isinstance(pending, Ask):
                menu = pending.menu()
                if not menu:
                    raise DeadEnd(
                        f"turn {turns}, entry {index}: no answer to “{pending.prompt.read(rules.name)}”"
                    )
                entry = Entry(pending.seat, _answer(live, pending, tuple(menu), players))
                value = menu[entry.key]
            else:
                entry = Entry(CHANCE, chance(turns, index, pending))
                value = pending.read(entry.key)
            try:
                live.answer(value)
            except Exception as error:
                raise Broken(turns, index, entry) from error
            index += 1
            if watch is not None:
                watch(live, turns, entry)
            if entries + index > most:
                raise DeadEnd(f"turn {turns}: no end after {most} entries")
        entries += index
    return turns, entries


def _answer(live: Live[Any], ask: Ask[Any], keys: Sequence[str], players: Mapping[str, Player]) -> str:
    if len(keys) == 1 and not ask.anyway:
        return keys[0]
    return players[ask.seat].choose(lambda: live.rules.view(live.state, ask.seat), keys)
