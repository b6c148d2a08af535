"""Write the text of a hint."""

from __future__ import annotations

from bot.analysis.advice import LEAST, Estimate, Hint, Hints, Untried
from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.preview import list_changes
from bot.people.caller import Caller
from bot.session.loaded_game import LoadedGame, read_as, title_seat
from bot.story import turn_text
from rules.player import Advice
from rules.words import shortened, told, within

SURE = 1.96  # standard errors on each side of a chance, for a range that is right in 95% of cases
WIDE = 0.4  # the greatest width of a range that is shown; a wider range tells a person nothing
ORDER = 300  # the most characters of an order


def write_hint(at: LoadedGame, caller: Caller, hints: Hints | Untried, *, drafted: bool = False) -> list[str]:
    """Return the lines of a hint: the orders in words, then the chances if there were playouts.

    `drafted` is whether the caller has a draft, which the button of a hint would replace.
    """
    head = [say("hint.head", seat=title_seat(at.rules, at.asked)), *_describe_begun(at, caller)]
    button = say("hint.instead" if drafted else "hint.button")
    if isinstance(hints, Untried):
        words = [
            line for n, each in enumerate(hints.best, 1) for line in _describe_order(at, caller, n, each)
        ]
        return [*head, *words, say("hint.untried"), button]
    rough = hints.playouts < LEAST
    words, figures = [], [say("hint.now", chance=format_chance(hints.now, rough))]
    for number, each in enumerate(hints.best, 1):
        words += _describe_order(at, caller, number, each)
        better = say("hint.equal") if each.equal else format_change(each.change)
        figures.append(say("hint.chance", n=number, chance=format_chance(each.chance, rough), change=better))
    if all(each.equal for each in hints.best[1:]) and format_change(hints.best[0].change) == say(
        "change.none"
    ):
        figures = [say("hint.alike", chance=format_chance(hints.now, rough))]
    tried = say("hint.rough" if rough else "hint.foot", n=hints.playouts)
    return [*head, *words, *figures, tried, button]


def _describe_begun(at: LoadedGame, caller: Caller) -> list[str]:
    """Return a line with the previous order and the open question; none at the start of a turn."""
    rules, reader = at.rules, read_as(at.stored, caller.user_id)
    begun = turn_text.find_text_before(rules, at.position, at.asked, reader)
    if begun is None or at.ask is None:
        return []
    seat, line = begun
    question = at.ask.prompt.read(rules.name)
    return [say("hint.begun", seat=title_seat(rules, seat), line=shortened(line, ORDER), question=question)]


def _describe_order(at: LoadedGame, caller: Caller, number: int, hint: Hint | Advice) -> list[str]:
    """Return the lines of one order: its text, its reason, and what it changes in the standing.

    If there is a reason, only the seat's own standing is shown. It tells the orders of a hint apart.
    """
    rules, seat = at.rules, at.asked
    draft = Draft(at, hint.keys)
    whole, first = draft.now.position, len(at.position.log)
    reader = read_as(at.stored, caller.user_id)
    line = turn_text.write_order(rules, whole, first, seat, reader) or " ".join(hint.keys)
    line = shortened(line, ORDER)
    question, others = turn_text.list_questions(rules, whole, first, seat, reader)
    lines = [say("hint.answer" if question else "hint.order", n=number, line=line, question=question)]
    lines += [say("order.answered", question=asked, line=answer) for asked, answer in others]
    if reason := within(hint.reason, rules.name):
        lines.append(say("hint.reason", reason=reason))
    before, after = (each.view(seat) for each in (at, draft.seen))
    lines += list_changes(rules, before, after, seat, others=not reason)
    warnings = rules.EXTRAS.prose.warnings(draft.seen.live.state, seat)
    return [*lines, *(say("preview.note", line=told(each, rules.name)) for each in warnings)]


def format_chance(found: Estimate, rough: bool = False) -> str:
    """Return a chance in percent, with its range unless the range is wide or the estimate is `rough`."""
    low, high = _find_range(found)
    return (
        say("chance.rough", n=round(100 * found.mean)) if rough or high - low > WIDE else format_range(found)
    )


def format_range(found: Estimate) -> str:
    """Return a chance in percent with its range."""
    low, high = _find_range(found)
    return say("chance", n=round(100 * found.mean), low=round(100 * low), high=round(100 * high))


def _find_range(found: Estimate) -> tuple[float, float]:
    """Return the lower and the upper end of the range of a chance, from 0 to 1."""
    low, high = (min(1.0, max(0.0, found.mean + side * SURE * found.error)) for side in (-1, 1))
    return low, high


def format_change(found: Estimate) -> str:
    """Return a change of a chance in percentage points; a text for "no change" if it may be noise."""
    points = round(100 * abs(found.mean))
    if found.is_zero or not points:
        return say("change.none")
    return say("change.better", n=points) if found.mean > 0 else say("change.worse", n=points)
