"""Odds, standing answers, conditions, the digest, and the explanation of points."""

from __future__ import annotations

import re
from itertools import product

import pytest

from bot.story.names import find_names
from rules import successors
from rules.loading.games import GAMES
from rules.orders import notation
from rules.successors.digest import explain_scores, tell_chapter, title_chapter
from rules.successors.fighting.odds import NO_BONUS, calculate_throw, fight_out, forecast, say_percent
from rules.successors.moving.movement import say_talents
from rules.successors.planned_answers import POLICIES
from rules.words import Plural, Words, as_is
from tests.games.successors.table import Table, place, step

AWAY = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}
POLICY = {policy.key: policy for policy in POLICIES}


def answered(table: Table, policy: str, value: str) -> str | None:
    return POLICY[policy].answer(table.s, table.ask, value)


def test_odds_one_throw_is_counted_over_all_faces() -> None:
    """Two levies with a leader hit three infantry with a 6, or with one 5 and the +1."""
    hits = {0: 0, 1: 0, 2: 0}
    for faces in product(range(1, 7), repeat=2):
        n = sum(face == 6 for face in faces)
        hits[n + (5 in faces)] += 1
    found = calculate_throw((0, 0, 0, 2), (0, 3, 0, 0), 3, 1)
    assert {3 - force[1]: round(likely * 36) for force, likely in found.items()} == hits


def test_odds_to_the_end_add_up_and_are_fair() -> None:
    win, lose, none = fight_out((0, 2, 0, 0), (0, 2, 0, 0), NO_BONUS, NO_BONUS, False)
    assert win + lose + none == pytest.approx(1)
    assert win == pytest.approx(lose)
    one = fight_out((0, 1, 0, 0), (0, 1, 0, 0), NO_BONUS, NO_BONUS, False)
    assert one == pytest.approx((0.4, 0.4, 0.2)), "1/3 each: 2/9, 2/9, 1/9 of what ends it"
    assert [str(say_percent(n)) for n in (0.001, 0.5, 0.999)] == ["Under 1%", "50%", "Over 99%"], (
        "never 0 or 100"
    )


def test_the_preview_of_a_battle_tells_its_odds() -> None:
    table = step("combat", {"SYR": {"red": "1i", "blue": "1i"}}, leaders=AWAY)
    label = table.ask.words("fight-SYR-blue")
    assert label.args == {"foe": "blue", "place": "SYR", "own": 1, "theirs": 1, "win": say_percent(0.4)}
    table.play("fight-SYR-blue")
    (odds,) = forecast(table.s, "red", table.live.pending)
    told, without_winner = odds.args["told"], odds.args["n"]
    assert isinstance(told, Words)
    assert told.args == {"one": "red", "other": "blue", "win": as_is("40"), "lose": as_is("40")}
    assert without_winner == 20
    assert isinstance(odds.text, Plural), "one battle is not told as several"


def test_the_preview_of_a_battle_of_many_units_tells_its_odds_too() -> None:
    table = step("combat", {"SYR": {"red": "3c 3i 2l", "blue": "1c 2i 2l"}}, leaders=AWAY)
    table.play("fight-SYR-blue")
    (odds,) = forecast(table.s, "red", table.live.pending)
    assert {"win", "lose"} <= {*odds.args}


def test_the_question_and_the_preview_of_a_big_battle_tell_the_same_odds() -> None:
    """20 units had no chances in either, and 13 only in the preview."""
    for red, blue in (("3c 8i", "2c 7i"), ("2c 4i 1l", "2c 3i 1l")):
        table = step("combat", {"SYR": {"red": red, "blue": blue}}, leaders=AWAY)
        asked = table.ask.words("fight-SYR-blue").args["win"]
        table.play("fight-SYR-blue")
        (odds,) = forecast(table.s, "red", table.live.pending)
        told = odds.args.get("told", odds)
        assert isinstance(told, Words)
        assert str(asked) == f"{told.args['win']}%"


def test_odds_leave_out_what_hardly_ever_happens() -> None:
    table = step("combat", {"SYR": {"red": "3c 3i 2l", "blue": "1l"}}, leaders=AWAY)
    table.play("fight-SYR-blue")
    for seat in ("red", "blue", "green"):
        (odds,) = forecast(table.s, seat, table.live.pending)
        assert odds.args == {"winner": "red", "loser": "blue"}
        assert len(re.findall(r"[.]", odds.read(str))) == 1


def test_the_question_after_the_first_units_names_them_and_asks_one_thing() -> None:
    table = step("movement", {"MAC": {"red": "1c 2i 2l"}}, leaders={**AWAY, "red": "EGY"})
    table.play("march-MAC", "THR", "2-i")
    asked = table.ask.prompt.read(successors.name)
    assert asked.count("?") == 1
    assert "2 Infantry" in asked


def test_standing_insist() -> None:
    table = step("combat", {"SYR": {"red": "1i", "blue": "2i"}}, leaders=AWAY).play("done")
    assert answered(table, "insist", "more") == "insist-SYR"
    assert answered(table, "insist", "never") == "no"
    assert answered(table, "join", "yes") is None


def test_standing_retreat() -> None:
    table = (
        step("combat", {"SYR": {"red": "2i", "blue": "1i"}}, leaders=AWAY).play("fight-SYR-blue").dice("111")
    )
    assert answered(table, "retreat", "hold") == "hold"
    assert answered(table, "retreat", "fewer") in ("retreat-PHO", "retreat-MES"), "worth 3"


def test_standing_cancel_and_leader() -> None:
    table = step("events", {"GRE": {"green": "1i"}}, chits={"16": "blue"}).dice("221")
    assert answered(table, "cancel", "own") == "pass"
    assert answered(table, "cancel", "always") == "chit-16"
    table = step("combat", {"SYR": {"red": "1i 1l", "blue": "1i"}}, leaders={**AWAY, "red": "SYR"})
    table.play("fight-SYR-blue")
    assert answered(table, "leader", "l") == "l"
    assert answered(table, "leader", "c") == "i"


def test_conditions_of_plans() -> None:
    s = place({"SYR": {"red": "1i"}, "GRE": {"white": "1i"}}, talents={"red": 5})
    for text in (
        "turn 2",
        "events and hold SYR",
        "talents 5 and rebels GRE",
        "not talents 6",
        "not movement",
    ):
        fits = successors.EXTRAS.plans.why_not(text)
        assert text.startswith("events") == bool(fits)
        assert fits or successors.EXTRAS.plans.meets(s, "red", text)
    unknown = successors.EXTRAS.plans.why_not("rebels XYZ")
    assert isinstance(unknown, Words)
    assert unknown.args == {"code": as_is("XYZ")}
    assert not successors.EXTRAS.plans.meets(s, "red", "turn 3")


def test_a_game_turn_is_a_chapter_and_told_in_prose() -> None:
    before = place({"SYR": {"red": "1i"}})
    table = step("combat", {"SYR": {"red": "3c", "blue": "1l"}}, leaders={**AWAY, "blue": "SYR"})
    table.play("fight-SYR-blue").dice("611")
    one, other = (successors.view(s, None) for s in (before, table.s))
    assert title_chapter(one).args == {"n": 2}
    sentences = [each for paragraph in tell_chapter(one, other, table.s.story, "") for each in paragraph]
    battle, *_ = [find_names(each) for each in sentences]
    assert {"red", "blue", "SYR"} <= battle
    assert {"seat": "blue", "captor": "red", "place": "SYR"} in [each.args for each in sentences]
    assert explain_scores(other)["red"].args == {
        "land": 3,
        "money": as_is("0"),
        "talents": say_talents(0),
    }


def test_a_state_comes_out_of_a_view() -> None:
    s = place({"SYR": {"red": "2i 1hl"}, "LEV": {"blue": "2f 1i"}}, chits={"8": "red"})
    make = successors.EXTRAS.analysis.sample_state
    assert make is not None
    assert successors.dump(make(successors.view(s, "red"), lambda n: 0)) == successors.dump(s)


@pytest.mark.parametrize(
    ("phase", "typed", "key"),
    [
        ("revenue", "recruit 1 infantry", "1-i"),
        ("revenue", "recruter 1i", "1-i"),
        ("combat", "attack blue", "fight-SYR-blue"),
    ],
)
def test_a_beginners_verb_is_read(phase: str, typed: str, key: str) -> None:
    units = {"SYR": {"red": "3i", "blue": "1i"}}
    table = step(phase, units, talents={"red": 9}, leaders={"red": "SYR"})
    assert notation.parse(GAMES["successors"], table.game, "red", typed)[0] == key
