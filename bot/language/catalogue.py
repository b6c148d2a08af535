"""Read a catalogue of translated sentences: a gettext .po file, with Babel.

A template (.pot) has only the English sentences. A sentence without a translation stays English. If the
English of a sentence has changed, gettext marks its translation as fuzzy; such a sentence stays English too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from gettext import c2py
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.language.grammar import Grammar, read_grammar


class Entry(NamedTuple):
    """A sentence and its translation.

    Attributes:
        english: one form of the sentence, or two: singular and plural.
        said: the translation in each of the language's plural forms; empty if there is no translation.
        context: a text that distinguishes entries with equal English, such as the key of a name in a game;
            "" for none.
        notes: comments of the translator.
    """

    english: tuple[str, ...]
    said: tuple[str, ...]
    context: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The entries of one file.

    Attributes:
        entries: a dict; the key is the context and the first English form
        form: `form(n)` returns the index of the form for the number `n`, such as 1 for a plural
    """

    entries: Mapping[tuple[str, str], Entry]
    form: Callable[[int], int]

    def index_contexts(self) -> Mapping[str, Entry]:
        """Return a dict from contexts to entries. No two entries may have the same context."""
        return {context: entry for (context, _), entry in self.entries.items()}

    def translate(self, english: str, context: str = "") -> str | None:
        """Return the translation of an English sentence; None if it has no translation."""
        forms = self._forms((english,), context)
        return forms[0] if forms else None

    def translate_count(self, english: tuple[str, str], n: int) -> str | None:
        """Return the translation of a sentence with singular and plural, in the form for the number `n`.

        Return None if it has no translation.
        """
        forms = self._forms(english, "")
        return self.choose_form(forms, n) if forms else None

    def choose_form(self, forms: Sequence[str], n: int) -> str:
        """Return the form for the number `n`, such as the plural for 2. `forms` has all forms."""
        return forms[min(self.form(n), len(forms) - 1)]

    def _forms(self, english: tuple[str, ...], context: str) -> tuple[str, ...]:
        entry = self.entries.get((context, english[0]))
        return entry.said if entry is not None and entry.english == english else ()


EMPTY = Catalogue(MappingProxyType({}), lambda _: 0)


@cache
def read_catalogue(package: str, name: str, language: str = "") -> Catalogue:
    """Return a package's catalogue in a language, with the language's typography; `EMPTY` without a file.

    A template has the language "".
    """
    file = files(package).joinpath(language, name)
    return typeset_catalogue(read_grammar(language), read(file)) if file.is_file() else EMPTY


def typeset_catalogue(grammar: Grammar, catalogue: Catalogue) -> Catalogue:
    """Return a copy with the language's typography (quotes, spaces) applied."""
    found = {
        key: entry._replace(said=tuple(grammar.typeset(text) for text in entry.said))
        for key, entry in catalogue.entries.items()
    }
    return Catalogue(MappingProxyType(found), catalogue.form)


def read(file: Traversable) -> Catalogue:
    """Return the catalogue in a file. Raises Babel's `PoFileError` if it is not valid."""
    with file.open("rb") as stream:
        kept = read_po(stream, abort_invalid=True)
    plural = kept.plural_expr if kept.locale is not None else "(n != 1)"
    return Catalogue(MappingProxyType(dict(_entries(kept))), c2py(plural))


def _entries(kept: Catalog) -> list[tuple[tuple[str, str], Entry]]:
    found = []
    for message in kept:
        if message.id:
            english, said = _forms(message.id), _forms(message.string or ())
            whole = bool(said) and all(said) and not message.fuzzy
            entry = Entry(english, said if whole else (), message.context or "", tuple(message.user_comments))
            found.append(((entry.context, english[0]), entry))
    return found


def _forms(text: str | Sequence[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)
