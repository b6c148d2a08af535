"""What is told of orders."""

from __future__ import annotations

from bot.table import announce
from rules.ask import ONLOOKER
from rules.asking import DONE
from rules.kernel import submit
from rules.orders.lines import Made
from tests.kernel.play import TOY, asked, march_north


def test_who_only_closes_a_question_has_entered_nothing_more() -> None:
    """Never "Done: Done"; in its own answer, on what confirms it and in the post."""
    before = march_north()
    seat = asked(before).seat
    begun = submit(TOY, before, seat, ["command", "done", "muster"])
    first, step = len(begun.game.log), submit(TOY, begun.game, seat, ["done"])
    assert announce.ordered(TOY, step.game, first, seat) == "nothing more"
    assert announce.told(TOY, step.game, first) == ["**The North**: `nothing more`"]
    assert announce.ordered(TOY, step.game, 0, seat).startswith("Command")


def test_nobody_reads_that_a_secret_question_was_closed() -> None:
    secret = Made("north", DONE, "north", answers=True, asked=None, eyes=frozenset({"north"}))
    assert announce.closes([secret], frozenset({"north"}))
    assert not announce.closes([secret], ONLOOKER)
