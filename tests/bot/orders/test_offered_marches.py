"""After a march in Successors, each way to change it or to go on is offered once."""

from __future__ import annotations

from typing import Any

from bot.orders.autofill import MANNER, apply_change, autofill_menu
from bot.orders.draft import Draft
from bot.replies.panel import Panel
from rules.kernel import begin
from rules.orders.buttons.controls import list_offered
from rules.orders.buttons.lookahead import JOINT
from rules.successors import dump
from tests.games.successors.table import GAME, step
from tests.turns.walking import situation

AWAY = {"blue": "NIN", "green": "NIN", "yellow": "NIN", "red": "EGY"}


def march(units: dict[str, dict[str, str]], *to: str) -> Draft:
    """Return Red's draft of a march out of Egypt, with the units filled in."""
    table = step("movement", units, leaders=AWAY)
    at: Any = situation(GAME, begin(GAME, dump(table.s), "0" * 32))
    return Draft(at).with_tap(("march-EGY", *to))


def read_panel(draft: Draft) -> Panel:
    """Return the controls of the draft's open question."""
    panel = draft.now.build_panel(plain=False)
    assert panel is not None
    return panel


def test_units_that_were_filled_in_are_no_alternative_to_themselves() -> None:
    menu = autofill_menu(march({"EGY": {"red": "3l 1i"}}, "PHO"))
    assert menu is not None
    mixes = [{*each.key.partition(" ")[2].split(JOINT)} - {"done"} for each in menu.options]
    assert {"1-leader", "1-i", "2-l"} not in mixes, "this is all but 1 Levy"
    assert {"1-leader", "1-i", "3-l"} not in mixes, "this is all units"
    assert {"all"} in mixes


def test_a_march_in_another_manner_offers_each_manner_once() -> None:
    menu = autofill_menu(march({"EGY": {"red": "3l 1i"}}, "PHO").with_manner("all"))
    assert menu is not None
    assert sum(each.key.startswith(MANNER) for each in menu.options) == 1


def test_a_big_army_is_split_in_another_question() -> None:
    """The list had up to 20 numbers of units. Most players want all units, or all but one."""
    draft = march({"EGY": {"red": "3c 2hc 4i 1e 3l"}}, "PHO")
    menu = autofill_menu(draft)
    assert menu is not None
    assert [each.key.partition(" ")[2] for each in menu.options if not each.key.startswith(MANNER)] == [
        "all",
        "",
    ]
    asked = apply_change(draft, menu.options[-1].key).now.ask
    assert asked is not None
    assert asked.kind == "march-with"


def test_one_button_goes_on_after_the_only_march() -> None:
    panel = read_panel(march({"EGY": {"red": "3l 1i"}}, "PHO"))
    closings = [each.key for each in list_offered(panel.controls) if {*each.key.split(JOINT)} == {"done"}]
    assert closings == [panel.main] == ["done done"]


def test_other_armies_can_still_be_marched_after_a_march() -> None:
    panel = read_panel(march({"EGY": {"red": "3l 1i"}, "MAC": {"red": "2i"}}, "PHO"))
    closings = [each.key for each in list_offered(panel.controls) if {*each.key.split(JOINT)} == {"done"}]
    assert closings == ["done", "done done"]
    assert panel.main == "done"
