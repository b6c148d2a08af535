"""What a post says to whom it calls of what has changed since his own last turn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.looking.lately import Lately, lately
from bot.table.announce import Post
from bot.table.orders import Table
from bot.table.position import Situation
from bot.tableside.lobby import Lobby
from db.records import StoredGame
from db.store import Store
from rules.games import GAMES
from rules.kernel import Ask, Rules
from tests.bot.people import CHANNEL, NORTH, SEED, caller
from tests.bot.table.test_taps import at_position
from tests.every_game.test_play import every_game

THEN = """
card: event-11
places: {sultanate: limited, bahmani: ineligible}
independent: [andhra, karnataka]
spaces:
  delhi: {troops: 5}
  andhra: {rebelling-rajas: 3}
  karnataka: {rebelling-rajas: 2}
"""
NOW = THEN.replace("[andhra, karnataka]", "[karnataka]").replace("andhra: {rebelling-rajas: 3}", "andhra: {}")


def at_its_turn(text: str, left: str) -> Situation:
    """A position whose asked seat has left the game as in another one."""
    at = at_position(text)
    kept = {at.asked: at_position(left).position.start}
    at.stored = cast(StoredGame, SimpleNamespace(**{**vars(at.stored), "left": kept}))
    return at


def test_its_points_and_what_it_has_lost() -> None:
    now = at_its_turn(NOW, THEN)
    assert now.asked == "vijayanagara"
    told = lately(now)
    assert told.startswith("Since your last turn: ")
    assert " VP → " in told
    assert told.endswith("; you lost Control of Andhra.")
    assert "Resources" not in told, "what is as it was goes without saying"


def test_nothing_where_nothing_has_changed_or_it_is_its_first_turn() -> None:
    assert lately(at_its_turn(THEN, THEN)) == ""
    first = at_its_turn(NOW, THEN)
    first.stored.left.clear()  # type: ignore[attr-defined]
    assert lately(first) == ""


@every_game
async def test_of_any_game_a_line_is_told_to_whom_it_concerns(store: Store, rules: Rules[Any]) -> None:
    """One person plays all seats; whoever begins a turn reads of himself, in a line, of what others did."""
    table = Table(store, GAMES, lambda: None)
    lobby = Lobby(table, lambda: SEED)
    await lobby.new(caller(), rules.KEY)
    await lobby.join(caller(NORTH), "*")
    await lobby.start(caller())
    found = list[str]()
    for _ in range(60):
        stored = await store.in_channel(CHANNEL)
        if stored is None:
            break
        at = table.seated(await store.load_left(stored.id))
        line = lately(at)
        post = Lately(table).posted(at.stored, Post(text="", asks="What?"), asks=True)
        assert post.asks == "\n".join([*[line] * bool(line), "What?"])
        assert line == "" or (line.startswith("Since your last turn: ") and "\n" not in line)
        assert len(line) < 200
        found += [line] if line else []
        assert isinstance(at.ask, Ask)
        *_, key = at.ask.menu()
        await table.enter(caller(), at, [key])
    if rules.KEY in ("vijayanagara", "rajas_of_the_ganges", "successors"):
        assert found


@pytest.mark.parametrize("seat", ["sultanate", "bahmani"])
def test_what_others_lost_is_not_told(seat: str) -> None:
    rules: Any = GAMES["vijayanagara"]
    then, now = (rules.view(at_position(text).live.state, None) for text in (THEN, NOW))
    told = " ".join(words.read(rules.name) for words in rules.EXTRAS.lately(then, now, seat))
    assert "lost" not in told
    assert ("Andhra pays Delhi again" in told) == (seat == "sultanate")
