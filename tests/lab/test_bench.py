"""The slow benchmarks in their shortest form: their measurements are right, whatever the speed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lab.bench import clicks, main, pictures, spectators, thinking
from lab.bench.bots import has_low_priority
from lab.bench.kills import rows
from render.worker import Job
from rules.errors import InputError
from rules.kernel import Rules
from rules.loading.games import GAMES


def test_killed_and_gone_on_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DURBAR_DATABASE", raising=False)
    [*_, disordered] = rows(kills=1, folder=str(tmp_path))
    assert (disordered.what, disordered.value) == ("SQLite, killed 1 times: disordered", 0)
    found = {row.what.partition(": ")[2]: row.value for row in rows(kills=1, folder=str(tmp_path))}
    assert (found["lost"], found["doubled"]) == (0, 0)
    assert found["acts"] == found["posts"]
    assert (tmp_path / "kills").read_text() == ".", "the second run found that it was done"


@pytest.mark.parametrize(
    "rules", [GAMES["vijayanagara"], GAMES["rajas_of_the_ganges"]], ids=lambda rules: rules.KEY
)
def test_pictures_beside_their_floors(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "TIMES", 1)
    monkeypatch.setattr(pictures, "MIDDLE", 3)
    monkeypatch.setattr(pictures, "NAIVE_TIMES", 1)
    view = pictures._views(rules)[-1]
    drawn, again, file = pictures._kind(rules.TITLE, Job(view))
    assert (drawn.unit, again.yardstick, file.unit) == ("ms", "naive", "KiB")


def test_clicks_beside_an_bot_player_and_without(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, few in {"OPENINGS": 1, "ACTS": 2, "CHANNELS": 2, "ROUNDS": 1}.items():
        monkeypatch.setattr(clicks, name, few)
    for name, few in {"AT_WORK": 1, "LEAST": 1}.items():
        monkeypatch.setattr(thinking, name, few)
    monkeypatch.setenv("DURBAR_THINKING", "1")
    *found, boards = thinking.rows()
    assert [row.what.rpartition(", ")[2] for row in found] == ["p50", "p99"] * 4
    assert all("1 seats at work" in row.what and row.ratio is not None and row.value > 0 for row in found)
    assert boards.what == thinking.BOARDS
    assert boards.value >= 1


def test_what_a_benchmark_can_t_be_given() -> None:
    with pytest.raises(InputError, match="bench growth takes no --games"):
        main(what="growth", given={"games": 3})
    with pytest.raises(InputError, match="need PostgreSQL"):
        main(what="load", given={"processes": 2})


def test_who_gives_way_is_nicer_than_the_benchmark_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    niceness = {0: 5, 11: 5, 12: 15}
    monkeypatch.setattr(os, "getpriority", lambda _, pid: niceness[pid])
    assert not has_low_priority(11)
    assert has_low_priority(12)


def test_what_spectators_saw_is_compared_with_the_posts() -> None:
    """The last state that each spectator saw before the next act counts.

    A spectator without it has missed it.
    """
    acts = [spectators.Act(10.0, 11.0), spectators.Act(20.0, 21.0), spectators.Act(30.0, 31.0)]
    notes = [
        ["changed", 10.5, 1, "between", 0, 1],
        ["changed", 11.2, 1, "a", 0, 1],
        ["changed", 11.5, 2, "a", 0, 1],
        ["visit", 12.0, 0.1, 5, 1],
        ["fault", 12.5, "TimeoutError"],
        ["changed", 21.25, 1, "b", 0, 1],
        ["changed", 31.0, 2, "b", 0, 1],
    ]
    late, missed = spectators.compare_acts([acts], notes, 2)
    assert late == pytest.approx([0.2, 0.5, 0.25])
    assert missed == 1
