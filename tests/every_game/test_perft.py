"""What may follow a position: the answers, their order, and the number of ways to go on.

The data in the file perft.yaml of each complete game come from the golden games. `DURBAR_REWRITE=1` counts
them again.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lab.fuzz import perft
from rules.kernel import Game, Rules
from rules.records.record import load_record, replay
from tests import documents
from tests.every_game import golden
from tests.every_game.tiers import COMPLETE, complete_game

DEPTH = 2
EVERY = 9  # a position each so many turns of a golden game


def data(rules: Rules) -> Path:
    """Return the data file of a game."""
    return golden.folder(rules) / "perft.yaml"


def rewrite(rules: Rules) -> None:
    """Take positions from the golden games, and count."""
    found = []
    for file in golden.records(rules):
        for game, _ in replay(rules, load_record(file.read_text(encoding="utf-8"))):
            position = Game("perft", game.turn, game.start)
            if game.turn % EVERY == 1 and (ways := list(perft(rules, position, DEPTH))):
                name, place = f"{file.stem}, turn {game.turn}", json.loads(game.start)
                found.append(
                    {"name": name, "turn": game.turn, "depth": DEPTH, "ways": dict(ways), "position": place}
                )
    text = documents.write(found, sort_keys=False, allow_unicode=True, default_flow_style=None, width=110)
    data(rules).write_text(text, encoding="utf-8")


for counted in filter(golden.rewrites, COMPLETE.values()):
    golden.play_anew(counted)
    rewrite(counted)

NAME = re.compile(r"^- name: (.+)$", re.MULTILINE)  # of a position; the rest is read only by its test
CASES = [
    pytest.param(rules, name, id=name)
    for rules in COMPLETE.values()
    if data(rules).exists()
    for name in NAME.findall(data(rules).read_text(encoding="utf-8"))[::2]  # `make golden` counts all
]


@cache
def read_counts(rules: Rules) -> dict[str, dict[str, Any]]:
    """Return the counts of a game by the names of their positions."""
    return {case["name"]: case for case in documents.read(data(rules).read_text(encoding="utf-8"))}


@complete_game
def test_the_game_has_counts(rules: Rules) -> None:
    assert data(rules).exists(), f"no {data(rules)}: make golden GAME={rules.KEY}"


@pytest.mark.parametrize(("rules", "name"), CASES)
def test_the_same_may_follow_in_the_same_order(rules: Rules, name: str) -> None:
    case = read_counts(rules)[name]
    start = rules.dump(rules.load(json.dumps(case["position"])))
    ways = list(perft(rules, Game("perft", case["turn"], start), case["depth"]))
    assert ways == list(case["ways"].items())
