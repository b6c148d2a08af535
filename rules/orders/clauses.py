"""Turn an answer into a part of an order sentence, as its question's `Presentation.phrase` says."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from rules.asking import DONE
from rules.kernel import Ask, Rules
from rules.orders.tokenizer import REMARK
from rules.phrase import Part, Phrase
from rules.words import Text, Words, as_is, say, settle_words


class Clause(NamedTuple):
    """An answer as a part of a sentence.

    Attributes:
        kind: the kind of its question
        key: the key of the answer
        text: the question's words around the answer
        part: which part of the sentence it is
        answer: the answer in words
        act: the key of the act to which the answer belongs (`Phrase.act`); "" for none
        silent: whether the sentence leaves the answer out
        done: the words for choosing nothing more
        things: whether an answer given twice reads "2 Red Monk", and not "Red Monk (2 times)"
        several: the words around an answer given several times (`Deed.several`); "": as `things` says
        alone: the words around the answer if it begins a sentence (`Phrase.alone`); "": `text`
        end: the words around the answer in an order without details (`Phrase.end`); "" if such an order
            leaves the answer out
        gain: what an act brings (`Phrase.gain`); None if that is not known
        told: the answer as a part of a sentence about deeds (`Phrase.told`); None if there is no such phrase
    """

    kind: str
    key: str
    text: Text
    part: Part
    answer: Words
    act: str = ""
    silent: bool = False
    done: Words | None = None
    things: bool = False
    several: Text = ""
    alone: Text = ""
    end: Text = ""
    gain: Words | None = None
    told: Clause | None = None

    def is_like(self, other: Clause) -> bool:
        """Return whether both answer the same kind of question and can be joined into one list."""
        return (self.kind, self.text, self.part) == (other.kind, other.text, other.part)


def make_clause(rules: Rules, ask: Ask, key: str) -> Clause:
    """Return the clause of an answer to the open question. Call this before the answer is entered."""
    phrase = ask.presentation.phrase or make_plain_phrase(ask)
    clause, deed = _make_clause(rules, ask, key, phrase), phrase.told
    if deed is None:
        return clause
    words = replace(
        phrase, text=deed.text, answer=deed.answer or phrase.answer, done=deed.done, alone=deed.alone
    )
    told = _make_clause(rules, ask, key, words)._replace(several=deed.several)
    return clause._replace(told=told)


def _make_clause(rules: Rules, ask: Ask, key: str, phrase: Phrase) -> Clause:
    """Return the clause of an answer in the words of a phrase, without `Clause.told`."""
    text, part = phrase.text, phrase.part
    gain = phrase.gain(key) if phrase.gain is not None and key != DONE else None
    if key in ask.presentation.bare:
        text = "{answer}"
        if part == "place":
            part = "before" if key in ask.presentation.typed else "adverb"
    return Clause(
        kind=ask.kind,
        key=key,
        text=text,
        part=part,
        answer=say("{key}", key=key) if key == DONE else _word_answer(rules, ask, key, phrase),
        act=phrase.act,
        silent=key in phrase.silent,
        done=phrase.done,
        things=phrase.things,
        alone=phrase.alone,
        end=phrase.end,
        gain=None if gain is None else settle_words(gain),
    )


def make_plain_phrase(ask: Ask) -> Phrase:
    """Return a default phrase for a question without one."""
    shown = ask.presentation
    if shown.form == "act":
        return Phrase(part="act")
    led = f"{shown.lead} {{answer}}" if shown.lead else "{answer}"
    if shown.form == "place":
        return Phrase(led, "ahead" if ask.about else "place")
    return Phrase(led, "adverb" if shown.lead else "clause")


def _word_answer(rules: Rules, ask: Ask, key: str, phrase: Phrase) -> Words:
    """Return the answer in words, without the remark that its label ends with."""
    if phrase.answer is not None and key != DONE:
        return settle_words(phrase.answer(key))
    label = ask.presentation.whole or ask.presentation.label
    if label is None:
        return say("{key}", key=key)
    words = settle_words(label(key))
    read = words.within(rules.name)
    plain = REMARK.sub("", read)
    return words if plain == read else as_is(plain)
