"""`durbar calibrate`: stored games, a fit, and the accuracy of estimates."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bot.cli.main import main
from lab.calibrate import (
    Played,
    Position,
    find_interval,
    fit,
    measure_reliability,
    read_games,
    solve_equations,
)
from rules.documents import read_toml
from rules.players.outlook import Weights, weigh_features

GAME, LEVELS = "aadu_huli", "easy,casual"


def test_games_are_kept_and_a_run_that_was_stopped_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, plot = tmp_path / "games", tmp_path / "plot.png"
    run = ["calibrate", GAME, "--levels", LEVELS, "--keep", str(file), "--seed", "t"]
    assert main([*run, "--games", "1"]) == 0
    first = file.read_text()
    file.write_text(first + '{"levels": {"no')  # a kill in the middle of a line
    assert main([*run, "--games", "2", "--plot", str(plot)]) == 0
    assert file.read_text().startswith(first)
    games = read_games(file)
    assert len(games) == 2
    assert all(sum(at.chances.values()) == pytest.approx(1) for game in games for at in game.positions)
    told = capsys.readouterr().out
    assert "2 games" in told
    assert "Brier score" in told
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_a_fit_is_a_file_that_the_game_could_read(tmp_path: Path) -> None:
    file, out = tmp_path / "games", tmp_path / "chances.toml"
    run = ["calibrate", GAME, "--levels", LEVELS, "--keep", str(file), "--games", "2", "--fit", str(out)]
    assert main(run) == 0
    found = read_toml(Weights, out.read_text(), "chances")
    assert found.games == 2
    assert "tigers" in found.weights


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (["calibrate", GAME, "--levels", "godlike"], "these levels can play: easy, "),
        (["calibrate", GAME, "--keep", "{bad}"], "can't be read"),
    ],
)
def test_what_can_t_be_calibrated(
    arguments: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad"
    bad.write_text("no game\n")
    assert main([str(bad) if each == "{bad}" else each for each in arguments]) == 2
    assert why in capsys.readouterr().err


def games(weight: float, n: int) -> list[Played]:
    """Return games of two seats that differ by a number with this weight."""
    rng, found = Random(5), []
    for _ in range(n):
        lead = rng.uniform(-2, 2)
        chances = weigh_features({"a": {"lead": lead}, "b": {}}, {"lead": weight})
        won = float(rng.random() < chances["a"])
        at = Position(0.5, {"a": {"lead": lead}, "b": {}}, chances)
        found.append(Played({"a": "easy", "b": "easy"}, {"a": won, "b": 1 - won}, (at,)))
    return found


def test_the_fit_finds_what_the_games_were_made_with() -> None:
    assert fit(games(1.5, 1500))["lead"] == pytest.approx(1.5, abs=0.25)


def test_chances_that_are_true_are_found_true_and_better_than_equal_ones() -> None:
    found = measure_reliability(games(1.5, 1500))
    assert found.games == found.positions == 1500
    assert all(each.low - 0.03 <= each.foretold <= each.high + 0.03 for each in found.bins)
    assert found.better[1] > 0
    assert found.loss < found.even_loss


def test_wilson_and_elimination() -> None:
    assert find_interval(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)
    assert find_interval(0.0, 10)[0] == 0.0
    assert solve_equations([[0.0, 2.0], [3.0, 1.0]], [4.0, 5.0]) == pytest.approx([1.0, 2.0])
