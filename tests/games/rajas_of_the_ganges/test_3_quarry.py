"""3 Quarry: paying, laying, scoring, yields and upgrades."""

from __future__ import annotations

import pytest

from rules.kernel import NotUnderstood
from rules.rajas_of_the_ganges.board import Gain
from rules.rajas_of_the_ganges.dice import find_payments
from rules.rajas_of_the_ganges.province import Laid, find_placements, is_linked
from rules.rajas_of_the_ganges.wording import describe_gain
from rules.words import join_list
from tests.facts import slots
from tests.games.rajas_of_the_ganges.table import GAME, at, barred, menu, open_, own, play, refused, story

LEILA = {"b1": "orange-s3 es", "b2": "green-s1 ns", "b3": "blue-s1 ns", "b4": "purple-s2 nw"}


def test_3_rajesh_takes_the_orange_9() -> None:
    """The rulebook's example: 1 money, two orange dice, the tile on an existing road."""
    s = at("orange-c5", dice={"orange": "45"}, money=3)
    realm = own(s, "quarry orange 9 at b1 es with 4 5")
    assert (realm.money, realm.fame, realm.held) == (4, 2, 0)
    assert realm.province == {"b1": Laid("orange-c5", "es")}


@pytest.mark.parametrize(
    ("faces", "karma", "price", "offered"),
    [
        ((3, 5), 0, 7, ["3-5"]),
        ((3, 3), 0, 7, []),
        ((3, 3), 1, 7, ["3-3t"]),
        ((2, 3, 5), 0, 7, ["2-5", "3-5"]),
        ((6,), 1, 5, ["6"]),
        ((1, 6), 1, 6, ["6", "1t"]),
        ((1, 1, 1), 3, 18, ["1t-1t-1t"]),
        ((4, 4), 2, 7, ["4-4"]),
    ],
)
def test_3_dice_and_karma_are_offered_without_waste(
    faces: tuple[int, ...], karma: int, price: int, offered: list[str]
) -> None:
    assert sorted(find_payments(faces, karma, price)) == sorted(offered)


def test_3_5_4_the_question_which_dice_to_pay_names_the_tile() -> None:
    """A player who had chosen among several tiles read only a number and a colour."""
    bought = open_(at("orange-c5", dice={"orange": "4556"}, money=3), "quarry", "orange-c5", "b1-es")
    assert bought.kind == "payment"
    told = slots(bought.prompt)
    assert (told["n"], told["colour"]) == (9, "orange")
    assert "orange-c5" in str(told["tile"])


def test_3_all_payments_are_found_and_none_wastes() -> None:
    """The result is compared with a count of all subsets and turns."""
    from itertools import product

    for faces in ((1, 2, 3, 4), (1, 1, 5, 6), (2, 2, 2, 3), (3, 3, 4, 5, 6)):
        for karma, price in product((0, 1, 2), (3, 7, 9, 12)):
            found = set()
            for ways in product("-pt", repeat=len(faces)):
                used = [(f, w == "t") for f, w in zip(faces, ways, strict=True) if w != "-"]
                worth = [7 - f if t else f for f, t in used]
                if sum(t for _, t in used) > karma or sum(worth) < price:
                    continue
                leaner = any(sum(worth) - each >= price for each in worth)
                calmer = any(t and sum(worth) - 7 + 2 * f >= price for f, t in used)
                if not leaner and not calmer:
                    found.add("-".join(sorted(f"{f}{'t' * t}" for f, t in used)))
            mine = {"-".join(sorted(key.split("-"))) for key in find_payments(faces, karma, price)}
            assert mine == found, (faces, karma, price)


def test_3_a_tile_that_cannot_be_paid_is_refused_with_the_reason() -> None:
    s = at(dice={"orange": "3", "green": "3"}, karma=0)
    assert barred(s, "quarry")["orange-c1"] == ("3", {"colour": "orange", "n": 7, "most": 3})
    assert barred(at(dice={"orange": "1"}, karma=0))["quarry"] == ("3", {})


@pytest.mark.parametrize(
    ("tile", "number"), [("orange-s1", 3), ("orange-s2", 6), ("orange-s5", 9), ("orange-t5", 3)]
)
def test_3_1_the_first_tile(tile: str, number: int) -> None:
    assert len(find_placements({}, tile)) == number


def test_3_1_straight_roads_lie_along_the_residences() -> None:
    assert find_placements({}, "orange-s1") == ["b1-ew", "d1-ew", "c2-ns"]


def test_3_1_ends_may_be_cut_off_but_one_is_linked() -> None:
    laid = {"b1": Laid("orange-s1", "ew")}
    assert "a1-ne" in find_placements(laid, "orange-s2"), "north is the rim"
    assert not [key for key in find_placements(laid, "orange-s2") if key.startswith("b2")], (
        "b1 has no end south"
    )
    assert is_linked(laid)
    assert not is_linked({"a1": Laid("orange-s1", "ew")})


def test_3_1_a_province_can_seal_itself() -> None:
    s = at(
        province={"b1": "orange-s2 ne", "c2": "green-s2 nw", "d1": "blue-s2 nw", "b2": "purple-s2 ne"},
        dice={"orange": "66"},
    )
    assert barred(s)["quarry"] == ("3.1", {})


def test_3_2_leila_reaches_a_die_and_5_money() -> None:
    """The rulebook's example. With our edges the corner takes a road of three ends."""
    s = at("orange-s5", province=LEILA, dice={"orange": "6"}, money=3)
    realm = own(s, "quarry orange 6 at a4 esw with 6", "blue", chance=["4"])
    assert (realm.fame, realm.money) == (2, 3 - 1 + 5)
    assert realm.dice["blue"] == (4,)
    assert realm.yields == ("a4-w", "a4-s")


def test_3_2_the_button_names_what_a_placement_reaches() -> None:
    s = at("orange-s5", province=LEILA, dice={"orange": "6"})
    asked = open_(s, "quarry", "orange-s5")
    assert asked.presentation.picture == "placement"
    reached = join_list([describe_gain(Gain("money", 5)), describe_gain(Gain("dice", 1))])
    assert slots(asked.words("a4-esw")) == {"key": "a4-esw", "gains": {"gains": slots(reached)}}


def test_3_2_each_yield_comes_once() -> None:
    s = at("orange-s5", province=LEILA, dice={"orange": "6"}, yields=["a4-w", "a4-s"])
    assert own(s, "quarry orange 6 at a4 esw with 6").money == 2


def test_3_2_money_comes_before_dice() -> None:
    step = play(at("orange-s5", province=LEILA, dice={"orange": "6"}), "quarry orange 6 at a4 esw with 6")
    assert story(step.live.state)[-2:] == ["yield", "gain"]
    assert step.live.pending.kind == "colours"  # type: ignore[union-attr]


@pytest.mark.parametrize(("tile", "dice", "fame"), [("orange-s3", "5", 2), ("orange-t3", "66", 4)])
def test_3_3_a_building_earns_2_fame_at_the_start(tile: str, dice: str, fame: int) -> None:
    s = at(tile, dice={"orange": dice})
    price = "quarry orange 5 at b1 es with 5" if dice == "5" else "quarry orange 12 at b1 es with 6 6"
    assert own(s, price).fame == fame


def test_3_3_and_more_after_upgrades() -> None:
    s = at("orange-t3", dice={"orange": "66"}, values={"temple": 4, "fort": 3})
    assert own(s, "quarry orange 12 at b1 es with 6 6", "palace").fame == 7


def test_3_3_the_upgrade_of_fame_5_counts_from_the_next_turn_on() -> None:
    """Raja by the river: the fame bonus upgrades temples, and the tile of this turn scored 2."""
    s = at("orange-c5", dice={"orange": "45"}, fame=4, money=11, boat=5)
    realm = own(s, "quarry orange 9 at b1 es with 4 5", "sail", "temple")
    assert realm.values["temple"] == 3
    assert (realm.fame, realm.money) == (4 + 2 + 2, 12)


def test_3_more_than_25_placements_are_asked_in_two_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.rajas_of_the_ganges.action_spaces.quarry.SCREEN", 5)
    s = at("orange-s5", dice={"orange": "6"})
    assert menu(s, "quarry", "orange-s5") == ["b1", "d1", "c2"]
    assert menu(s, "quarry", "orange-s5", "b1") == ["nes", "esw", "new"]
    assert own(s, "quarry orange 6 at b1 nes with 6").province["b1"].turn == "nes"


def test_3_a_number_in_a_label_is_no_amount() -> None:
    s = at("orange-c5", dice={"orange": "45"}, money=3)
    assert isinstance(refused(s, "quarry orange 9 at b1 es with 9"), NotUnderstood)
    assert isinstance(refused(s, "quarry orange 9 with 4 5"), NotUnderstood)


def test_3_a_tile_that_is_not_there_is_not_taken_for_another() -> None:
    """The number names no tile. The price of the green tile on display is no answer to it."""
    s = at("green-s1 orange-c5", dice={"orange": "66"}, money=3)
    with pytest.raises(NotUnderstood, match="There is no “green 99” here"):
        own(s, "quarry green 99")


def test_the_modules_that_are_left_out_are_named() -> None:
    assert "Navaratnas and Ganga" in GAME.view(at(), None).provenance[-1]
