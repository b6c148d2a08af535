"""Put the palaces of a typed withdrawal into the order of the questions.

A player may name palaces in any order: "crown on 2, palace on 1". The rules ask for the palaces first, then
for the crown palace (3.2, 3.3). They ask for no palace that has only one place left, so such a palace is left
out of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from rules.orders.tokenizer import Token, split_tokens, split_words
from rules.taj_mahal.board import CITIES
from rules.taj_mahal.cards import CROWN, INFLUENCE
from rules.taj_mahal.names import name
from rules.taj_mahal.state import State

CROWNS = {("crown", "palace"), ("crown",), ("palais", "couronne"), ("couronne",)}
PALACES = {("palace",), ("palaces",), ("palais",)}
NAMED = re.compile("palace|palais|crown|couronne", re.IGNORECASE)
SMALL_WORDS = {",", *"on in at to and then place put a an the sur et puis placer un une le la".split()}
# what players may type before the first palace if they have played no card in the same line
WITHDRAWS = {*SMALL_WORDS, *"withdraw out fold leave pass se retirer".split()}


class Piece(NamedTuple):
    """A palace in a typed text: its city, and the part of the text from `start` to `end`.

    For the first palace, this part begins with the small words before it, such as "place a".
    """

    crown: bool
    city: str
    start: int
    end: int


def order_palaces(s: State, seat: str, text: str) -> str:
    """Return the text with the palaces first, then the crown palace, and without the palaces not asked for.

    Return the same text if it names no palaces, or names them as they are asked for.
    """
    if not s.visit or seat not in s.players or not NAMED.search(text):
        return text
    tokens = split_tokens(text)
    pieces = [*_find_pieces(s, tokens)]
    if not pieces:
        return text
    start, end = pieces[0].start, pieces[-1].end
    kept = sorted(pieces, key=lambda piece: piece.crown)
    if {token.word for token in tokens if token.start < start} <= WITHDRAWS:
        kept = _drop_forced(s, seat, kept)
    if kept == pieces:
        return text
    said = ", ".join(f"{'crown' if piece.crown else 'palace'} {piece.city[-1]}" for piece in kept)
    return f"{text[:start]} {said}{text[end:]}"


def _drop_forced(s: State, seat: str, pieces: Sequence[Piece]) -> list[Piece]:
    """3.2: return the pieces that are asked for: without the palaces whose cities leave no choice."""
    won, free = s.find_majorities(seat), s.find_open_cities()
    palaces = [piece for piece in pieces if not piece.crown]
    left = sum(symbol in INFLUENCE for symbol in won)
    if len(free) != left or not {piece.city for piece in palaces} <= {*free}:
        return [*pieces]
    crowns = [piece for piece in pieces if piece.crown]
    # A crown palace may be typed as “palace”. So if the crown is won, palaces are left out only if the text
    # names a crown palace too.
    return crowns if crowns or CROWN not in won else [*pieces]


def _find_pieces(s: State, tokens: Sequence[Token]) -> list[Piece]:
    """Return the first palaces that a text names one after the other, each with a city of this province."""
    found = list[Piece]()
    words, at, begun = [token.word for token in tokens], 0, 0
    while at < len(words):
        before = at
        crown, at = _read_kind(words, at)
        if at == before:
            if found and words[at] not in SMALL_WORDS:
                break
            at += 1
            begun = begun if words[before] in SMALL_WORDS else at
            continue
        named, after = _read_city(s, words, at)
        while named:
            found.append(Piece(crown, named, tokens[begun].start, tokens[after - 1].end))
            begun = at = after
            named, after = ("", at) if crown else _read_city(s, words, at)
    return found


def _read_kind(words: Sequence[str], at: int) -> tuple[bool, int]:
    """Return whether the words from `at` on name a crown palace, and the place after its name."""
    for crown, names in ((True, CROWNS), (False, PALACES)):
        for each in sorted(names, key=len, reverse=True):
            if tuple(words[at : at + len(each)]) == each:
                return crown, at + len(each)
    return False, at


def _read_city(s: State, words: Sequence[str], at: int) -> tuple[str, int]:
    """Return the city that the words from `at` on name, and the place after it; "" if they name none."""
    begun = at
    while at < len(words) and words[at] in SMALL_WORDS:
        at += 1
    for city in CITIES[s.province]:
        for said in ((city[-1],), split_words(name(city)), split_words(city)):
            if tuple(words[at : at + len(said)]) == said:
                return city, at + len(said)
    return "", begun
