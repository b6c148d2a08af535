"""How typed words find the option they mean: case, accents, dashes, quotes and endings left out do not
matter."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rules.kernel import Option, Rules
from rules.words import steers

STOPS = frozenset(",;.")
FILLERS = frozenset("the and then of please my our your".split())
ARTICLES = frozenset(("a", "an"))  # pass over as a filler does, but for the A of a square and of one piece
# so many of something, spelled out
NUMBERS = {
    word: str(n) for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
} | dict.fromkeys(ARTICLES, "1")
# never the beginning of a longer word, nor cut short
WHOLE = ARTICLES | frozenset("to from in at on by for with against done i we it is his her its their".split())
SURE, CLEAR = 0.75, 0.1  # "did you mean" needs this likeness; what comes so near the best may be meant too
ECHO = 60  # characters
SHORTEST = 3  # letters of a word in which a slip can be told, or that stand for a longer one
LETTERS = 40  # of a word that are read: none that means anything is as long

_QUOTES = "'’‘ʼ`´"
_TOKEN = re.compile(rf"[;,.]|(?:[^\W_]|[\u0300-\u036f{_QUOTES}])+")
_RUN = re.compile(r"\d+|\D+")


class Token(NamedTuple):
    """One typed word in its plain form, or one of `STOPS`, and where it stands in the text."""

    word: str
    start: int
    end: int


WHOLE_WORDS = 2  # the fit of words that are not just beginnings


class Match(NamedTuple):
    """How well words fit an option: so many of them, then from 0 (beginnings of some of its words) over 1
    (beginnings of all) and `WHOLE_WORDS` to 5 (its key, exactly)."""

    used: int
    fit: int


def plain(text: str) -> str:
    """Without case, accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c) and c not in _QUOTES)


def echoed(text: str) -> str:
    """What somebody has typed, as it is said back to him: its last `ECHO` characters, without those that
    control or turn the text."""
    clean = "".join(" " if c.isspace() else c for c in text if c.isspace() or not steers(c))
    return clean if len(clean) <= ECHO else f"…{clean[-ECHO:].partition(' ')[2] or clean[-ECHO:]}"


def seat_said(rules: Rules, seats: Iterable[str], text: str) -> str:
    """The seat that a text names, by its key, its name or the beginning of one; "" for none."""
    said = [token.word for token in tokens(text)]
    options = [Option(seat, rules.name(seat), tuple(rules.aliases(seat))) for seat in seats]
    fit, found = best(options, said) if said else (None, [])
    return found[0].key if fit is not None and fit.used == len(said) and len(found) == 1 else ""


def tokens(text: str) -> list[Token]:
    """The words and stops of a text. "3t" is two words; fillers are left out, but for a code in capitals
    among small letters ("march to AND"); a full stop inside is a comma."""
    found, capitals = list[Token](), text.isupper()
    end = len(text.rstrip(" \t\n.;,"))
    for match in _TOKEN.finditer(text):
        start, raw = match.start(), match.group()
        if raw in STOPS:
            found.append(Token("," if raw == "." and start < end else raw, start, match.end()))
            continue
        for run in _RUN.findall(raw):
            word = plain(run[:LETTERS])[:LETTERS]
            if word and (word not in FILLERS or (run.isupper() and not capitals)):
                found.append(Token(word, start, start + len(run)))
            start += len(run)
    return found


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The plain words of a key, a name or an alias."""
    found = tuple(token.word for token in tokens(text) if token.word not in STOPS)
    return found or tuple(plain(text).split())  # a code may be spelled like a filler: AND


def match(option: Option, typed: Sequence[str]) -> Match | None:
    """How well the option fits the first of the typed words, by the best of its spellings; None: not at
    all."""
    labels = dict.fromkeys((option.label, option.english))
    spellings = [(words(option.key), 5), *((words(label), 4) for label in labels)]
    spellings += [(words(alias), 3) for alias in option.also]
    # "1 temple andhra": small words inside may be left out
    spellings += [(_lean(label), WHOLE_WORDS) for label in labels]
    fits = (found for spelling, fit in spellings if (found := _fit(spelling, typed, fit)))
    return max(fits, default=None)


@lru_cache(maxsize=4096)
def _lean(label: str) -> tuple[str, ...]:
    """The words of a label without its small ones."""
    return tuple(word for at, word in enumerate(words(label)) if at == 0 or word not in WHOLE)


def _fit(spelling: Sequence[str], typed: Sequence[str], exact: int) -> Match | None:
    used, whole = 0, True
    for word, said in zip(spelling, typed, strict=False):
        if said != word:
            if said.isdigit() or said in WHOLE or word in WHOLE or not word.startswith(said):
                break
            whole = False
        used += 1
    if not used:
        return None
    complete = used == len(spelling)
    return Match(used, (exact if complete else WHOLE_WORDS) if whole else int(complete))


def is_literal(option: Option, said: Sequence[str]) -> bool:
    """Return whether typed words name this option by whole words, or by beginnings of `SHORTEST` letters."""
    texts = (option.key, option.label, option.english, *option.also)
    spellings = [*map(words, texts), *map(_lean, dict.fromkeys((option.label, option.english)))]
    return any(
        len(spelling) >= len(said)
        and all(
            short == word or (len(short) >= SHORTEST and word.startswith(short))
            for word, short in zip(spelling, said, strict=False)
        )
        for spelling in spellings
    )


def asks(text: str) -> bool:
    """Return whether a typed line asks what is legal: it has a "?" anywhere, so it never enters an order."""
    return "?" in text


def without_question(text: str) -> str:
    """Return the line without its "?"."""
    return text.replace("?", " ").rstrip()


def best(options: Iterable[Option], typed: Sequence[str]) -> tuple[Match | None, list[Option]]:
    """The options that fit the first of the typed words best, the legal ones alone if there is any."""
    top: Match | None = None
    found: list[Option] = []
    for option in options:
        fits = match(option, typed)
        if fits is None or (top is not None and fits < top):
            continue
        if top is None or fits > top:
            top, found = fits, []
        found.append(option)
    return top, [option for option in found if not option.why_not] or found


def closest(said: str, vocabulary: Iterable[str]) -> list[str]:
    """The words of which this one may be a slip of the pen, the likeliest first; one alone is clear."""
    if len(said) < SHORTEST or said.isdigit():
        return []
    matcher = SequenceMatcher(b=said)
    likeness: dict[str, float] = {}
    for word in vocabulary:
        matcher.set_seq1(word)
        if matcher.real_quick_ratio() >= SURE and matcher.quick_ratio() >= SURE:
            likeness[word] = matcher.ratio()
    best_first = sorted(likeness, key=lambda word: -likeness[word])
    return [word for word in best_first if likeness[word] >= max(SURE, likeness[best_first[0]] - CLEAR)]
