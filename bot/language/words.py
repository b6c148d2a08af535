"""Say sentences of the bot, and write names, days and numbers, in the current language.

The bot's sentences are called frames. `frames.pot` has the frames in English; each frame has a key. Each
other language has its own folder beside this file, with a `frames.po` (docs/how-to/translate.md). The
sentences of games are elsewhere (`rules.words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import Literal

from babel import Locale
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import format_decimal

from bot.language.catalogue import Catalogue, Entry, read_catalogue
from bot.language.grammar import read_grammar
from rules.orders.tokenizer import normalize

FRAMES = "frames.po"
SOURCE = "en"  # the language of the source texts, and of sentences without a translation
LOCALES = {"en": "en_GB"}  # for each language here, the locale for its lists and dates


def _find_languages() -> dict[str, str]:
    """Return a dict from language codes to names: English, and the languages that have a `frames.po`.

    Each name is in its own language, such as "français".
    """
    found = {SOURCE: Locale.parse(SOURCE).get_language_name() or SOURCE}
    for folder in sorted(files(__package__).iterdir(), key=lambda folder: folder.name):
        if folder.joinpath(FRAMES).is_file():
            found[folder.name] = Locale.parse(folder.name).get_language_name() or folder.name
    return found


LANGUAGES: Mapping[str, str] = _find_languages()
_language: ContextVar[str] = ContextVar("language", default=SOURCE)


def read_language(typed: str) -> str | None:
    """Return the code of the language that a text names; None if it names none that the bot speaks.

    The text is a code, or a language's name in any language of the bot: "fr", "Français", "French".
    """
    wanted = normalize(typed.strip())
    for code in LANGUAGES:
        names = (Locale.parse(code).get_language_name(other) or "" for other in LANGUAGES)
        if wanted in (code, *map(normalize, names)):
            return code
    return None


def speak(language: str) -> None:
    """Set the language of this asyncio task."""
    _language.set(language)


def get_language() -> str:
    """Return the current language."""
    return _language.get()


@contextmanager
def speak_within(language: str) -> Iterator[None]:
    """Set the language until the context ends.

    So an answer to one person can quote a text in the language of the table.
    """
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


@cache
def load_sentences(language: str) -> Mapping[str, tuple[str, ...]]:
    """Return a dict from keys to frames in a language. The value has all forms of the frame.

    A frame stays English if it has no translation, or if its English has changed since the translation.
    """
    english = read_catalogue(__package__, "frames.pot").index_contexts()
    other = _read_frames(language).index_contexts() if language != SOURCE else dict[str, Entry]()
    return {key: _choose_forms(entry, other.get(key)) for key, entry in english.items()}


def _choose_forms(english: Entry, other: Entry | None) -> tuple[str, ...]:
    fits = other is not None and other.english == english.english
    return other.said if other is not None and fits and other.said else english.english


def say(key: str, /, **places: object) -> str:
    """Return a sentence of the catalogue in the current language, with its `{places}` filled in.

    If the sentence has several forms for numbers, the place `n` chooses the form.
    """
    language = _language.get()
    forms = load_sentences(language)[key]
    text = forms[0]
    if len(forms) > 1:
        n = places["n"]
        assert isinstance(n, int), f"“{key}” has forms for numbers"
        text = _read_frames(language).choose_form(forms, n)
    return read_grammar(language).fill(text, lambda place, _: str(places[place]))


def _read_frames(language: str) -> Catalogue:
    return (
        read_catalogue(__package__, "frames.pot")
        if language == SOURCE
        else read_catalogue(__package__, FRAMES, language)
    )


def join_names(parts: Sequence[str], last: Literal["and", "or"] = "and") -> str:
    """Return one name or several names as a list in the current language: "a, b and c"."""
    return join_in_language(parts, last, _language.get())


def join_clauses(clauses: Iterable[str]) -> str:
    """Return clauses in one row, with the semicolons of the current language: "a; b"."""
    return read_grammar(_language.get()).clauses.join(clauses)


def format_day(time: datetime, skeleton: str) -> str:
    """Return the day of a time, in UTC and in the current language.

    `skeleton` names the parts of the date to write, such as "MMMd".
    """
    language = _language.get()
    return format_skeleton(skeleton, time.astimezone(UTC), locale=LOCALES.get(language, language))


def format_number(number: float, pattern: str) -> str:
    """Return a number in the current language: "2,60" in French. `pattern` is CLDR's, such as "0.00"."""
    return format_number_in(number, pattern, _language.get())


def format_number_in(number: float, pattern: str, language: str) -> str:
    """Return a number in this language, with a true minus sign."""
    text = format_decimal(number, pattern, locale=LOCALES.get(language, language))
    return text.replace("-", "−")


def join_in_language(parts: Sequence[str], last: str, language: str) -> str:
    """Return one name or several names as a list in this language."""
    style: Literal["standard", "or"] = "or" if last == "or" else "standard"
    return format_list(list(parts), style, locale=LOCALES.get(language, language))


@cache
def find_joint(language: str) -> str:
    """Return the word "and" of this language with the spaces around it, as in a list of two names."""
    return join_in_language(["", ""], "and", language)
