"""Recorded games lead to the same states forever, or are rewritten on purpose."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.kernel import Rules
from rules.records.proof import verify
from rules.records.record import load_record
from tests.every_game import golden
from tests.every_game.tiers import PLAYABLE, every_game

for played in filter(golden.rewrites, PLAYABLE.values()):
    golden.play_anew(played)

FILES = [
    pytest.param(rules, file, id=f"{key} {file.stem}")
    for key, rules in PLAYABLE.items()
    for file in golden.records(rules)
]


@every_game
def test_the_game_has_a_golden_game_for_each_number_of_seats(rules: Rules) -> None:
    names = {file.stem for file in golden.records(rules)}
    assert names >= set(golden.random_games(rules)), f"pip install -e, make golden GAME={rules.KEY}"


@pytest.mark.parametrize(("rules", "file"), FILES)
def test_a_golden_game_leads_to_the_same_states(rules: Rules, file: Path) -> None:
    record = load_record(file.read_text(encoding="utf-8"))
    states = "\n".join(golden.states(rules, record)) + "\n"
    kept = file.with_suffix(".states")
    if golden.rewrites(rules):
        kept.write_text(states, encoding="utf-8")
    assert states.splitlines() == kept.read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize(("rules", "file"), FILES)
def test_a_golden_game_holds_what_its_seed_promised(rules: Rules, file: Path) -> None:
    assert verify(rules, load_record(file.read_text(encoding="utf-8"))) == []
