"""A typed order is parsed only once."""

from __future__ import annotations

from typing import Any

import pytest

from bot.orders.typed_order import Asked, Parsed, SideActs, read_typed
from rules.kernel import InputError
from rules.orders import notation
from tests.bot.callers import CHANNEL, NORTH, SOUTH, Room, caller


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the texts that are parsed."""
    found: list[str] = []
    real = notation.read_order

    def read(rules: Any, game: Any, seat: str, text: str, reader: Any = None) -> Any:
        found.append(text)
        return real(rules, game, seat, text, reader)

    monkeypatch.setattr(notation, "read_order", read)
    return found


@pytest.mark.parametrize("text", ["pass", "command", "command muster."])
async def test_an_order_is_parsed_once(game: Room, parsed: list[str], text: str) -> None:
    await game.table.order(caller(await game.decider()), text)
    assert parsed == [text]


async def test_an_act_out_of_turn_is_parsed_once(game: Room, parsed: list[str]) -> None:
    other = SOUTH if await game.decider() == NORTH else NORTH
    await game.table.order(caller(other), "give 1")
    assert parsed == ["give 1"]


async def test_what_it_is_depends_on_who_types_it(game: Room) -> None:
    asked = await game.decider()
    stored = await game.store.find_in_channel(CHANNEL)
    assert stored is not None
    at = game.table.load_seated(stored)
    for user, text, kind in (
        (asked, "pass", Parsed),
        (asked, "give 1", Parsed),
        (NORTH + SOUTH - asked, "give 1", SideActs),
        (asked, "command ?", Asked),
        (NORTH + SOUTH - asked, "?", Asked),
    ):
        by = caller(user)
        assert isinstance(read_typed(by, await game.table.load_draft(by, at), text), kind), text


@pytest.mark.parametrize("text", ["start over", "Start over."])
async def test_the_label_of_the_button_that_drops_a_draft_may_be_typed(game: Room, text: str) -> None:
    user = await game.decider()
    await game.choose("command")
    assert (await game.panel()).draft
    answer = await game.table.order(caller(user), text)
    assert answer.panel is not None
    assert not answer.panel.draft
    with pytest.raises(InputError):  # without a draft it is an order like any other
        await game.table.order(caller(user), text)


async def test_an_answer_that_has_a_button_is_not_offered_a_second_time(game: Room) -> None:
    user = await game.decider()
    await game.choose("command")
    shown = {option.label.casefold() for option in (await game.panel()).options}
    offered = await game.table.list_nearest(caller(user), "zzz")
    assert not shown & {each.casefold() for each in offered}
