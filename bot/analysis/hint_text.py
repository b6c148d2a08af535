"""Write the text of a hint and the labels of its buttons, and format chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile

from bot.analysis.advice import LEAST, Estimate, Hint, Hints, Untried, find_declining
from bot.language.words import say
from bot.orders.draft import Draft
from bot.orders.forecast import list_foreseen, list_warnings
from bot.people.caller import Caller
from bot.replies.text import clip_label, clip_order, clip_sentences, end_sentence, split_clauses
from bot.session.loaded_game import LoadedGame, read_as, title_seat
from bot.story import order_text, turn_text
from bot.story.standings import compare_standings
from rules.chance import Roll
from rules.kernel import Rules, View
from rules.lessons.newcomer import find_newcomer
from rules.player import Advice
from rules.state import NoStand
from rules.words import say as as_words
from rules.words import shorten, within

SURE = 1.96  # a range reaches this many standard errors to each side; it is then right in 95% of cases
WIDE = 0.4  # a range that is wider than this is not shown, because it tells a person nothing
ORDER = 160  # the most characters of an order; three such orders leave room for a picture on a phone
LABEL = 40  # the most characters of an order on a button, so that a phone shows it in one line
LONG_LABEL = 60  # the most characters if the first clause has more than `LABEL`


def write_hint(at: LoadedGame, caller: Caller, hints: Hints | Untried, *, drafted: bool = False) -> list[str]:
    """Return the lines of a hint: the orders in words, with their chances. `Untried` orders have no chances.

    The lines leave room for a picture on a phone's screen. `drafted` is whether the caller has a draft. Then
    a line says that a button of the hint replaces the draft.
    """
    head = [say("hint.head", seat=title_seat(at.rules, at.asked, at.position)), *_describe_begun(at, caller)]
    button = say("hint.instead" if drafted else "hint.button")
    if isinstance(hints, Untried):
        foot = say("hint.untried", n=len(hints.best))
        return [*head, *_describe_orders(at, caller, hints.best), foot, button]
    foot = say("hint.foot" if hints.playouts >= LEAST else "hint.rough", n=hints.playouts)
    foot = foot if hints.playouts else say("hint.foreseen")
    alike = _write_common_figure(hints)
    figures = [] if alike else [*_write_figures(at.rules, hints)]
    orders = _describe_orders(at, caller, hints.best, figures, alike=bool(alike))
    return [*head, *alike, *orders, foot, button]


def write_labels(at: LoadedGame, caller: Caller, orders: Sequence[Sequence[str]]) -> list[str]:
    """Return a label for each order's button: the number of the order, and the order in a few words."""
    labels = _tell_apart([_write_core(at, caller, keys).rstrip(".") for keys in orders])
    return [say("button.advice", n=number, order=label) for number, label in enumerate(labels, 1)]


def _tell_apart(texts: Sequence[str]) -> list[str]:
    """Return a label for each order's text. The labels of different texts differ.

    If some labels would be alike, leave out the first clauses that their texts share. Each text keeps its
    last clause. If the texts share no first clause, leave out the first words that they share. A label
    without its beginning starts with "… ".
    """
    labels = [_shorten_label(text, LABEL) for text in texts]
    for label in {*labels}:
        alike = [place for place, each in enumerate(labels) if each == label]
        group = [texts[place] for place in alike]
        rests = _drop_shared(group, split_clauses) or _drop_shared(group, str.split)
        if len({*group}) == 1 or not rests:
            continue
        for place, told in zip(alike, _tell_apart(rests), strict=True):
            labels[place] = f"… {told.removeprefix('… ')}"
    return labels


def _drop_shared(texts: Sequence[str], split: Callable[[str], list[str]]) -> list[str]:
    """Return texts without the first parts that all share; [] if they share none.

    Each text keeps its last part.
    """
    parts = [split(text) for text in texts]
    columns = zip(*(each[:-1] for each in parts), strict=False)
    shared = len([*takewhile(lambda column: len({*column}) == 1, columns)])
    return [" ".join(each[shared:]) for each in parts] if shared else []


def _write_core(at: LoadedGame, caller: Caller, keys: Sequence[str]) -> str:
    """Return an order in words. Leave out first answers that only lead to another question.

    Such an answer is, for example, "Command and Decree".
    """
    draft, reader, start = Draft(at, keys), read_as(at.stored, caller.user_id), len(at.position.log)
    frames = () if at.ask is None else at.ask.presentation.frames
    led = len([*takewhile(lambda key: key in frames, keys)])
    position, seat = draft.now.position, at.asked
    cut = order_text.write_order(at.rules, position, start + led, seat, reader) if led < len(keys) else ""
    return cut or order_text.write_order(at.rules, position, start, seat, reader) or " ".join(keys)


def _shorten_label(text: str, most: int) -> str:
    """Return a text that is cut to about `most` characters, after a sentence or a clause.

    A first clause with more than `most` characters stays whole if it has at most about `LONG_LABEL`. An even
    longer first clause is cut after a word.
    """
    label = clip_sentences(text.rstrip("."), most, most)
    return label if len(label) <= LONG_LABEL + len(" …") else f"{clip_label(label, LONG_LABEL)} …"


def _write_common_figure(hints: Hints) -> list[str]:
    """Return a line with the chance of all best orders, if there are several and they are about equal."""
    first, *others = hints.best
    if not others or any(_is_behind(first, each) or _count_fewer(each) for each in others):
        return []
    change = format_change(first.change, _subtract_percents(first.chance, hints.now))
    return [say("hint.alike", n=len(hints.best), chance=format_chance(first.chance), change=change)]


def _write_figures(rules: Rules, hints: Hints) -> Iterator[str]:
    """Yield a sentence for each order.

    Each sentence has a chance. Each later sentence also compares its order with the first order.
    """
    first, *others = hints.best
    chance = say("chance.rough", n=round(100 * first.chance.mean))
    change = format_change(first.change, _subtract_percents(first.chance, hints.now))
    yield say("hint.chance", chance=format_chance(first.chance), change=change)
    for each in others:
        if _is_behind(first, each):
            less = _subtract_percents(first.chance, each.chance)
            yield say("hint.behind", n=less, chance=format_chance(each.chance))
        elif fewer := _count_fewer(each):
            yield say("hint.fewer", chance=chance, points=write_points(rules, fewer))
        else:
            yield say("hint.equal", chance=chance)


def _is_behind(first: Hint, other: Hint) -> bool:
    """Return whether a reader sees a smaller chance after the other order."""
    return not other.equal and _subtract_percents(first.chance, other.chance) > 0


def _count_fewer(other: Hint) -> int:
    """Return how many points an order costs, compared with the first one; 0 if this may be noise."""
    return 0 if other.points.is_zero else max(0, round(-other.points.mean))


def write_points(rules: Rules, n: int) -> str:
    """Return a number of points in the game's own words, such as "3 points"."""
    scores = rules.EXTRAS.scores
    assert scores is not None, "only a game with scores has points"
    return within(scores.amount(n), rules.name)


def _describe_begun(at: LoadedGame, caller: Caller) -> list[str]:
    """Return a line with the previous order and the open question; no line at the start of a turn."""
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
            line=shorten(line, ORDER),
            question=question,
        )
    ]


def _describe_orders(
    at: LoadedGame,
    caller: Caller,
    best: Sequence[Hint | Advice],
    figures: Sequence[str] = (),
    *,
    alike: bool = False,
) -> list[str]:
    """Return the lines of each order: the order, its warnings, its reason, a comparison, and its figure.

    If the first order declines to act, say why: no order that acts came out better. Compare each later order
    with the first order, if both stop at the same moment. If all orders have the same reason, write it once,
    above them. If an order has the same reason as another order, find the first answer in which these two
    orders differ, and say what this order's answer does. `figures` holds a sentence for each order, or
    nothing. `alike` is whether a line above says that all orders are about equally good. If so, don't compare
    an order that has a reason of its own. Compare nothing before the seat has a standing.
    """
    rules, seat = at.rules, at.asked
    declining = find_declining(rules, at.position)
    reasons = [within(hint.reason, rules.name) for hint in best]
    shared = len(reasons) > 1 and len({*reasons}) == 1
    above = [say("hint.why", told=say("hint.reason", reason=reasons[0]))] if shared and reasons[0] else []
    lines, first, moment = above, at.view(seat), _find_moment(at)
    undecided = isinstance(dict(first.standing).get(seat), NoStand)
    drafts = [Draft(at, hint.keys) for hint in best]
    for number, (hint, reason, draft) in enumerate(zip(best, reasons, drafts, strict=True), 1):
        after = draft.seen.view(seat)
        stops = _find_moment(draft.seen)
        first, moment = (after, stops) if number == 1 else (first, moment)
        compared = _compare_views(rules, first, after, seat) if stops is not None and stops == moment else ""
        lines += [*_write_order(at, caller, number, draft), *list_warnings(draft)]
        why = say("hint.reason", reason=reason) if reason and not shared else ""
        compared = "" if undecided or (alike and why) else compared
        if number == 1 and hint.keys[0] in declining:
            why = " ".join(filter(None, [why, say("hint.declines")]))
        twin = next((n for n, each in enumerate(reasons) if n != number - 1 and each == reason), None)
        told_apart = "" if twin is None else _tell_from(draft, drafts[twin])
        if told := " ".join(filter(None, [why, told_apart, compared, *figures[number - 1 : number]])):
            lines.append(say("hint.why", told=told))
    return lines


def _tell_from(draft: Draft, other: Draft) -> str:
    """Return what an order's answer does, where the order first differs from another one.

    The text is the game's text for newcomers on this answer. Without such a text, it is the first thing that
    the preview of this order foresees and the preview of the other one does not. If there is neither, it is
    "".
    """
    likewise = list_foreseen(other)
    only = next((end_sentence(line) for line in list_foreseen(draft) if line not in likewise), "")
    newcomer = find_newcomer(draft.base.rules)
    place = next(
        (n for n, (own, its) in enumerate(zip(draft.keys, other.keys, strict=False)) if own != its), None
    )
    given = next((each for each in draft.answers if each.place == place), None)
    if newcomer is None or given is None:
        return only
    text = newcomer.answers.get(given.ask.kind, {}).get(given.key, "")
    said = as_words(text).read(draft.base.rules.name)
    return say("hint.does", answer=given.said, text=said) if text else only


def _find_moment(at: LoadedGame) -> tuple[int, str, str] | None:
    """Return the moment that an order leads to: the turn, and the kind and the seat of the open question.

    At equal moments, standings can be compared: the end of a round, for example, has happened after both
    orders or after none. Return None if dice are to be rolled, because the roll can change standings.
    """
    pending = at.live.pending
    if isinstance(pending, Roll):
        return None
    return at.position.turn, getattr(pending, "kind", ""), getattr(pending, "seat", "")


def _compare_views(rules: Rules, first: View, after: View, own: str) -> str:
    """Return a sentence that compares a seat's standing after two orders; "" if all standings are equal.

    `first` is the view after the first order, `after` the view after the other order. Compare the seat `own`;
    if its standing is equal, compare another seat.
    """
    for seat, instead, this in compare_standings(first, after, own):
        if seat == own:
            return say("hint.compared_own", this=this, instead=instead)
        return say("hint.compared", seat=title_seat(rules, seat), this=this, instead=instead)
    return ""


def _write_order(at: LoadedGame, caller: Caller, number: int, draft: Draft) -> list[str]:
    """Return a line with an order, and a line for each later question that the order answers."""
    rules, seat = at.rules, at.asked
    whole, first = draft.now.position, len(at.position.log)
    reader = read_as(at.stored, caller.user_id)
    line = order_text.write_order(rules, whole, first, seat, reader) or " ".join(draft.keys)
    line = clip_order(line, ORDER, ORDER + LABEL)
    question, others = order_text.list_questions(rules, whole, first, seat, reader)
    lines = [say("hint.answer" if question else "hint.order", n=number, line=line, question=question)]
    return [*lines, *(say("order.answered", question=asked, line=answer) for asked, answer in others)]


def format_chance(found: Estimate) -> str:
    """Return a chance in percent, with its range. Leave out a range that is too wide."""
    low, high = _find_range(found)
    return say("chance.rough", n=round(100 * found.mean)) if high - low > WIDE else format_range(found)


def format_range(found: Estimate) -> str:
    """Return a chance in percent with its range; without a range if it is no estimate."""
    if not found.error:
        return say("percent", n=round(100 * found.mean))
    low, high = _find_range(found)
    return say("chance", n=round(100 * found.mean), low=round(100 * low), high=round(100 * high))


def _find_range(found: Estimate) -> tuple[float, float]:
    """Return the lower and the upper end of the range of a chance, from 0 to 1."""
    low, high = (min(1.0, max(0.0, found.mean + side * SURE * found.error)) for side in (-1, 1))
    return low, high


def _subtract_percents(one: Estimate, other: Estimate) -> int:
    """Return the difference of two chances in percentage points, after rounding both as people see them."""
    return round(100 * one.mean) - round(100 * other.mean)


def format_change(found: Estimate, points: int) -> str:
    """Return in words by how many `points` a chance differs from usual play. Possible noise counts as 0."""
    if found.is_zero or not points:
        return say("change.none")
    return say("change.better", n=points) if points > 0 else say("change.worse", n=-points)
