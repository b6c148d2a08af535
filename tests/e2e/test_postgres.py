"""A few games of the real bot on PostgreSQL, with a kill in one of them.

With `DURBAR_E2E=postgres` every test of this folder runs on PostgreSQL.
"""

from __future__ import annotations

import pytest

from tests.e2e.house import House
from tests.e2e.test_restored import test_a_restored_backup_is_recognized_once
from tests.e2e.test_table import test_called_nudged_kept_and_replaced_over_restarts
from tests.e2e.test_trouble import to_a_card

__all__ = [
    "test_a_restored_backup_is_recognized_once",
    "test_called_nudged_kept_and_replaced_over_restarts",
]
DATABASE = "postgres"
pytestmark = [
    pytest.mark.postgres,
    pytest.mark.asyncio(loop_scope="module"),
    # aiohttp calls its own deprecated method when an upload's boundary falls between two chunks
    pytest.mark.filterwarnings("ignore:unread_data:DeprecationWarning"),
]


async def test_killed_after_the_click(house: House) -> None:
    board = await to_a_card(house)
    before = len(house.deliveries())
    who = house.asked(board)
    await house.act(who, board, "Pass")
    await house.restart()
    await house.board(board.id)
    assert len(house.deliveries()) > before
    await house.check()
