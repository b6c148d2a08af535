"""8 New workers, 9 Bonuses, 10 Round's end, 11 End; and chains of them."""

from __future__ import annotations

from typing import Any

from rules.rajas_of_the_ganges.digest import describe_broken_tie
from rules.rajas_of_the_ganges.state import measure_gap
from rules.rajas_of_the_ganges.turn import rank_seats
from rules.words import Words
from tests.games.rajas_of_the_ganges.table import H, K, M, V, after, at, own, play, story


def test_8_a_worker_comes_when_its_space_is_reached_or_passed() -> None:
    s = after(at(money=19), "outer")
    assert s.realms[H].workers == 4
    assert s.realms[H].waiting == ("fame", "river")
    assert s.count_at_home(H) == 3, "at once"


def test_8_with_the_second_the_third_leaves() -> None:
    s = at(money=0, fame=14, waiting=["fame", "river"], dice={"orange": "1"})
    realm = own(s, "mogul with 1")
    assert (realm.workers, realm.waiting) == (5, ())


def test_8_the_worker_of_the_river_stands_behind_the_bridge() -> None:
    s = at(dice={"green": "1"}, karma=0, boat=15)
    assert own(s, "harbour with 1").workers == 3
    s = at(dice={"green": "2"}, karma=0, boat=15)
    assert own(s, "harbour with 2 to 17").workers == 4


def test_9_each_bonus_comes_once() -> None:
    s = at(money=11, boat=1)
    assert own(s, "outer", "sail").boat == 2
    assert after(at(money=11, bonuses={"money": 1}), "outer").to_act == K


def test_9_the_boat_may_stay() -> None:
    assert own(at(money=11, boat=1), "outer", "stay").boat == 1


def test_9_on_the_final_space_nothing_is_asked() -> None:
    assert after(at(money=11, boat=25, waiting=["money", "fame"]), "outer").to_act == K


def test_9_money_spaces_upward_then_fame_spaces_upward() -> None:
    s = at("orange-c5", dice={"orange": "45"}, money=11, fame=4)
    step = play(s, "quarry orange 9 at b1 es with 4 5")
    assert step.live.pending.kind == "sail"  # type: ignore[union-attr]
    step = play(s, "quarry orange 9 at b1 es with 4 5", "stay")
    assert step.live.pending.kind == "upgrade"  # type: ignore[union-attr]


def test_9_karma_at_fame_24() -> None:
    s = at(fame=23, dice={"orange": "1"}, waiting=["money", "river"], bonuses={"fame": 1}, karma=0)
    assert own(s, "mogul with 1").karma == 2


def test_9_two_dice_at_money_33() -> None:
    s = at(money=32, waiting=["fame", "river"], bonuses={"money": 1})
    assert own(s, "outer", "blue blue", "done", chance=["25"]).dice["blue"] == (2, 5)


def test_9_a_chain_is_carried_out_each_wholly_before_the_next() -> None:
    """The example of the rulings: the boat's fame comes before the upgrade of space 5 is chosen."""
    s = at("orange-c5", dice={"orange": "45"}, money=11, fame=4, boat=5)
    step = play(s, "quarry orange 9 at b1 es with 4 5", "sail")
    state = step.live.state
    assert (state.realms[H].money, state.realms[H].fame, state.realms[H].boat) == (12, 8, 6)
    assert step.live.pending.kind == "upgrade"  # type: ignore[union-attr]
    realm = own(s, "quarry orange 9 at b1 es with 4 5", "sail", "temple")
    assert realm.values["temple"] == 3
    assert realm.fame == 8, "temples of this turn scored 2"


def test_10_who_stands_at_the_great_mogul_takes_the_elephant() -> None:
    late: dict[str, Any] = {
        "taken": {
            "mogul": [V],
            "outer": [K, K, K],
            "assorted": [V, V],
            "terrace-blue": [M],
            "terrace-green": [M],
            "terrace-orange": [M],
            "harbour": [H, H],
        }
    }
    s = after(at(**late), "outer")
    assert (s.round, s.elephant, s.to_act, s.taken) == (2, V, V, {})
    late["taken"]["mogul"], late["taken"]["yogi"] = [], [V]
    s = after(at(**late), "outer")
    assert (s.round, s.elephant) == (2, K), "nobody: the next clockwise"


def test_11_the_tracks_meet_at_61() -> None:
    assert measure_gap(65, 30) == measure_gap(52, 37) == 2
    assert measure_gap(0, 61) == measure_gap(121, 0) == measure_gap(120, 1) == 0
    assert measure_gap(60, 30) == -1
    assert measure_gap(0, 0) == -61


def test_11_the_stage_is_finished_then_the_game_ends() -> None:
    passed: dict[str, Any] = {"waiting": [], "bonuses": {"money": 4, "fame": 2}}
    s = at(money=65, fame=28, dice={"orange": "1"}, realms={K: {"money": 50, "fame": 37, "waiting": [],
           "bonuses": {"money": 3, "fame": 3}, "dice": {"blue": "4"}}}, **passed)  # fmt: skip
    s = after(s, "mogul with 1")
    assert s.crossed == (H,)
    assert not s.over
    assert "last-stage" in story(s) or s.to_act == K
    s = after(s, "outer", "done")
    assert s.crossed == (H, K)
    assert (s.realms[H].gap, s.realms[K].gap) == (2, 2)
    s = after(s, "terrace green", "terrace orange")
    assert s.over
    assert rank_seats(s) == [(H,), (K,), (V, M)], "of equals who got there first; the others share a place"
    [tie] = describe_broken_tie(s)
    assert isinstance(tie, Words)
    assert tie.args["winner"] == H


def test_11_a_greater_gap_wins_though_it_came_later() -> None:
    rich = {"money": 60, "fame": 37, "waiting": [], "bonuses": {"money": 4, "fame": 3}}
    s = at(
        money=65, fame=28, dice={"orange": "1"}, waiting=[], bonuses={"money": 4, "fame": 2}, realms={K: rich}
    )
    s = after(s, "mogul with 1", "outer", "terrace green", "terrace orange")
    assert rank_seats(s)[0] == (K,)
    assert describe_broken_tie(s) == ()


def test_11_seats_before_the_one_that_crossed_have_no_more_turn() -> None:
    near: dict[str, Any] = {
        "money": 65,
        "fame": 28,
        "waiting": [],
        "bonuses": {"money": 4, "fame": 2},
        "dice": {"orange": "1"},
    }
    s = at(elephant=K, **near)
    s = after(s, "mogul with 1")
    assert s.over, "Haridwar was the last of the stage"
