"""A game of another package: built, installed next to Durbar, played to its end; removed, and back again."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.house import House
from tests.phrases import phrase, says

pytestmark = [
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]
ROOT = Path(__file__).parents[2]
GAME, TITLE, MOST_ACTS = "mela", "Mela", 200


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return Python's path with the example as pip builds and installs it."""
    site = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    how = ["--no-deps", "--no-build-isolation", "--target", str(site)]
    subprocess.run([*pip, *how, str(ROOT / "examples" / GAME)], check=True)
    assert list(site.glob("durbar_mela-*.dist-info/entry_points.txt"))
    return os.pathsep.join((str(site), str(ROOT)))


async def test_it_is_played_to_its_end_and_named(house: House, environment: str) -> None:
    await house.restart(fresh=True, PYTHONPATH=environment)
    assert says(
        (await house.asha.slash("about")).shown.text, "about.package", title=TITLE, name="durbar-mela"
    )
    board = await house.begin(GAME, seats=3)
    while not says(board.text, "final.below"):
        board = await house.decide(board)
        assert house.acts < MOST_ACTS
    assert board.attachments[0].alt
    await house.check()


async def test_removed_it_keeps_its_games_until_it_is_back(house: House, environment: str) -> None:
    await house.restart(fresh=True, PYTHONPATH=environment)
    board = await house.begin(GAME, seats=3)
    await house.restart(fresh=True, PYTHONPATH=str(ROOT))
    for command in ("turn", "board", "log"):
        reply = await house.asha.slash(command)
        assert reply.shown.text == phrase("not_installed", game=GAME), command
    assert says((await house.asha.slash("mine")).shown.text, "mine.not_installed", title=GAME)
    assert not says((await house.asha.slash("about")).shown.text, "about.package")
    await house.restart(fresh=True, PYTHONPATH=environment)
    while not says(board.text, "final.below"):
        board = await house.decide(board)
        assert house.acts < MOST_ACTS
    await house.check()
