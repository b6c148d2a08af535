"""2 Playing: one test for each rule."""

from __future__ import annotations

from rules import taj_mahal
from rules.ask import only_for
from rules.errors import split_rule
from rules.kernel import Ask, NotAllowed
from rules.taj_mahal.names import WITHDRAW
from rules.taj_mahal.state import State
from tests.facts import reason
from tests.games.taj_mahal.table import GAME, after, asked, live, place, refused, story

HAND = ["red-ev", "red-ev", "green-ee", "white-e", "white-m"]
ANY, TWO = "special-any", "special-2"


def with_hand(hand: list[str] | None = None, table: list[str] | None = None, **more: object) -> State:
    maroon = {"hand": HAND if hand is None else hand, "table": table or []}
    return place(players={"maroon": maroon, "blue": {"hand": ["red-ee"]}}, **more)  # type: ignore[arg-type]


def menu_with(s: State, card: str) -> list[str]:
    turn = live(s)
    turn.enter("maroon", card)
    assert isinstance(turn.pending, Ask)
    return list(turn.pending.menu())


def test_2_1_a_turn_is_a_card_or_a_withdrawal_and_goes_clockwise() -> None:
    s = after(with_hand(), "rev.")
    assert s.players["maroon"].table == ["red-ev"]
    assert s.mover == "blue"
    assert after(with_hand(), "out", "take vep, yep").mover == "blue"


def test_2_1_who_is_out_is_passed_over() -> None:
    s = after(with_hand(out=["blue", "brown"]), "rev.")
    assert s.mover == "gray"


def test_2_2_only_coloured_cards_of_the_hand_are_offered_and_cards_of_a_kind_once() -> None:
    ask = asked(with_hand())
    assert list(ask.menu()) == ["red-ev", "green-ee", "withdraw"]
    assert ask.eyes == only_for("maroon")
    assert ask.final


def test_2_3_the_first_colour_binds_for_the_visit() -> None:
    s = with_hand(table=["red-ev"], out=["blue", "brown", "gray"])
    assert list(asked(with_hand(["red-ev", "green-ee"], ["red-eg"])).menu()) == ["red-ev", "withdraw"]
    why, answer = asked(s).menu.list_refused()["green-ee"], refused(s, "gee")
    assert reason(why) == ("2.3", {"colour": "red"})
    assert isinstance(answer, NotAllowed)
    for part in split_rule(why.read(taj_mahal.name)):
        assert part in str(answer)


def test_2_3_another_player_may_play_another_colour_and_the_next_visit_is_free() -> None:
    s = with_hand(["red-ev", "green-ee"], ["red-eg"], out=["blue", "brown", "gray"])
    s = after(s, "out palace 1 take vep, yep")
    assert (s.visit, s.bound("maroon")) == (2, "")


def test_2_4_one_white_card_or_one_special_card_with_a_coloured_one() -> None:
    s = with_hand(specials={TWO: "maroon"})
    assert menu_with(s, "red-ev") == ["white-e", "white-m", TWO, "done"]
    s = after(s, "rev with wm")
    assert s.players["maroon"].table == ["red-ev", "white-m"]


def test_2_4_never_alone() -> None:
    assert list(asked(with_hand(["white-e", "red-ev"])).menu()) == ["red-ev", "withdraw"]


def test_2_4_a_special_card_once_a_visit() -> None:
    s = with_hand(table=["red-eg", TWO], specials={TWO: "maroon"})
    assert menu_with(s, "red-ev") == ["white-e", "white-m", "done"]


def test_2_4_it_is_always_asked_for_and_written_alike() -> None:
    """It stays secret whether a player had a choice of a second card."""
    rich, poor = with_hand(), with_hand(["red-ev"])
    assert menu_with(poor, "red-ev") == ["done"]
    assert (
        story(rich, "red-ev", "done")
        == story(poor, "red-ev", "done")
        == [("played", {"seat": "maroon", "card": "red-ev"})]
    )


def test_2_5_the_special_elephant_and_grand_mogul_count_like_white_ones() -> None:
    s = with_hand(specials={"special-e": "maroon", "special-c": "maroon"})
    assert after(s, "rev with se").count_shown("maroon")["E"] == 2
    assert after(s, "rev with sc").count_shown("maroon")["C"] == 1


def test_2_5_two_points_at_once() -> None:
    s = with_hand(specials={TWO: "maroon"})
    done = after(s, "rev with s2")
    assert done.players["maroon"].points["special"] == 2
    assert done.players["maroon"].total == 2


def test_2_5_a_change_of_colour_frees_its_card() -> None:
    s = with_hand(table=["red-eg"], specials={ANY: "maroon"})
    assert list(asked(s).menu()) == ["red-ev", "green-ee", "withdraw"]
    assert menu_with(s, "green-ee") == [ANY]
    done = after(s, "gee with any")
    assert done.players["maroon"].table == ["red-eg", "green-ee", ANY]
    assert done.bound("maroon") == "red"


def test_2_5_another_colour_needs_it() -> None:
    s = with_hand(table=["red-eg"], specials={ANY: "maroon", TWO: "maroon"})
    turn = live(s)
    turn.enter("maroon", "green-ee")
    assert isinstance(turn.pending, Ask)
    barred = {key: reason(why) for key, why in turn.pending.menu.list_refused().items()}
    assert barred == dict.fromkeys(("white-e", "white-m", TWO), ("2.5", {}))


def test_2_5_on_the_first_turn_its_card_binds_nothing_the_next_one_does() -> None:
    s = after(with_hand(specials={ANY: "maroon"}), "rev with any")
    assert s.bound("maroon") == ""
    s.mover = "maroon"
    assert list(asked(s).menu()) == ["red-ev", "green-ee", "withdraw"]
    s = after(s, "gee.")
    assert s.bound("maroon") == "green"


def test_2_6_what_is_played_is_final() -> None:
    turn = live(with_hand())
    turn.enter("maroon", "red-ev")
    assert isinstance(turn.pending, Ask)
    assert turn.pending.final


def test_2_7_with_special_cards_alone_one_withdraws_by_itself() -> None:
    s = with_hand([], specials={TWO: "maroon"}, supply=["red-vg", "yellow-vm"])
    assert asked(s).forced


def test_2_7_who_has_cards_that_cannot_be_played_is_asked_all_the_same() -> None:
    for hand in (["white-e"], ["green-ee"]):
        ask = asked(with_hand(hand, ["red-ev"]))
        assert list(ask.menu()) == ["withdraw"]
        assert not ask.forced


def test_2_7_a_refusal_with_one_legal_answer_does_not_repeat_the_question() -> None:
    """ "Play a card or withdraw? Withdraw." offered a choice that the seat did not have."""
    s = with_hand(["green-ee"], ["red-ee"])
    text = str(refused(s, "green ee"))
    assert asked(s).prompt.within(GAME.name) not in text
    assert GAME.name(WITHDRAW) in text
