"""PA-3, PA-6, PA-9 to PA-13: Revenue."""

from __future__ import annotations

from typing import Any

import pytest

from bot.story.names import find_names
from rules import successors
from rules.errors import NotAllowed
from rules.successors.digest import describe_changes, tell_chapter
from rules.successors.sequence.revenue import BUY, DISBAND_ONLY
from tests.games.successors.table import place, read_arg, step, why


def test_pa_6_control_needs_strictly_more() -> None:
    """Vector 6."""
    s = place({"SYR": {"red": "2i", "blue": "1i"}})
    assert s.income("red") == 3
    assert s.sole("SYR") == ""
    s = place({"SYR": {"red": "2i", "blue": "2l"}})
    assert s.income("red") == s.income("blue") == 0


def test_pa_42_rebels_leave_no_income() -> None:
    assert place({"SYR": {"red": "5i", "white": "1l"}}).income("red") == 0


def test_pa_10_what_cannot_be_paid_is_removed() -> None:
    """Vector 8."""
    table = step("revenue", {"BAB": {"red": "8i 1c"}}, talents={"red": 1})
    assert table.ask.kind == "upkeep"
    table.play("lose-i-BAB", "lose-i-BAB")
    assert table.s.talents["red"] == 0
    assert table.s.units("red") == 7


def test_pa_9_a_captive_is_ransomed_and_who_has_no_unit_is_out() -> None:
    """Vector 9."""
    table = step("revenue", {}, talents={"red": 6}, captives={"red": "blue"}).play("ransom")
    assert table.s.talents == {"red": 1, "blue": 5, "green": 0, "yellow": 0}
    assert table.s.leaders["red"] == "SYR"
    table.play("1-l", "done")
    assert table.s.stacks["SYR"] == {"red-l": 1}
    table = step("revenue", {}, talents={"red": 6}, captives={"red": "blue"}).play("ransom", "done")
    assert "red" not in table.s.order
    assert table.s.seat == "blue"


def test_the_last_seat_wins_at_once() -> None:
    more: dict[str, Any] = {"order": ["red", "blue"], "talents": {"red": 0}}
    table = step("revenue", {"BAB": {"blue": "1i"}}, **more)
    assert table.live.pending is None
    assert table.s.ended


def test_pa_11_prices() -> None:
    table = step(
        "revenue", {"PHO": {"red": "1i"}, "THR": {"red": "1i"}, "SYR": {"red": "1i"}}, talents={"red": 10}
    )
    assert table.s.talents["red"] == 10 + 6 - 3
    table.order("buy 1i 1c home, 1f PHO, 1f AEG")
    assert table.s.talents["red"] == 13 - 2 - 3 - 3 - 5
    assert table.s.fleets("PHO", "red") == table.s.fleets("AEG", "red") == 1


@pytest.mark.parametrize(
    ("typed", "where"), [("syria", "SYR"), ("Media", "MED"), ("home", "SYR"), ("leader", "MED")]
)
def test_pa_12_new_units_are_placed_by_the_name_of_the_province(typed: str, where: str) -> None:
    """The question names the Home, "Home (Egypt: ...)", and yet "Egypt" was not read."""
    units = {"MED": {"red": "1c"}, "SYR": {"red": "1i"}}
    table = step("revenue", units, talents={"red": 2}, leaders={"red": "MED"})
    table.order(f"buy 1l in {typed}")
    assert table.s.count(where, "red-l") == 1


@pytest.mark.parametrize("text", ["buy 3 elephants", "buy 1 elephant and 1l"])
def test_pa_11_elephants_are_refused_with_the_reason(text: str) -> None:
    """The number was refused instead: “3” can mean 3 Levies or 3 Infantry."""
    table = step("revenue", {"SYR": {"red": "3i"}}, talents={"red": 11})
    assert why(table, "1-e").slots == {"kind": "elephants"}
    with pytest.raises(NotAllowed) as refused:
        table.order(text)
    reason = table.ask.menu.list_refused()["1-e"].within(successors.name).partition(": ")[2]
    assert reason in str(refused.value)


def test_pa_12_with_the_leader_on_land() -> None:
    units = {"MED": {"red": "1c"}, "SYR": {"red": "1i"}}
    table = step("revenue", units, talents={"red": 2}, leaders={"red": "MED"})
    table.order("buy 1l leader")
    assert table.s.count("MED", "red-l") == 1
    table = step("revenue", units, talents={"red": 2}, captives={"red": "blue"})
    table.play("no", "1-l")
    assert table.s.count("SYR", "red-l") == 1, "a captive is no place"


def test_pa_41_a_purchase_in_a_home_that_another_held_says_what_it_scores_no_longer() -> None:
    units = {"SYR": {"blue": "3i"}, "MED": {"red": "1c"}}
    table = step("revenue", units, talents={"red": 2}).order("buy 1l home")
    (told,) = table.told("shared")
    assert (told["seat"], told["place"], told["other"]) == ("blue", "SYR", "red")
    before, after = (successors.view(s, None) for s in (place(units), table.s))
    sentences = [each for part in tell_chapter(before, after, [], "red") for each in part]
    assert any(each.args.get("seat") == "blue" and "SYR" in find_names(each) for each in sentences)
    assert any("SYR" in find_names(each) for each in describe_changes(before, after, "blue"))


def test_pa_13_only_what_the_provinces_raise() -> None:
    table = step("revenue", {"PAL": {"red": "1l"}}, talents={"red": 9})
    assert why(table, "1-i") == ("PA-13", {"kind": "i"})
    assert "1-l" in table.keys


def test_pa_3_not_in_the_first_game_turn() -> None:
    assert step("revenue", {"SYR": {"red": "1i"}}, game_turn=1).s.phase == "movement"


def test_a_fleet_that_goes_drowns_what_it_carries() -> None:
    table = step(
        "revenue", {"LEV": {"red": "1f 1i"}, "SYR": {"red": "1l"}}, talents={"red": 3}, leaders={"red": "LEV"}
    )
    table.order("disband 1f LEV")
    assert "LEV" not in table.s.stacks
    assert table.s.leaders["red"] == "SYR"


def test_pa_9_who_holds_nobodys_captive_is_paid_nothing() -> None:
    """The ransom for captives of Rebels and of eliminated seats goes to the bank."""
    table = step("revenue", {"SYR": {"red": "1i"}}, talents={"red": 5}, captives={"red": "bank"}).play(
        "ransom"
    )
    assert table.s.talents == {"red": 2, "blue": 0, "green": 0, "yellow": 0}, (
        "3 of income, 5 paid, 1 of upkeep"
    )
    poor = step("revenue", {"SYR": {"red": "1i"}}, talents={"red": 1}, captives={"red": "blue"})
    assert poor.ask.kind == "purchase", "who can't pay is not asked"


def test_pa_11_elephants_come_by_events_only() -> None:
    table = step("revenue", {"NIN": {"red": "1i"}}, talents={"red": 9})
    assert not [key for key in table.keys if key.endswith("-e")]


def test_pa_3_who_can_buy_nothing_is_asked_only_about_disbanding() -> None:
    units = {"BAC": {"red": "5i"}}
    fed = 5 - place(units).income("red")  # and nothing is left
    poor, rich = (step("revenue", units, talents={"red": n}) for n in (fed, fed + 9))
    assert {"done", "disband"} <= {*poor.keys}
    assert not [key for key in poor.keys if key[0].isdigit()]
    assert poor.ask.prompt.english == DISBAND_ONLY
    assert rich.ask.prompt.english == BUY


def test_pa_11_a_price_says_how_many_are_left_if_talents_are_not_the_limit() -> None:
    table = step("revenue", {"SYR": {"red": "2l"}}, talents={"red": 30})
    left = table.s.box["red-l"]
    assert left < table.s.talents["red"]
    assert f" {left} left" in table.ask.prompt.read(successors.name)
    table = step("revenue", {"SYR": {"red": "2l"}}, talents={"red": 5})
    assert " left" not in table.ask.prompt.read(successors.name)


@pytest.mark.parametrize(("talents", "lost"), [(6, 1), (20, 0), (3, 4)])
def test_pa_9_the_question_for_the_ransom_says_which_upkeep_it_leaves_unpaid(talents: int, lost: int) -> None:
    units = {"SYR": {"red": "5i"}, "EGY": {"blue": "1i"}}
    table = step("revenue", units, talents={"red": talents}, captives={"red": "blue"})
    assert table.ask.kind == "ransom"
    purse = read_arg(table.ask.prompt, "purse")
    assert purse.args.get("n", 0) == lost
