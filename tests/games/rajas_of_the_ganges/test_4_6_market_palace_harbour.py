"""4 Market, 5 Palace, 6 Harbour with the river, 7 Karma."""

from __future__ import annotations

from typing import Any

import pytest

from rules import rajas_of_the_ganges as rajas
from rules.errors import split_rule
from rules.kernel import NotAllowed
from rules.rajas_of_the_ganges.province import Laid, find_covers
from rules.rajas_of_the_ganges.state import Realm
from tests.games.rajas_of_the_ganges.table import H, K, after, ask, at, barred, menu, own, play, refused

# tea 3, 2 and 2, silk 2: the rulebook's four markets
RAJESH = {"b1": "orange-c2 esw", "d1": "purple-s2 sw", "c2": "blue-s4 ns", "a1": "green-s4 ew"}
THREE_SILKS = {"b1": "orange-s6 es", "d1": "blue-s2 sw", "c2": "orange-s1 ns", "c3": "green-s4 ns"}


def test_4_assorted_goods_score_the_best_of_each() -> None:
    assert own(at(province=RAJESH, money=0), "assorted").money == 5


@pytest.mark.parametrize(("face", "money"), [(4, 7), (2, 5), (1, 3)])
def test_4_one_good_scores_as_many_markets_as_the_die_shows(face: int, money: int) -> None:
    s = at(province=RAJESH, money=0, dice={"green": str(face)}, karma=0)
    assert own(s, f"tea with green {face}").money == money


def test_4_with_three_or_four_players_the_assorted_goods_are_scored_once_a_round() -> None:
    taken = {"assorted": [H], "outer": [K]}
    assert barred(at(taken=taken))["assorted"] == ("4", {})
    assert barred(at(taken=taken, seats=3))["assorted"] == ("4", {})
    assert barred(at(taken=taken, seats=2))["assorted"] == ("2", {"place": "at-assorted"})


def test_4_covered_markets_are_gone() -> None:
    s = at(province={"b1": "orange-c1 esw"}, under={"b1": "orange-s1"}, money=0)
    assert own(s, "assorted").money == 0


def test_5_1_two_money_with_all_that_follows_then_dice_are_rolled_again() -> None:
    s = at(dice={"orange": "11", "blue": "2"}, money=19, bonuses={"money": 1})
    realm = own(s, "outer", "reroll orange 1, blue 2.", chance=["65"])
    assert realm.money == 21
    assert realm.workers == 4
    assert realm.dice == {"orange": (1, 6), "green": (), "blue": (5,), "purple": ()}
    assert own(s, "outer", "done").dice["orange"] == (1, 1)


def test_5_1_without_dice_nothing_is_asked() -> None:
    assert after(at(), "outer").to_act == K


def test_5_2_a_die_of_the_terrace() -> None:
    assert own(at(), "terrace purple", chance=["4"]).dice["purple"] == (4,)


@pytest.mark.parametrize(
    ("given", "taken"), [("orange", "purple"), ("purple", "green"), ("green", "blue"), ("blue", "orange")]
)
def test_5_3_a_die_for_two_of_the_next_colour(given: str, taken: str) -> None:
    realm = own(at(dice={given: "3"}), f"balcony {given}", chance=["26"])
    assert realm.dice[taken] == (2, 6)
    assert realm.dice[given] == ()


def test_5_4_the_great_mogul_gives_2_fame() -> None:
    s = after(at(dice={"orange": "1"}), "mogul with 1")
    assert s.realms[H].fame == 2
    assert s.taken["mogul"] == (H,)


def test_5_4_the_dancer_gives_dice_then_a_white_tile() -> None:
    s = at(dice={"green": "2"})
    step = play(s, "dancer with 2", "blue and green", chance=["53", "die"])
    assert step.live.pending.kind == "colours", "the die of the tile is of any colour"  # type: ignore[union-attr]
    assert own(s, "dancer with 2", "blue blue", "fort", chance=["53", "upgrade"]).values["fort"] == 3
    assert own(s, "dancer with 2", "blue blue", chance=["53", "karma"]).karma == 2
    assert own(s, "dancer with 2", "blue blue", chance=["53", "money"]).money == 6


def test_5_4_the_white_tiles_are_shuffled_again_when_they_run_out() -> None:
    s = at(dice={"green": "2"}, white=["karma"])
    s = after(s, "dancer with 2", "blue blue", chance=["53", "karma"])
    assert s.white == ()
    assert len(after(at(dice={"green": "2"}, white=[]), "dancer with 2", "blue blue").white) == 7


def test_5_4_the_yogi_gives_karma_then_a_die() -> None:
    realm = own(at(dice={"green": "3"}), "yogi with 3", "orange", chance=["5"])
    assert realm.karma == 3
    assert realm.dice["orange"] == (5,)


def test_5_4_raja_man_singh_upgrades_then_pays() -> None:
    realm = own(at(dice={"green": "4"}, money=9), "raja with 4 mill; stay")
    assert (realm.values["mill"], realm.money) == (3, 12)
    done = at(dice={"green": "4"}, values=dict.fromkeys(("temple", "palace", "fort", "mill"), 4), money=0)
    assert own(done, "raja with 4").money == 3, "nothing is left to upgrade, nothing is asked"


COVER = {"b1": "orange-s3 es", "b2": "green-s3 ne"}


def test_5_4_the_builder_covers_and_cuts_nothing_off() -> None:
    s = at("blue-c4", province=COVER, dice={"orange": "5", "blue": "3"}, karma=0)
    province = s.realms[H].province
    assert find_covers(province, "b2", "blue-c4") == ["ns"]
    assert find_covers(province, "b1", "blue-c4") == [], "b2 would be cut off"
    realm = own(s, "builder with 5 cover b2 by blue 8 ns with 3")
    assert realm.province["b2"] == Laid("blue-c4", "ns")
    assert realm.under == {"b2": "green-s3"}
    assert (realm.fame, realm.money, realm.held) == (2, 4, 0), "the new tile scores in full"
    assert realm.karma == 0


def test_5_4_the_5_is_gone_before_the_difference_is_paid() -> None:
    s = at("blue-c4", province=COVER, dice={"blue": "5"}, karma=0)
    assert barred(s)["builder"] == ("5.4", {})


def test_5_4_a_square_is_covered_once() -> None:
    s = at(
        "blue-c4",
        province=COVER,
        under={"b1": "blue-s3", "b2": "green-s1"},
        dice={"orange": "5", "blue": "6"},
    )
    assert barred(s)["builder"] == ("5.4", {})


def test_5_4_a_yield_that_was_taken_does_not_come_again_but_a_new_one_does() -> None:
    province = {"b1": "orange-s1 ew", "a1": "green-s2 es"}
    s = at("green-t5", province=province, dice={"orange": "5", "green": "66"}, karma=0)
    s = after(s, "builder with orange 5 cover a1 by green 14 with 6 6")
    assert s.realms[H].fame == 4 + 2, "two buildings and the yield in the west"
    assert s.realms[H].yields == ("a1-w",)


def test_5_4_the_portuguese_goes_exactly_six_free_spaces() -> None:
    s = at(dice={"orange": "6"}, boat=1, realms={K: {"boat": 3}})
    assert own(s, "portuguese with 6").boat == 8
    near = at(dice={"orange": "6"}, boat=20, waiting=["money", "fame"])
    assert barred(near)["portuguese"] == ("5.4", {"n": 6})
    assert "portuguese" in menu(at(dice={"orange": "6"}, boat=19, waiting=["money", "fame"]))


def test_6_occupied_spaces_are_skipped() -> None:
    s = at(dice={"green": "23"}, karma=0, realms={K: {"boat": 2}, "varanasi": {"boat": 4}})
    assert menu(s, "harbour", "green-2") == ["river-1", "river-3"]
    assert menu(s, "harbour", "green-3") == ["river-1", "river-3", "river-5"]
    assert own(at(dice={"green": "1"}, karma=0, boat=1, realms={K: {"boat": 2}}), "harbour").boat == 3


def test_6_a_way_short_of_free_spaces_ends_on_the_final_space() -> None:
    s = at(
        dice={"green": "3"},
        karma=0,
        boat=23,
        waiting=["money", "fame"],
        realms={K: {"boat": 25, "waiting": ["money", "fame"]}},
    )
    assert menu(s, "harbour") == ["river-24", "river-25"]
    realm = own(s, "harbour with 3 to 25")
    assert (realm.boat, realm.fame) == (25, 5), "the final space holds any number of boats"
    done = at(dice={"green": "3"}, boat=25, waiting=["money", "fame"])
    assert barred(done)["harbour"] == ("6", {})


def test_6_the_harbour_wants_a_1_a_2_or_a_3() -> None:
    assert barred(at(dice={"green": "456"}, karma=0))["harbour"] == ("6", {})
    assert menu(at(dice={"green": "456"}), "harbour") == ["green-4t", "green-5t", "green-6t"]
    assert own(at(dice={"green": "5"}), "harbour with green 5 turned to River 2").karma == 2, (
        "one spent, two gained"
    )


def sailed(to: int, **more: Any) -> Realm:
    """Return Haridwar after a step to this river space, by default without karma."""
    more = {"karma": 0, "money": 0, "dice": {"green": "1"}, "boat": to - 1, **more}
    return own(at(**more), "harbour with green 1")


@pytest.mark.parametrize(
    ("to", "more", "field", "value"),
    [
        (8, {"province": RAJESH | {"b2": "orange-s1 ns"}}, "money", 5),
        (
            13,
            {
                "province": {
                    "b1": "orange-s6 es",
                    "d1": "blue-s2 sw",
                    "c2": "green-s4 ns",
                    "c3": "orange-s1 ns",
                }
            },
            "money",
            8,
        ),
        (17, {"values": {"mill": 4, "fort": 3}}, "fame", 3),
        (21, {"values": {"mill": 4, "fort": 3}, "waiting": ["money", "fame"]}, "money", 6),
        (24, {"karma": 2, "waiting": ["money", "fame"]}, "fame", 4),
        (10, {"province": RAJESH}, "money", 5),
        (3, {}, "money", 3),
        (6, {}, "fame", 2),
        (2, {}, "karma", 2),
    ],
)
def test_6_1_earnings(to: int, more: dict[str, Any], field: str, value: int) -> None:
    assert getattr(sailed(to, **more), field) == value


def test_6_1_a_die_for_each_karma() -> None:
    s = at(dice={"green": "1"}, karma=2, boat=4)
    assert own(s, "harbour with 1", chance=["36"]).dice["blue"] == (3, 6)
    assert own(at(dice={"green": "1"}, karma=0, boat=4), "harbour with 1").held == 0


def test_6_1_the_palace_is_open_from_the_river_even_where_a_space_is_taken() -> None:
    s = at(dice={"green": "1"}, karma=0, boat=3, taken={"yogi": [K]})
    step = play(s, "harbour with 1")
    assert list(step.live.pending.menu()) == ["dancer", "yogi", "raja", "portuguese"]  # type: ignore[union-attr]
    assert own(s, "harbour with 1", "yogi", "blue", chance=["4"]).karma == 2
    assert own(s, "harbour with 1", "portuguese").boat == 10


def test_5_4_the_only_5_need_not_be_named_where_a_payment_is() -> None:
    s = at("blue-c5", dice={"blue": "4455"}, province={"a1": "orange-c3 ne", "b1": "purple-t1 esw"}, karma=0)
    realm = own(s, "builder cover a1 by blue 9 ne with 5")
    assert (realm.province["a1"].tile, realm.dice["blue"]) == ("blue-c5", (4, 4))


def test_6_1_the_builder_from_the_river_pays_the_difference() -> None:
    s = at("blue-c4", province=COVER, dice={"green": "1", "blue": "3"}, karma=0, boat=3)
    realm = own(s, "harbour with green 1", "builder cover b2 by blue 8 ns with 3")
    assert realm.under == {"b2": "green-s3"}
    assert realm.held == 0


def test_7_karma_turns_a_die_that_is_given_up() -> None:
    realm = own(at(dice={"purple": "5"}), "dancer with purple 5 turned", "blue blue", chance=["11", "money"])
    assert realm.karma == 0
    assert realm.dice["purple"] == ()
    assert barred(at(dice={"purple": "5"}, karma=0))["dancer"] == ("5.4", {"n": 2})


def test_7_karma_is_offered_only_where_the_face_matters() -> None:
    s = at(dice={"orange": "12"})
    assert menu(s, "balcony-orange") == ["orange-1", "orange-2"]
    assert menu(at(dice={"blue": "12"}), "silk") == ["blue-1", "blue-2"], "no market to score"
    markets = at(province=RAJESH, dice={"blue": "14"})
    assert menu(markets, "tea") == ["blue-1", "blue-1t", "blue-4"], "a 4 scores all three"


def test_7_karma_is_three_at_most() -> None:
    assert own(at(dice={"green": "3"}, karma=3), "yogi with 3", "orange").karma == 3


def test_a_refusal_names_the_rule_and_what_is_legal() -> None:
    s = at(dice={"green": "4"})
    answer, asked = refused(s, "portuguese"), ask(s)
    assert isinstance(answer, NotAllowed)
    assert barred(s)["portuguese"] == ("5.4", {"n": 6})
    why = split_rule(asked.menu.list_refused()["portuguese"].read(rajas.name))
    for part in (*why, asked.prompt.read(rajas.name)):
        assert part in str(answer)
