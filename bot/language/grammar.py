"""Join words by the grammar of a language, and apply its typography. `usage.toml` has both.

A place is a `{name}` in a sentence; a text fills it. A place can ask for a special form of the text:
`{seat|of}` asks for the form "of".
"""

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
FORM = "|"  # stands between the name of a place and the form that the place asks for


@dataclass(frozen=True)
class Grammar:
    """The grammar and typography of a language, from its `usage.toml`.

    Attributes:
        articles: words such as "The". An article at the beginning of a label gets a small letter within a
            sentence.
        contractions: pairs of words and the one word that replaces them, such as "de le": "du".
        elisions: words and their short forms before a vowel, such as "de": "d'".
        clauses: the text that joins two clauses of a sentence.
        dangling: words that must not be the last word of a shortened label.
        setting: replacements of characters, from typed to printed. Example: the space in " ;" becomes an
            unbreakable space.
    """

    articles: Sequence[str]
    contractions: Mapping[str, str]
    elisions: Mapping[str, str]
    clauses: str
    dangling: Sequence[str]
    setting: Mapping[str, str]

    @cached_property
    def _opening(self) -> re.Pattern[str] | None:
        words = {each.rpartition(" ")[0] for each in self.contractions} | set(self.elisions)
        return re.compile(rf"(?<!\w)({'|'.join(sorted(words))}) (\**)$", re.IGNORECASE) if words else None

    def fill(self, sentence: str, part: Callable[[str, str], str]) -> str:
        """Return a sentence with its places filled. `part(place, form)` returns what goes into a place."""
        text = ""
        for literal, place, form in split_parts(sentence):
            text += literal
            if place:
                text = self.join(text, part(place, form))
        return text

    def join(self, text: str, value: str) -> str:
        """Return `text + value`, with the language's contraction or elision where the two meet."""
        found = self._opening.search(text) if self._opening else None
        if found is None or not value:
            return text + value
        word, bold, before = found[1], found[2], text[: found.start()]
        for pair, one in self.contractions.items():
            left, _, right = pair.rpartition(" ")
            if left == word.lower() and value.lower().startswith(f"{right} "):
                return f"{before}{_copy_case(one, word)} {bold}{value[len(right) + 1 :]}"
        if word.lower() in self.elisions and _strip_accent(value[0]) in VOWELS:
            return before + _copy_case(self.elisions[word.lower()], word) + bold + value
        return text + value

    def list_forms(self, label: str) -> list[str]:
        """Return a label's forms: unchanged, with a capital, and without an article that contracts."""
        articles = {pair.rpartition(" ")[2] for pair in self.contractions}
        bare = [label[len(each) + 1 :] for each in articles if label.lower().startswith(f"{each} ")]
        return [label, label[:1].upper() + label[1:], *bare]

    def typeset(self, text: str) -> str:
        """Return a text in the typography of the language."""
        return _typeset(text, self.setting)

    def inside(self, label: str) -> str:
        """Return a label for the middle of a sentence: an article at its start gets a small letter."""
        if any(label.startswith(article) for article in self.articles):
            return label[:1].lower() + label[1:]
        return label


def _typeset(text: str, setting: Mapping[str, str]) -> str:
    for typed, printed in setting.items():
        text = text.replace(typed, printed)
    return text


def _copy_case(text: str, like: str) -> str:
    return text.capitalize() if like[0].isupper() else text


def _strip_accent(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter.lower())[0]


@cache
def split_parts(sentence: str) -> tuple[tuple[str, str, str], ...]:
    """Return the parts of a sentence. A part is a text, the name of the place after it, and the place's form.

    `"{who|of} wins"` gives `(("", "who", "of"), (" wins", "", ""))`.
    """
    found = []
    for text, place, _, _ in Formatter().parse(sentence):
        name, _, form = (place or "").partition(FORM)
        found.append((text, name, form))
    return tuple(found)


@cache
def read_grammar(language: str) -> Grammar:
    """Return the grammar of a language. Without a `usage.toml`, return a grammar that changes nothing."""
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
