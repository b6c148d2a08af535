"""A small trial of `tests.e2e.shards`: two shards on one PostgreSQL, a few kills and an outage."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import started_postgres
from tests.e2e.house import Nursery
from tests.e2e.shards import Figures, try_shards

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.asyncio,
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]


async def test_shards_that_are_killed_and_a_postgres_that_goes_and_comes(
    tmp_path: Path, nursery: Nursery
) -> None:
    with started_postgres() as postgres:
        figures = await try_shards(
            tmp_path, nursery, postgres, kills=3, outages=1, channels=2, pause=2.0, away=2.0
        )
    assert (figures.kills, figures.outages) == (3, 1)
    compare(figures)
    assert figures.refused


def compare(figures: Figures) -> None:
    """Check that nothing is lost, doubled or leaked, and everything is posted."""
    judged = figures.judged
    assert judged is not None
    assert figures.acts
    assert not figures.tracebacks, figures.tracebacks[0]
    assert (figures.undone, figures.repeated) == ([], 0)
    assert (judged.lost, judged.doubled, judged.waiting) == (0, (), ())
    assert (figures.leaked, figures.idle_connections, figures.violations) == ([], 0, 0)
