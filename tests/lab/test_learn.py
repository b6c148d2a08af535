"""`durbar learn`: stored games, and what is learned from them."""

from __future__ import annotations

from math import exp
from pathlib import Path
from random import Random

import pytest

from bot.cli.main import main
from lab.learn import Lesson, fit, make_judgement, measure_loss, read_games, write_judgement
from rules.errors import InputError
from rules.players.judgement import read_judgement

GAME = "vijayanagara"


def test_games_are_kept_and_a_run_that_was_stopped_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, out = tmp_path / "lessons", tmp_path / "judgement.toml"
    run = ["learn", GAME, "--keep", str(file), "--seed", "t"]
    assert main([*run, "--games", "1", "--fit", str(out)]) == 0
    first = file.read_text()
    assert read_judgement(out.read_text(), GAME).games == 1
    file.write_text(first + '{"seats": ["no')  # a kill in the middle of a line
    assert main([*run, "--games", "2"]) == 0
    assert file.read_text().startswith(first)
    games = read_games(file)
    assert len(games) == 2
    assert all(sum(game.won) == pytest.approx(1) for game in games)
    assert all(len(values) == len(game.signs) for game in games for _, values in game.positions)
    assert "1 of 2 games predicted: logarithmic loss" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["learn", "aadu_huli"], "does not learn how to judge a position"),
        (["learn", GAME, "--keep", "{bad}"], "can't be read"),
    ],
)
def test_what_can_t_be_learned(
    arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad"
    bad.write_text("no game\n")
    assert main([str(bad) if each == "{bad}" else each for each in arguments]) == 2
    assert why in capsys.readouterr().err


def lessons(n: int) -> list[Lesson]:
    """Return games of two seats, in which a lead helps the first, and only late."""
    rng, found = Random(5), []
    for _ in range(n):
        lead, late = rng.uniform(-2, 2), rng.choice((0.0, 1.0))
        won = float(rng.random() < 1 / (1 + exp(-2 * lead * late)))
        found.append(
            Lesson(
                seats=("a", "b"),
                signs=("always", "lead"),
                won=(won, 1 - won),
                positions=((late, (1.0, lead)),),
            )
        )
    return found


def test_games_of_other_signs_are_not_mixed(tmp_path: Path) -> None:
    file, (one,) = tmp_path / "lessons", lessons(1)
    file.write_text(
        f"{one.model_dump_json()}\n{one.model_copy(update={'signs': ('a', 'b')}).model_dump_json()}\n"
    )
    with pytest.raises(InputError, match="different features"):
        read_games(file)


def test_the_fit_finds_what_the_games_were_made_with() -> None:
    weights = fit(lessons(3000), "s")
    early, late = (weights[at][0] - weights[at][1] for at in (2, 3))
    assert early == pytest.approx(0, abs=0.3)
    assert early + late == pytest.approx(2, abs=0.4)


def test_what_is_learned_foretells_other_games_better_than_how_often_each_seat_wins() -> None:
    loss = measure_loss(lessons(1200), "s")
    assert loss.games == 200
    assert loss.fitted < loss.usual - 0.1


def test_what_is_learned_is_a_file_that_the_game_can_read() -> None:
    found = make_judgement(lessons(50), "s")
    assert read_judgement(write_judgement(found), "rules.some_game") == found
    assert found.sums({"always": 1.0, "lead": 0.0}, 0.0)["a"] == found.signs["always"].always[0]


def test_signs_that_the_file_does_not_know_are_refused() -> None:
    with pytest.raises(ValueError, match="learn it anew"):
        make_judgement(lessons(1), "s").sums({"always": 1.0, "lag": 0.0}, 0.0)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("games = 1", "provenance"),
        (
            (
                'provenance = "ours"\nnote = "a trial"\ngames = 1\nseats = ["a", "b"]\n'
                "[signs]\nlead = {always = [1], late = [1]}"
            ),
            "lead: a number for each of 2 seats",
        ),
    ],
)
def test_a_bad_file_is_refused_with_the_place(text: str, why: str) -> None:
    with pytest.raises(ValueError, match=f"(?s)rules.some_game: judgement.toml.*{why}"):
        read_judgement(text, "rules.some_game")
