"""Split typed text into words. Case, accents, dashes and quotes don't matter."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from rules.words import steers

STOPS = frozenset(",;.")
FILLERS = frozenset("the and then of please my our your le la les et puis".split())
OF = frozenset("de du des".split())  # French "of": it is skipped, or means "from" if "vers" (to) follows
# skipped like fillers, except in the square "A 1" and where they mean the number 1
ARTICLES = frozenset(("a", "an", "un", "une"))
# verbs that people type before an answer; a verb is skipped, unless the name of an option has it
VERBS = frozenset(
    "take play use do go visit choose pick put place "
    "prendre prends jouer joue aller visiter choisir poser placer".split()
)
# amounts spelled out
NUMBERS = {
    word: str(n) for n, word in enumerate("one two three four five six seven eight nine ten".split(), 1)
} | dict.fromkeys(ARTICLES, "1")
SYNONYMS = (
    dict.fromkeys("everything everyone everybody tout tous toutes".split(), "all")
    | dict.fromkeys("stop skip finished enough rien fini fin".split(), "nothing")
    | {"vers": "to", "depuis": "from", "sur": "on"}
    | dict.fromkeys("dans en au aux chez".split(), "in")
    | {"avec": "with", "contre": "against", "plus": "more", "autre": "else", "fois": "times"}
    | dict.fromkeys(("aucun", "aucune"), "none")
    | dict.fromkeys(("deplacer", "deplace"), "move")
)
TO, FROM, IN = "to", "from", "in"  # the small words before a destination, an origin and a place
SMALL = frozenset("to from in at on by for with against".split())  # small words before an answer: "to Malwa"
# words that are only read as whole words: "in" is not short for "India", and "i" is not short for "in"
WHOLE = ARTICLES | SMALL | frozenset("done i we it is his her its their".split())
A_GRAVE = frozenset("à À a\u0300 A\u0300".split())  # French "à", in 1 or 2 characters; an "a" is an article
ECHO = 60  # a quotation of typed text has at most this many characters
SHORTEST = 3  # letters: a shorter word is never corrected; to read it as the beginning of another is a guess
LETTERS = 40  # only this many characters of a word are read; all known words are shorter

# the remark of a label: "Charge 5 (to 4: they lose 1)", "Shaded: place 2 Amirs"
REMARK = re.compile(r" \([^()]*\)$|(?<=[^\W\d])\s?: .*$")

# the number of a label: "1. Gujarat" or "① 2 Troops in Delhi" in a list with a numbered picture, "2: decline"
# for a choice of an Event
NUMBERED = re.compile(r"^\s*(?:\d+\s?[.:]|[①-⑳㉑-㉟㊱-㊿])\s+(?=\S)")

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


def normalize(text: str) -> str:
    """Return the text without case, accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in letters if not unicodedata.combining(c) and c not in _QUOTES)


def read_word(said: str) -> str:
    """Return a word without case and accents, or the English word that it stands for: "to" for "vers"."""
    word = IN if said in A_GRAVE else normalize(said[:LETTERS])[:LETTERS]
    return SYNONYMS.get(word, word)


def echo(text: str) -> str:
    """Return typed text for a quotation: its last `ECHO` characters, without control characters."""
    clean = "".join(" " if c.isspace() else c for c in text if c.isspace() or not steers(c))
    return clean if len(clean) <= ECHO else f"…{clean[-ECHO:].partition(' ')[2] or clean[-ECHO:]}"


def split_tokens(text: str) -> list[Token]:
    """Return the words and stops of a text.

    "3t" is two words. Fillers are left out, and so is "l’" before a word. "d’" is read as "de" (`_read_of`).
    A code in capitals that looks like a filler stays if the text has small letters too: AND in "march to
    AND". A full stop inside the text becomes a comma. Stops in round brackets are left out.
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
            word = read_word(run)
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


def asks(text: str) -> bool:
    """Return whether a typed line has a "?".

    Such a line asks what is legal, and is never entered as an order.
    """
    return "?" in text


def strip_question(text: str) -> str:
    """Return the line without its "?"."""
    return text.replace("?", " ").rstrip()
