"""Suggestions while a person types."""

from __future__ import annotations

from typing import Any

from bot.views.suggestions import Suggestions
from db.store import Store
from tests.bot.callers import CHANNEL, GUEST, NORTH, SOUTH, Room, caller
from tests.bot.orders.test_draft import Deccan
from tests.bot.presses import trade
from tests.phrases import begins


async def test_nothing_is_suggested_where_there_is_nothing_to_say(game: Room) -> None:
    prompts = Suggestions(game.table)
    assert await prompts.suggest_orders(caller(GUEST), "") == []
    assert await prompts.suggest_orders(caller(NORTH, CHANNEL + 1), "") == []
    assert await prompts.suggest_side_acts(caller(NORTH, CHANNEL + 1)) == []


async def test_a_chosen_suggestion_keeps_the_mark_that_skips_the_preview(game: Room) -> None:
    prompts, user = Suggestions(game.table), await game.decider()
    bare = await prompts.suggest_orders(caller(user), "command mus")
    assert bare
    hurried = await prompts.suggest_orders(caller(user), "command mus!")
    assert [each.text for each in hurried] == [f"{each.text}!" for each in bare]


async def test_side_acts_by_a_click(game: Room) -> None:
    assert await Suggestions(game.table).suggest_side_acts(caller(SOUTH)) == [
        ("Give 1", "give 1"),
        ("Give 2", "give 2"),
    ]


async def test_an_offer_is_suggested_part_by_part_from_what_there_is(store: Store) -> None:
    deccan = Deccan(store)
    await deccan.begin()
    first, second, *_ = deccan.seats
    await deccan.lobby.leave(caller(NORTH), second)
    await deccan.lobby.join(caller(SOUTH), second)
    prompts = Suggestions(deccan.table)
    holds: Any = (await deccan.at()).live.state

    async def deals(text: str, user: int = SOUTH) -> list[str]:
        return [each.text for each in await prompts.suggest_deals(caller(user), text)]

    assert await deals("") == ["offer"]
    assert await deals("offer ") == [f"offer {seat}" for seat in deccan.seats if seat != second]
    opening = f"offer {first}"
    assert await deals(f"{opening} g") == [f"{opening} give", f"{opening} get"]
    given = await deals(f"{opening} give ")
    goods = [f"{n}r" for n in range(1, holds.resources[second] + 1)]
    goods += [f"{n}c" for n in range(1, holds.cavalry[second] + 1)]
    assert given == [f"{opening} give {amount}" for amount in goods]
    assert (await deals(f"{opening} give 1r "))[0] == f"{opening} give 1r get"
    named = deccan.rules.name(first).casefold()
    assert (await deals(f"offer {named} give 1r "))[0] == f"offer {named} give 1r get"
    assert await deals("dance ") == []
    assert await deals("offer ", GUEST) == []
    for text in given:
        await trade(deccan.table, caller(SOUTH), text)
    assert await deals("withdraw ") == [f"withdraw {n}" for n in range(1, len(given) + 1)]
    assert await deals("accept ", SOUTH) == []
    asked = await deccan.table.order_side_act(caller(SOUTH), f"{opening} give 1r ?")
    assert asked.text.startswith(f"After “{opening} give 1r” you can write: Get")


async def test_side_acts_of_a_game_that_says_no_more(game: Room) -> None:
    found = await Suggestions(game.table).suggest_deals(caller(SOUTH), "give ")
    assert [each.text for each in found] == ["give 1", "give 2"]
    asked = await game.table.order_side_act(caller(SOUTH), "give ?")
    assert asked.text == "After “give” you can write: 1, 2"


async def test_command_means_command_only_where_nothing_else_is_left(store: Store) -> None:
    """The fork with the Decree is taken.

    The word gets the next meaning, with a notice, and waits for a Confirm.
    """
    deccan = Deccan(store)
    await deccan.begin()
    while (await deccan.at()).asked != "sultanate":
        await deccan.table.order(caller(), "pass")
    await deccan.table.order(caller(), "command conscript in delhi; decree collect")
    at = await deccan.at()
    line = {"bahmani": "rally in maharashtra.", "vijayanagara": "rally in karnataka."}[at.asked]
    answer = await deccan.table.order_with_word(caller(), "command", line)
    assert begins(answer.text, "mended", said="command", meant="Command only")
    assert answer.panel is not None
    assert answer.panel.confirm
    assert (await deccan.at()).position == at.position
    suggested = await Suggestions(deccan.table).suggest_orders(caller(), "command ral")
    assert [each.text for each in suggested] == ["Command only Rally"]
