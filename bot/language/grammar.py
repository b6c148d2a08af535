"""How words of a language meet and are printed, as its `usage.toml` has it."""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from string import Formatter
from typing import Any

VOWELS = frozenset("aeiou")
FORM = "|"  # between a place, or a key, and the form that is meant


@dataclass(frozen=True)
class Grammar:
    """What two words become where they meet, as `usage.toml` of a language has it."""

    articles: Sequence[str]  # that open a label and are small within a sentence
    contractions: Mapping[str, str]  # "de le": "du"
    elisions: Mapping[str, str]  # before a vowel: "de": "d'"
    clauses: str  # between clauses
    dangling: Sequence[str]  # what a label that is cut short can't end with
    setting: Mapping[str, str]  # what is typed and how it is printed: " ;" with a space that does not break

    @cached_property
    def _opening(self) -> re.Pattern[str] | None:
        words = {each.rpartition(" ")[0] for each in self.contractions} | set(self.elisions)
        return re.compile(rf"(?<!\w)({'|'.join(sorted(words))}) (\**)$", re.IGNORECASE) if words else None

    def fill(self, sentence: str, part: Callable[[str, str], str]) -> str:
        """Fill the places of a sentence; `part(place, form)`: what goes into one."""
        text = ""
        for literal, place, form in split_parts(sentence):
            text += literal
            if place:
                text = self.join(text, part(place, form))
        return text

    def join(self, text: str, value: str) -> str:
        """Return a text with what fills its next place."""
        found = self._opening.search(text) if self._opening else None
        if found is None or not value:
            return text + value
        word, bold, before = found[1], found[2], text[: found.start()]
        for pair, one in self.contractions.items():
            left, _, right = pair.rpartition(" ")
            if left == word.lower() and value.lower().startswith(f"{right} "):
                return f"{before}{_cased(one, word)} {bold}{value[len(right) + 1 :]}"
        if word.lower() in self.elisions and _plain(value[0]) in VOWELS:
            return before + _cased(self.elisions[word.lower()], word) + bold + value
        return text + value

    def typeset(self, text: str) -> str:
        """Return a text as the language is printed."""
        return _typeset(text, self.setting)

    def inside(self, label: str) -> str:
        """Return a label as it stands within a sentence."""
        if any(label.startswith(article) for article in self.articles):
            return label[:1].lower() + label[1:]
        return label


def _typeset(text: str, setting: Mapping[str, str]) -> str:
    for typed, printed in setting.items():
        text = text.replace(typed, printed)
    return text


def _cased(text: str, like: str) -> str:
    return text.capitalize() if like[0].isupper() else text


def _plain(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter.lower())[0]


@cache
def split_parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """Return a sentence in parts: a text, then the place that follows it and the form that is meant there."""
    found = []
    for text, place, _, _ in Formatter().parse(sentence):
        name, _, form = (place or "").partition(FORM)
        found.append((text, name, form))
    return tuple(found)


@cache
def read_grammar(language: str) -> Grammar:
    """Return the usage of a language; none where it has nothing of the kind."""
    file = files("bot.language").joinpath(language, "usage.toml")
    kept: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    setting: Mapping[str, str] = kept.get("typesetting", {})
    return Grammar(
        articles=[_typeset(article, setting) for article in kept.get("articles", ())],
        contractions=kept.get("contractions", {}),
        elisions={word: _typeset(short, setting) for word, short in kept.get("elisions", {}).items()},
        clauses=_typeset(kept.get("clauses", "; "), setting),
        dangling=kept.get("dangling", ()),
        setting=setting,
    )
