"""PA-2, PA-7: Events."""

from __future__ import annotations

from typing import Any

import pytest

from bot.story.turn_text import tell_by_kind
from rules import successors
from rules.kernel import NotAllowed
from rules.successors.digest import tell_chapter
from rules.successors.sequence.events import EFFECTS
from rules.successors.sequence.rolled_event import CLAUSES
from rules.successors.tables import EVENTS, ODD
from rules.words import Words
from tests.games.successors.table import GAME, Table, step


def events(units: dict[str, dict[str, str]], throw: str, **more: Any) -> Table:
    return step("events", units, **more).dice(throw)


def test_pa_2_one_throw_of_three() -> None:
    """Vector 3."""
    for throw, table, number in (("342", "ODD", 42), ("256", "EVEN", 56)):
        (event,) = events({}, throw).told("event")
        row = EVENTS[table.lower()][number]
        clause = event.pop("clause")
        known = {"seat": "red", "title": row.title, "effect": row.effect}
        assert event == {**known, "table": table, "number": number, "quiet": True}
        assert isinstance(clause, Words), "what an Event does is told with its name"


def test_pa_2_each_event_says_what_it_does() -> None:
    assert CLAUSES.keys() == EFFECTS.keys()


def test_pa_2_the_tables_have_each_number_once() -> None:
    assert all(len(table) == 36 for table in EVENTS.values())


def test_pa_7_a_sum_is_paid_or_a_unit_lost() -> None:
    """Vector 7."""
    table = events({"SYR": {"red": "2i 1l"}}, "545", talents={"red": 2})
    assert table.ask.prompt.args["title"] == EVENTS[ODD][45].title, "the question says what the sum is for"
    table.play("lose-i-SYR")
    assert table.s.talents["red"] == 2
    assert table.s.count("SYR", "red-i") == 1
    assert events({"SYR": {"red": "2i"}}, "545", talents={"red": 3}).s.talents["red"] == 0


def test_pa_7_money_given_while_the_owner_is_asked_counts() -> None:
    """Vector 7."""
    table = events({"SYR": {"red": "2i 1l"}}, "545", talents={"red": 2, "blue": 1})
    table.side("blue", "give_red_1")
    assert table.s.talents == {"red": 0, "blue": 0, "green": 0, "yellow": 0}
    assert table.s.land("SYR", "red") == 3


def test_pa_8_gifts_end_with_game_turn_8() -> None:
    """Vector 17."""
    table = step("revenue", {"SYR": {"red": "1i"}}, game_turn=9, talents={"red": 9}, captives={"red": "blue"})
    with pytest.raises(NotAllowed, match=r"\b8\b.*\(rule PA-8\)"):
        table.side("blue", "give_red_1")
    table.play("ransom")
    assert table.s.leaders["red"] == "SYR"


def test_even_31_rebels_attack_and_stay() -> None:
    """Vector 18."""
    table = events({"NIN": {"blue": "1l"}}, "231").dice("5512")
    while table.live.pending is not None:
        table.dice("1" * table.due) if table.due else table.play("hold")
    assert table.s.stacks["NIN"] == {"white-i": 2, "white-e": 1}
    assert table.s.income("blue") == 0


def test_chits_15_to_17_cancel_a_revolt_before_rebels_are_placed() -> None:
    table = events({"GRE": {"green": "1i"}}, "221", chits={"16": "green"})
    assert table.ask.seat == "green"
    table.play("chit-16")
    assert not table.s.rebels("GRE")
    assert "16" in table.s.cup()


def test_odd_41_a_leader_goes_home_alone() -> None:
    table = events({"MED": {"red": "2i"}}, "341", leaders={"red": "MED"})
    assert table.s.leaders["red"] == "SYR"
    assert table.s.land("MED", "red") == 2


def test_odd_25_fleets_on_patrol_are_safe() -> None:
    table = events({"LEV": {"red": "3f"}}, "125", sailed={"LEV": {"red": "1f"}})
    assert table.due == 1
    assert table.dice("2").s.fleets("LEV", "red") == 2


def test_odd_54_levies_in_persia_turn_white() -> None:
    table = events({"PER": {"blue": "1l 1i"}}, "154")
    assert table.s.count("PER", "white-l") == 2
    assert table.s.land("PER", "blue") == 1
    assert events({}, "154").s.stacks["PER"] == {"white-l": 2}


def test_even_56_both_indias_pay() -> None:
    table = events({"NIN": {"green": "1i"}, "SIN": {"green": "1i"}}, "256")
    assert table.s.talents["green"] == 4
    assert table.ask.kind == "elephants"
    assert table.play("NIN").s.count("NIN", "green-e") == 1


def test_even_45_a_marriage_is_a_truce() -> None:
    table = events({"SYR": {"red": "1i"}}, "245").play("blue", "yes")
    assert table.s.at_truce("red", "blue")
    assert table.s.truces["red", "blue"] == "red"


def test_even_45_a_declined_marriage_is_told_to_the_seat_that_offered_it() -> None:
    table = events({"SYR": {"red": "1i"}}, "245").play("blue", "no")
    assert not table.s.at_truce("red", "blue")
    assert table.told("refused") == [{"owner": "blue", "seat": "red"}]
    lines = tell_by_kind(GAME, table.game, 0)
    answers = [line for line in lines if "Decline the marriage" in line.text]
    assert answers, "the post of the next board tells the answer"
    assert not any(line.trifling for line in answers)
    view = GAME.view(table.s, None)
    told = [words for part in tell_chapter(view, view, table.s.story, "red") for words in part]
    answered = [words for words in told if {"owner", "seat"} <= {*words.args}]
    assert [(words.args["owner"], words.args["seat"]) for words in answered] == [("blue", "red")]


def test_a_drawn_chit_is_held_or_acts_at_once() -> None:
    assert events({}, "163").dice("8").s.hand("red") == ["8"]
    table = events({}, "163").dice("7")
    assert table.s.talents["red"] == 4
    assert "7" in table.s.cup()


def test_pa_1_pa_4_pa_5_each_seat_goes_through_four_steps_then_the_next_does() -> None:
    units = {"SYR": {"red": "1i"}, "BAB": {"blue": "1i"}, "MED": {"red": "1l", "blue": "1l"}}
    table = step("events", units, order=["red", "blue"])
    seen = []
    for _ in range(8):
        seen.append((table.s.seat, table.s.phase))
        while table.live.pending is not None:
            table.dice("331") if table.due else table.play("no" if "no" in table.keys else "done")
        table = Table(successors.load(successors.dump(table.s)))
    steps = ["events", "revenue", "movement", "combat"]
    assert seen == [(seat, each) for seat in ("red", "blue") for each in steps]
    assert table.s.number == 3


def test_odd_21_the_plague_takes_a_land_unit_of_the_largest_stack() -> None:
    table = events({"PHO": {"red": "1i 1l 2f"}, "MED": {"red": "3c"}}, "121")
    assert table.s.count("MED", "red-c") == 2, "three land units are more than two beside two fleets"
    tied = events({"SYR": {"red": "1i 1l"}, "MED": {"red": "2c"}}, "121")
    assert tied.keys == ["lose-i-SYR", "lose-l-SYR", "lose-c-MED"]


def test_odd_23_one_throw_for_all_levies_where_there_are_most() -> None:
    table = events({"SYR": {"red": "1l 2i"}, "MED": {"red": "3l"}}, "123")
    assert table.due == 3
    assert table.dice("126").s.count("MED", "red-l") == 1
    tied = events({"SYR": {"red": "1l"}, "MED": {"red": "1l"}}, "123")
    assert (tied.ask.seat, tied.keys) == ("red", ["SYR", "MED"])


def test_odd_51_mercenaries_join_a_leader_on_land() -> None:
    units = {"SYR": {"red": "1i"}, "LEV": {"red": "1f"}}
    table = events(units, "151", talents={"red": 9}).play("2-hi")
    assert table.s.stacks["SYR"] == {"red-i": 1, "red-hi": 2}
    assert table.s.talents["red"] == 9 - 4
    at_sea = events(units, "151", talents={"red": 9}, leaders={"red": "LEV"})
    assert at_sea.live.pending is None
    assert at_sea.s.talents["red"] == 9


def test_odd_53_volunteers_come_home_where_the_leader_is_not_to_be_reached() -> None:
    units = {"MED": {"red": "1i"}}
    assert events(units, "153", leaders={"red": "MED"}).s.count("MED", "red-c") == 2
    assert events(units, "153", captives={"red": "blue"}).s.count("SYR", "red-c") == 2


def test_even_41_a_fleet_for_less_in_a_port_that_is_controlled() -> None:
    table = events({"PHO": {"red": "1i"}}, "241", talents={"red": 2}).play("PHO")
    assert (table.s.fleets("PHO", "red"), table.s.talents["red"]) == (1, 0)
    assert events({"PHO": {"red": "1i"}}, "241", talents={"red": 1}).live.pending is None


def test_even_43_pirates_take_money_or_a_fleet_and_nothing_of_who_has_none() -> None:
    assert events({"SYR": {"red": "2i"}}, "243", talents={"red": 5}).s.talents["red"] == 5
    table = events({"LEV": {"red": "2f"}, "SYR": {"red": "1i"}}, "243", talents={"red": 1})
    assert (table.s.fleets("LEV", "red"), table.s.talents["red"]) == (1, 1)
    assert table.s.land("SYR", "red") == 1


@pytest.mark.parametrize(
    ("chit", "more", "why"),
    [
        ("99", {}, "there is no chit with this number"),
        ("7", {}, "it takes effect when it is drawn"),
        ("8", {}, "you don't have it"),
        ("8", {"chits": {"8": "blue"}}, "you don't have it"),
        ("8", {"chits": {"8": "red"}}, "you can play it in your Movement"),
        ("2", {}, "you don't have it"),
        ("2", {"chits": {"2": "red"}, "captives": {"red": "blue"}}, "your leader is a captive"),
        ("2", {"chits": {"2": "red"}, "leaders": {"red": "LEV"}}, "is at sea"),
    ],
)
def test_a_chit_is_refused_for_what_keeps_it_from_being_played(chit: str, more: Any, why: str) -> None:
    """First comes whether the seat has the chit, then when it can be played."""
    table = step("movement", {"SYR": {"red": "1i"}, "BAB": {"blue": "1i"}, "LEV": {"red": "1f"}}, **more)
    with pytest.raises(NotAllowed, match=why):
        table.side("red", f"chit_{chit}")
