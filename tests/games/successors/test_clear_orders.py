"""Hints find the answer that long playouts show to be clearly right, and nobody disbands for nothing."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.analysis import advice
from bot.analysis.advice import Hints, weigh_orders
from bot.engine.thinking import Counted, Task, list_levels, seat_player
from rules.kernel import Entry, Game
from rules.players import choose_order, find_asked
from rules.successors.sequence.revenue import BOUGHT, DISBAND
from tests import documents
from tests.games.successors.table import GAME

CASES: list[dict[str, Any]] = documents.read(
    Path(__file__).with_name("clear_orders.yaml").read_text(encoding="utf-8")
)
BUYING = [case for case in CASES if case["kind"] == "purchase"]


def begin(case: dict[str, Any]) -> Game:
    """Return the open turn of a case."""
    return Game("", 1, json.dumps(case["start"]), tuple(Entry(*entry) for entry in case["log"]))


def name_answer(key: str) -> str:
    """Return an answer as a case names it."""
    return "buy" if key.rpartition("-")[2] in BOUGHT else key


def test_the_set_is_large_enough_and_each_answer_is_right_by_more_than_noise() -> None:
    assert len(CASES) >= 8
    assert all(case["margin"] > 3 and case["after"][0] > case["after"][1] for case in CASES)


@pytest.fixture(autouse=True)
def _in_short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use half of the playouts, which are enough here."""
    monkeypatch.setattr(advice, "PLAYOUTS", 12)
    monkeypatch.setattr(advice, "GUESSES", 12)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['kind']}-{case['wrong']}")
def test_a_hint_finds_what_is_clearly_right(case: dict[str, Any]) -> None:
    game = begin(case)
    point = find_asked(GAME, game)
    assert point is not None
    assert point.kind == case["kind"]
    assert case["wrong"] in point.keys
    hints = weigh_orders(Task("successors", game, point.seat, "full", 3600.0, 5))
    assert isinstance(hints, Hints)
    assert name_answer(hints.best[0].keys[0]) in case["right"]
    assert not any(DISBAND in hint.keys for hint in hints.best)


@pytest.mark.parametrize("level", list_levels(GAME))
@pytest.mark.parametrize("case", BUYING, ids=lambda case: str(case["wrong"]))
def test_no_level_disbands_units(case: dict[str, Any], level: str) -> None:
    for seed in range(8 if level == "random" else 2):
        player = seat_player(GAME, level, Random(seed).randrange, Counted(4))
        assert DISBAND not in choose_order(GAME, begin(case), player).keys
