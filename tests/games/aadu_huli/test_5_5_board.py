"""5.5: the board as data."""

from __future__ import annotations

from importlib.resources import files
from itertools import pairwise

import pytest

from rules.aadu_huli.board import BOARD, LEAPS, MOVES, NEIGHBOURS, POINTS, read_board

TEXT = files("rules.aadu_huli").joinpath("board.toml").read_text(encoding="utf-8")


def test_5_5_23_points_38_steps_28_lines_of_three() -> None:
    assert len(POINTS) == 23
    assert sum(map(len, NEIGHBOURS.values())) == 2 * 38
    assert sum(map(len, LEAPS.values())) == 2 * 28
    assert len(MOVES) == 23 + 76 + 56


def test_5_5_how_many_lines_meet_where() -> None:
    degrees = {point: len(near) for point, near in NEIGHBOURS.items()}
    assert degrees["1a"] == 4
    assert {point for point, n in degrees.items() if n == 2} == {"2a", "2f", "4a", "4f", "5a", "5d"}
    assert {point for point, n in degrees.items() if n == 3} == {"3a", "3f", "5b", "5c"}
    assert set(degrees.values()) == {2, 3, 4}


def test_5_5_the_apex_touches_the_inner_points_only() -> None:
    assert NEIGHBOURS["1a"] == ("2b", "2c", "2d", "2e")
    assert [leap.end for leap in LEAPS["1a"]] == ["3b", "3c", "3d", "3e"]


def test_5_5_the_base_is_not_tied_to_the_upright_lines() -> None:
    assert "5a" not in NEIGHBOURS["4a"]
    assert "5d" not in NEIGHBOURS["4f"]


def test_5_5_steps_and_leaps_go_both_ways_along_one_line() -> None:
    for point in POINTS:
        assert all(point in NEIGHBOURS[near] for near in NEIGHBOURS[point])
        for over, end in LEAPS[point]:
            assert (over, point) in [(leap.over, leap.end) for leap in LEAPS[end]]
            ways = [way for line in BOARD.straight for way in (line, line[::-1])]
            assert any((point, over) in pairwise(way) and (over, end) in pairwise(way) for way in ways)


def test_5_5_the_board_is_its_own_mirror_image() -> None:
    def mirror(point: str) -> str:
        row = [p for p in POINTS if p[0] == point[0]]
        return row[-1 - row.index(point)]

    for point, near in NEIGHBOURS.items():
        assert set(NEIGHBOURS[mirror(point)]) == {mirror(q) for q in near}


def test_5_5_7_the_tigers_start_on_the_marked_points_and_handicaps_are_symmetrical() -> None:
    starts = {tigers: BOARD.start(tigers) for tigers in BOARD.starts}
    assert starts[3] == ("1a", "2c", "2d")
    assert starts == {
        1: ("1a",),
        2: ("2c", "2d"),
        3: ("1a", "2c", "2d"),
        4: ("2b", "2c", "2d", "2e"),
        5: ("1a", "2b", "2c", "2d", "2e"),
    }


def test_5_5_every_part_of_the_board_says_where_it_comes_from() -> None:
    assert BOARD.points.provenance == BOARD.lines.provenance == "source"
    assert [start.provenance for start in BOARD.starts.values()] == ["ours", "ours", "source", "ours", "ours"]


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"2A 3A 4A"', '"2A 3A 6A"', "no point 6a"),
        ('"2A 3A 4A"', '"2A 3A 2A"', "a point stands twice"),
        ('"2A 3A 4A"', '"2A 3A 4A", "3A 4A"', "two lines share a step"),
        ('"ABCDEF", "ABCD"]', '"ABCDEF", "ABCDE"]', "5e is on no line"),
        ('points = "2C 2D"', 'points = "2C"', "2 Tigers need 2 points"),
        ("[starts.5]", "[starts.6]", "a start for each number of Tigers"),
        (
            'provenance = "ours"\npoints = "1A"',
            'provenance = "hearsay"\npoints = "1A"',
            "starts.1.provenance",
        ),
    ],
)
def test_a_board_that_does_not_fit_is_refused(old: str, new: str, why: str) -> None:
    assert old in TEXT
    with pytest.raises(ValueError, match=why):
        read_board(TEXT.replace(old, new, 1))
