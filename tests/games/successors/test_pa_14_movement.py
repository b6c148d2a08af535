"""PA-14 to PA-21: marches and voyages."""

from __future__ import annotations

from typing import Any

import pytest

from rules.ask import EVERYTHING
from rules.kernel import NotAllowed
from rules.orders.sentences import write_sentences
from rules.successors.board import VALUE
from rules.successors.fighting.forecast import write_forecast
from rules.successors.moving.march import find_destinations
from rules.successors.victory import format_points, say_points
from rules.successors.view import view
from rules.words import as_is
from tests.games.successors.table import GAME, Table, step, why


def reached(table: Table, origin: str) -> set[str]:
    return set(find_destinations(table.s, table.s.seat, origin))


def test_pa_15_three_points_and_pa_17_four_with_the_leader() -> None:
    """Vector 4."""
    table = step("movement", {"MAC": {"red": "1i"}})
    assert reached(table, "MAC") == set("THR EPI GRE HEL LYD PHR PEL".split())
    table = step("movement", {"MAC": {"red": "1i"}}, leaders={"red": "MAC"})
    assert reached(table, "MAC") == set("THR EPI GRE HEL LYD PHR PEL BIT CAP".split())


def test_pa_16_a_march_ends_among_unfriendly_units() -> None:
    """Vector 5."""
    units = {"SYR": {"red": "1i"}, "MES": {"blue": "1i"}}
    table = step("movement", units, leaders={"red": "EGY"})
    near = set("MES PAL PHO CIL EGY ARA PHR CAP CYR THE".split())
    assert reached(table, "SYR") == near
    table = step("movement", units, leaders={"red": "EGY"}, allies=[["red", "blue"]])
    assert reached(table, "SYR") == near | set("BAB MED SUS PAR ARM ATR".split())


def test_pa_16_a_leader_does_not_go_there_alone() -> None:
    table = step("movement", {"MES": {"blue": "1i"}, "SYR": {}}).play("march-SYR")
    assert "MES" not in table.keys
    assert why(table, "MES") == ("PA-16", {"place": "MES"})


def test_pa_15_a_unit_marches_once() -> None:
    table = step("movement", {"MAC": {"red": "2i"}}, leaders={"red": "EGY"}).order("march MAC to THR 1i")
    assert table.s.count("THR", "red-i") == 1
    table.order(", to EPI")
    assert table.s.count("EPI", "red-i") == 1
    assert "march-THR" not in table.keys
    assert why(table, "march-THR") == ("PA-15", {"area": "THR"})


def test_a_march_with_the_leader_and_another_in_one_line() -> None:
    units = {"MAC": {"red": "3i 2c 1l"}}
    table = step("movement", units, leaders={"red": "MAC"}).order(
        "march MAC to HEL with leader 3i 2c, to THR 1l"
    )
    assert table.s.stacks["HEL"] == {"red-i": 3, "red-c": 2}
    assert table.s.stacks["THR"] == {"red-l": 1}
    assert table.s.leaders["red"] == "HEL"


def test_all_may_be_typed_for_a_single_unit() -> None:
    """ "Not now: “all” doesn't answer this question. Your only legal choice: 1 Levy." """
    table = step("movement", {"MAC": {"red": "1l"}}, leaders={"red": "EGY"}).order(
        "march MAC to THR with all"
    )
    assert table.s.stacks["THR"] == {"red-l": 1}


def test_a_march_that_goes_on_says_its_verb() -> None:
    """A later destination of the same march is read and typed with the verb."""
    table = step("movement", {"MAC": {"red": "3i 1l"}}, leaders={"red": "EGY"}).order("march MAC to HEL 3i")
    first = len(table.game.log)
    table.order("march to THR with 1l")
    assert table.s.stacks["THR"] == {"red-l": 1}
    [told] = [each for each in write_sentences(GAME, table.game, first, EVERYTHING) if each.text]
    assert told.text.casefold().startswith("march to ")


def test_a_chain_of_names_is_checked_as_a_way() -> None:
    units = {"MAC": {"red": "2i"}}
    away = {"red": "EGY"}
    table = step("movement", units, leaders=away).order("MAC-THR-HEL all")
    assert table.s.count("HEL", "red-i") == 2
    for order, answer in (
        ("MAC-HEL all", r"\bMacedonia\b.*\bHellespontine Phrygia\b.*\(rule PA-15\)"),
        ("MAC-THR-HEL-BIT all", r"\bBithynia\b.*\(rule PA-15\)"),
    ):
        with pytest.raises(NotAllowed, match=answer):
            step("movement", units, leaders=away).order(order)
    with pytest.raises(NotAllowed, match=r"\bThrace\b.*\(rule PA-16\)"):
        step("movement", {**units, "THR": {"blue": "1l"}}, leaders=away).order("MAC-THR-HEL all")


def test_pa_19_a_port_with_enemies_is_closed() -> None:
    """Vector 15."""
    units = {"LEV": {"red": "1f"}, "EGY": {"blue": "1i"}}
    table = step("movement", units).play("sail-LEV")
    assert "EGY" not in table.keys
    assert why(table, "EGY") == ("PA-19", {"place": "EGY"})
    assert "EGY" in step("movement", units, allies=[["red", "blue"]]).play("sail-LEV").keys
    assert "EGY" in step("movement", {"LEV": {"red": "1f"}}).play("sail-LEV").keys


def test_pa_20_fleets_carry_armies_and_land_them() -> None:
    units = {"LYD": {"red": "2f 3i"}}
    table = step("movement", units, leaders={"red": "LYD"}).order(
        "sail 2 LYD to LEV with 2i leader, land CYP"
    )
    assert table.s.stacks == {"LEV": {"red-f": 2}, "LYD": {"red-i": 1}, "CYP": {"red-i": 2}}
    assert table.s.leaders["red"] == "CYP"
    assert table.s.landed == {"CYP": {"red-i": 2}}
    assert "march-CYP" not in table.keys


def test_pa_20_a_unit_may_march_then_load() -> None:
    units = {"LYD": {"red": "1f"}, "CAR": {"red": "1i"}}
    table = step("movement", units, leaders={"red": "EGY"}).order("march CAR to LYD")
    table.order("sail LYD to AEG with 1i, land CRE")
    assert table.s.count("CRE", "red-i") == 1
    *_, voyage = write_sentences(GAME, table.game, 0, EVERYTHING)
    assert voyage.text.endswith("load 1 Infantry, land in Crete."), "no capital within a sentence"


def test_pa_18_unfriendly_fleets_stop_a_voyage() -> None:
    units = {"LYD": {"red": "2f"}, "AEG": {"blue": "1f"}}
    table = step("movement", units, leaders={"red": "EGY"}).play("sail-LYD", "2-f")
    assert table.keys == ["AEG"] or "LEV" not in table.keys
    table.play("AEG") if table.ask.kind == "sail-to" else None
    assert table.ask.kind == "sea-fight"
    table.play("pass")
    assert (table.ask.seat, table.ask.kind) == ("blue", "sea-insist")
    table.play("pass")
    assert table.ask.kind == "movement"
    assert table.s.fleets("AEG", "red") == 2


def test_pa_32_a_battle_at_sea_and_the_voyage_goes_on() -> None:
    """Vector 14."""
    units = {"LYD": {"red": "2f 2i"}, "AEG": {"blue": "1f"}}
    table = (
        step("movement", units, leaders={"red": "LYD"}).order("sail 2 LYD to AEG with leader 2i").play("blue")
    )
    table.dice("255")
    assert table.s.fleets("AEG", "blue") == 0
    assert table.s.stacks["AEG"] == {"red-f": 1, "red-i": 1}
    assert table.s.leaders["red"] == "AEG"
    assert (table.ask.kind, table.ask.prompt.args) == ("sail-to", {"at": "AEG"})
    assert "CYP" in table.keys, "four movement points are left"
    units = {"LYD": {"red": "2f 2i"}, "AEG": {"blue": "2f"}}
    table = (
        step("movement", units, leaders={"red": "LYD"}).order("sail 2 LYD to AEG with leader 2i").play("blue")
    )
    table.dice("2256")
    assert table.s.stacks == {"AEG": {"blue-f": 2}}
    assert table.s.leaders["red"] == "SYR", "PA-34: at Home at once"


def test_pa_21_allies_go_along_if_they_agree() -> None:
    units = {"SYR": {"red": "1i", "blue": "2c"}}
    table = step("movement", units, allies=[["red", "blue"]], leaders={"red": "EGY"})
    table.play("march-SYR", "MES", "1-blue-c")
    assert (table.ask.seat, table.ask.kind) == ("blue", "allies-along-agree")
    assert table.ask.prompt.args["to"] == "MES", "the ally reads where the units would go"
    table.play("yes")
    assert table.s.stacks["MES"] == {"red-i": 1, "blue-c": 1}
    assert table.s.resting == {"MES": {"blue-c": 1}}


def test_pa_21_what_an_ally_moved_skips_its_own_movement() -> None:
    units = {"MES": {"blue": "1c"}, "BAB": {"blue": "1i"}}
    table = step("movement", units, seat="blue", resting={"MES": {"blue": "1c"}})
    assert "march-MES" not in table.keys
    assert table.play("done").s.resting == {}


def test_pa_21_alliances_are_offered_accepted_and_broken() -> None:
    table = step("movement", {"SYR": {"red": "1i"}, "BAB": {"blue": "1i"}})
    table.side("red", "ally_blue").side("blue", "accept_1")
    assert table.s.is_allied("red", "blue")
    table.side("red", "break_blue")
    assert table.s.is_allied("red", "blue"), "it counts from the next seat's turn"
    with pytest.raises(NotAllowed, match=r"\bGreen\b.*\(rule PA-21\)"):
        table.side("red", "break_green")


def test_chit_8_and_9() -> None:
    units = {"SYR": {"red": "1i"}}
    table = step("movement", units, chits={"8": "red"}).order("chit 8")
    assert "PER" in reached(table, "SYR")
    units = {"LYD": {"red": "1f"}, "AEG": {"blue": "1f"}}
    table = step("movement", units, chits={"9": "red"}, leaders={"red": "EGY"}).order(
        "chit 9; sail LYD to CYP"
    )
    assert table.s.fleets("CYP", "red") == 1


def test_pa_22_a_march_tells_the_chances_of_the_battles_that_it_makes_possible() -> None:
    """Rebels stand in Palestine. The allies in Media don't fight."""
    units = {"SYR": {"red": "4i"}, "PAL": {"white": "2l"}, "MED": {"red": "1i", "blue": "1i"}}
    table = step("movement", units, leaders={"red": "EGY"}, allies=[("red", "blue")])
    assert write_forecast(table.s, "red", table.ask) == []
    table.order("march SYR to PAL all")
    line, worth = write_forecast(table.s, "red", table.ask)
    assert (line.args["foe"], line.args["own"], line.args["theirs"]) == ("white", 4, 2)
    assert "win" in line.args
    expected = say_points(2 * VALUE["PAL"]), as_is(format_points(0))
    assert (worth.args["place"], worth.args["points"], worth.args["now"]) == ("PAL", *expected)
    assert write_forecast(table.s, "blue", table.ask) == []


def test_chit_19_a_raid() -> None:
    units = {"MED": {"red": "1c"}, "SUS": {"blue": "1i"}}
    more: dict[str, Any] = {"chits": {"19": "red"}, "talents": {"blue": 2}, "leaders": {"red": "EGY"}}
    table = step("movement", units, **more).order("raid 1c MED blue").dice("4")
    assert table.s.talents["red"] == 2
    table = step("movement", units, **more).order("raid 1c MED blue").dice("6")
    assert table.s.count("MED", "red-c") == 0


def test_pa_14_no_limit_and_all_who_are_there_may_leave() -> None:
    units = {"SYR": {"red": "8i 5l", "blue": "8i"}, "PAL": {"red": "4c"}}
    table = step("movement", units, leaders={"red": "EGY"}).order("march SYR to PAL all")
    assert table.s.land("PAL", "red") == 17
    assert table.s.land("SYR", "red") == 0


def test_pa_31_fleets_in_port_neither_fight_nor_are_fought() -> None:
    units = {"LEV": {"red": "1f"}, "PHO": {"blue": "2f"}}
    table = step("movement", units, leaders={"red": "MED"}).order("sail LEV to PHO")
    assert table.s.fleets("PHO", "red") == 1
    assert table.ask.kind == "movement"


def test_pa_33_one_round_and_the_survivors_may_sail_on() -> None:
    units = {"LYD": {"red": "2f"}, "AEG": {"blue": "2f"}}
    table = step("movement", units, leaders={"red": "EGY"}).order("sail 2 LYD to AEG").play("blue")
    assert table.due == 4
    table.dice("1414")
    assert table.s.fleets("AEG", "blue") == table.s.fleets("AEG", "red") == 2
    assert table.ask.kind == "sail-to", "not a second round"
    table.play("LEV", "done")
    assert table.s.fleets("LEV", "red") == 2


def test_pa_34_what_the_fleets_left_cannot_carry_drowns_as_its_owner_picks() -> None:
    units = {"LYD": {"red": "2f 1i 1c"}, "AEG": {"blue": "1f"}}
    table = step("movement", units, leaders={"red": "LYD"})
    table.order("sail 2 LYD to AEG with leader 1i 1c").play("blue").dice("115")
    assert table.s.fleets("AEG", "red") == 1
    assert table.ask.seat == "red"
    assert len(table.keys) == 2
    table.play(next(key for key in table.keys if "c" in key.split("-")))
    assert table.s.stacks["AEG"] == {"red-f": 1, "red-i": 1, "blue-f": 1}
    assert table.s.leaders["red"] == "AEG", "a leader needs no room"


def test_pa_35_a_leader_changes_no_die_at_sea() -> None:
    units = {"LYD": {"red": "1f"}, "AEG": {"blue": "1f"}}
    table = step("movement", units, leaders={"red": "LYD"}).order("sail LYD to AEG with leader").play("blue")
    assert table.due == 2
    assert table.dice("44").s.fleets("AEG", "blue") == 1


def test_a_view_shows_the_units_chosen_so_far_where_they_go() -> None:
    """The state moves them only when the choice is over."""
    units = {"MAC": {"red": "3i 2c"}, "LYD": {"blue": "1i"}}
    table = step("movement", units, leaders={"red": "MAC"}).play("march-MAC", "LYD", "2-c")
    seen = view(table.s, "red")
    assert (seen.stacks["LYD"], seen.stacks["MAC"]) == ({"blue-i": 1, "red-c": 2}, {"red-i": 3})
    assert (seen.controllers["LYD"], seen.seat_view("red").leader) == ("red", "MAC")
    assert "LYD" not in {place for place, one, _ in table.s.places_of("red")}
    found = write_forecast(table.s, "red", table.live.pending)
    told = next(line for line in found if line.args["place"] == "LYD")
    assert (told.args["own"], told.args["theirs"]) == (2, 1)
    table.play("1-leader", "done")
    assert table.s.leaving is None
    assert table.s.stacks["LYD"] == view(table.s, "red").stacks["LYD"] == {"blue-i": 1, "red-c": 2}


def test_a_view_shows_own_units_on_their_way_while_an_ally_is_asked() -> None:
    units = {"MAC": {"red": "2i 1c", "blue": "1i"}}
    table = step("movement", units, allies=[["red", "blue"]]).play("march-MAC", "THR", "all", "1-blue-i")
    assert table.ask.seat == "blue"
    assert view(table.s, "red").stacks["THR"] == {"red-i": 2, "red-c": 1}
    assert view(table.s, "blue").stacks["MAC"] == {"blue-i": 1}


def test_a_view_shows_the_units_that_land_so_far() -> None:
    units = {"LYD": {"red": "2i 2l 4f"}}
    table = step("movement", units).play("sail-LYD", "4-f")
    while table.ask.kind != "shore":
        keys = table.keys
        table.play(next(key for key in ("AEG", "all", "2-i", *keys) if key in keys))
    table.play(next(key for key in table.keys if key.startswith("part")))
    table.play("2-i")
    assert any(stack == {"red-i": 2} for stack in view(table.s, "red").stacks.values())
