"""Play random games to find faults in the rules, and count the continuations of a position."""

from __future__ import annotations

import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby
from random import Random
from types import MappingProxyType
from typing import Any, get_args

from annotated_types import Ge, Le

from bot.version import read_version
from rules.chance import Draw, Roll, find_faces, make_commitment
from rules.kernel import Ask, Entry, Game, Live, Rules, list_seats, settle, submit
from rules.players import Broken, Mover, play_out
from rules.records.record import Record, Turn, write_origin
from rules.state import State


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in a game. `record`: the game up to the entry that caused the fault."""

    game: int
    why: str
    record: Record


@dataclass(slots=True)
class Watcher:
    """Checks a game while it is played. It checks the invariants after every entry.

    At the end of each turn, it checks the state's document and all views.
    """

    rules: Rules
    log: list[tuple[int, Entry]] = field(default_factory=list)

    def __call__(self, live: Live, turn: int, entry: Entry) -> None:
        """Check the game after an entry."""
        self.log.append((turn, entry))
        self.rules.check(live.state)
        if live.pending is None:
            self.turn_end(live.state)

    def turn_end(self, state: State) -> None:
        """Check that `dump` and `load` give back the state, and that seats and spectators can view it."""
        stored = self.rules.dump(state)
        assert self.rules.dump(self.rules.load(stored)) == stored, (
            "the state doesn't come back from its document"
        )
        for seat in (*list_seats(self.rules, state), None):
            self.rules.view(state, seat)


def fuzz(
    rules: Rules, games: int, seed: str, given: Mapping[str, Any] = MappingProxyType({})
) -> Iterator[tuple[int, Fault | None]]:
    """Play random games. For each game, yield the number of its entries, and its fault or None.

    `given`: options with the same values in all these games. In the first game, all other options have their
    defaults. In later games, the other options that are in `list_variants` have random values.
    """
    for number in range(games):
        yield _play(rules, number, f"{seed}/{number}", given)


def _play(rules: Rules, number: int, seed: str, given: Mapping[str, Any]) -> tuple[int, Fault | None]:
    watcher = Watcher(rules)

    def fate(turn: int, index: int, pending: Roll | Draw) -> str:
        return find_faces(seed, turn, index, pending)

    chosen = {**(_options(rules, Random(f"{seed} options")) if number else {}), **given}
    try:
        options = rules.Options.model_validate(chosen)
        players = dict.fromkeys(rules.seats(options), Mover(Random(seed).randrange))
        state = rules.setup(options)
        rules.check(state)
        play_out(rules, state, players, fate, watch=watcher)
    except Exception as error:  # every error is a fault
        if isinstance(error, Broken):
            watcher.log.append((error.turn, error.entry))
        return len(watcher.log), Fault(number, _why(error), _record(rules, seed, chosen, watcher.log))
    return len(watcher.log), None


def _why(error: Exception) -> str:
    cause = error.__cause__ or error
    place = traceback.extract_tb(cause.__traceback__)[-1]
    where = f"{place.filename.rpartition('/')[2]}:{place.lineno}"
    start = f"{error}: " if cause is not error else ""
    return f"{start}{type(cause).__name__}: {cause} ({where})"


def list_variants(rules: Rules) -> dict[str, tuple[Any, ...]]:
    """Return the possible values of some options: switches, choices between words, and numbers of seats."""
    lists = {name: get_args(field.annotation) for name, field in rules.Options.model_fields.items()}
    lists |= {
        name: (False, True) for name, field in rules.Options.model_fields.items() if field.annotation is bool
    }
    if "seats" in lists and not lists["seats"]:
        bounds = {type(bound): bound for bound in rules.Options.model_fields["seats"].metadata}
        lists["seats"] = tuple(range(bounds[Ge].ge, bounds[Le].le + 1))
    return {name: choices for name, choices in lists.items() if choices}


def _options(rules: Rules, rng: Random) -> dict[str, Any]:
    """Return random values for the options in `list_variants`."""
    return {name: rng.choice(choices) for name, choices in list_variants(rules).items()}


def _record(rules: Rules, seed: str, options: dict[str, Any], log: list[tuple[int, Entry]]) -> Record:
    turns = [
        Turn(turn, tuple(entry for _, entry in entries))
        for turn, entries in groupby(log, key=lambda made: made[0])
    ]
    published = make_commitment(seed, write_origin(rules.KEY, options))
    return Record(rules.KEY, published, seed, options, turns=tuple(turns), version=read_version())


def perft(rules: Rules, game: Game, depth: int) -> Iterator[tuple[str, int]]:
    """Yield each legal answer, and the number of sequences of `depth` answers that begin with it.

    Automatic answers don't count. The seed decides what chance brings. A sequence that ends the game early
    counts too.
    """
    step = settle(rules, game)
    if isinstance(ask := step.live.pending, Ask):
        for key in ask.menu():
            yield key, _ways(rules, submit(rules, step.game, ask.seat, [key]).game, depth - 1)


def _ways(rules: Rules, game: Game, depth: int) -> int:
    if depth == 0:
        return 1
    return sum(ways for _, ways in perft(rules, game, depth)) or 1
