"""The taps of a turn: buttons for the most common spaces, an autofilled payment, at most six taps."""

from __future__ import annotations

from typing import Any

import pytest

from bot.orders.draft import Draft
from rules import rajas_of_the_ganges as rajas
from rules.kernel import Ask, Game, Step, list_legal_options, settle
from rules.orders.buttons.controls import Menu, Ways, find_ways
from tests.games.rajas_of_the_ganges.table import GAME, at
from tests.turns.walking import check, situation, walk

ROOM = 7
RICH: dict[str, Any] = {"dice": {"orange": "1356", "green": "234", "blue": "2", "purple": "6"}, "money": 9}


def asked(*keys: str, **more: Any) -> tuple[Step, Ways]:
    step = settle(GAME, Game("seed", 1, rajas.dump(at("orange-c5", **{**RICH, **more}))))
    draft = Draft(situation(GAME, step), keys)
    return step, find_ways(GAME, draft.now.position, ROOM)


def test_the_spaces_that_are_taken_most_are_buttons_and_the_others_a_list() -> None:
    _, found = asked()
    *buttons, others = found.controls
    assert [button.key for button in buttons] == ["quarry", "harbour", "outer"]  # type: ignore[union-attr]
    assert isinstance(others, Menu)
    assert {option.key for option in others.options}.isdisjoint(button.key for button in found.controls[:-1])  # type: ignore[union-attr]


def test_the_button_of_a_space_says_what_its_answer_says() -> None:
    step, found = asked()
    assert isinstance(step.live.pending, Ask)
    labels = {option.key: option.label for option in list_legal_options(GAME, step.live.pending)}
    buttons = [each for each in found.controls if not isinstance(each, Menu)]
    assert {each.key: each.label for each in buttons} == {each.key: labels[each.key] for each in buttons}


def test_a_space_that_can_not_be_taken_keeps_its_button_and_says_why() -> None:
    _, found = asked(dice={"purple": "1"}, karma=0)
    quarry = found.controls[0]
    assert not isinstance(quarry, Menu)
    assert (quarry.key, bool(quarry.why_not)) == ("quarry", True)


def test_dice_and_tiles_are_buttons_as_far_as_there_is_room() -> None:
    for keys in (("outer",), ("tea",)):
        _, found = asked(*keys, dice={"orange": "135", "green": "24", "blue": "2"}, karma=0)
        assert not any(isinstance(control, Menu) for control in found.controls), keys
        assert len(found.controls) > 5


@pytest.mark.parametrize(
    ("order", "most"),
    [
        (("quarry", "orange-c5", "b1-es", "3-6"), 4),
        (("harbour", "green-3", "river-2"), 4),
        (("harbour", "green-3", "river-1", "green-blue"), 6),
        (("terrace-blue",), 3),
        (("yogi", "green-3", "blue"), 5),
    ],
)
def test_an_order_takes_six_taps_at_most(order: tuple[str, ...], most: int) -> None:
    step, _ = asked(karma=0)
    way = walk(situation(GAME, step), order)
    assert way is not None
    check(way)
    assert way.taps <= most


def test_another_payment_is_two_taps_more() -> None:
    step, _ = asked(karma=0)
    filled = walk(situation(GAME, step), ("quarry", "orange-c5", "b1-es", "3-6"))
    changed = walk(situation(GAME, step), ("quarry", "orange-c5", "b1-es", "5-6"))
    assert filled is not None
    assert changed is not None
    assert changed.taps == filled.taps + 2


def test_what_is_filled_in_pays_least_and_spends_no_karma() -> None:
    """A 3 and a 6 pay 9. A turned 1 would cost fewer pips, but only the player spends karma."""
    step, _ = asked(karma=2)
    draft = Draft(situation(GAME, step)).with_tap(["quarry"]).with_tap(["orange-c5"]).with_tap(["b1-es"])
    assert draft.complete
    assert draft.keys[-1] == "3-6"
