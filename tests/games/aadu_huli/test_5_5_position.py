"""Positions as documents, the names of moves, and typed orders."""

from __future__ import annotations

from typing import Any

import pytest

from rules import aadu_huli
from rules.aadu_huli.board import MOVES, POINTS
from rules.aadu_huli.state import State
from rules.aadu_huli.view import describe_standing, view, write_headline
from rules.aadu_huli.wrong_points import explain_points
from rules.kernel import Ambiguous, Ask, Game, Live, NotAllowed, NotUnderstood, settle
from rules.orders.notation import parse
from rules.words import Words, as_is, join_list
from tests.games.aadu_huli.table import GAME, all_placed, place, refused, setup

PLACED = "{goats: north, tigers: south}"


def typed(order: str, **position: object) -> tuple[str, ...]:
    """Return the keys of an order of the side to move in a position."""
    s = place(**position)  # type: ignore[arg-type]
    return parse(GAME, Game("s", 1, aadu_huli.dump(s)), s.sides[s.to_move], order)


def test_a_position_may_be_written_by_hand() -> None:
    s = aadu_huli.load(
        f"""
        sides: {PLACED}
        tigers: [1A, c2, 5a]
        goats: [b3, 3C]
        captured: 1
        to_move: tigers
        """
    )
    assert s.pieces("tiger") == ["1a", "2c", "5a"]
    assert s.pieces("goat") == ["3b", "3c"]
    assert s.waiting == 12


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (f"{{sides: {PLACED}, goats: [9z]}}", "goats: no point “9z”"),
        (f"{{sides: {PLACED}, goats: [3b, b3]}}", "“3b” is there twice"),
        (f"{{sides: {PLACED}, goats: [1a]}}", "two pieces on 1a"),
        (f"{{sides: {PLACED}, tigers: [1a]}}", "1 points for 3 Tigers"),
        (f"{{sides: {PLACED}, options: {{goats: 5}}, goats: [3b], captured: 5}}", "more than 5 on the board"),
        (f"{{sides: {PLACED}, captured: 6}}", "5 captures end the game"),
        (f"{{sides: {PLACED}, recent: [3b-5a]}}", "no move “3b-5a”"),
        (f"{{sides: {PLACED}, recent: [3b, 3b, 3b, 3b]}}", "recent"),
        ("{sides: {goats: north}}", "each side needs a seat of its own"),
        ("{sides: {goats: north, tigers: north}}", "each side needs a seat of its own"),
        ("{goats: [3b]}", "must be decided before the first move"),
        ("{options: {tigers: 6}}", "options.tigers"),
        ("{game: chess}", "game"),
        ("{captured: -1}", "captured"),
        ('{"captured": -1}', "captured"),
        ("a: [", "not YAML"),
        ("{tigers: 3}", "tigers"),
    ],
)
def test_a_position_that_does_not_fit_is_refused(text: str, why: str) -> None:
    with pytest.raises(ValueError, match="position: ") as refused_with:
        aadu_huli.load(text)
    assert why in str(refused_with.value)


def test_a_state_comes_back_from_its_document() -> None:
    s = place("3b 3c", captured=2, to_move="tigers", recent="3b 1a-2b 3c", quiet=7)
    assert aadu_huli.load(aadu_huli.dump(s)) == s


@pytest.mark.parametrize("order", ["b3", "B3", "3b", "3B", "3b.", "3 b"])
def test_a_goat_is_placed_by_its_point(order: str) -> None:
    assert typed(order) == ("3b",)


@pytest.mark.parametrize(
    "order", ["1a-2b", "1A-2B", "a1-b2", "1a to 2b", "a1 to b2", "1a 2b", "1a2b", "1A–2B", "A1 B2"]
)
def test_a_step_is_written_with_a_dash(order: str) -> None:
    assert typed(order, to_move="tigers") == ("1a-2b",)


@pytest.mark.parametrize(
    "order", ["1A x 3B", "1ax3b", "a1 x b3", "a1xb3", "A1xB3", "1a-3b", "a1-b3", "1a to 3b", "1a x 3b."]
)
def test_a_leap_is_written_with_an_x(order: str) -> None:
    assert typed(order, herd="2b", to_move="tigers") == ("1ax3b",)


def test_what_is_left_open_is_asked_back() -> None:
    with pytest.raises(Ambiguous) as asked:
        typed("2c", to_move="tigers")
    assert asked.value.candidates == ("2c-2b", "2c-3c")


def test_two_moves_are_one_too_many() -> None:
    with pytest.raises(NotAllowed, match="“3b”"):
        typed("3b, 3c")


def test_every_move_has_a_name_of_its_own_that_can_be_typed() -> None:
    names = [aadu_huli.name(key) for key in MOVES]
    assert len(set(names)) == len(names) == 155
    assert [aadu_huli.name(key) for key in ("3b", "3b-3c", "1ax3b")] == ["3B", "3B-3C", "1A x 3B"]
    assert aadu_huli.aliases("north") == ()
    for point in POINTS:
        assert aadu_huli.aliases(point) == (point[::-1],)


def test_a_refusal_names_what_is_legal() -> None:
    answer = refused(all_placed("3b 3c 5b 5c 5d"), "b3-c3")
    assert answer.startswith("3B-3C: ")
    assert "(rule 5.5.2)" in answer
    assert "3B-2B" in answer


def test_the_reference_has_every_step_of_5_5() -> None:
    assert list(aadu_huli.reference()) == ["5.5", *(f"5.5.{n}" for n in range(1, 9))]


@pytest.mark.parametrize(
    ("order", "slots"),
    [
        ("b3", {"kind": "tiger", "point": "3b", "there": join_list(["2b-3b"], "or")}),
        ("3b", {"kind": "tiger", "point": "3b", "there": join_list(["2b-3b"], "or")}),
        ("2e", {"kind": "tiger", "point": "2e", "there": join_list(["2d-2e"], "or")}),
        ("9z", {"point": as_is("9Z")}),
        ("2b to z9", {"point": as_is("9Z")}),
        ("2b x 4e", {"start": "2b", "end": "4e"}),
        ("2c", {"kind": "tiger", "point": "2c", "there": join_list(["2b-2c", "2d-2c"], "or")}),
        ("5a-4b", {"kind": "tiger", "point": "5a"}),
        ("2c x 9b", {"point": as_is("9B")}),
    ],
)
def test_5_5_3_a_point_that_makes_no_move_is_called_by_its_name(order: str, slots: dict[str, Any]) -> None:
    s = place("5d", pride="2b 2d", to_move="tigers")
    words = explain_points(s, ("", ""), order.split())
    assert isinstance(words, Words)
    assert words.args == slots
    assert lost(s, order).startswith(words.read(aadu_huli.name))


@pytest.mark.parametrize("verb", [" takes ", " captures ", " capture ", " eats the Goat on ", " x ", "x"])
def test_5_5_3_a_capture_can_be_typed_with_the_goat_or_with_the_end_of_the_leap(verb: str) -> None:
    s = place("2b 2d 3c", pride="1a 2c 3d", to_move="tigers")
    live = Live(GAME, s)
    assert isinstance(live.pending, Ask)
    leaps = [key for key in live.pending.menu() if MOVES[key].over]
    game = Game("s", 1, aadu_huli.dump(s))
    for key in leaps:
        start, over, end = MOVES[key]
        assert {start, over} <= s.at.keys()
        for aim in (over, end):
            assert parse(GAME, game, live.pending.seat, f"{start}{verb}{aim}") == (key,)
            assert parse(GAME, game, live.pending.seat, f"Tiger {start}{verb}{aim}") == (key,)
    assert leaps


@pytest.mark.parametrize("verb", ["takes", "x"])
def test_5_5_3_a_refused_capture_says_what_stands_behind_the_goat(verb: str) -> None:
    s = place("2b 3b", pride="1a 2c 3d", to_move="tigers")
    assert "a goat is on 3b" in refused(s, f"1a {verb} 2b").casefold()


def test_5_5_2_goats_that_wait_are_placed_before_any_moves() -> None:
    assert "5.5.2" in lost(place("3b"), "3b-3c")
    assert "1F" in lost(place("3b"), "1f")
    assert "3E" in lost(all_placed("3b 5a 5b 5c 5d"), "e3")


def test_words_that_name_no_point_are_not_understood() -> None:
    assert explain_points(place("3b"), ("", ""), ["dance"]) == ""
    assert "“dance”" in lost(place("3b"), "dance")
    step = settle(aadu_huli, Game("s", 1, aadu_huli.dump(setup(sides="asked"))))
    with pytest.raises(NotUnderstood, match="“3b”"):
        parse(GAME, step.game, "north", "3b")


def lost(s: State, order: str) -> str:
    """Return the reply to words that are no move."""
    pending = Live(aadu_huli, s).pending
    assert isinstance(pending, Ask)
    with pytest.raises(NotUnderstood) as answer:
        parse(GAME, Game("seed", 1, aadu_huli.dump(s)), pending.seat, order)
    return str(answer.value)


@pytest.mark.timeout(60)
def test_the_a_of_a_point_is_no_small_word_to_turn_round_at() -> None:
    s = all_placed("2a 2f 3a 3b 3e 3f 4c 4e 4f 5a 5b 5d", pride="3d 4a 4d")
    for move in ("2A-3A", "3A-2A"):
        assert refused(s, move).startswith(f"{move}: ")
        assert "(rule 5.5.2)" in refused(s, move)


def test_the_headline_leaves_the_captured_goats_to_the_standing_and_the_board() -> None:
    """Under a board, the same number stood three times."""
    s = place("3b", captured=2, recent="2b")
    assert not any(isinstance(value, int) for value in write_headline(s).args.values())
    standing = dict(describe_standing(s))[s.sides["tigers"]]
    assert [words.args["caught"] for words in standing] == [2, 0]


@pytest.mark.parametrize("side", ["goats", "tigers"])
def test_an_aim_is_told_in_the_first_two_turns_of_each_side(side: str) -> None:
    """It stays the same, so a person needs it only at the start."""
    placed = ["3a", "3b", "3c", "3d"]
    told = []
    for n in range(4):
        herd = placed[: n + (side == "tigers")]
        s = place(" ".join(herd), to_move=side, goats=15)
        told.append(bool(GAME.EXTRAS.teaching.aim(view(s, None), s.sides[side], "place")))
    assert told == [True, True, False, False]
