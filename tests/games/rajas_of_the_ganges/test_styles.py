"""What the styles of bot players like shows in where they send their workers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from rules.loading.games import GAMES
from rules.rajas_of_the_ganges.players import full
from rules.rajas_of_the_ganges.players.styles import measure_marks
from rules.rajas_of_the_ganges.state import State
from tests.styles import add_marks, assert_shows, list_positions

GAME = GAMES["rajas_of_the_ganges"]
KINDS = ("space",)


def measure(s: State, seat: str, keys: Sequence[str]) -> Mapping[str, float]:
    return measure_marks(keys)


@pytest.mark.parametrize(("level", "most"), [("easy", 300), ("fair", 60), ("full", 60)])
def test_each_style_orders_as_its_name_says(level: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(full, "play_on", lambda *_: 0.0)  # the playouts find all orders equally good
    found = add_marks(GAME, level, list_positions(GAME, KINDS, most), measure, looks=5)
    assert_shows(found, "trader", "market")
    assert_shows(found, "builder", "tiles")
    assert_shows(found, "boatman", "river")
