"""Processes notify each other: all of them receive saved games, but only the leader acts on them."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock, MagicMock

from bot.discord_app.leader import Leadership
from db.connection.watch import LIKES, SAVED


def test_every_process_sees_what_another_has_saved() -> None:
    saved, seen, liked = list[Any](), list[Any](), list[Any]()
    leadership = Leadership(MagicMock(), AsyncMock(), lambda: None, saved.append, liked.append, seen.append)
    leadership._pass_on(f"{SAVED} 7")
    assert (saved, seen) == ([], [7])
    leadership.ours = True
    leadership._pass_on(f"{SAVED} 8")
    leadership._pass_on(f"{LIKES} 9")
    assert (saved, seen, liked) == ([8], [7, 8], [9])
