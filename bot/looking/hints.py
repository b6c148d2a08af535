"""What a hint says."""

from __future__ import annotations

from bot.games.advising import Estimate, Hint, Hints
from bot.language.words import say
from bot.table import telling
from bot.table.answers import Caller, cut
from bot.table.draft import Draft
from bot.table.position import Situation, reader_of, titled
from bot.table.preview import changes
from rules.words import within

SURE = 1.96  # standard errors on each side of a chance
ORDER = 300  # characters of an order


def told(at: Situation, caller: Caller, hints: Hints) -> list[str]:
    """The hints in lines: first in words, and then in figures."""
    words, figures = [], [say("hint.now", chance=chance(hints.now))]
    for number, each in enumerate(hints.best, 1):
        words += _order(at, caller, number, each)
        better = say("hint.equal") if each.equal else change(each.change)
        figures.append(say("hint.chance", n=number, chance=chance(each.chance), change=better))
    head = say("hint.head", seat=titled(at.rules, at.asked))
    return [head, *words, *figures, say("hint.foot", n=hints.playouts)]


def _order(at: Situation, caller: Caller, number: int, hint: Hint) -> list[str]:
    """An order of a hint, and what it is for or what it changes at once."""
    rules, seat = at.rules, at.asked
    draft = Draft(at, hint.keys)
    whole = draft.now.position
    line = telling.said(rules, whole, len(at.position.log), seat, reader_of(at.stored, caller.user_id))
    lines = [say("hint.order", n=number, line=cut(line or " ".join(hint.keys), ORDER))]
    if reason := within(hint.reason, rules.name):
        lines.append(say("hint.reason", reason=reason))
    else:
        before, after = (rules.view(each.live.state, seat) for each in (at, draft.seen))
        lines += changes(rules, before, after)
    return lines


def chance(found: Estimate) -> str:
    """A chance with its range, in hundredths."""
    low, high = (min(1.0, max(0.0, found.mean + side * SURE * found.error)) for side in (-1, 1))
    return say("chance", n=round(100 * found.mean), low=round(100 * low), high=round(100 * high))


def change(found: Estimate) -> str:
    """By how much a chance changes, in hundredths, as far as that is more than noise."""
    points = round(100 * abs(found.mean))
    if found.is_zero or not points:
        return say("change.none")
    return say("change.better", n=points) if found.mean > 0 else say("change.worse", n=points)
