"""Write the text of a hint and the labels of its buttons, and format chances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

from bot.analysis.advice import LEAST, Estimate, Hint, Hints, Untried
from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.preview import list_warnings
from bot.people.caller import Caller
from bot.replies.text import clip_label, clip_sentences
from bot.session.loaded_game import LoadedGame, read_as, title_seat
from bot.story import turn_text
from bot.story.standings import compare_standings
from rules.kernel import Rules, View
from rules.player import Advice
from rules.words import shortened, within

SURE = 1.96  # standard errors on each side of a chance, for a range that is right in 95% of cases
WIDE = 0.4  # the greatest width of a range that is shown; a wider range tells a person nothing
ORDER = 160  # the most characters of an order; three such orders leave room for a picture on a phone
LABEL = 36  # the most characters of an order on a button, beside its number
LONG_LABEL = 60  # the limit instead, for a whole clause or to tell two labels apart


def write_hint(at: LoadedGame, caller: Caller, hints: Hints | Untried, *, drafted: bool = False) -> list[str]:
    """Return the lines of a hint: the orders in words, with the chances unless they are `Untried`.

    The lines leave room for a picture on a phone's screen. `drafted` is whether the caller has a draft, which
    the button of a hint would replace.
    """
    head = [say("hint.head", seat=title_seat(at.rules, at.asked, at.position)), *_describe_begun(at, caller)]
    button = say("hint.instead" if drafted else "hint.button")
    if isinstance(hints, Untried):
        foot = say("hint.untried", n=len(hints.best))
        return [*head, *_describe_orders(at, caller, hints.best), foot, button]
    foot = say("hint.foot" if hints.playouts >= LEAST else "hint.rough", n=hints.playouts)
    foot = foot if hints.playouts else say("hint.foreseen")
    return [*head, *_describe_orders(at, caller, hints.best, [*_write_figures(hints)]), foot, button]


def write_labels(at: LoadedGame, caller: Caller, orders: Sequence[Sequence[str]]) -> list[str]:
    """Return the labels of the buttons of orders: the orders in a few words, each with its number."""
    texts = [_write_core(at, caller, keys) for keys in orders]
    short = [_shorten_label(text, LABEL) for text in texts]
    labels = [
        label if short.count(label) == 1 else _shorten_label(text, LONG_LABEL)
        for label, text in zip(short, texts, strict=True)
    ]
    return [say("button.advice", n=number, order=label) for number, label in enumerate(labels, 1)]


def _write_core(at: LoadedGame, caller: Caller, keys: Sequence[str]) -> str:
    """Return an order in words without the answers that only lead on, such as "Command and Decree"."""
    draft, reader, start = Draft(at, keys), read_as(at.stored, caller.user_id), len(at.position.log)
    frames = () if at.ask is None else at.ask.presentation.frames
    led = len([*takewhile(lambda key: key in frames, keys)])
    position, seat = draft.now.position, at.asked
    cut = turn_text.write_order(at.rules, position, start + led, seat, reader) if led < len(keys) else ""
    return cut or turn_text.write_order(at.rules, position, start, seat, reader) or " ".join(keys)


def _shorten_label(text: str, most: int) -> str:
    """Return a text in about `most` characters: whole, else cut after a sentence or a clause.

    A longer first clause stays whole up to `LONG_LABEL` characters. An even longer one is cut after a word.
    """
    label = clip_sentences(text.rstrip("."), most, most)
    return label if len(label) <= LONG_LABEL + len(" …") else f"{clip_label(label, LONG_LABEL)} …"


def _write_figures(hints: Hints) -> Iterator[str]:
    """Yield a sentence for each order: the chance of the first, then why each other order comes after it."""
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
        elif each.outranked:
            yield say("hint.preferred")
        else:
            yield say("hint.slight" if each.less.mean > 0 else "hint.equal")


def _describe_begun(at: LoadedGame, caller: Caller) -> list[str]:
    """Return a line with the previous order and the open question; none at the start of a turn."""
    rules, reader = at.rules, read_as(at.stored, caller.user_id)
    begun = turn_text.find_text_before(rules, at.position, at.asked, reader)
    if begun is None or at.ask is None:
        return []
    seat, line = begun
    question = at.ask.prompt.read(rules.name)
    return [
        say(
            "hint.begun",
            seat=title_seat(rules, seat, at.position),
            line=shortened(line, ORDER),
            question=question,
        )
    ]


def _describe_orders(
    at: LoadedGame, caller: Caller, best: Sequence[Hint | Advice], figures: Sequence[str] = ()
) -> list[str]:
    """Return the lines of the orders: each order, what it risks, and its reason with its figure.

    Tell how each later order differs from the first. If it differs, leave out its reason if an order above
    has the same reason. `figures` holds a sentence for each order, or nothing.
    """
    rules, seat, said = at.rules, at.asked, set[str]()
    lines, first = list[str](), at.view(seat)
    for number, hint in enumerate(best, 1):
        draft, reason = Draft(at, hint.keys), within(hint.reason, rules.name)
        after = draft.seen.view(seat)
        first = after if number == 1 else first
        compared = _compare_views(rules, first, after, seat)
        known = reason in said and compared
        said.add(reason)
        lines += [*_write_order(at, caller, number, draft), *list_warnings(draft)]
        why = say("hint.reason", reason=reason) if reason and not known else ""
        if told := " ".join(filter(None, [why, compared, *figures[number - 1 : number]])):
            lines.append(say("hint.why", told=told))
    return lines


def _compare_views(rules: Rules, first: View, after: View, own: str) -> str:
    """Return a sentence that compares one seat's standing after an order with that after the first order.

    The seat is `own` if its standing differs, else another. Return "" if no standing differs.
    """
    for seat, instead, this in compare_standings(first, after, own):
        return say("hint.compared", seat=title_seat(rules, seat), this=this, instead=instead)
    return ""


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
    """Return in words by how many points a chance differs from usual play; none if it may be noise."""
    if found.is_zero or not points:
        return say("change.none")
    return say("change.better", n=points) if points > 0 else say("change.worse", n=-points)
