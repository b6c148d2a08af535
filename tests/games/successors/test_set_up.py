"""Set-up."""

from __future__ import annotations

from rules import successors
from rules.successors import Options
from rules.successors.entries import describe_entry
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


def test_each_home_on_offer_says_who_can_march_there_and_how_many_units_it_maintains() -> None:
    table = next_turn(next_turn(picked("6123")).play("BAB", "1-l", "done"))
    told = {home: describe_entry(table.s, table.ask, home) for home in ("MES", "MAC", "HEL")}
    said = {home: words.read(successors.name) for home, words in told.items() if words is not None}
    assert said == {
        "MES": "Red can march here; 5 borders; pays for 3 units",
        "MAC": "3 borders and a coast; pays for 4 units",
        "HEL": "4 borders and a coast; pays for 1 unit",
    }


def test_the_question_what_to_buy_names_the_prices() -> None:
    table = next_turn(picked("6123")).play("EGY")
    for held in (5, 3, 1):
        prompt = table.ask.prompt.read(successors.name)
        assert f"You have {held} Talent{'s' if held > 1 else ''}. Prices: Levies 1, " in prompt
        assert "Infantry 2, Fleets 3 in a port or 5 at sea." in prompt
        table.play("2-l" if held > 1 else "1-l")


def test_set_up_three_seats() -> None:
    table = Table(successors.setup(Options(seats=3))).dice("336")
    assert table.s.order == ["green", "red", "blue"]


def test_each_purchase_says_how_strong_its_units_are() -> None:
    table = next_turn(picked("6123")).play("EGY")
    told = {key: describe_entry(table.s, table.ask, key) for key in ("1-l", "1-i", "1-f")}
    numbers = {key: words.args.get("n") for key, words in told.items() if words is not None}
    assert numbers == {"1-l": 6, "1-i": 5, "1-f": 5}
