"""Set-up."""

from __future__ import annotations

from rules import successors
from rules.successors import Options
from tests.games.successors.table import Table, why


def picked(*throws: str) -> Table:
    return Table(successors.setup(Options())).dice(*throws)


def next_turn(table: Table) -> Table:
    assert table.live.pending is None
    return Table(successors.load(successors.dump(table.s)))


def test_set_up_the_highest_picks_first_and_the_last_to_pick_moves_first() -> None:
    """Vector 1."""
    table = picked("3661", "25")
    assert table.s.order == ["green", "yellow", "red", "blue"]
    for home in ("MAC", "EGY", "SYR", "BAB"):
        table = next_turn(table).play(home, "1-l", "done")
    assert table.s.order == ["blue", "green", "yellow", "red"]
    assert table.s.phase == "dawn"


def test_set_up_each_buys_as_if_the_home_were_controlled() -> None:
    """Vector 2."""
    table = next_turn(picked("6123")).play("BAB")
    assert "1-c" not in table.keys
    assert why(table, "1-c") == ("PA-13", {"kind": "c"})
    assert not [key for key in table.keys if key.endswith("-f")], "a fleet in PGU costs all there is"
    assert "done" not in table.keys, "one land unit at least"
    table.order("buy 2i 1l home")
    assert table.s.talents["red"] == 0
    assert table.s.stacks["BAB"] == {"red-i": 2, "red-l": 1}
    assert table.s.leaders["red"] == "BAB"


def test_set_up_a_home_is_nobody_elses() -> None:
    table = next_turn(next_turn(picked("6123")).play("BAB", "1-l", "done"))
    assert why(table, "BAB") == ("Set-up", {"province": "BAB", "taken": "red"})


def test_set_up_three_seats() -> None:
    table = Table(successors.setup(Options(seats=3))).dice("336")
    assert table.s.order == ["green", "red", "blue"]
