"""`make quick` chooses the tests of what has changed."""

from __future__ import annotations

import pytest

from tools.quick import ALWAYS, ROOT, Limit, choose_tests, read_changes


@pytest.mark.parametrize(
    ("file", "first"),
    [
        ("rules/taj_mahal/visit.py", "tests/games/taj_mahal"),
        ("rules/kernel.py", "tests/kernel/test_kernel.py"),
        ("rules/orders/buttons/routes.py", "tests/kernel/orders"),
        ("rules/records/record.py", "tests/kernel/records/test_record.py"),
        ("db/store.py", "tests/db"),
        ("render/kit/text.py", "tests/render"),
        ("sandbox/server.py", "tests/sandbox"),
        ("docs/index.md", "tests/docs"),
        ("examples/mela/durbar_mela/turn.py", "examples/mela/tests"),
        ("examples/mela/tests/test_mela.py", "examples/mela/tests"),
        ("README.md", "tests/docs"),
        ("tests/tools/test_quick.py", "tests/tools/test_quick.py"),
    ],
)
def test_the_nearest_tests_come_first(file: str, first: str) -> None:
    assert choose_tests([file])[0].startswith(first)


def test_whole_bots_and_long_runs_are_left_out() -> None:
    assert choose_tests(["tests/e2e/test_whole_game.py", "lab/bench/load.py"]) == [*ALWAYS]


def test_all_that_is_chosen_is_there_and_chosen_once() -> None:
    chosen = choose_tests([*read_changes(), "bot/session/session.py", "bot/session/loaded_game.py"])
    assert len(chosen) == len(set(chosen))
    assert all((ROOT / each).exists() for each in chosen)


def test_a_run_ends_when_its_time_is_over(request: pytest.FixtureRequest) -> None:
    limit = Limit(-1)
    limit.pytest_runtest_logfinish()
    assert limit.over
    assert not Limit(60).over
