"""`/help` says what comes next wherever somebody is, with a button for it."""

from __future__ import annotations

import pytest

from bot.looking.board import Look
from bot.looking.signpost import Signpost
from tests.bot.people import GUEST, NORTH, SOUTH, Room, caller


@pytest.fixture
def signpost(room: Room) -> Signpost:
    return Signpost(Look(room.table))


async def verbs(signpost: Signpost, user: int) -> list[str]:
    """The buttons of the answer, by what they do."""
    return [knob.verb for knob in (await signpost.help(caller(user))).knobs]


async def test_where_there_is_no_game_there_are_three_buttons(signpost: Signpost) -> None:
    assert await verbs(signpost, GUEST) == ["games", "mine", "about"]
    laid = await signpost.games()
    assert [(knob.verb, knob.about) for knob in laid.knobs][:1] == [("lay", "toy")]


async def test_in_the_lobby_a_seat_then_the_start(room: Room, signpost: Signpost) -> None:
    await room.lobby.new(caller(), "toy")
    assert await verbs(signpost, NORTH) == ["join", "rule"]
    await room.lobby.join(caller(NORTH), "north")
    assert await verbs(signpost, NORTH) == ["automatic", "rule"]
    await room.lobby.join(caller(SOUTH), "south")
    assert await verbs(signpost, GUEST) == ["start", "rule"]


async def test_in_a_game_by_whose_turn_it_is(room: Room, signpost: Signpost) -> None:
    await room.begin()
    asked = await room.decider()
    assert await verbs(signpost, asked) == ["own", "since", "rule"]
    assert "and that is you" in (await signpost.help(caller(asked))).text
    assert await verbs(signpost, NORTH + SOUTH - asked) == ["since", "rule"]
    assert "You are looking on" in (await signpost.help(caller(GUEST))).text
