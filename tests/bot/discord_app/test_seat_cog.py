"""Which members can be named in commands about seats."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord_app.cogs.seat import require_person
from bot.replies.reply import Refused


def test_only_people_are_given_seats() -> None:
    asha: Any = SimpleNamespace(bot=False)
    robot: Any = SimpleNamespace(bot=True)
    assert require_person(asha) is asha
    with pytest.raises(Refused):
        require_person(robot)
