"""2 Placing workers: whose turn, which space, which dice."""

from __future__ import annotations

from typing import cast

from rules import rajas_of_the_ganges as rajas
from rules.errors import split_rule
from rules.kernel import NotAllowed, Rules
from rules.orders.questions import make_question
from rules.orders.suggestions import find_fitting
from rules.orders.tokenizer import REMARK
from rules.rajas_of_the_ganges.board import COLOURS
from tests.games.rajas_of_the_ganges.table import (
    H,
    K,
    M,
    V,
    after,
    ask,
    at,
    barred,
    menu,
    open_,
    own,
    play,
    refused,
    story,
)

FULL = {"orange": "333", "green": "333", "blue": "22", "purple": "11"}


def test_2_a_worker_goes_to_a_free_space_and_the_next_seat_is_asked() -> None:
    s = after(at(), "terrace blue", chance=["5"])
    assert s.taken == {"terrace-blue": (H,)}
    assert s.realms[H].dice["blue"] == (5,)
    assert s.to_act == K
    assert s.count_at_home(H) == 2


def test_2_rows_are_filled_from_the_left_and_cost_more() -> None:
    s = at(dice={"green": "11"}, taken={"harbour": [K]}, money=0)
    assert barred(s)["harbour"] == ("2", {"place": "at-harbour", "n": 1, "money": 0})
    s = at(dice={"green": "11"}, taken={"harbour": [K]}, money=3)
    assert own(s, "harbour with green 1 to 1", chance=["11"]).money == 2


def test_2_a_taken_space_is_refused_with_who_stands_there() -> None:
    s = at(taken={"terrace-blue": [K]})
    assert barred(s)["terrace-blue"] == ("2", {"seat": K, "place": "at-terrace-blue"})
    answer = refused(s, "terrace blue")
    assert isinstance(answer, NotAllowed)
    rule, why = split_rule(ask(s).menu.list_refused()["terrace-blue"].read(rajas.name))
    assert rule in str(answer)
    assert why in str(answer)


def test_2_nobody_passes() -> None:
    assert "pass" not in menu(at())
    assert "done" not in menu(at())


def test_2_a_space_that_gives_nothing_may_be_taken_and_says_so() -> None:
    s = at(dice={"green": "4"})
    asked = ask(s)
    assert asked.menu.why_idle("silk") is not None
    assert asked.read("silk", rajas.name).endswith("does nothing)")
    assert own(s, "silk with green 4").held == 0


def test_2_what_is_useful_is_listed_before_what_gives_nothing() -> None:
    asked = make_question(cast(Rules, rajas), ask(at(dice={"green": "4"})))
    idle = [option for option in asked.legal if option.idle]
    useful = [option for option in asked.legal if not option.idle]
    assert idle
    assert useful
    places = [str(asked).index(REMARK.sub("", option.label)) for option in (*useful, *idle)]
    assert max(places[: len(useful)]) < min(places[len(useful) :])
    fitting = find_fitting(asked.options, ())
    assert [option.idle for option in fitting if not option.why_not] == [False] * len(useful) + [True] * len(
        idle
    )


def test_2_a_seat_without_a_space_is_passed_over_and_looked_at_again() -> None:
    taken = {
        "outer": [H, H, H, H, K],
        "assorted": [V, V],
        **{f"terrace-{colour}": [M] for colour in COLOURS[:3]},
        "terrace-purple": [V],
    }
    realms = {H: {"waiting": []}, K: {"dice": {}}, V: {"waiting": [], "dice": {}}}
    s = at(taken=taken, waiting=[], dice={"orange": "1"}, realms={k: v for k, v in realms.items() if k != H})
    s = after(s, "mogul with orange 1")
    assert "skipped" not in story(s)
    assert s.round == 2, "nobody but Haridwar could place"


def test_2_the_price_is_paid_before_the_effect() -> None:
    s = at(dice=FULL, taken={})
    realm = own(s, "balcony orange with 3", "done", chance=["6"])
    assert realm.held == 10, "nine in hand, then two come: one hand is free, one is not taken"


def test_2_hands_are_full_and_others_are_put_back_before_the_roll() -> None:
    s = at(dice=FULL)
    step = play(s, "terrace blue")
    asked = step.live.pending
    assert asked is not None
    assert asked.kind == "put-back"
    realm = own(s, "terrace blue", "back purple 1", chance=["6"])
    assert realm.dice["purple"] == (1,)
    assert realm.dice["blue"] == (2, 2, 6)
    assert own(s, "terrace blue", "done").dice["blue"] == (2, 2), "what is not put back is not taken"


def test_2_what_is_put_back_can_be_taken_again_in_the_same_act() -> None:
    others = {K: {"dice": {"blue": "1111"}}, V: {"dice": {"blue": "1111"}}, M: {"dice": {"blue": "11"}}}
    s = at(dice=FULL, realms=others)
    asked = open_(s, "terrace-blue")
    assert asked.kind == "put-back"
    assert {key.partition("-")[0] for key in asked.menu()} == {"blue", "done"}, "no other die makes room"
    assert own(s, "terrace blue", "back blue 2", chance=["6"]).dice["blue"] == (2, 6)


def test_2_a_colour_out_of_supply_is_not_offered_and_a_gain_of_it_shrinks() -> None:
    blue = {K: {"dice": {"blue": "1111"}}, V: {"dice": {"blue": "1111"}}, M: {"dice": {"blue": "111"}}}
    s = at(dice={"green": "22"}, realms=blue)
    assert own(s, "balcony green with 2", chance=["6"]).dice["blue"] == (6,), "one is left of two"
    blue[M]["dice"]["blue"] = "1111"
    s = at(dice={"green": "22"}, realms=blue)
    assert ask(s).menu.why_idle("terrace-blue") is not None
    assert own(s, "terrace blue").held == 2
    step = play(at(dice={"green": "2"}, realms=blue), "dancer with green 2")
    assert all("blue" not in key for key in step.live.pending.menu())  # type: ignore[union-attr]


def test_2_colours_are_one_question_and_one_roll_for_all_dice() -> None:
    step = play(at(dice={"green": "2"}), "dancer with 2")
    asked = step.live.pending
    assert asked is not None
    assert asked.kind == "colours"
    assert len(asked.menu()) == 10  # type: ignore[union-attr]
    realm = own(at(dice={"green": "2"}), "dancer with 2", "blue and green", chance=["53", "money"])
    assert realm.dice["green"] == (5,)
    assert realm.dice["blue"] == (3,)


def test_2_one_line_or_several() -> None:
    s = at("orange-c5", dice={"orange": "45"}, money=3)
    whole = after(s, "quarry orange 9 at b1 es with 4 5")
    steps = after(s, "quarry", "orange 9", "b1 es")
    assert whole == steps, "the only payment goes without saying"
