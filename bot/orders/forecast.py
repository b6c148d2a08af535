"""List what may come after a draft: risks, wastes, and the odds of dice and draws."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.words import say
from bot.orders.draft import Draft
from rules.chance import Roll
from rules.extras import Warned
from rules.kernel import Rules
from rules.presentation import Sight
from rules.state import State
from rules.words import read_said as as_read

MAX_WARNINGS = 2  # the most warnings; warnings about the next dice or draw come first


def list_warnings(draft: Draft) -> list[str]:
    """Return a line on each of the worst risks, losses and wastes of an order.

    Return [] for the last order of a lesson, because the lesson's reply says what is wrong with the order.
    """
    if draft.base.judged:
        return []
    rules, before, seen = draft.base.rules, draft.base.live.state, draft.seen.live
    ahead = rules.EXTRAS.prose.risks(seen.state, draft.seat, seen.pending)
    return write_warnings(rules, before, seen.state, draft.seat, ahead)


def write_warnings(
    rules: Rules, before: State, after: State, seat: str, ahead: Sequence[Warned] = ()
) -> list[str]:
    """Return a line on each of a seat's worst risks, losses and wastes between two states.

    `ahead` has the warnings about the next dice or draw.
    """
    found = [*ahead, *rules.EXTRAS.prose.warnings(before, after, seat)]
    return [
        say("preview.warning", line=say("why.rule", why=as_read(each.words, rules.name), rule=each.rule))
        for each in found[:MAX_WARNINGS]
    ]


def list_forecast(draft: Draft) -> list[str]:
    """Return a line on each thing that may come after a draft, such as the odds of the next dice."""
    return [say("preview.note", line=line) for line in list_foreseen(draft)]


def list_foreseen(draft: Draft) -> list[str]:
    """Return a sentence on each thing that may come after a draft."""
    rules, live = draft.base.rules, draft.seen.live
    found = rules.EXTRAS.prose.forecast(live.state, draft.seat, live.pending)
    return [as_read(line, rules.name) for line in found]


def list_odds(draft: Draft) -> list[str]:
    """Return lines on the possible results of the dice after a draft; [] if no dice follow."""
    pending = draft.now.live.pending
    if not isinstance(pending, Roll):
        return []
    rules = draft.base.rules
    notes = rules.EXTRAS.prose.forecast(draft.now.live.state, draft.seat, pending)
    return [say("preview.note", line=as_read(line, rules.name)) for line in notes]


def find_roll_sight(draft: Draft) -> Sight | None:
    """Return the picture of the places where the dice after a draft matter; None without such dice.

    Also return None if the dice decide something elsewhere: the draft ended one battle, and another follows.
    """
    pending = draft.now.live.pending
    if not isinstance(pending, Roll) or rolls_elsewhere(draft, pending):
        return None
    return draft.base.rules.EXTRAS.rolled_for(pending)


def rolls_elsewhere(draft: Draft, roll: Roll) -> bool:
    """Return whether the dice after a draft matter only in places that its first question is not about."""
    extras, ask = draft.base.rules.EXTRAS, draft.base.ask
    asked, rolled = None if ask is None else extras.sight(ask), extras.rolled_for(roll)
    if asked is None or rolled is None:
        return False
    return bool(asked.around) and {*asked.around}.isdisjoint(rolled.around)
