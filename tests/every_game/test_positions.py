"""Every field of a position: an invalid value is refused with its place."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from rules.kernel import Rules
from rules.loading.games import GAMES, OWN
from rules.records.record import load_record, replay
from rules.state import State
from tests.every_game import golden
from tests.every_game.tiers import every_game

EVERY = 9  # turns from one position to the next


def positions(rules: Rules) -> Iterator[Any]:
    """Yield positions of the golden games of this game, as documents."""
    for file in golden.records(rules):
        for game, _ in replay(rules, load_record(file.read_text(encoding="utf-8"))):
            if game.turn % EVERY == 1:
                yield json.loads(game.start)


HUGE = 10**15
BAGS = {"played", "table", "white", "taken", "recent", "stays-eligible"}  # lists that hold one thing twice


def spoil(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """Yield each place of a document with an invalid value."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield from spoil(part, (*path, key))
        yield (*path, "no such key"), 1
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield from spoil(part, (*path, index))
        if value and not set(map(str, path)) & BAGS:
            yield path, [*value, value[0]]
        yield path, 5
    elif isinstance(value, bool):
        yield path, "maybe"
    elif isinstance(value, int):
        yield path, -1
        yield path, HUGE
        yield path, "1"
    elif isinstance(value, str):
        yield path, "no such thing"
        yield path, [value]


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """Return the document with this value at this place."""
    changed = json.loads(json.dumps(document))
    at = changed
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return changed


@every_game
def test_what_cannot_be_is_refused_with_its_place(rules: Rules) -> None:
    tried = set[str]()
    taken: dict[str, str] = {}
    for document in positions(rules):
        for path, value in spoil(document, ()):
            field = f"{[step for step in path if isinstance(step, str)]} {value!r}"
            if field in tried:
                continue
            tried.add(field)
            try:
                state = rules.load(json.dumps(put(document, path, value)))
            except ValueError as error:
                if str(path[0]) not in str(error):
                    taken[field] = f"no place in “{error}”"
            else:
                # Only the package of a game knows which of its lists may hold one thing twice.
                if rules.KEY in OWN or not isinstance(value, list) or not _holds(rules, state):
                    taken[field] = "taken"
    assert tried
    assert not taken, "\n".join(": ".join(row) for row in taken.items())


def _holds(rules: Rules, state: State) -> bool:
    """Return whether the state keeps the invariants of its game."""
    try:
        rules.check(state)
    except AssertionError:
        return False
    return True


def test_nobody_holds_their_own_leader() -> None:
    document = "{game: successors, homes: {red: THR}, captives: {red: red}, phase: set-up}"
    with pytest.raises(ValueError, match=r"captives: red can't hold its own leader"):
        GAMES["successors"].load(document)
