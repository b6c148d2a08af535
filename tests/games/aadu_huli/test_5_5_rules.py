"""5.5: one test for each rule."""

from __future__ import annotations

import re

import pytest
from pydantic import ValidationError

from rules import aadu_huli
from rules.aadu_huli.board import BOARD, MOVES
from rules.aadu_huli.moves import find_outcome, find_trapped, rank_seats
from rules.aadu_huli.options import Options
from rules.aadu_huli.turn import MOST_BUTTONS
from rules.aadu_huli.view import describe_standing, write_headline
from rules.kernel import Entry, Game, Live, NotAllowed, Option, begin, settle, submit
from rules.orders.buttons.controls import find_ways
from rules.state import Stand
from tests.facts import rule_first
from tests.games.aadu_huli.table import (
    GAME,
    SIDES,
    after,
    all_placed,
    barred,
    last_line,
    moves,
    place,
    refusal,
    refused,
    setup,
)

CORNERED = "4b 5b 3b 5c"  # with a Tiger on 5A: next to it two Goats, behind each another one


def test_5_5_1_the_tigers_are_set_up_and_fifteen_goats_wait() -> None:
    s = setup()
    assert s.at == {"1a": "tiger", "2c": "tiger", "2d": "tiger"}
    assert (s.waiting, s.captured, s.to_move) == (15, 0, "goats")


@pytest.mark.parametrize(("face", "goats"), [("1", "north"), ("3", "north"), ("4", "south"), ("6", "south")])
def test_5_5_1_a_die_decides_who_has_the_goats(face: str, goats: str) -> None:
    step = settle(aadu_huli, Game("s", 1, aadu_huli.dump(setup())), fate=lambda *_: face)
    assert step.closed[0].log == (Entry("chance", face),)
    assert step.live.state.sides["goats"] == goats
    assert step.live.pending is not None
    assert getattr(step.live.pending, "seat", "") == goats


@pytest.mark.parametrize(("chosen", "goats"), [("goats", "north"), ("tigers", "south")])
def test_5_5_1_or_north_is_asked(chosen: str, goats: str) -> None:
    step = begin(aadu_huli, aadu_huli.dump(setup(sides="asked")), "s")
    assert step.game.log == ()
    step = submit(aadu_huli, step.game, "north", [chosen])
    assert step.live.state.sides["goats"] == goats


def test_5_5_1_the_goats_begin() -> None:
    assert len(moves(place())) == 20


def test_5_5_2_a_goat_is_placed_on_any_empty_point() -> None:
    s = after(place(), "b3")
    assert s.at["3b"] == "goat"
    assert (s.waiting, s.to_move) == (14, "tigers")


def test_5_5_2_not_where_something_stands() -> None:
    assert refusal(place("3b"), "3b") == ("5.5.2", {"end": "3b"})
    assert refusal(place("3b"), "1a") == ("5.5.2", {"kind": "tiger", "end": "1a"})
    answer = refused(place("3b"), "1a")
    assert rule_first(answer).startswith("5.5.2: ")
    assert "2A, 2B, 2E, 2F, 3A, 3C" in answer


def test_5_5_2_goats_move_only_once_all_are_placed() -> None:
    assert all("-" not in key for key in moves(place("3b")))
    assert set(moves(all_placed("3b 5a 5b 5c 5d"))) >= {"3b-2b", "3b-3a", "3b-3c", "3b-4b"}
    assert all("-" in key for key in moves(all_placed("3b 5a 5b 5c 5d")))


def test_5_5_2_a_goat_moves_one_step_along_a_line() -> None:
    s = after(all_placed("3b 5a 5b 5c 5d"), "b3-c3")
    assert "3b" not in s.at
    assert s.at["3c"] == "goat"
    crowded = all_placed("3b 3c 5b 5c 5d")
    assert refusal(crowded, "3b-3c") == ("5.5.2", {"kind": "goat", "end": "3c"})
    assert "3B-3A" in refused(crowded, "3b-3c")


def test_5_5_2_goats_do_not_leap() -> None:
    assert not any("x" in key for key in moves(all_placed("3b 3c 5b 5c 5d")))


def test_5_5_3_a_tiger_moves_one_step() -> None:
    s = after(place("3b", to_move="tigers"), "1a-2b")
    assert s.at["2b"] == "tiger"
    assert "1a" not in s.at
    assert moves(place(to_move="tigers")) == ["1a-2b", "1a-2e", "2c-2b", "2c-3c", "2d-2e", "2d-3d"]


def test_5_5_3_a_tiger_captures_by_leaping_over_a_goat_for_good() -> None:
    s = after(place("2b 5a", to_move="tigers"), "1A x 3B")
    assert s.at["3b"] == "tiger"
    assert "2b" not in s.at
    assert "1a" not in s.at
    assert (s.captured, s.waiting, s.to_move) == (1, 13, "goats")


def test_5_5_3_nobody_has_to_leap() -> None:
    assert "2c-3c" in moves(place("2b", to_move="tigers"))


def test_5_5_3_one_leap_a_turn() -> None:
    s = after(place("2b 4b", to_move="tigers"), "1a x 3b")
    assert s.to_move == "goats"
    assert "1a x 3b" in refused(place("2b 4b", to_move="tigers"), "1a x 3b 3b x 5a")


@pytest.mark.parametrize(
    ("goats", "key", "slots"),
    [
        ("", "1ax3b", {"over": "2b"}),
        ("2b 3b", "1ax3b", {"kind": "goat", "end": "3b"}),
        ("5a", "1ax3c", {"over": "2c"}),
        ("2b", "1a-2b", {"kind": "goat", "end": "2b"}),
        ("3b", "1a-2c", {"kind": "tiger", "end": "2c"}),
    ],
)
def test_5_5_3_refused_moves_name_the_rule_and_what_is_legal(
    goats: str, key: str, slots: dict[str, str]
) -> None:
    s = place(goats, to_move="tigers")
    assert refusal(s, key) == ("5.5.3", slots)
    answer = refused(s, aadu_huli.name(key))
    assert "(rule 5.5.3)" in answer
    assert "2C-3C" in answer


def test_5_5_3_no_leap_round_a_corner() -> None:
    assert "4ax5b" not in moves(place("4b", pride="4a 2c 2d", to_move="tigers"))
    assert "4ax4c" in moves(place("4b", pride="4a 2c 2d", to_move="tigers"))


HERDED = "3b 5a 5b 5c 5d"


def test_5_5_4_not_back_to_the_position_of_the_turn_before_last() -> None:
    s = after(all_placed(HERDED, to_move="tigers"), "1a-2b", "3b-3c", "2b-1a")
    assert "3c-3b" not in moves(s)
    assert barred(s)["3c-3b"] == "5.5.4"
    assert "3c-4c" in moves(s)


def test_5_5_4_it_holds_for_the_tigers_too() -> None:
    s = after(all_placed(HERDED), "3b-3c", "1a-2b", "3c-3b")
    assert barred(s)["2b-1a"] == "5.5.4"
    assert "2b-3b" not in moves(s)
    assert "2b-2a" in moves(s)


def test_5_5_4_going_back_alone_is_allowed() -> None:
    s = after(all_placed(HERDED), "3b-3c", "1a-2b")
    assert "3c-3b" in moves(s)
    s = after(s, "3c-4c")
    assert "2b-1a" in moves(s)


def test_5_5_4_longer_circles_are_allowed() -> None:
    """Around a triangle, the position is that of three turns before."""
    s = after(all_placed("4b 5a 5b 5c 5d", pride="1a", to_move="tigers"), "1a-2b", "4b-3b", "2b-2c", "3b-4b")
    s = after(s, "2c-1a", "4b-3b", "1a-2b", "3b-4b", "2b-2c", "4b-3b")
    assert "2c-1a" in moves(s)


def test_5_5_4_a_capture_is_never_undone() -> None:
    s = place("2b", pride="3b 2c 2d", to_move="tigers", recent="2b 1ax3b 2b")
    assert "3bx1a" in moves(s)


def test_5_5_5_the_fifth_capture_wins_for_the_tigers() -> None:
    s = after(place("2b", to_move="tigers", captured=4), "1a x 3b")
    assert aadu_huli.over(s)
    assert find_outcome(s) is not None
    assert aadu_huli.view(s, None).winners == ("south",)
    assert last_line(s) == ("ending", {"n": 5})
    assert moves(place("2b", captured=4)) != []


def test_5_5_5_the_goats_win_when_no_tiger_can_move() -> None:
    s = place(CORNERED, pride="5a", to_move="tigers")
    assert find_trapped(s) == ["5a"]
    assert aadu_huli.over(s)
    s = after(place("4b 5b 3b", pride="5a"), "5c")
    assert aadu_huli.view(s, None).winners == ("north",)
    assert last_line(s) == ("ending", {"kind": "tiger", "step": "", "winner": "goats"})


def test_5_5_5_one_free_tiger_is_enough() -> None:
    s = place(CORNERED, pride="5a 1a", to_move="tigers")
    assert find_trapped(s) == ["5a"]
    assert find_outcome(s) is None
    assert moves(place("4b 5b 3b", pride="5a", to_move="tigers")) == ["5ax5c"]


def test_5_5_5_tigers_left_without_a_permitted_move_are_trapped() -> None:
    """5.5.4 forbids the only way out."""
    goats = "4b 3b 5c 4d 4f"
    assert moves(all_placed(goats, pride="5a", to_move="tigers")) == ["5a-5b"]
    s = after(all_placed(goats, pride="5b"), "4d-4e", "5b-5a", "4e-4d")
    assert s.at["5a"] == "tiger"
    assert moves(s) == []
    assert aadu_huli.view(s, None).winner == "goats"
    assert last_line(s) == ("ending", {"kind": "tiger", "step": "5a-5b", "winner": "goats"})
    assert find_trapped(s) == ["5a"], "a step that is barred is none"
    assert aadu_huli.view(s, None).trapped == ("5a",)


def test_5_5_5_goats_left_without_a_move_lose() -> None:
    s = place("5a", pride="4b 5b 5c", goats=5, captured=4, to_move="goats")
    assert moves(s) == []
    assert aadu_huli.view(s, None).winner == "tigers"
    assert write_headline(s).args == {"seat": "south", "side": "tigers"}
    ended = find_outcome(s)
    assert ended is not None
    assert ended[1].args == {"kind": "goat", "step": "", "winner": "tigers"}


def test_5_5_6_a_game_that_gets_nowhere_is_drawn() -> None:
    s = after(all_placed(HERDED, quiet=99), "3b-3c")
    view = aadu_huli.view(s, None)
    assert view.winner == "drawn"
    assert view.winners == ("north", "south")
    assert aadu_huli.over(s)
    assert after(all_placed(HERDED, quiet=98), "3b-3c").quiet == 99


def test_5_5_6_placings_and_captures_begin_the_count_anew() -> None:
    assert after(place(quiet=99), "3b").quiet == 0
    assert after(place("2b", to_move="tigers", quiet=99), "1ax3b").quiet == 0


def test_5_5_6_the_option_quiet() -> None:
    for turns, option, ended in ((1000, 0, False), (50, 50, True), (50, 100, False), (200, 200, True)):
        s = all_placed(HERDED, quiet=turns)
        s.options = Options.model_validate({"goats": 5, "quiet": option})
        assert aadu_huli.over(s) is ended


@pytest.mark.parametrize("tigers", range(1, 6))
def test_5_5_7_the_number_of_tigers(tigers: int) -> None:
    assert list(setup(tigers=tigers).at.values()) == ["tiger"] * tigers


def test_5_5_7_the_number_of_goats_and_of_captures() -> None:
    s = setup(goats=20, captures=7)
    assert s.waiting == 20
    assert not aadu_huli.over(place("5a", captured=6, captures=7))
    assert aadu_huli.over(place("5a", captured=7, captures=7))
    with pytest.raises(ValidationError, match=r"\b6\b.*\b5\b"):
        Options(goats=5, captures=6)


def test_5_5_5_who_wins_comes_first() -> None:
    assert rank_seats(after(place("2b", to_move="tigers", captured=4), "1a x 3b")) == [["south"], ["north"]]
    assert rank_seats(after(all_placed(HERDED, quiet=99), "3b-3c")) == [["north", "south"]]
    assert rank_seats(place("2b")) == [["north", "south"]]


def test_there_are_no_side_acts() -> None:
    live = Live(aadu_huli, place())
    assert aadu_huli.EXTRAS.trades.offered(live.state, "north") == ()
    with pytest.raises(NotAllowed, match="offer south"):
        aadu_huli.EXTRAS.trades.act(live.state, "north", "offer_south")


def test_the_view_says_how_it_stands() -> None:
    s = place("4b 5b 3b 5c", pride="5a 1a 2c", captured=2, to_move="tigers")
    view = aadu_huli.view(s, "north")
    assert write_headline(s).args == {"side": "tigers"}
    assert {seat: [part.args for part in parts] for seat, parts in describe_standing(s)} == {
        "north": [{"n": 4}, {"n": 9}],
        "south": [{"n": 5, "caught": 2}, {"n": 3, "caught": 1}],
    }
    assert view.headline == write_headline(s).read(aadu_huli.name)
    assert dict(view.standing)["north"] == Stand(
        part.within(aadu_huli.name) for part in describe_standing(s)[0][1]
    )
    assert view.trapped == ("5a",)
    assert write_headline(setup()).args == {}
    assert dict(SIDES) == dict(view.sides)
    assert BOARD.points.note in view.provenance[0]
    assert re.findall(r"\d", view.provenance[1]) == ["1", "2", "4", "5"]


@pytest.mark.parametrize(("herd", "main"), [("3c 5a", "2cx4c"), ("3c", "2cx4c"), ("3c 3d", ""), ("5a", "")])
def test_5_5_3_captures_come_first_and_the_only_one_stands_out(herd: str, main: str) -> None:
    s = place(herd, to_move="tigers")
    ways = find_ways(GAME, Game("s", 1, aadu_huli.dump(s)), 25)
    keys = [each.key for each in ways.offered]
    leaps = [bool(MOVES[key].over) for key in keys]
    assert leaps == sorted(leaps, reverse=True)
    pressed = [each for each in ways.controls if isinstance(each, Option)]
    assert len(pressed) <= MOST_BUTTONS, "more buttons would hide the board, so more moves are a list"
    assert ways.main == main, "the only capture is blue, also above a list"
    assert len(keys) == len({*keys}), "what has a button is not in the list"


def test_two_points_for_a_goat_that_waits_are_refused_with_the_point_that_was_read() -> None:
    """The refusal quoted nothing, because the words were read in another sequence."""
    assert "“4B”" in refused(place("2a 2f"), "4a 4b")
