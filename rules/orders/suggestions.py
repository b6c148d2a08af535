"""Suggest the next answer of an order while a player types it, for autocomplete."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rules.ask import Reader
from rules.errors import cite_rule
from rules.kernel import Ambiguous, Game, InputError, Option, Rules
from rules.orders.matching import match
from rules.orders.nearest import SLIPS
from rules.orders.notation import list_openings
from rules.orders.order import Order
from rules.orders.questions import Question
from rules.orders.reading import match_phrase, read, spell_option
from rules.orders.tokenizer import STOPS, asks, split_words, strip_question
from rules.words import say

LINE_MAX = 100  # the most characters of a suggestion (Discord's limit)


class Suggestion(NamedTuple):
    """A whole order line with one more answer.

    Attributes:
        text: the line
        label: what is shown, at most `LINE_MAX` characters
        refused: whether the answer is illegal
    """

    text: str
    label: str
    refused: bool = False


def suggest(
    rules: Rules,
    game: Game,
    seat: str,
    text: str,
    limit: int = 25,
    reader: Reader | None = None,
    slips: int = SLIPS,
) -> list[Suggestion]:
    """Return the line with one more answer, once for each answer that fits.

    Legal answers come first, sorted by how well they fit; then come acts out of turn. Illegal answers are
    returned only if no answer is legal. Their labels say why they are illegal. If nothing fits, the line may
    lack its first answer, such as "command" before "rally": the suggestions then begin with it. Lines longer
    than `LINE_MAX` are left out. If the text can't be read, or leads to a question that its reader may not
    see, only acts out of turn are returned. If the line has a "?", the suggestions end in "?".

    Args:
        rules: the rules of the game
        game: the open turn
        seat: the seat that gives the order
        text: the line so far
        limit: at most this many suggestions
        reader: the seats of the person who types; None for this seat alone
        slips: how many spelling mistakes may be corrected
    """
    if asks(text):
        found = suggest(rules, game, seat, strip_question(text), limit, reader, slips)
        return [each._replace(text=f"{each.text} ?") for each in found if len(each.text) + 2 <= LINE_MAX]
    try:
        order = Order(rules, game, seat, text, frozenset((seat,)) if reader is None else reader, draft=True)
    except InputError:  # the text is a short form of an order that is illegal now
        return []
    text = order.text
    said = [word for word in order.typed if word not in STOPS]
    acts = [
        Suggestion(act.key.replace("_", " "), act.label)
        for act in find_fitting(rules.EXTRAS.trades.offered(order.live.state, seat), said)
    ]
    found = []
    try:
        order.run()
        asked = order.question()
        found += _list_completions(order, asked, limit)
        reading = read(asked, order.typed[order.at :])
        if reading.key and reading.plainly:
            order.enter(reading.key, reading.used)
            found += _list_completions(order, order.question(), limit)
    except InputError as error:  # the line can't go on from here: keep what was found so far
        slip = error.slip
        if slips and not isinstance(error, Ambiguous) and slip is not None and slip.is_clear:
            return suggest(rules, game, seat, slip.correct(text), limit, reader, slips - 1)
    found = [each for each in found if not each.refused] or found
    if not found and not order.keys and order.typed:
        found = _suggest_opened(order, limit, slips)
    return [
        each if len(each.label) <= LINE_MAX else each._replace(label=each.label[: LINE_MAX - 1] + "…")
        for each in (*found, *acts)
        if len(each.text) <= LINE_MAX
    ][:limit]


def _suggest_opened(order: Order, limit: int, slips: int) -> list[Suggestion]:
    """Return the suggestions for a line, once with each of `list_openings` put before the line."""
    rules, found = order.rules, list[Suggestion]()
    for opening in list_openings(rules, order.game, order.seat):
        text = f"{opening} {order.text}"
        more = suggest(rules, order.game, order.seat, text, limit, order.reader, slips)
        twice = f"{opening} {opening} "
        found += [
            each._replace(
                text=each.text.removeprefix(f"{opening} "), label=each.label.removeprefix(f"{opening} ")
            )
            if each.text.startswith(twice)
            else each
            for each in more
            if each.text.startswith(opening)
        ]
    return found


def _list_completions(order: Order, asked: Question, limit: int) -> list[Suggestion]:
    """Return the line with each option whose name begins with the last words of the line, best fit first."""
    rest = order.typed[order.at :]
    skip = next((at for at, word in enumerate(rest) if word not in STOPS), len(rest))
    start = order.tokens[order.at + skip].start if skip < len(rest) else len(order.text)
    head = order.text[:start].rstrip()
    said, lead, led = rest[skip:], list(split_words(asked.lead)), True
    if lead and said[: len(lead)] == lead:
        said = said[len(lead) :]
    elif not find_fitting(asked.options, said) and (begun := match_phrase(asked, said)[0]):
        head = order.text[: order.tokens[order.at + skip + begun - 1].end].rstrip()
        led, said = lead != said[begun - len(lead) : begun], said[begun:]
    fits = find_fitting(asked.options, said)
    if not fits and order.begins_lead(asked):
        fits = list(asked.options)
    fits = fits or order.list_begun(asked)
    found = []
    for option in fits[:limit]:
        text = f"{head} {spell_option(asked, option, lead=led)}".strip()
        refused = say("(no: {why})", why=cite_rule(option.why_not)).read(order.rules.name)
        label = f"{text} {refused}" if option.why_not else text
        found.append(Suggestion(text, label, bool(option.why_not)))
    return found


def find_fitting(offered: Sequence[Option], said: Sequence[str]) -> list[Option]:
    """Return the options with a spelling that begins with these words.

    Legal options come first. Among the legal and among the illegal ones, options with an effect come first.
    Options that are equal in both come in the sequence of their fit, the best first.
    """
    fits = [
        (found.fit, option)
        for option in offered
        if (found := match(option, said)) and found.used == len(said)
    ]
    fits.sort(key=lambda pair: (pair[1].why_not != "", pair[1].idle, -pair[0]))
    if said:
        return [option for _, option in fits]
    return sorted(offered, key=lambda option: (option.why_not != "", option.idle))
