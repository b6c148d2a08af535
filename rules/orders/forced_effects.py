"""Find out whether typed words after the end of an order only name what the order brings anyway."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Option, Rules
from rules.orders.matching import find_best
from rules.orders.tokenizer import ARTICLES, SMALL, STOPS, VERBS, split_tokens, split_words
from rules.words import Line, Words

LEADS = SMALL | VERBS | ARTICLES  # words before an answer; they name nothing themselves


def names_effects(rules: Rules, seat: str, story: Sequence[Line], text: str) -> bool:
    """Return whether each clause of a text names things of a story line that this seat may read.

    For example, a palace on the last empty city is placed without a question, so no answer names it. But a
    player may type "palace on delhi 3" all the same.
    """
    told = [line for line in story if line.readers is None or seat in line.readers]
    return all(any(_names_things(rules, line, seat, clause) for line in told) for clause in _split(text))


def _split(text: str) -> list[list[str]]:
    """Return the words of each clause of a text."""
    clauses: list[list[str]] = [[]]
    for token in split_tokens(text):
        if token.word in STOPS:
            clauses.append([])
        else:
            clauses[-1].append(token.word)
    return [clause for clause in clauses if clause]


def _names_things(rules: Rules, line: Line, seat: str, said: Sequence[str]) -> bool:
    """Return whether words name things of a line, and add nothing but words of the line's sentence.

    The number at the end of a name may stand for the name: "3" for "Delhi 3".
    """
    things = [key for key in _list_things(line.words) if key != seat]
    options = [Option(key, rules.name(key), tuple(rules.aliases(key))) for key in things]
    ends = {words[-1] for option in options if (words := split_words(option.label))[-1].isdecimal()}
    names = {word for option in options for word in split_words(option.label)}
    frame = {*split_words(line.words.read(rules.name)), *split_words(line.words.english)} - names
    at, named = 0, False
    while at < len(said):
        fit, found = find_best(options, said[at:])
        if fit is not None and fit.used:
            options = [option for option in options if option is not found[0]]
            at, named = at + fit.used, True
            left_out = split_words(found[0].label)[fit.used :]  # "Elephant Mogul" for "Elephant–Grand Mogul"
            while at < len(said) and said[at] in left_out:
                at += 1
        elif said[at] in ends and at == len(said) - 1 and not named:
            at, named = at + 1, True
        elif said[at] in LEADS or any(word.startswith(said[at]) for word in frame):
            at += 1
        else:
            return False
    return named


def _list_things(words: Words) -> list[str]:
    """Return the keys that a sentence names. A key that it names twice comes twice."""
    found = list[str]()
    for value in words.args.values():
        if isinstance(value, Words):
            found += _list_things(value)
        elif isinstance(value, str):
            found.append(value)
    return found
