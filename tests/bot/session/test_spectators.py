"""People without a seat are told so, and how to get one. After the end they are told that it is over."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.orders.plans import Plans
from bot.orders.undo_requests import UndoRequests
from bot.people.preference_editor import PreferenceStore
from bot.replies.reply import Refused, Reply
from bot.seating.rematches import Rematches
from bot.views.whatif import WhatIf
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller, make_reminders
from tests.bot.presses import trade
from tests.phrases import pattern, phrase

Deed = Callable[[Room, int], Awaitable[Reply]]
DEEDS: dict[str, Deed] = {
    "an order": lambda room, who: room.table.order(caller(who), "pass"),
    "a word": lambda room, who: room.table.order_with_word(caller(who), "pass", ""),
    "an undo": lambda room, who: UndoRequests(room.table).undo(caller(who)),
    "a trade": lambda room, who: trade(room.table, caller(who), "give 1"),
    "a plan": lambda room, who: Plans(room.table).plan(caller(who)),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
async def test_a_spectator_is_told_so_and_how_to_play(game: Room, deed: Deed) -> None:
    with pytest.raises(Refused) as refused:
        await deed(game, GUEST)
    assert str(refused.value) == (phrase("looks_on", title="Toy Deccan", how=phrase("looks_on.full")))


async def test_seats_that_may_be_taken_are_named(game: Room) -> None:
    asked = await game.decider()
    await game.lobby.leave(caller(NORTH + SOUTH - asked))
    left = "The South" if asked == NORTH else "The North"
    with pytest.raises(Refused, match=pattern("looks_on.open", seats=left)):
        await game.table.order(caller(GUEST), "pass")


async def test_a_rematch_is_for_those_who_played(room: Room) -> None:
    overview = Rematches(make_reminders(room.table, PreferenceStore(room.store)))
    await room.begin(1)
    ended = await room.store.find_in_channel(CHANNEL)
    assert ended is not None
    for _ in range(2):
        await room.choose("pass")
    with pytest.raises(Refused, match=pattern("rematch.not_you")):
        await overview.rematch(caller(GUEST), ended.id)


AFTER: dict[str, Deed] = DEEDS | {
    "a what-if": lambda room, who: WhatIf(room.table).attempt(caller(who), "pass"),
    "a seat": lambda room, who: room.lobby.join(caller(who)),
}


@pytest.mark.parametrize("who", [NORTH, GUEST])
@pytest.mark.parametrize("deed", AFTER.values(), ids=AFTER)
async def test_after_the_end_it_is_over(room: Room, deed: Deed, who: int) -> None:
    await room.begin(1)
    for _ in range(2):
        await room.choose("pass")
    with pytest.raises(Refused) as refused:
        await deed(room, who)
    assert str(refused.value) == (phrase("over"))
