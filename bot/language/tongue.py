"""A game in another language: its sentences and names out of the catalogue in its folder.

A game's catalogue is `rules/<game>/<language>/rules.po`; what all games have in common (refusals of the
kernel, the reading of orders) is `rules/<language>/common.po`. A game without one is told in English. A name
stands under the key of the game as its context, and once more for each form that it has of its own: the key
`delhi`, and `delhi|dans` for what stands where a sentence says `{space|dans}`. docs/languages.md tells
translators.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from string import Formatter
from typing import Any

from bot.language.catalogue import EMPTY, Catalogue, catalogue
from bot.language.words import row, spoken_language
from rules.words import ENGLISH, Name, Tongue, Words, figure, inside, put_together

COMMON = "common.po"
RULES = "rules.po"
VOWELS = frozenset("aeiou")
CLAUSES = "; "
FORM = "|"  # between a place, or a key, and the form that is meant


@dataclass(frozen=True)
class Usage:
    """What two words become where they meet, as `usage.toml` of a language has it."""

    contractions: Mapping[str, str]  # "de le": "du"
    elisions: Mapping[str, str]  # before a vowel: "de": "d'"
    articles: Sequence[str]  # that open a label and are small within a sentence
    clauses: str  # between clauses

    @cached_property
    def _opening(self) -> re.Pattern[str] | None:
        words = {each.rpartition(" ")[0] for each in self.contractions} | set(self.elisions)
        return re.compile(rf"(?<!\w)({'|'.join(sorted(words))}) $", re.IGNORECASE) if words else None

    def joined(self, text: str, value: str) -> str:
        """A text with what fills its next place."""
        found = self._opening.search(text) if self._opening else None
        if found is None or not value:
            return text + value
        word, before = found[1], text[: found.start()]
        for pair, one in self.contractions.items():
            left, _, right = pair.rpartition(" ")
            if left == word.lower() and value.lower().startswith(f"{right} "):
                return before + _cased(one, word) + value[len(right) :]
        if word.lower() in self.elisions and _plain(value[0]) in VOWELS:
            return before + _cased(self.elisions[word.lower()], word) + value
        return text + value

    def inside(self, label: str) -> str:
        """A label as it stands within a sentence."""
        if any(label.startswith(article) for article in self.articles):
            return label[:1].lower() + label[1:]
        return label


def _cased(text: str, like: str) -> str:
    return text.capitalize() if like[0].isupper() else text


def _plain(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter.lower())[0]


@cache
def usage(language: str) -> Usage:
    """The usage of a language; none where it has nothing of the kind."""
    file = files("bot.language").joinpath(language, "usage.toml")
    kept: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    contractions, elisions = kept.get("contractions", {}), kept.get("elisions", {})
    return Usage(contractions, elisions, kept.get("articles", ()), kept.get("clauses", "; "))


@cache
def parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """A sentence in parts: a text, then the place that follows it and the form that is meant there."""
    found = []
    for text, place, _, _ in Formatter().parse(sentence):
        name, _, form = (place or "").partition(FORM)
        found.append((text, name, form))
    return tuple(found)


class Foreign(Tongue):
    """A game in one language that is not English. `rules`: its face."""

    def __init__(self, rules: Any, language: str) -> None:
        self._rules, self._language = rules, language
        self._usage = usage(language)
        # a game that is no package has no folder for a catalogue
        here = f"{language}/{RULES}"
        self.own: Catalogue = catalogue(rules.__name__, here) if hasattr(rules, "__path__") else EMPTY
        self.common: Catalogue = catalogue("rules", f"{language}/{COMMON}")

    @property
    def language(self) -> str:
        return self._language

    @property
    def english(self) -> Name:
        name: Name = self._rules.name
        return name

    def __call__(self, key: str) -> str:
        return self.named(key)

    def said(self, english: str, context: str = "") -> str | None:
        """The translation of an English sentence or name; None where there is none."""
        return self.own.said(english, context) or self.common.said(english, context)

    def _translated(self, words: Words) -> str | None:
        """The translation of a sentence, in the form that goes with its number where it has one."""
        text = words.text
        if isinstance(text, str):
            return self.said(text)
        return self.own.counted(text, words.number) or self.common.counted(text, words.number)

    def named(self, key: str, form: str = "") -> str:
        """The name of a key, in this form of it."""
        english = self.english(key)
        if form:
            own = self.said(english, f"{key}{FORM}{form}")
            return own or self._usage.joined(f"{form} ", self.named(key))
        if (name := self.said(english, key)) is not None:
            return name
        if (words := self._rules.EXTRAS.named(key)) is not None:
            return self.says(words)
        return self.said(english) or english

    def says(self, words: Words) -> str:
        return self._says(words, "")

    def _says(self, words: Words, form: str) -> str:
        if words.row in ("and", "or"):
            return row([self._part(each, form) for each in words.args.values()], words.row, self._language)
        if words.row:
            joint = self._usage.clauses if words.row == CLAUSES else words.row
            return joint.join(self._part(each, form) for each in words.args.values())
        said = self._translated(words)
        if said is None and any(letter.isalpha() for text, _, _ in parts(words.english) for letter in text):
            self.missing(words)
            return self._formed(put_together(words, self.english), form)
        match parts(said or words.english):
            case (("", place, own),) if place:  # nothing but a name, which takes the form itself
                return self._part(words.args[place], own or form)
            case _:
                return self._formed(self._filled(said or words.english, words.args), form)

    def missing(self, words: Words) -> None:
        """What is done about a sentence that is not translated: nothing."""

    def _filled(self, sentence: str, args: Mapping[str, object]) -> str:
        if not args:
            return sentence
        text = ""
        for literal, place, form in parts(sentence):
            text += literal
            if place:
                text = self._usage.joined(text, self._part(args[place], form))
        return text

    def _part(self, value: object, form: str) -> str:
        if callable(value):
            value = value()
        if isinstance(value, Words):
            return self._says(value, form)
        if isinstance(value, str):
            return self.named(value, form)
        return self._formed(str(figure(value)), form)

    def _formed(self, text: str, form: str) -> str:
        return self._usage.joined(f"{form} ", text) if form else text

    def inside(self, label: str) -> str:
        return self._usage.inside(label)


class Spoken(Tongue):
    """A game in the language that is spoken when it is read."""

    def __init__(self, rules: Any) -> None:
        self._rules = rules
        self._foreign: dict[str, Foreign] = {}

    def _now(self) -> Foreign | None:
        language = spoken_language()
        if language == ENGLISH:
            return None
        if language not in self._foreign:
            self._foreign[language] = Foreign(self._rules, language)
        return self._foreign[language]

    @property
    def language(self) -> str:
        return spoken_language()

    @property
    def english(self) -> Name:
        name: Name = self._rules.name
        return name

    def __call__(self, key: str) -> str:
        now = self._now()
        return self.english(key) if now is None else now(key)

    def says(self, words: Words) -> str:
        now = self._now()
        return put_together(words, self.english) if now is None else now.says(words)

    def inside(self, label: str) -> str:
        now = self._now()
        return inside(label) if now is None else now.inside(label)
