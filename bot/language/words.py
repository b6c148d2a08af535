"""Say things in the language of the reader: every sentence of the bot comes from one catalogue.

A text names who is meant first, then what is asked, then what is legal. The rules of a game have sentences
of their own (`rules.words`). The English sentences are those of `frames.pot`, each under its key. A language
is a folder beside it with a `frames.po` (docs/how-to/translate.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from importlib.resources import files
from typing import Literal

from babel import Locale
from babel.lists import format_list

from bot.language.catalogue import Catalogue, Entry, read_catalogue
from bot.language.grammar import read_grammar

FRAMES = "frames.po"
SOURCE = "en"  # the language that everything is written in, and that stands in for what is not translated
LOCALES = {"en": "en_GB"}  # the customs of which country, where the language alone would say otherwise


def _languages() -> dict[str, str]:
    """Return the languages that have a catalogue of frames, each by its own name."""
    found = {SOURCE: Locale.parse(SOURCE).get_language_name() or SOURCE}
    for folder in sorted(files(__package__).iterdir(), key=lambda folder: folder.name):
        if folder.joinpath(FRAMES).is_file():
            found[folder.name] = Locale.parse(folder.name).get_language_name() or folder.name
    return found


LANGUAGES: Mapping[str, str] = _languages()
_language: ContextVar[str] = ContextVar("language", default=SOURCE)


def speak(language: str) -> None:
    """From here on, in this task, the sentences of this language."""
    _language.set(language)


def spoken_language() -> str:
    """Return the language that is spoken now."""
    return _language.get()


@contextmanager
def speak_within(language: str) -> Iterator[None]:
    """The sentences of this language, as long as it lasts: a table's own, say, in an answer to somebody."""
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@cache
def load_sentences(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return the frames of a language by their keys, each in as many forms as numbers ask for.

    English where it has none.
    """
    english = read_catalogue(__package__, "frames.pot").index_contexts()
    other = _frames(language).index_contexts() if language != SOURCE else dict[str, Entry]()
    return {key: _said(entry, other.get(key)) for key, entry in english.items()}


def _said(english: Entry, other: Entry | None) -> tuple[str, ...]:
    fits = other is not None and other.english == english.english
    return other.said if other is not None and fits and other.said else english.english


def say(key: str, /, **places: object) -> str:
    """Return the sentence of the catalogue in the language that is spoken, its `{places}` filled in.

    Where it has forms for numbers, the one that goes with `n`.
    """
    language = _language.get()
    forms = load_sentences(language)[key]
    text = forms[0]
    if len(forms) > 1:
        n = places["n"]
        assert isinstance(n, int), f"“{key}” goes by a number"
        text = _frames(language).choose_form(forms, n)
    return read_grammar(language).fill(text, lambda place, _: str(places[place]))


def _frames(language: str) -> Catalogue:
    return (
        read_catalogue(__package__, "frames.pot")
        if language == SOURCE
        else read_catalogue(__package__, FRAMES, language)
    )


def join_names(parts: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Several names, at least one, as a sentence has them: "a, b and c"."""
    return join_in_language(parts, last, _language.get())


def join_in_language(parts: Sequence[str], last: str, language: str) -> str:
    """Several names as a sentence of this language has them."""
    style: Literal["standard", "or"] = "or" if last == "or" else "standard"
    return format_list(list(parts), style, locale=LOCALES.get(language, language))
