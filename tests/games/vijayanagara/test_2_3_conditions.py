"""Conditions of plans, for the card on which a faction is asked (2.3)."""

from __future__ import annotations

import pytest

from tests.games.vijayanagara.table import GAME, OPENERS, Table

NUMBER = int(OPENERS["sultanate"].removeprefix("event-"))


@pytest.mark.parametrize(
    ("condition", "met"),
    [
        ("first", True),
        ("1st eligible", True),
        ("Second", False),
        ("not second", True),
        (f"card 36, {NUMBER}", True),
        (f"not card {NUMBER}", False),
        ("command and event", True),
        ("limited and khalji", True),
        ("tughlaq", False),
        ("resources 3", True),
        ("resources 25", False),
    ],
)
def test_2_3_what_the_first_eligible_faction_may_say(condition: str, met: bool) -> None:
    table = Table("resources: {sultanate: 9}", first="sultanate")
    assert GAME.EXTRAS.plans.why_not(condition) == ""
    assert GAME.EXTRAS.plans.meets(table.state, "sultanate", condition) is met


def test_2_3_3_the_second_eligible_faction() -> None:
    """2.3.3: a fork that is taken is not open any more."""
    table = Table("", first="sultanate").answer("sultanate", "command-only conscript delhi done")
    second = table.question.seat
    assert GAME.EXTRAS.plans.meets(table.state, second, "second and command and not event")
    assert not GAME.EXTRAS.plans.meets(table.state, second, "first")


def test_2_3_1_without_an_open_card_nothing_holds() -> None:
    table = Table("left: {event: 1, mongol: 1}").draw("mongol", "mongol-bahmani")
    assert not GAME.EXTRAS.plans.meets(table.state, "bahmani", "first")
    assert GAME.EXTRAS.plans.meets(table.state, "bahmani", ""), "no condition is always met"


def test_2_3_a_card_that_there_is_not_is_no_condition() -> None:
    why = GAME.EXTRAS.plans.why_not("first and not card 3, 99")
    assert str(why) == "There is no card 99. Cards go from 1 to 36."


@pytest.mark.parametrize("text", ["it rains", "card", "first or second", "resources", "and"])
def test_2_3_what_is_no_condition_is_answered_with_what_is(text: str) -> None:
    assert "“first” or “second”" in str(GAME.EXTRAS.plans.why_not(text))
