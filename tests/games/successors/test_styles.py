"""What the styles of bot players like shows in their marches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest

from rules.loading.games import GAMES
from rules.successors.players.candidates import read_marches
from rules.successors.players.playout import Turn
from rules.successors.players.styles import find_mark
from rules.successors.players.survey import Survey
from rules.successors.state import State
from tests.styles import add_marks, assert_shows, play_positions

GAME = GAMES["successors"]
KINDS = ("movement",)


def measure(s: State, seat: str, keys: Sequence[str]) -> Mapping[str, float]:
    v = Survey(s, seat)
    return Counter(find_mark(v, to) for _, to in read_marches(tuple(keys)))


@pytest.mark.parametrize("level", ["fair", "full"])
def test_each_style_marches_as_its_name_says(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The playouts of `full` find all orders equally good here."""
    monkeypatch.setattr(Turn, "after", lambda *_: 0.5)
    found = add_marks(GAME, level, play_positions(GAME, "fair", KINDS, 1), measure, looks=5)
    assert_shows(found, "marcher", "battle")
    assert_shows(found, "settler", "settle")
    assert_shows(found, "warden", "guard")
