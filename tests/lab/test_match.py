"""`durbar match`: bot players against each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from bot.cli.main import main
from bot.engine.thinking import Seated, Timed, seat_player
from lab.match import Answer, Outcome, Pairing, Thinking, match, read_games, read_points
from lab.match_tables import list_tables
from rules.errors import InputError
from rules.kernel import Point, Rules
from rules.loading.games import GAMES
from rules.players import Mover

QUICK = [GAMES["aadu_huli"], GAMES["taj_mahal"]]  # the games that take least time
NAMES = {"a": "Alpha", "b": "Beta", "c": "Gamma"}


@pytest.mark.parametrize("rules", QUICK, ids=lambda rules: str(rules.KEY))
def test_a_match_says_who_won_and_how(rules: Rules, capsys: pytest.CaptureFixture[str]) -> None:
    level = next(iter(rules.BOT_PLAYERS))
    assert main(["match", rules.KEY, level, "random", "--games", "4", "--seed", "m", "--looks", "9"]) == 0
    first, won, *rest = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{level} against random, 9 looks an order: 4 games, ")
    assert won.startswith(f"{level} has won ")
    assert " of 4, " in won
    assert sum(int(line.split()[0]) for line in rest[: rest.index("")]) == 4


def test_seats_go_round_with_the_same_dice_and_the_same_seed_gives_the_same_games() -> None:
    rules = QUICK[0]
    level = next(iter(rules.BOT_PLAYERS))
    once, again = (list(match(rules, (level, "random"), 3, "s", Thinking(looks=5), {})) for _ in range(2))
    assert once == again
    assert [(game.seed, game.seat) for game in once] == [("s/0", "north"), ("s/0", "south"), ("s/1", "north")]


def test_a_level_against_itself_plays_no_game_twice() -> None:
    """That holds although its players always answer in the same way."""
    games = list(match(QUICK[1], ("fair", "fair"), 4, "s", Thinking(looks=0), {}))
    assert len({tuple(game.points[title].items()) for game in games for title in [*game.points][-1:]}) == 4


def test_a_run_that_was_stopped_goes_on_where_it_ended(tmp_path: Path) -> None:
    rules, file = QUICK[0], tmp_path / "results"
    run = ["match", rules.KEY, "random", "random", "--results", str(file)]
    assert main([*run, "--games", "2"]) == 0
    first = file.read_text()
    file.write_text(first + '{"pairing": ["aadu')  # a kill in the middle of a line
    assert main([*run, "--games", "3"]) == 0
    assert file.read_text().startswith(first)
    games = read_games(file)
    assert [game.key[1:] for game in games] == [("0/0", "north"), ("0/0", "south"), ("0/1", "north")]
    fresh = match(rules, ("random", "random"), 3, "0", Thinking(), {})
    assert games == list(fresh), "what was kept is what would be played"
    assert main([*run, "--games", "1", "--looks", "3"]) == 0
    assert len(read_games(file)) == 4, "another pairing has games of its own"


def test_a_file_that_holds_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "results"
    file.write_text("no game\n")
    assert main(["match", QUICK[0].KEY, "random", "random", "--results", str(file)]) == 2
    assert f"{file}, line 1: " in capsys.readouterr().err


def outcome(one: str, seat: str, winner: str, points: dict[str, float], *answers: Answer) -> Outcome:
    return Outcome(
        pairing=Pairing("game", one, "fair", "1 s", ""),
        seed="0",
        seat=seat,
        won={each: float(each == winner) for each in NAMES},
        headline=f"{NAMES[winner]} wins.",
        entries=100,
        points={"First": dict.fromkeys(NAMES, 0.0), "Last": points},
        answers=answers,
    )


def test_the_tables_tell_the_levels_the_seats_and_the_answers() -> None:
    call = Answer(seat="b", what="call", points=2.0, chance=0.1)
    games = [
        outcome("full", "a", "a", {"a": 9, "b": 5, "c": 4}),
        outcome("full", "b", "c", {"a": 3, "b": 5, "c": 8}, call, call.model_copy(update={"points": 0.0})),
    ]
    lines = list(list_tables(games, NAMES, answers=True))
    assert lines[1].startswith("full has won 1 of 2, 50.0 % (9.5 to 90.5 %)")
    row = {line.split()[0]: line for line in lines if line}
    assert row["Alpha"].split()[-1] == "6.0"
    assert row["Last"].split()[1:] == ["-0.5", "-3.5", "-1.0"]
    assert row["call"].split()[1:] == ["2", "0", "2", "0", "+1.00", "+10.0", "0"]
    assert not any(line.startswith("call") for line in list_tables(games, NAMES))


def test_of_a_level_against_itself_only_the_seats_are_told() -> None:
    lines = list(list_tables([outcome("fair", "a", "a", {"a": 9, "b": 5, "c": 4})], NAMES))
    assert not any("has won" in line for line in lines)


def test_points_are_read_with_their_sign() -> None:
    class Standing:
        standing = (("a", ("−2 VP", "3 Resources")), ("b", ("12 VP",)), ("c", ("no points",)))

    assert read_points(cast(Any, Standing)) == {"a": -2.0, "b": 12.0}


def test_every_game_can_be_played_at_random(capsys: pytest.CaptureFixture[str]) -> None:
    for key in GAMES:
        assert main(["match", key, "random", "random", "--games", "1"]) == 0
    assert "random" in capsys.readouterr().out


def test_a_level_or_an_option_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    rules = QUICK[0]
    assert main(["match", rules.KEY, "godlike", "random"]) == 2
    assert "random, " in capsys.readouterr().err
    assert main(["match", rules.KEY, "random", "random", "--option", "wings=4"]) == 2
    assert rules.TITLE in capsys.readouterr().err
    assert main(["match", rules.KEY, "random", "random", "--games", "0"]) == 2
    with pytest.raises(InputError):
        seat_player(rules, "godlike", int, Timed(1.0))


def test_a_player_is_told_when_its_time_is_over() -> None:
    timed = Timed(60.0)
    player = Seated(Mover(lambda n: n - 1), timed)
    assert timed.is_over(), "before anything is asked there is no time"
    nobody = cast(Any, None)
    assert player.choose(Point("north", "", ("a", "b"), (), nobody, nobody)) == "b"
    assert not timed.is_over()
