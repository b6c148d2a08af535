"""Suggest the next word of an act out of turn while a player types it, for autocomplete and for "?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules.kernel import InputError, Option, Rules
from rules.orders.out_of_turn_words import list_next, normalize_words
from rules.orders.questions import Question
from rules.orders.suggestions import LINE_MAX, Suggestion
from rules.orders.tokenizer import asks, normalize, strip_question
from rules.state import State
from rules.words import as_is, say

_AMOUNT = re.compile(r"(?<!\d)(\d+)\s+(?=[a-z]\b)")  # "2 r" means "2r"


class Begun(NamedTuple):
    """An act out of turn at the end of a text.

    Attributes:
        head: the text before the act
        said: the complete words of the act
        last: the word that the player may not have finished
    """

    head: str
    said: tuple[str, ...]
    last: str


def find_begun(rules: Rules, text: str) -> Begun | None:
    """Return the act out of turn at the end of a text; None if the text ends with something else."""
    head, stop, part = text.rpartition(";")
    joined = _AMOUNT.sub(r"\1", normalize(part).replace(",", " "))
    *said, last = [*joined.split(), *[""] * (joined[-1:].isspace() or not joined)]
    first = (*said, last)[0]
    if first not in rules.EXTRAS.trades.words and (
        said or not any(word.startswith(first) for word in rules.EXTRAS.trades.words)
    ):
        return None
    return Begun(head + stop, tuple(said), last)


def suggest_side_acts(rules: Rules, state: State, seat: str, text: str, limit: int = 25) -> list[Suggestion]:
    """Return suggestions that add one word to the act out of turn at the end of the text.

    The list is empty if the act is complete or the text ends with something else. If the text has a "?", the
    suggestions end with "?" too.
    """
    if asks(text):
        found = suggest_side_acts(rules, state, seat, strip_question(text), limit)
        return [each._replace(text=f"{each.text} ?") for each in found if len(each.text) + 2 <= LINE_MAX]
    if (act := find_begun(rules, text)) is None:
        return []
    opening = " ".join(part for part in (act.head, *act.said) if part)
    found = []
    for option in _list_next(rules, state, seat, act.said, act.last):
        line = f"{opening} {option.key}".strip()
        label = line if normalize(option.label) == option.key else f"{line} ({option.label})"
        found.append(Suggestion(line, label if len(label) <= LINE_MAX else line))
    return [each for each in found if len(each.text) <= LINE_MAX][:limit]


def make_question(rules: Rules, state: State, seat: str, text: str) -> Question | None:
    """Return what may come next in the act out of turn at the end of this text. The text may have a "?".

    Return None if the act is complete or the text ends with something else.
    """
    act = find_begun(rules, strip_question(text))
    if act is None or (said := (*act.said, act.last))[0] not in rules.EXTRAS.trades.words:
        return None
    growing = [
        option for option in _list_next(rules, state, seat, act.said, act.last) if option.key != act.last
    ]
    whole = _list_next(rules, state, seat, said)
    options = whole or growing
    if not options:
        return None
    shown = [
        option
        if normalize(option.label) == option.key
        else Option(option.key, f"{option.key} ({option.label})")
        for option in options
    ]
    opening = " ".join(said if whole else act.said)
    prompt = say("After “{opening}” you can write", opening=as_is(opening)).read(rules.name)
    return Question(seat, prompt, "", tuple(shown), False, name=rules.name)


def list_nearest_side_acts(rules: Rules, state: State, seat: str, words: Sequence[str]) -> list[str]:
    """Return the legal acts out of turn of a seat that begin with the most of these typed words.

    The acts are whole. At most 2 words are added. For the second, only the first possible word is tried.
    """
    said = normalize_words(rules, state, seat, words)
    for kept in range(len(said), 0, -1):
        begun = [
            (*said[:kept], *more)
            for option in list_next(rules, state, seat, said[:kept])
            for more in ((option.key,), *_grow(rules, state, seat, (*said[:kept], option.key)))
        ]
        if found := [act for act in [tuple(said[:kept]), *begun] if _is_legal(rules, state, seat, act)]:
            return [" ".join(act) for act in found]
    return []


def _grow(rules: Rules, state: State, seat: str, said: tuple[str, ...]) -> list[tuple[str, ...]]:
    """Return the last word of `said` with the first word that may follow it, as a list; [] if none may."""
    return [(said[-1], each.key) for each in list_next(rules, state, seat, said)[:1]]


def _is_legal(rules: Rules, state: State, seat: str, act: Sequence[str]) -> bool:
    """Return whether a seat can carry out an act out of turn now."""
    try:
        rules.EXTRAS.trades.act(state.copy(), seat, "_".join(act))
    except InputError:
        return False
    return True


def _list_next(rules: Rules, state: State, seat: str, said: Sequence[str], typed: str = "") -> list[Option]:
    """Return the words that may follow the words `said` and that begin with the letters `typed`."""
    options = list_next(rules, state, seat, normalize_words(rules, state, seat, said))
    return [
        option
        for option in options
        if option.key.startswith(typed)
        or any(normalize(spelling).startswith(typed) for spelling in (option.label, *option.also))
    ]
