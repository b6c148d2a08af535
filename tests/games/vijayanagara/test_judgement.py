"""Each faction's chance to win: the features of a position, their weights, and games for learning."""

from __future__ import annotations

from itertools import product
from math import log
from random import Random

import pytest

from rules import vijayanagara
from rules.players.judgement import load_judgement
from rules.players.outlook import share_victory
from rules.vijayanagara.board import FACTIONS
from rules.vijayanagara.players.first_look import play_game, play_next_turn
from rules.vijayanagara.players.judgement import (
    IN_PROSPECTS,
    PACKAGE,
    estimate_chances,
    estimate_log_odds,
    estimate_prospects,
)
from rules.vijayanagara.players.signs import compute_signs, measure_lateness
from rules.vijayanagara.players.worth import compute_worth, estimate_swing
from rules.vijayanagara.state import State
from tests.games.vijayanagara.table import GAME, Table

EARLY = "block: 1"
LATE = "block: 3"


def states(seed: int) -> list[State]:
    """Return the positions of a game for learning, and its end."""
    found = list[State]()
    end = play_game(Random(seed).randrange, lambda s: found.append(s.copy()))
    return [*found, end]


def test_each_sign_counts_for_something_and_each_is_known() -> None:
    known = load_judgement(PACKAGE)
    assert known.seats == FACTIONS
    seen = set[str]()
    for s in states(1)[:-1]:
        found = compute_signs(s, compute_worth(s))
        assert tuple(found) == tuple(known.signs)
        assert all(-6 <= value <= 6 for value in found.values()), "numbers of about 1"
        seen |= {name for name, value in found.items() if value}
    assert len(seen) > 75, "most are met in one game"


def test_the_signs_of_a_position() -> None:
    s = Table(
        f"{LATE}\nresources: {{bahmani: 3}}\nindependent: [gujarat]\n"
        "spaces: {gujarat: {rebelling-amirs: 4, forts: 1}, malwa: {troops: 2, obedient-amirs: 1}}"
    ).state
    found = compute_signs(s, compute_worth(s))
    assert found["resources of bahmani"] == found["the first six resources of bahmani"] == 0.5
    assert found["the first two resources of bahmani"] == 1
    assert found["prosperity bahmani"] == pytest.approx(2 / 6)
    held = {name: value for name, value in found.items() if name.startswith("held by bahmani") and value}
    assert held == {"held by bahmani, 3 ahead": 1}, "five pieces against none, but Troops next door"
    assert found["tributary, bahmani needs 2"] >= 0.5, "one Amir beside two Troops"


def test_it_grows_late_as_the_cards_run_out() -> None:
    marks = [measure_lateness(s) for s in states(2)]
    assert marks[0] < 0.2
    assert marks[-2] > 1.5
    assert marks[-1] == 2


def test_the_chances_are_a_whole_and_go_by_the_position() -> None:
    even = estimate_chances(Table(EARLY).state)
    assert sum(even.values()) == pytest.approx(1)
    ahead = Table(
        f"{LATE}\nindependent: [gujarat]\nspaces: {{gujarat: {{rebelling-amirs: 4, forts: 1}}}}"
    ).state
    behind = Table(f"{LATE}\nspaces: {{gujarat: {{obedient-amirs: 1, troops: 5}}}}").state
    assert estimate_chances(ahead)["bahmani"] > estimate_chances(behind)["bahmani"]
    assert estimate_log_odds(ahead, "bahmani") > estimate_log_odds(behind, "bahmani")


def test_full_decides_by_the_judgement_and_by_the_table() -> None:
    s = Table(f"{LATE}\nindependent: [gujarat]\nspaces: {{gujarat: {{rebelling-amirs: 4, forts: 1}}}}").state
    found, worths = estimate_prospects(s), compute_worth(s)
    assert sum(found.values()) == pytest.approx(1)
    sums = load_judgement(PACKAGE).sums(compute_signs(s, worths), measure_lateness(s))
    judged = IN_PROSPECTS["judgement"] * (sums["bahmani"] - sums["vijayanagara"])
    by_table = IN_PROSPECTS["table"] * (worths["bahmani"] - worths["vijayanagara"]) / estimate_swing(s)
    assert log(found["bahmani"] / found["vijayanagara"]) == pytest.approx(judged + by_table)
    assert judged > 0 < by_table


def test_after_the_end_it_is_certain() -> None:
    end = states(3)[-1]
    won = share_victory(GAME, end)
    assert estimate_chances(end) == estimate_prospects(end) == won
    assert all((estimate_log_odds(end, seat) > 9) == (share == 1) for seat, share in won.items())


def test_a_game_to_learn_from_can_be_played_again_and_each_is_another() -> None:
    one, again, other = (vijayanagara.dump(states(seed)[-1]) for seed in (4, 4, 5))
    assert one == again != other


def test_an_odd_order_is_another_than_the_best_now_and_then() -> None:
    begun = Table(f"{EARLY}\ncard: event-1").state
    ends = {odd: set[str]() for odd in (0, 100)}
    for odd, seed in product(ends, range(8)):
        ends[odd].add(str(vijayanagara.dump(play_next_turn(begun.copy(), Random(seed).randrange, odd=odd))))
    assert len(ends[100]) > len(ends[0])
