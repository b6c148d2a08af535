"""`durbar match`: automatic players against each other."""

from __future__ import annotations

from typing import Any, cast

import pytest

from bot.cli.main import main
from bot.games.match import match
from bot.games.refused import NotDone
from bot.games.thinking import Seated, Timed, seated
from rules.games import GAMES
from rules.kernel import Point, Rules
from rules.players import Mover

QUICK = [GAMES["aadu_huli"], GAMES["taj_mahal"]]  # the games that take least time


@pytest.mark.parametrize("rules", QUICK, ids=lambda rules: str(rules.KEY))
def test_a_match_says_who_won_and_how(rules: Rules[Any], capsys: pytest.CaptureFixture[str]) -> None:
    level = next(iter(rules.AUTOMATIC))
    assert main(["match", rules.KEY, level, "random", "--games", "4", "--seed", "m"]) == 0
    first, *ends = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{level} ")
    assert first.endswith(" entries a game")
    assert sum(int(line.split()[0]) for line in ends) == 4


def test_seats_go_round_and_the_same_seed_gives_the_same_games() -> None:
    rules = QUICK[0]
    level = next(iter(rules.AUTOMATIC))
    once, again = (list(match(rules, level, level, 2, "s", 10.0, {})) for _ in range(2))
    assert once == again
    assert {played.won for played in once} <= {True, False, None}


def test_every_game_can_be_played_at_random(capsys: pytest.CaptureFixture[str]) -> None:
    for key in GAMES:
        assert main(["match", key, "random", "random", "--games", "1"]) == 0
    assert "random" in capsys.readouterr().out


def test_a_level_or_an_option_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    rules = QUICK[0]
    assert main(["match", rules.KEY, "godlike", "random"]) == 2
    assert "there are: random, " in capsys.readouterr().err
    assert main(["match", rules.KEY, "random", "random", "--option", "wings=4"]) == 2
    assert rules.TITLE in capsys.readouterr().err
    with pytest.raises(NotDone):
        seated(rules, "godlike", int, Timed(1.0))


def test_a_player_is_told_when_its_time_is_over() -> None:
    timed = Timed(60.0)
    player = Seated(Mover(lambda n: n - 1), timed)
    assert timed.is_over(), "before anything is asked there is no time"
    nobody = cast(Any, None)
    assert player.choose(Point("north", "", ("a", "b"), (), nobody, nobody)) == "b"
    assert not timed.is_over()
