"""`/help` says what comes next for a person, with a button for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.learning.help import Help
from bot.orders.service import OrderService
from bot.replies.text import MAX_TEXT
from bot.seating.games import sort_games
from bot.views.board import BoardViews
from db.records import Kind, NewAct, Status
from db.store import Store
from rules.extras.trades import NO_TRADES
from rules.kernel import Rules
from rules.lessons.newcomer import find_newcomer
from rules.loading.games import GAMES
from tests.bot.callers import GUEST, NORTH, SOUTH, Room, caller, make_lessons
from tests.every_game.tiers import complete_game
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
    assert [(button.verb, button.about) for button in laid.buttons][:2] == [("lay", "toy"), ("table", "")]


async def test_a_package_that_is_not_loaded_is_named(guide: Help, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(GAMES, "refused", ["durbar-bad 1.0: turn is missing", "x" * 5000])
    text = (await guide.show_about(caller(GUEST))).text
    assert says(text, "about.refused", why="durbar-bad 1.0: turn is missing")
    assert len(text) <= MAX_TEXT


async def test_lists_of_games_go_from_light_to_heavy_and_the_lightest_is_blue(store: Store) -> None:
    """All lists for newcomers have this order, and the form stands below, with a line that explains it."""
    orders = OrderService(store, GAMES, lambda: None)
    minutes = [new.minutes for rules in sort_games(GAMES.values()) if (new := find_newcomer(rules))]
    assert minutes == sorted(minutes)
    keys = [rules.KEY for rules in sort_games(GAMES.values())]
    laid = await Help(BoardViews(orders)).list_games(caller())
    assert [each.about for each in laid.buttons] == [*keys, ""]
    assert [each.look for each in laid.buttons] == ["main", *["plain"] * len(keys)]
    assert says(laid.text.splitlines()[-1], "help.table")
    for listed in (laid, await make_lessons(orders).learn(caller())):
        places = [listed.text.index(GAMES[key].TITLE) for key in keys]
        assert places == sorted(places)


@complete_game
def test_the_line_of_a_game_says_how_long_a_turn_takes(rules: Rules) -> None:
    new = find_newcomer(rules)
    assert new is not None
    assert (f"{new.minutes} minutes a turn" if new.minutes > 1 else "a minute a turn") in new.fits


async def test_the_first_page_says_what_durbar_is_and_which_games_there_are(store: Store) -> None:
    told = (await Help(BoardViews(OrderService(store, GAMES, lambda: None))).show(caller())).text.splitlines()
    assert says("\n".join(told[:2]), "help.welcome")
    assert says(told[-1], "help.five")
    assert len(told) == 3 + len(GAMES), "two lines, one for each game, and the commands"
    for line, rules in zip(told[2:-1], sort_games(GAMES.values()), strict=True):
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
