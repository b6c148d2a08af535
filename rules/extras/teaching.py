"""What helps people who do not know the game by heart."""

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
    """What a game explains; it leaves out what it has nothing for."""

    # (view, seat, kind of a question): which place this seat has and what it plays for, in a sentence or two,
    # as its turn begins with that question; "" for any other question
    aim: Callable[[V_in, str, str], Said] = _silent
    # (view, seat): the cards of a game that has them without a deck in a file, a line each: what there is,
    # what each does and who has it; with the hand of this seat, if there is one
    cards: Callable[[V_in, str | None], Sequence[Said]] = _no_lines
    # word of the game to what it means; of a word in several forms, "|" between them, the first is its name
    glossary: Callable[[], Mapping[str, str]] = dict
    # what players ask about ("win", "move") to the rules that answer it, the best first
    questions: Callable[[], Mapping[str, Sequence[str]]] = dict
