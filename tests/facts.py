"""Read words as facts: a sentence as data, so that a test checks its content and not its wording.

    facts(say("3.1.1: you have selected {space} already", space="delhi")) == "3.1.1 space=delhi"

The facts are the numbers of rules in the text, and its arguments by name, sorted. Lists are in brackets. A
number of things is one word ("2-troops"). `rule`, `slots` and `reason` return the parts of one sentence.
"""

from __future__ import annotations

import re
from typing import Any, cast

from rules.kernel import Rules
from rules.state import S, V
from rules.words import AS_IS, Line, Name, Plural, Said, Tongue, Words, figure, within

RULE = re.compile(r"\d{1,2}\.\d{1,2}(?:\.\d{1,2})?")
OF_KIND = {"n", "one", "many"}  # the arguments of `of_kind`
COUNTED = {"n", "kind"}


class Facts(Tongue):
    """The language in which words are read as facts."""

    @property
    def language(self) -> str:
        return "en"

    @property
    def english(self) -> Name:
        return self

    def __call__(self, key: str, /) -> str:
        return key

    def inside(self, label: str, /) -> str:
        return label

    def says(self, words: Words, /) -> str:
        if words.args is AS_IS:
            return words.english
        if set(words.args) == OF_KIND:
            return self._part(words.args["many"])
        if set(words.args) == COUNTED:
            return f"{self._part(words.args['n'])}-{self._part(words.args['kind'])}"
        if words.row:
            return f"[{', '.join(self._part(value) for value in words.args.values())}]"
        args = {place: value for place, value in sorted(words.args.items()) if not _is_verb(value)}
        found = list(dict.fromkeys(RULE.findall(words.english)))
        for place, value in list(args.items()):
            text = value.english if isinstance(value, Words) and not value.args else value
            if isinstance(text, str) and (rule := RULE.match(text)):
                found += [rule[0]] if rule[0] not in found else []
                del args[place]
        if (
            not found
            and len(args) == 1
            and isinstance(only := next(iter(args.values())), Words)
            and only.args
        ):
            return self.says(only)
        return " ".join(found + [f"{place}={self._part(value)}" for place, value in args.items()])

    def _part(self, value: object) -> str:
        if callable(value):
            value = value()
        if not isinstance(value, Words):
            return str(figure(value))
        read = self.says(value) or _shown(value.english)
        return f"({read})" if "=" in read and read[0] != "[" else read


def _is_verb(value: object) -> bool:
    """Return whether a value is a verb that depends on a number, and so is no fact."""
    return isinstance(value, Words) and isinstance(value.text, Plural) and "{" not in value.text.many


def _shown(text: str) -> str:
    """Return a text without placeholders as a fact: a title, or a word or two.

    A longer phrase becomes "…".
    """
    title = text[:1].isupper() and text[-1:] not in ".?!"
    return text if title or text.count(" ") < 2 else "…"


FACTS = Facts()


def facts(said: Said) -> str:
    """Return the facts of a sentence."""
    return within(said, FACTS)


def line_facts(line: Line) -> str:
    """Return the kind and the facts of a story line."""
    return f"{line.kind}: {facts(line.words)}".removesuffix(": ")


class InFacts:
    """A game whose sentences are read as facts. The rest is the game's own."""

    name = FACTS

    def __init__(self, rules: Rules[S, V]) -> None:
        self._rules = rules

    def __getattr__(self, attribute: str) -> Any:
        return getattr(self._rules, attribute)


def in_facts(rules: Rules[S, V]) -> Rules[S, V]:
    """Return the game with its sentences read as facts."""
    return cast(Rules[S, V], InFacts(rules))


def rule(said: Said) -> str:
    """Return the number of the rule in a reason: "5.4" for "5.4: you have no die that shows a 6"."""
    text = said.english if isinstance(said, Words) else said
    return text.partition(": ")[0]


def rule_first(text: str) -> str:
    """Return a refusal with its rule in front: "2.1: No gold" for "No gold (rule 2.1)."."""
    found = re.search(r" \(rule ([^)]+)\)", text)
    return text if found is None else f"{found[1]}: {text[: found.start()]}{text[found.end() :]}"


def slots(said: Said) -> Any:
    """Return the slots of a sentence: a mapping, a list for a row, its text if it has none."""
    if not isinstance(said, Words) or not said.args:
        return said.english if isinstance(said, Words) else said
    found = {slot: slots(each) if isinstance(each, Words) else each for slot, each in said.args.items()}
    return list(found.values()) if said.row else found


def reason(said: Said) -> tuple[str, Any]:
    """Return the rule of a reason and its slots. The slots are {} if there are none."""
    return rule(said), slots(said) if isinstance(said, Words) and said.args else {}
