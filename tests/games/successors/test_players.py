"""The bot players: their games end, they return only legal keys, and their rules work as documented."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from rules import successors
from rules.chance import find_faces
from rules.kernel import Ask, submit
from rules.player import Player, Point
from rules.players import Mover, choose_order, play_out
from rules.successors.players import BOT_PLAYERS
from rules.successors.players.evaluation import compute_worth, estimate_odds
from rules.successors.players.fair import find_feeding_homes
from rules.successors.players.survey import Survey
from tests.games.successors.table import Table, step
from tests.games.successors.test_set_up import next_turn, picked

LEFT_GEDROSIA = ("CIL", "MED", "GRE")  # Homes that leave much in reach of Gedrosia to the last seat
AWAY = {"red": "EGY", "blue": "THR", "green": "THR", "yellow": "THE"}


def player(level: str, seed: int = 1) -> Player:
    return BOT_PLAYERS[level](Random(seed).randrange, bool)


def chosen(table: Table, level: str = "fair") -> str:
    """Return the answer of this level to the current question."""
    return chosen_by(table, player(level))


def chosen_by(table: Table, who: Player) -> str:
    """Return the answer of this player to the current question."""
    ask = table.ask
    order = tuple(entry.key for entry in table.game.log if entry.seat == ask.seat)

    def look() -> Any:
        return successors.view(table.s, ask.seat)

    def begun() -> Any:
        return successors.view(successors.load(table.game.start), ask.seat)

    log = tuple(table.game.log)
    return who.choose(Point(ask.seat, ask.kind, tuple(ask.menu()), order, look, begun, log))


def test_it_attacks_where_it_outnumbers_and_not_elsewhere() -> None:
    units = {"SYR": {"red": "3i", "blue": "1l"}, "BAB": {"red": "1l", "blue": "3i"}}
    assert chosen(step("combat", units, leaders=AWAY)) == "fight-SYR-blue"
    assert chosen(step("combat", {"BAB": units["BAB"]}, leaders=AWAY)) == "done"


def test_it_retreats_from_twice_as_many() -> None:
    table = step("combat", {"SYR": {"red": "3i", "blue": "1i"}}, leaders=AWAY).play("fight-SYR-blue")
    assert chosen(table.dice("1111")).startswith("retreat-")


def test_it_ransoms_its_leader() -> None:
    table = step("revenue", {"SYR": {"red": "1i"}}, talents={"red": 9}, captives={"red": "blue"})
    assert chosen(table) == "ransom"


def test_it_buys_a_levy_for_each_free_province_that_it_could_take_and_feed() -> None:
    table = step("revenue", {"SYR": {"red": "1i"}}, talents={"red": 9}, leaders={**AWAY, "red": "SYR"})
    number, _, kind = chosen(table).partition("-")
    assert kind == "l"
    assert 2 <= int(number) <= 8


def test_spare_units_take_the_free_province_that_is_worth_most() -> None:
    table = step("movement", {"SYR": {"red": "3l"}}, leaders={**AWAY, "red": "SYR"})
    assert chosen(table) == "march-SYR"
    table.play("march-SYR")
    to = chosen(table)
    assert compute_worth(table.s, to) == max(
        compute_worth(table.s, key) for key in table.ask.menu() if key != "done"
    )
    table.play(to)
    assert chosen(table) == "1-l"


def test_the_last_unit_leaves_a_province_that_it_holds_only_for_a_better_one() -> None:
    assert chosen(step("movement", {"BAB": {"red": "1l"}}, leaders={**AWAY, "red": "BAB"})) == "done"
    table = step("movement", {"SYR": {"red": "1l"}}, leaders=AWAY)
    assert chosen(table) == "march-SYR"
    assert chosen(table.play("march-SYR")) == "BAB"


def test_twice_as_many_are_far_likelier_to_win() -> None:
    assert estimate_odds({"red-i": 2}, {"blue-i": 2}) == 0.5
    assert estimate_odds({"red-i": 4}, {"blue-i": 2}) > 0.85
    assert estimate_odds({"red-c": 2}, {"blue-l": 2}) > 0.7


@pytest.mark.parametrize("level", BOT_PLAYERS)
def test_marches_and_voyages_that_another_began_are_ended(level: str) -> None:
    """A seat that takes over is asked where the one before has stopped."""
    units = {"SYR": {"red": "2i 3l", "blue": "1i"}, "LYD": {"red": "2i 2f"}, "LEV": {"red": "1f"}}
    asked = set[str]()
    for seed in range(30):
        table = step("movement", units, allies=[["red", "blue"]], leaders={**AWAY, "red": "SYR"})
        rng = Random(seed)
        for _ in range(rng.randrange(1, 10)):
            if isinstance(table.live.pending, Ask):
                table.play(rng.choice([key for key in table.keys if key != "done"] or table.keys))
        if isinstance(ask := table.live.pending, Ask):
            asked.add(ask.kind)
            keys = choose_order(successors, table.game, player(level, seed)).keys
            assert submit(successors, table.game, ask.seat, keys).entered >= len(keys) > 0
    assert asked >= {"march-to", "march-with", "allies-along", "sail-fleets", "sail-to", "shore"}


@pytest.mark.parametrize("level", BOT_PLAYERS)
def test_a_march_goes_on_after_an_ally_has_answered(level: str) -> None:
    units = {"SYR": {"red": "3l", "blue": "1i"}}
    table = step("movement", units, allies=[["red", "blue"]], leaders={**AWAY, "red": "SYR"})
    table.play("march-SYR", "PAL", "1-l", "done", "1-blue-i", "yes")
    assert (table.ask.seat, table.ask.kind) == ("red", "march-to")
    keys = choose_order(successors, table.game, player(level)).keys
    assert submit(successors, table.game, "red", keys).entered >= len(keys) > 0


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("level", ["easy", "fair"])
def test_games_between_players_end(level: str, seats: int) -> None:
    state = successors.setup(successors.Options.model_validate({"seats": seats}))
    players: dict[str, Player] = {seat: player(level, at) for at, seat in enumerate(state.seats)}
    players[state.seats[-1]] = Mover(Random(level).randrange)
    play_out(successors, state, players, partial(find_faces, f"{level} {seats}"))
    assert successors.view(state, None).winners
    successors.check(state)


def test_homes_vary_among_the_good_ones() -> None:
    table = next_turn(picked("6321"))
    found = {chosen_by(table, player("fair", seed)) for seed in range(20)}
    assert len(found) > 2
    assert not found & {"RHO", "CYP", "CRE", "PEL"}


@pytest.mark.parametrize("level", BOT_PLAYERS)
def test_no_level_begins_where_its_first_units_can_go_hungry(level: str) -> None:
    """Much lies in reach of Gedrosia here, but nothing in it, and too little next to it."""
    table = next_turn(picked("6321"))
    for home in LEFT_GEDROSIA:
        table = next_turn(table.play(home, "1-l", "done"))
    assert "GED" in table.keys
    feeding = find_feeding_homes(table.keys)
    assert not {"GED", "PEL", "RHO", "CYP", "CRE"} & {*feeding}
    assert {"ARA", "CRM", "THR"} <= {*feeding}, "these have enough next to them"
    assert {chosen_by(table, player(level, seed)) for seed in range(40)} <= {*feeding}


def test_a_mistake_of_easy_does_not_end_a_movement() -> None:
    """Five levies that stay together can't be fed in the next Revenue."""
    table = step("movement", {"SYR": {"red": "5l"}}, leaders={**AWAY, "red": "SYR"})
    assert "done" in table.keys
    assert {chosen_by(table, player("easy", seed)) for seed in range(40)} == {"march-SYR"}


def test_no_ransom_is_paid_where_an_enemy_waits_for_the_leader() -> None:
    more: dict[str, Any] = {"talents": {"red": 9}, "captives": {"red": "blue"}}
    assert chosen(step("revenue", {"BAC": {"red": "1i"}, "SYR": {"blue": "1l"}}, **more)) == "no"
    assert chosen(step("revenue", {"BAC": {"red": "1i"}, "PAL": {"blue": "1l"}}, **more)) == "ransom"


def test_of_two_like_provinces_that_of_the_stronger_rival_is_taken() -> None:
    """Lydia and Phoenicia are worth 2 each, and a levy holds each."""
    units = {"PHR": {"red": "5i"}, "LYD": {"blue": "1l"}, "BAB": {"green": "1l"}}
    near = {"SYR": {"green": "1l"}, "MAC": {"blue": "4c"}, "EGY": {"blue": "4i"}, "GRE": {"blue": "2i"}}
    table = step("movement", {**units, **near}, leaders={**AWAY, "red": "PHR"})
    assert chosen(table) == "march-PHR"
    assert chosen(table.play("march-PHR")) == "LYD"


def test_a_much_weaker_rival_is_spared() -> None:
    """Lydia is all that Blue has. Taking it is worth less than a free Cilicia of the same value."""
    strong = {"BAB": {"green": "5i"}, "EGY": {"yellow": "5i"}}
    table = step("movement", {"PHR": {"red": "5i"}, "LYD": {"blue": "1l"}, **strong})
    seen = Survey(table.s, "red")
    assert seen.taking("LYD") < seen.taking("CIL") < seen.taking("EGY")
    assert compute_worth(table.s, "LYD") == compute_worth(table.s, "CIL")


def test_no_more_march_than_are_needed() -> None:
    units = {"SYR": {"red": "8i"}, "MES": {"blue": "1l"}, "PHO": {"blue": "1l"}}
    table = step("movement", units, leaders={**AWAY, "red": "SYR"}).play("march-SYR", "MES")
    key = chosen(table)
    assert key not in ("all", "8-i")


def test_those_who_cannot_win_alone_march_together() -> None:
    units = {"SYR": {"red": "3i"}, "MED": {"red": "3i"}, "MES": {"blue": "3i"}}
    for place in ("PHO", "PAL", "CIL", "BAB", "SUS", "PER", "PAR", "ATR"):
        units[place] = {"red": "1l"}
    units |= {place: {"blue": "1i"} for place in ("EGY", "MAC", "GRE", "LYD")}
    table = step("movement", units, leaders=AWAY, game_turn=6)
    came = set[str]()
    while isinstance(ask := table.live.pending, Ask) and ask.kind != "battles":
        key = chosen(table)
        came |= {key} if key.startswith("march-") else set()
        table.play(key)
    assert {"march-SYR", "march-MED"} <= came
