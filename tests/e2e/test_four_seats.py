"""The last part of games of four through a Discord, with a spy and a bot that is killed.

`python -m tests.e2e.whole GAME` plays a whole game.
"""

from __future__ import annotations

from functools import cache

import pytest

from rules.chance import make_commitment
from rules.loading.games import GAMES
from rules.records.record import Record, dump_record, list_turns, write_origin
from tests.e2e.house import EVERYBODY, House
from tests.e2e.spy import HIDDEN, watched
from tests.every_game.golden import play_at_random

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
PEOPLE = EVERYBODY
LATE = {"taj_mahal": 6, "rajas_of_the_ganges": 2, "successors": 3}  # turns before the end


@cache
def late(key: str) -> bytes:
    """Return the record of a game of four that will soon be over."""
    rules, seed, options = GAMES[key], "late", {"seats": 4}
    turns = play_at_random(rules, seed, **options)[: -LATE[key]]
    sealed = make_commitment(seed, write_origin(key, options))
    return dump_record(Record(key, sealed, seed, options, {}, None, list_turns(turns))).encode()


@pytest.mark.parametrize("key", LATE)
async def test_nobody_reads_what_is_hidden_from_them(house: House, key: str) -> None:
    board = await house.brought(late(key))
    spy = await watched(house, board, kill_at=5, kill_every=10**9)
    assert spy.read > 4 * spy.looks
    assert spy.private > 0 or key not in HIDDEN, (
        "players who look at their own hand see it, and the spy sees that"
    )
