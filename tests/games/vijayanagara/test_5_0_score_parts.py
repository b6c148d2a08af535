"""5.1 to 5.3: the parts of everybody's victory points add up to them."""

from __future__ import annotations

import re

import pytest

from rules import vijayanagara as game
from rules.vijayanagara.victory.score_parts import describe_scores
from rules.words import read_said
from tests.games.vijayanagara.table import Table

POSITION = """
independent: [maharashtra, andhra]
spaces:
  maharashtra: {rebelling-amirs: 2, forts: 1}
  andhra: {rebelling-rajas: 3, temples: 1}
  delhi: {mongols: 1}
influence: {bahmani: 2}
"""


def test_5_the_parts_of_the_points() -> None:
    view = game.view(Table(POSITION, first="sultanate").state, None)
    parts = {faction: read_said(sum_, game.name) for faction, sum_ in describe_scores(view).items()}
    assert parts["bahmani"].endswith(", Fort 1, Influence 2")
    assert parts["vijayanagara"].endswith(", Temple 1")
    assert parts["sultanate"].startswith("Tributary Provinces ")
    for faction in view.factions:
        assert sum(int(n) for n in re.findall(r"\d+", parts[faction.key])) == faction.vp


@pytest.mark.parametrize(("mongols", "part"), [(1, "Delhi after Timur +2"), (5, "Delhi after Timur −2")])
def test_5_1_delhi_after_timur(mongols: int, part: str) -> None:
    view = game.view(game.load(f"over: true\ncard: null\nspaces: {{delhi: {{mongols: {mongols}}}}}"), None)
    assert read_said(describe_scores(view)["sultanate"], game.name).endswith(f", {part}")


def test_5_2_a_faction_without_points_has_no_parts() -> None:
    view = game.view(Table(first="sultanate").state, None)
    assert "bahmani" not in describe_scores(view)
