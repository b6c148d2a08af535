"""What is told of orders."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from bot.table import announce, preview
from bot.table.position import Situation
from rules.kernel import submit
from tests.kernel.play import TOY, asked, march_north


def test_who_only_closes_a_question_has_entered_nothing_more() -> None:
    """Never "Done: Done"; in its own answer, on what confirms it and in the post."""
    before = march_north()
    seat = asked(before).seat
    begun = submit(TOY, before, seat, ["command", "done", "muster"])
    first, step = len(begun.game.log), submit(TOY, begun.game, seat, ["done"])
    stored: Any = SimpleNamespace()
    at = Situation(stored, TOY, begun.game, begun.live)
    assert preview.ordered(at, step.game, first, seat) == "nothing more"
    assert announce.told(TOY, step.game, first) == ["**The North**: `nothing more`"]
    assert preview.ordered(at, step.game, 0, seat).startswith("Command")
