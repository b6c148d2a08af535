"""PA-22 to PA-40: Combat."""

from __future__ import annotations

from typing import Any

import pytest

from rules import successors
from rules.kernel import NotAllowed, list_options
from rules.loading.games import GAMES
from rules.orders.buttons.controls import find_ways
from rules.orders.notation import parse
from rules.successors.board import BORDERS, COASTS
from rules.successors.fighting.battle import count_hits, describe_side, find_losses
from rules.successors.fighting.forecast import write_forecast
from rules.successors.fighting.odds import calculate_battle
from rules.successors.fighting.sides import Side, find_class_hit
from rules.successors.forces import RANKED
from rules.successors.sight import find_sight
from rules.successors.state import Fight
from tests.games.successors.table import GAME, Table, read_arg, step, why
from tests.kernel.play import random_steps

AWAY = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}


def fight(units: dict[str, str], *, place: str = "SYR", **more: Any) -> Table:
    """Return a table on which Red attacks Blue."""
    leaders = {**AWAY, **more.pop("leaders", {})}
    return step("combat", {place: units}, leaders=leaders, **more).play(f"fight-{place}-blue")


def test_pa_24_pre_battle_then_a_round() -> None:
    """Vector 10."""
    table = fight({"red": "3c", "blue": "2c 1e 1l"})
    assert table.due == 3
    table.dice("546")
    assert table.s.stacks["SYR"] == {"red-c": 2, "blue-c": 1, "blue-e": 1, "blue-l": 1}
    table.dice("36451")
    assert table.s.stacks["SYR"] == {"blue-e": 1, "blue-l": 1}


@pytest.mark.parametrize(
    ("hit", "there", "lost"),
    [
        ("l", "ci", "i"),
        ("i", "cel", "c"),
        ("c", "el", "e"),
        ("e", "il", "i"),
        ("l", "ec", "e"),
        ("i", "el", "e"),
    ],
)
def test_pa_27_who_is_lost(hit: str, there: str, lost: str) -> None:
    """Vector 11."""
    assert find_class_hit(hit, dict.fromkeys(there, 1)) == lost


def test_pa_27_hired_before_the_principals_before_allies() -> None:
    units = {"red-i": 1, "red-hi": 1, "green-i": 1}
    assert find_losses(units, {"i": 2}, ["red", "green"]) == {"red-hi": 1, "red-i": 1}
    assert find_losses(units, {"i": 9}, ["red", "green"]) == units, "hits in excess are lost"


def test_pa_26_the_leader_adds_one_to_one_die() -> None:
    """Vector 12."""
    table = fight({"red": "2l", "blue": "1i"}, leaders={"red": "SYR"}).dice("532")
    assert table.s.stacks["SYR"] == {"red-l": 2}
    table = fight({"red": "2l", "blue": "1i"}).dice("532")
    assert table.s.count("SYR", "blue-i") == 1
    assert count_hits([("l", 5), ("l", 5)], ["l"], skirmish=False) == {"l": 1}


def test_pa_26_the_owner_names_a_type_if_there_are_several() -> None:
    units = {"SYR": {"red": "1i 1l", "blue": "1i"}}
    table = step("combat", units, leaders={**AWAY, "red": "SYR"}).order("fight SYR blue infantry")
    table.dice("431")
    assert table.s.land("SYR", "blue") == 0


def test_pa_37_pa_38_pa_39_an_invasion() -> None:
    """Vector 13."""
    table = fight({"red": "3i", "blue": "1i 1l"}, place="CYP", landed={"CYP": {"red": "3i"}})
    assert table.due == 3 + 4
    table.dice("6123562")
    assert table.s.stacks["CYP"] == {"red-i": 1, "blue-l": 1}
    table = fight({"red": "3i", "blue": "1i 1l"}, landed={"SYR": {"red": "2i"}})
    assert table.due == 3 + 2
    table = fight({"red": "2i", "blue": "1i"}, landed={"SYR": {"red": "2i"}}).dice("1111").play("hold")
    assert table.due == 4, "who landed is not asked to retreat"


def test_pa_29_retreats() -> None:
    """Vector 20."""
    units = {"SYR": {"red": "1c", "blue": "1i 1l"}, "MES": {"red": "1i"}}
    table = step("combat", units, leaders=AWAY).play("fight-SYR-blue").dice("1").dice("111")
    assert (table.ask.seat, table.ask.kind) == ("blue", "retreat")
    assert why(table, "retreat-MES") == ("PA-29", {"other": "MES", "place": "SYR"})
    listed = {*table.ask.menu.list_refused()} - {*table.ask.presentation.typed}
    assert listed <= {f"retreat-{near}" for near in BORDERS["SYR"]}, "30 impossible provinces were listed"
    table.order("retreat 1i to PAL; done")
    assert table.s.count("PAL", "blue-i") == 1
    assert table.s.count("SYR", "blue-l") == 1
    with pytest.raises(NotAllowed, match=r"\(rule PA-29\)"):
        step("combat", units, leaders=AWAY).play("fight-SYR-blue").dice("1", "111").order("retreat 1i to MES")


def test_pa_29_with_the_last_units_the_leader_goes() -> None:
    table = fight({"red": "1l", "blue": "1i"}, leaders={"blue": "SYR"}).dice("11")
    table.play("retreat-PAL", "all")
    assert table.s.leaders["blue"] == "PAL"


def test_pa_22_the_others_may_insist() -> None:
    units = {"SYR": {"red": "1i", "blue": "1i"}, "BAB": {"red": "1i", "blue": "1i"}}
    table = step("combat", units, leaders=AWAY).play("fight-SYR-blue", "done")
    assert (table.ask.seat, table.ask.kind) == ("blue", "insist")
    table.play("insist-BAB")
    assert table.ask.seat == "red"
    assert table.play("fight-BAB-blue").s.fighting


def test_pa_22_a_truce_and_an_alliance_bar_battles() -> None:
    units = {"SYR": {"red": "1i", "blue": "1i"}, "BAB": {"red": "1i", "green": "1i"}}
    table = step("combat", units, leaders=AWAY, truces=[{"between": ["red", "blue"]}])
    assert table.keys == ["fight-BAB-green", "done"]
    assert why(table, "fight-SYR-blue") == ("PA-22", {"foe": "blue"})
    assert step("combat", units, leaders=AWAY, truces=[{"between": ["red", "blue"]}],
                allies=[["red", "green"]]).live.pending is None  # fmt: skip


def test_pa_22_a_lone_leader_is_seized() -> None:
    table = step("combat", {"SYR": {"red": "1i"}}, leaders={**AWAY, "blue": "SYR"}).play("seize-SYR-blue")
    assert table.s.captors == {"blue": "red"}


def test_pa_9_a_leader_left_alone_is_a_captive() -> None:
    table = fight({"red": "3c", "blue": "1l"}, leaders={"blue": "SYR"}).dice("611")
    assert table.s.captors == {"blue": "red"}


def test_an_ally_of_one_side_is_asked_to_join() -> None:
    units = {"red": "1i", "blue": "1i", "green": "2i"}
    table = fight(units, allies=[["green", "blue"]])
    table.play("done", "no")
    assert (table.ask.seat, table.ask.kind) == ("green", "join")
    assert parse(GAME, table.game, "green", "stand by") == ("no",), "its label was that once"
    assert table.play("yes").due == 4


def test_chit_18_takes_the_pre_battle_away() -> None:
    table = fight({"red": "2c", "blue": "1i"}, chits={"18": "blue"})
    assert (table.ask.seat, table.ask.kind) == ("blue", "camp")
    assert table.play("chit-18").due == 3


def test_pa_40_the_fate_of_fleets_in_a_port() -> None:
    """Vector 16."""
    table = step("combat", {"PHO": {"red": "1i", "blue": "3f"}}, leaders=AWAY)
    assert table.due == 3
    table.dice("246")
    assert table.s.stacks == {"PHO": {"red-i": 1, "red-f": 1}, "LEV": {"blue-f": 1}}


def test_hired_units_leave_where_they_are_alone() -> None:
    table = fight({"red": "1l 1hi", "blue": "2c"}, leaders={}).dice("51")
    assert "red-hi" not in table.s.stacks["SYR"]
    s = step("combat", {"MED": {"red": "1hi 1l"}}, leaders=AWAY).s
    s.remove("MED", "red-l", 1)
    s.keep_company()
    assert "MED" not in s.stacks
    assert successors.view(s, None).stacks == {}


def test_pa_23_the_mover_orders_the_battles_insisted_ones_too() -> None:
    units = {"SYR": {"red": "1i", "blue": "1i"}, "BAB": {"red": "1i", "blue": "1i"}}
    units |= {"MED": {"red": "1i", "green": "1i"}}
    table = step("combat", units, leaders=AWAY).play("fight-SYR-blue", "fight-MED-green", "done")
    table.play("insist-BAB")
    assert table.ask.seat == "red"
    assert {"fight-SYR-blue", "fight-MED-green", "fight-BAB-blue"} <= set(table.keys)
    table.play("fight-BAB-blue").dice("66")
    assert "BAB" not in table.s.stacks
    assert table.s.land("SYR", "blue") == table.s.land("MED", "green") == 1, "these are fought later"


@pytest.mark.parametrize(("unit", "least"), [("c", 4), ("i", 5), ("e", 5), ("l", 6)])
def test_pa_25_one_die_a_unit_hits_by_its_type(unit: str, least: int) -> None:
    for face in range(1, 7):
        found = count_hits([(unit, face)], [], skirmish=False)
        assert found == ({unit: 1} if face >= least else {})


def test_pa_25_both_sides_roll_at_once() -> None:
    table = fight({"red": "1c 1i", "blue": "1c 1l"})
    assert table.due == 2, "PA-24: each Cavalry once before"
    table.dice("11")
    assert table.due == 4
    table.dice("4666")
    assert "SYR" not in table.s.stacks, "those who are hit hit all the same"


def test_pa_28_cavalry_infantry_elephants_levies() -> None:
    assert RANKED == ("c", "i", "e", "l")


def test_pa_30_round_after_round_until_one_side_is_gone() -> None:
    table = fight({"red": "1l", "blue": "1l"}, leaders={"red": "SYR", "blue": "SYR"})
    for _ in range(3):
        table.dice("11").play("hold", "hold")
    table.dice("66")
    assert "SYR" not in table.s.stacks
    assert {table.s.leaders["red"], table.s.leaders["blue"]} == {"SYR"}
    assert not table.s.captors, "where both are gone the leaders stay, free"


def test_pa_36_who_lands_among_unfriendly_units_fights_in_combat() -> None:
    units = {"LYD": {"red": "2f 2i"}, "CYP": {"blue": "1i"}}
    table = step("movement", units, leaders=AWAY).order("sail 2 LYD to LEV with 2i, land CYP; done")
    assert table.s.landed == {"CYP": {"red-i": 2}}
    assert table.s.phase == "combat"
    assert "fight-CYP-blue" in Table(successors.load(successors.dump(table.s))).keys


def test_pa_40_without_a_counter_they_are_destroyed_and_who_sails_picks_the_sea() -> None:
    more = {"EGY": {"red": "1i", "blue": "2f"}, "LEV": {"red": "6f"}}
    table = step("combat", more, leaders={**AWAY, "red": "SYR"}).dice("15")
    assert table.s.fleets("EGY", "red") == 0, "all six counters are on the map"
    assert (table.ask.seat, table.ask.kind) == ("blue", "escape")
    assert set(table.keys) == set(COASTS["EGY"])
    units = {"PHO": {"red": "1i", "blue": "1f"}}
    truce = step("combat", units, leaders=AWAY, truces=[{"between": ["red", "blue"]}])
    assert truce.live.pending is None, "not at a truce"
    assert step("combat", {"PHO": {"blue": "1f"}}, leaders={**AWAY, "red": "PHO"}).live.pending is None


def test_each_throw_says_which_of_its_dice_hit() -> None:
    rules, lifted = GAMES["successors"], 0
    for played in (each for seed in range(3, 7) for each in random_steps(rules, seed)):
        state: Any = played.live.state
        for fight in state.fights:
            lifted += sum(map(len, fight.lifted))
            assert fight.hits == (sum(fight.list_hits(0)), sum(fight.list_hits(1))), fight
    assert lifted
    port = Fight("PHO", "port", ("red", "blue"), ((("f", 4), ("f", 5)), ()), (1, 0))
    assert port.list_hits(0) == (True, False)
    sea = Fight("AEG", "sea", ("red", "blue"), ((("f", 5), ("f", 6)), (("f", 4),)), (2, 0))
    assert (sea.list_hits(0), sea.list_hits(1)) == ((True, True), (False,))


def labels(table: Table) -> dict[str, str]:
    """Return the labels of the legal answers by key."""
    return {each.key: each.label for each in list_options(GAME, table.ask) if not each.why_not}


def test_pa_26_each_type_says_the_chance_that_it_gives() -> None:
    units = {"SYR": {"red": "1i 2l", "blue": "2i"}}
    table = step("combat", units, leaders={**AWAY, "red": "SYR"}).play("fight-SYR-blue")
    chances = {kind: calculate_led(table, kind) for kind in ("i", "l")}
    assert chances["i"] != chances["l"]
    for kind, chance in chances.items():
        assert f"{round(100 * chance)}%" in labels(table)[kind]


def calculate_led(table: Table, kind: str) -> float:
    """Return Red's chance to win in Syria if its leader leads this type."""
    found = calculate_battle(table.s, "SYR", Side(["red"], {"red": kind}), Side(["blue"]))
    assert found is not None
    return found[0]


def test_pa_26_the_question_for_the_type_says_both_armies_and_shows_the_place() -> None:
    units = {"SYR": {"red": "1i 2l", "blue": "2i"}}
    table = step("combat", units, leaders={**AWAY, "red": "SYR"}).play("fight-SYR-blue")
    armies = [read_arg(table.ask.prompt, part) for part in ("one", "other")]
    assert [words.read(successors.name) for words in armies] == [
        describe_side(table.s, "SYR", Side([seat])).read(successors.name) for seat in ("red", "blue")
    ]
    sight = find_sight(table.ask)
    assert sight is not None
    assert sight.around == ("SYR",)


def test_pa_26_the_attacked_leader_reads_their_own_chance() -> None:
    units = {"SYR": {"red": "4i", "blue": "1i 2l"}}
    table = step("combat", units, leaders={**AWAY, "blue": "SYR"}).play("fight-SYR-blue")
    assert (table.ask.seat, table.ask.kind) == ("blue", "leader-type")
    found = calculate_battle(table.s, "SYR", Side(["red"]), Side(["blue"], {"blue": "i"}))
    assert found is not None
    assert f"{round(100 * found[1])}%" in labels(table)["i"]


def test_pa_29_holding_says_the_chance_and_insisting_too() -> None:
    table = fight({"red": "3i", "blue": "2i"}).dice("11111")
    assert table.ask.kind == "retreat"
    assert "%" in labels(table)["hold"]
    assert "%" not in labels(table)["retreat-PHO"]
    table = step("combat", {"SYR": {"red": "3i", "blue": "2i"}}, leaders=AWAY).play("done")
    assert table.ask.kind == "insist"
    assert ["%" in label for label in labels(table).values()] == [True, False]


@pytest.mark.parametrize(("own", "blue"), [("2i", ""), ("5i", "fight-SYR-blue")])
def test_a_battle_that_is_lost_more_often_than_won_does_not_stand_out(own: str, blue: str) -> None:
    table = step("combat", {"SYR": {"red": own, "blue": "3i"}}, leaders=AWAY)
    assert find_ways(GAME, table.game, 20).main == blue


def test_the_next_battle_names_the_chosen_ones_and_no_chance_that_their_losses_change() -> None:
    units = {"SYR": {"red": "3i", "blue": "1l", "white": "2i"}, "PHO": {"red": "1i", "green": "1l"}}
    table = step("combat", units, leaders=AWAY)
    first = table.ask.prompt
    table.play("fight-SYR-blue")
    assert table.ask.prompt.text != first.text
    assert "Syria" in table.ask.prompt.read(successors.name)
    assert ["%" in labels(table)[key] for key in ("fight-SYR-white", "fight-PHO-green")] == [False, True]


def test_who_holds_reads_how_the_battle_goes_on() -> None:
    """The preview of “Hold” told nothing."""
    table = step("combat", {"SYR": {"red": "3i", "blue": "4i"}}, leaders=AWAY).play("fight-SYR-blue")
    table.dice("1111111").play("hold")
    assert table.ask.seat == "red"
    (line,) = write_forecast(table.s, "blue", table.ask)
    assert {key: line.args[key] for key in ("foe", "place", "own", "theirs")} == {
        "foe": "red", "place": "SYR", "own": 4, "theirs": 3,
    }  # fmt: skip
    assert "win" in line.args
