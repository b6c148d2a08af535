"""Write the text of a hint."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.analysis.advice import LEAST, Estimate, Hint, Hints, Untried
from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.preview import list_changes, list_warnings
from bot.people.caller import Caller
from bot.session.loaded_game import LoadedGame, read_as, title_seat
from bot.story import turn_text
from bot.story.standings import compare_standings
from rules.kernel import Rules, View
from rules.player import Advice
from rules.words import shortened, within

SURE = 1.96  # standard errors on each side of a chance, for a range that is right in 95% of cases
WIDE = 0.4  # the greatest width of a range that is shown; a wider range tells a person nothing
ORDER = 300  # the most characters of an order


def write_hint(at: LoadedGame, caller: Caller, hints: Hints | Untried, *, drafted: bool = False) -> list[str]:
    """Return the lines of a hint: the orders in words, with the chances unless they are `Untried`.

    `drafted` is whether the caller has a draft, which the button of a hint would replace.
    """
    head = [say("hint.head", seat=title_seat(at.rules, at.asked)), *_describe_begun(at, caller)]
    button = say("hint.instead" if drafted else "hint.button")
    if isinstance(hints, Untried):
        return [*head, *_describe_orders(at, caller, hints.best), say("hint.untried"), button]
    words = _describe_orders(at, caller, hints.best, [*_write_figures(hints)])
    foot = say("hint.foot" if hints.playouts >= LEAST else "hint.rough", n=hints.playouts)
    foot = foot if hints.playouts else say("hint.foreseen")
    return [*head, *words, say("hint.now", chance=format_chance(hints.now)), foot, button]


def _write_figures(hints: Hints) -> Iterator[str]:
    """Yield a line for each order: the chance of the first, then how each other compares with it."""
    first, *others = hints.best
    change = format_change(first.change, _subtract_percents(first.chance, hints.now))
    yield say("hint.chance", chance=format_chance(first.chance), change=change)
    for each in others:
        fewer = 0 if each.points.is_zero else round(-each.points.mean)
        less = _subtract_percents(first.chance, each.chance)
        if not each.equal and less > 0:
            yield say("hint.behind", n=less, chance=format_chance(each.chance))
        elif fewer > 0:
            yield say("hint.fewer", n=fewer)
        else:
            yield say("hint.preferred" if first.preferred else "hint.equal")


def _describe_begun(at: LoadedGame, caller: Caller) -> list[str]:
    """Return a line with the previous order and the open question; none at the start of a turn."""
    rules, reader = at.rules, read_as(at.stored, caller.user_id)
    begun = turn_text.find_text_before(rules, at.position, at.asked, reader)
    if begun is None or at.ask is None:
        return []
    seat, line = begun
    question = at.ask.prompt.read(rules.name)
    return [say("hint.begun", seat=title_seat(rules, seat), line=shortened(line, ORDER), question=question)]


def _describe_orders(
    at: LoadedGame, caller: Caller, best: Sequence[Hint | Advice], figures: Sequence[str] = ()
) -> list[str]:
    """Return the lines of the orders. Each reason is said once, with the first order that has it.

    The first order says what it changes in the standing. Each later one says how it differs from the first.
    `figures`: a line for each order, or none.
    """
    rules, seat, said = at.rules, at.asked, set[str]()
    lines, before, first = list[str](), at.view(seat), at.view(seat)
    for number, hint in enumerate(best, 1):
        draft, reason = Draft(at, hint.keys), within(hint.reason, rules.name)
        after = draft.seen.view(seat)
        lines += _write_order(at, caller, number, draft)
        if reason and reason not in said:
            said.add(reason)
            lines.append(say("hint.reason", reason=reason))
        if number == 1:
            first = after
            lines += list_changes(rules, before, after, seat, others=not reason)
        else:
            lines += _compare_views(rules, first, after, seat)
        lines += list_warnings(draft)
        lines += figures[number - 1 : number]
    return lines


def _compare_views(rules: Rules, first: View, after: View, own: str) -> list[str]:
    """Return a line that compares one seat's standing after an order with that after the first order.

    It is the standing of the seat `own` if that differs. Return no line if no standing differs.
    """
    for seat, instead, this in compare_standings(first, after, own):
        return [say("hint.compared", seat=title_seat(rules, seat), this=this, instead=instead)]
    return []


def _write_order(at: LoadedGame, caller: Caller, number: int, draft: Draft) -> list[str]:
    """Return the line of one order, and lines with its answers to later questions."""
    rules, seat = at.rules, at.asked
    whole, first = draft.now.position, len(at.position.log)
    reader = read_as(at.stored, caller.user_id)
    line = turn_text.write_order(rules, whole, first, seat, reader) or " ".join(draft.keys)
    line = shortened(line, ORDER)
    question, others = turn_text.list_questions(rules, whole, first, seat, reader)
    lines = [say("hint.answer" if question else "hint.order", n=number, line=line, question=question)]
    return [*lines, *(say("order.answered", question=asked, line=answer) for asked, answer in others)]


def format_chance(found: Estimate) -> str:
    """Return a chance in percent, with its range unless the range is wide."""
    low, high = _find_range(found)
    return say("chance.rough", n=round(100 * found.mean)) if high - low > WIDE else format_range(found)


def format_range(found: Estimate) -> str:
    """Return a chance in percent with its range."""
    low, high = _find_range(found)
    return say("chance", n=round(100 * found.mean), low=round(100 * low), high=round(100 * high))


def _find_range(found: Estimate) -> tuple[float, float]:
    """Return the lower and the upper end of the range of a chance, from 0 to 1."""
    low, high = (min(1.0, max(0.0, found.mean + side * SURE * found.error)) for side in (-1, 1))
    return low, high


def _subtract_percents(one: Estimate, other: Estimate) -> int:
    """Return the difference of two chances as they are shown, in percentage points."""
    return round(100 * one.mean) - round(100 * other.mean)


def format_change(found: Estimate, points: int) -> str:
    """Return a change of a chance, which is shown as `points`; a text for "no change" if it may be noise."""
    if found.is_zero or not points:
        return say("change.none")
    return say("change.better", n=points) if points > 0 else say("change.worse", n=-points)
