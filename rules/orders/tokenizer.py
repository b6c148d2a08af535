"""Split typed text into words, and find the option that the words mean.

Case, accents, dashes and quotes don't matter, and the end of a word may be missing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from typing import NamedTuple

from rules.asking import DONE
from rules.kernel import Option, Rules
from rules.words import steers

STOPS = frozenset(",;.")
FILLERS = frozenset("the and then of please my our your le la les et puis".split())
OF = frozenset("de du des".split())  # French "of": it is skipped, or means "from" if "vers" (to) follows
# skipped like fillers, except in the square "A 1" and where they mean the number 1
ARTICLES = frozenset(("a", "an", "un", "une"))
# verbs that people type before an answer; a verb is skipped, unless the name of an option has it
VERBS = frozenset(
    "take play use do choose pick put place prendre prends jouer joue choisir poser placer".split()
)
# amounts spelled out
NUMBERS = {
    word: str(n) for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
} | dict.fromkeys(ARTICLES, "1")
SYNONYMS = (
    dict.fromkeys("everything everyone everybody tout tous toutes".split(), "all")
    | dict.fromkeys("stop skip finished enough rien fini fin".split(), "nothing")
    | {"vers": "to", "depuis": "from", "dans": "in", "sur": "on", "avec": "with", "contre": "against"}
)
TO, FROM = "to", "from"  # the small words before a destination and an origin
SMALL = frozenset("to from in at on by for with against".split())  # small words before an answer: "to Malwa"
# words that are only read as whole words: "in" is not short for "India", and "i" is not short for "in"
WHOLE = ARTICLES | SMALL | frozenset("done i we it is his her its their".split())
SURE = 0.75  # "did you mean" suggests the most similar word only if its likeness is at least this
CLEAR = 0.1  # a less similar word is suggested too if its likeness is lower by at most this
ECHO = 60  # a quotation of typed text has at most this many characters
SHORTEST = 3  # letters: a shorter word is never corrected; to read it as the beginning of another is a guess
LETTERS = 40  # only this many characters of a word are read; all known words are shorter

# the remark of a label: "Charge 5 (to 4: a hit)", "Shaded: place 2 Amirs"
REMARK = re.compile(r" \([^()]*\)$|(?<=[^\W\d])\s?: .*$")

# the number of a label: "1. Gujarat" in a list with a numbered picture, "2: decline" for a choice of an Event
NUMBERED = re.compile(r"^\s*\d+\s?[.:]\s+(?=\S)")

_QUOTES = "'’‘ʼ`´"
_TOKEN = re.compile(rf"[;,.]|(?:[^\W_]|[\u0300-\u036f{_QUOTES}])+")
_ELIDED = re.compile(rf"([ld])[{_QUOTES}](?=\w)", re.IGNORECASE)  # "l’événement", "d’Orissa"
_IN_BRACKETS = re.compile(r"\([^()]*\)")  # a remark, as in "Blue 3 turned (counts as 4, for 1 karma)"
_RUN = re.compile(r"\d+|\D+")


class Token(NamedTuple):
    """One typed word in normalized form, or one of `STOPS`, and its position in the text."""

    word: str
    start: int
    end: int


WHOLE_WORDS = 2  # the fit of whole words
ALIAS = 3  # the fit of a whole alias


class Match(NamedTuple):
    """How well words fit an option.

    Attributes:
        used: how many words fit
        fit: 0 (beginnings of some words of the option's name), 1 (beginnings of all its words),
            `WHOLE_WORDS` (whole words), `ALIAS` (a whole alias), 4 (the whole label), 5 (the key)
    """

    used: int
    fit: int


def normalize(text: str) -> str:
    """Return the text without case, accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c) and c not in _QUOTES)


def echo(text: str) -> str:
    """Return typed text for a quotation: its last `ECHO` characters, without control characters."""
    clean = "".join(" " if c.isspace() else c for c in text if c.isspace() or not steers(c))
    return clean if len(clean) <= ECHO else f"…{clean[-ECHO:].partition(' ')[2] or clean[-ECHO:]}"


def find_seat(rules: Rules, seats: Iterable[str], text: str) -> str:
    """Return the seat that a text names; "" if it names none or several.

    The text may be the seat's key, its name, or a beginning of either.
    """
    said = [token.word for token in split_tokens(text)]
    options = [Option(seat, rules.name(seat), tuple(rules.aliases(seat))) for seat in seats]
    fit, found = find_best(options, said) if said else (None, [])
    return found[0].key if fit is not None and fit.used == len(said) and len(found) == 1 else ""


def split_tokens(text: str) -> list[Token]:
    """Return the words and stops of a text.

    "3t" is two words. Fillers are left out, and so are "l’" and "d’" before a word. A code in capitals that
    looks like a filler stays if the text has small letters too: AND in "march to AND". A full stop inside the
    text becomes a comma. Stops in round brackets are left out.
    """
    found, capitals = list[Token](), text.isupper()
    remarks = [match.span() for match in _IN_BRACKETS.finditer(text)]
    end = len(text.rstrip(" \t\n.;,"))
    for match in _TOKEN.finditer(text):
        start, raw = match.start(), match.group()
        if raw in STOPS:
            if any(opening < start < closing for opening, closing in remarks):
                continue
            found.append(Token("," if raw == "." and start < end else raw, start, match.end()))
            continue
        if (elided := _ELIDED.match(raw)) is not None:
            found += [Token("de", start, start + 1)] * (elided[1] in "dD")
            start, raw = start + elided.end(), raw[elided.end() :]
        for run in _RUN.findall(raw):
            word = normalize(run[:LETTERS])[:LETTERS]
            word = SYNONYMS.get(word, word)
            if word and (word not in FILLERS or (run.isupper() and not capitals)):
                found.append(Token(word, start, start + len(run)))
            start += len(run)
    return _read_of(found)


def _read_of(tokens: list[Token]) -> list[Token]:
    """Return the words without French "de", but with "from" in place of a "de" that means "from".

    "de" means "from" if "to" follows before the next stop. A "de" at the end of a part stays: it may be the
    beginning of a name.
    """
    found: list[Token] = []
    for at, token in enumerate(tokens):
        if token.word in OF and at + 1 < len(tokens) and tokens[at + 1].word not in STOPS:
            end = next((i for i in range(at, len(tokens)) if tokens[i].word in STOPS), len(tokens))
            if all(each.word != TO for each in tokens[at:end]):
                continue
            token = token._replace(word=FROM)
        found.append(token)
    return found


@lru_cache(maxsize=4096)
def split_words(text: str) -> tuple[str, ...]:
    """Return the plain words of a key, a name or an alias."""
    found = tuple(token.word for token in split_tokens(text) if token.word not in STOPS)
    return found or tuple(normalize(text).split())  # a code such as AND is a filler too: keep it


def match(option: Option, typed: Sequence[str]) -> Match | None:
    """Return how well the best spelling of an option fits the first typed words; None if none fits.

    An alias of "done" fits only if none of its words is missing: "buy" does not mean "buy nothing more".
    """
    fits = list[Match]()
    for spelling, exact in _list_spellings(option):
        found = _match_spelling(spelling, typed, exact)
        whole = option.key == DONE and exact == ALIAS
        if found is not None and (not whole or found.used == len(spelling)):
            fits.append(found)
    best = max(fits, default=None)
    if best is not None and best.used > 1 and typed[best.used - 1].isdigit():
        return _leave_remark(option, typed, best)
    return best


def _leave_remark(option: Option, typed: Sequence[str], best: Match) -> Match:
    """Return the match without the number at its end, if this number fits only the remark of a label.

    In "1 levy, 1 cavalry" the second 1 is not that of "1 Levy (1 T)".
    """
    whole = (option.label, option.english)
    bare = [split_words(_drop_remark(label)) for label in whole if _drop_remark(label) != label]
    ends = (_match_spelling(words, typed, 4) for words in bare if len(words) == best.used - 1)
    shorter = [found for found in ends if found is not None and found.used == best.used - 1]
    return max(shorter, default=best)


def _list_spellings(option: Option) -> list[tuple[Sequence[str], int]]:
    """Return each spelling of an option as words, with the fit of a typed text that equals the spelling."""
    whole = (option.label, option.english)
    labels = dict.fromkeys((*whole, *(short for label in whole for short in _shorten(label))))
    spellings = [(split_words(option.key), 5), *((split_words(label), 4) for label in labels)]
    spellings += [(split_words(alias), ALIAS) for alias in option.also]
    # "1 temple andhra": players may leave out small words inside a name
    return [*spellings, *((_drop_small_words(label), WHOLE_WORDS) for label in labels)]


@lru_cache(maxsize=4096)
def _drop_remark(label: str) -> str:
    """Return a label without its remark; the whole label if nothing else is left."""
    return REMARK.sub("", label) or label


@lru_cache(maxsize=4096)
def _shorten(label: str) -> tuple[str, str]:
    """Return a label without its remark, and without its number: "decline" for "2: decline"."""
    return _drop_remark(label), NUMBERED.sub("", label)


@lru_cache(maxsize=4096)
def _drop_small_words(label: str) -> tuple[str, ...]:
    """Return the words of a label without small words such as "in". The first word always stays."""
    return tuple(word for at, word in enumerate(split_words(label)) if at == 0 or word not in WHOLE)


def _match_spelling(spelling: Sequence[str], typed: Sequence[str], exact: int) -> Match | None:
    """Return how well a spelling fits the first typed words. `exact`: the fit if all words are equal."""
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
    """Return whether the words name an option without a guess.

    Each typed word must be a word of the option's name, or at least the first `SHORTEST` letters of one.
    """
    return any(
        len(spelling) >= len(said)
        and all(
            short == word or (len(short) >= SHORTEST and word.startswith(short))
            for word, short in zip(spelling, said, strict=False)
        )
        for spelling, _ in _list_spellings(option)
    )


def asks(text: str) -> bool:
    """Return whether a typed line has a "?".

    Such a line asks what is legal, and is never entered as an order.
    """
    return "?" in text


def strip_question(text: str) -> str:
    """Return the line without its "?"."""
    return text.replace("?", " ").rstrip()


def find_best(options: Iterable[Option], typed: Sequence[str]) -> tuple[Match | None, list[Option]]:
    """Return the best fit with the first typed words, and the options that have it.

    If some of these options are legal, return only the legal ones.
    """
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


def find_closest(said: str, vocabulary: Iterable[str]) -> list[str]:
    """Return the words that may be meant by the misspelled word `said`, likeliest first.

    If only one word is returned, the correction is clear. A word with the same first letter and the same
    letters in another sequence counts as similar ("sirya" for "syria"). Words of only `SHORTEST` letters are
    an exception, because two codes may have the same letters. A small word is similar only to words with the
    same first letter, because many a name resembles one: "rome" is not "from".
    """
    if len(said) < SHORTEST or said.isdigit():
        return []
    matcher = SequenceMatcher(b=said)
    likeness: dict[str, float] = {}
    letters = sorted(said) if len(said) > SHORTEST else []
    for word in vocabulary:
        if word in SMALL and word[0] != said[0]:
            continue
        matcher.set_seq1(word)
        if matcher.real_quick_ratio() >= SURE and matcher.quick_ratio() >= SURE:
            jumbled = word[0] == said[0] and sorted(word) == letters
            likeness[word] = max(matcher.ratio(), SURE if jumbled else 0)
    best_first = sorted(likeness, key=lambda word: -likeness[word])
    return [word for word in best_first if likeness[word] >= max(SURE, likeness[best_first[0]] - CLEAR)]
