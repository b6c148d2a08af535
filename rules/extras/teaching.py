"""Define what helps people who do not know the game by heart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.state import V_in
from rules.words import Said


def _silent(*_: object) -> str:
    return ""


def _no_lines(*_: object) -> Sequence[Said]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Teaching(Generic[V_in]):
    """What a game explains to its players."""

    # (view, seat, kind of a question): a sentence or two on the rank and the aim of this seat. "" if a
    # question of this kind does not begin a turn
    aim: Callable[[V_in, str, str], Said] = _silent
    # (view, seat): a line for each card, chit or tile of the game: what it is, what it does and who has it.
    # If `seat` is not None, that seat's hand is included. Games with decks in files use `Decks` instead
    cards: Callable[[V_in, str | None], Sequence[Said]] = _no_lines
    # the meaning of each word of the game; "|" separates the forms of a word, the first is its name
    glossary: Callable[[], Mapping[str, str]] = dict
    # the rules that answer each topic that players ask about ("win", "move"), the best first
    questions: Callable[[], Mapping[str, Sequence[str]]] = dict
