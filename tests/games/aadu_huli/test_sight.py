"""The board of a placing has no numbers, because it prints the names of the points."""

from __future__ import annotations

from bot.analysis.hint_picture import choose_picture
from bot.session.loaded_game import LoadedGame
from rules.aadu_huli.state import State
from rules.kernel import begin
from tests.games.aadu_huli.table import GAME, all_placed, place
from tests.turns.walking import situation


def load(s: State) -> LoadedGame:
    return situation(GAME, begin(GAME, GAME.dump(s), "seed"))


def test_only_moves_are_numbered() -> None:
    """A newcomer took the 3 on the point 2F for its name."""
    placing, moving = load(place("3c")).build_panel(), load(all_placed("3c 4a 5a 5b 5d")).build_panel()
    assert placing is not None
    assert moving is not None
    assert placing.picture
    assert not placing.numbers
    assert moving.numbers


def test_the_numbers_of_hints_stand_at_the_points() -> None:
    assert choose_picture(load(place("3c")), [("4c",), ("3b",)]).marks == ("4c", "3b")
