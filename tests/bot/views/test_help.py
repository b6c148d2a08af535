"""`/help` says what comes next for a person, with a button for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.orders.service import OrderService
from bot.views.board import BoardViews
from bot.views.help import Help
from db.records import Kind, NewAct, Status
from db.store import Store
from rules.extras.trades import NO_TRADES
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from tests.bot.callers import GUEST, NORTH, SOUTH, Room, caller
from tests.kernel import toy
from tests.phrases import says


@pytest.fixture
def guide(room: Room) -> Help:
    return Help(BoardViews(room.table))


async def verbs(guide: Help, user: int) -> list[str]:
    """Return what the buttons of the reply do."""
    return [button.verb for button in (await guide.show(caller(user))).buttons]


async def test_where_there_is_no_game_buttons_lead_on(guide: Help) -> None:
    assert await verbs(guide, GUEST) == ["games", "course", "mine", "about"]
    assert [each.verb for each in (await guide.show_about(caller(GUEST))).buttons] == [
        "games",
        "course",
        "mine",
    ]
    laid = await guide.list_games(caller())
    assert [(button.verb, button.about) for button in laid.buttons][:2] == [("table", ""), ("lay", "toy")]


async def test_the_first_page_says_what_durbar_is_and_which_games_there_are(store: Store) -> None:
    told = (await Help(BoardViews(OrderService(store, GAMES, lambda: None))).show(caller())).text.splitlines()
    assert says("\n".join(told[:2]), "help.welcome")
    assert says(told[-1], "help.five")
    assert len(told) == 3 + len(GAMES), "two lines, one for each game, and the commands"
    for line, rules in zip(told[2:-1], GAMES.values(), strict=True):
        new = find_newcomer(rules)
        assert new is not None
        assert says(line, "help.game", title=rules.TITLE, line=new.fits)


async def test_in_the_lobby_a_seat_then_the_start(room: Room, guide: Help) -> None:
    await room.lobby.create(caller(), "toy")
    assert await verbs(guide, NORTH) == ["join", "rule"]
    await room.lobby.join(caller(NORTH), "north")
    assert await verbs(guide, NORTH) == ["automatic", "rule"]
    await room.lobby.join(caller(SOUTH), "south")
    assert await verbs(guide, GUEST) == ["start", "rule"]


async def test_in_a_game_by_whose_turn_it_is(room: Room, guide: Help) -> None:
    await room.begin()
    asked = await room.decider()
    assert await verbs(guide, asked) == ["own", "since", "rule"]
    assert says((await guide.show(caller(asked))).text, "help.turn")
    assert await verbs(guide, NORTH + SOUTH - asked) == ["plan", "since", "rule"]
    assert says((await guide.show(caller(GUEST))).text, "looks_on")


async def test_after_a_game_the_next_steps(room: Room, guide: Help) -> None:
    await room.begin()
    stored = await room.table.find_game(caller())
    await room.table.store.end_game(
        stored, Status.ENDED, "The North wins", act=NewAct(Kind.END, "end", NORTH)
    )
    assert await verbs(guide, NORTH) == ["rematch", "games", "course", "mine"]
    assert await verbs(guide, GUEST) == ["games", "course", "mine"]
    assert says((await guide.show(caller(NORTH))).text, "help.ended")


async def test_only_a_game_with_trades_names_them(
    room: Room, guide: Help, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.begin()
    waits = caller(NORTH + SOUTH - await room.decider())
    assert says((await guide.show(waits)).text, "help.trades")
    monkeypatch.setattr(toy, "EXTRAS", replace(toy.EXTRAS, trades=NO_TRADES))
    assert not says((await guide.show(waits)).text, "help.trades")
