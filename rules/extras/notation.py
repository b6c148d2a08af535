"""Define what a game adds to typed orders: short forms, and better replies to words out of place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic

from rules.state import S_in
from rules.words import Said


def _as_typed(_: object, __: str, text: str) -> str:
    return text


def _silent(*_: object) -> str:
    return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation(Generic[S_in]):
    """How a game helps to read typed orders."""

    # (state, seat, text): the text with the game's short forms ("MAC-THR-HEL") written out. If nothing
    # in the text is short, it must return the same text. Raises `InputError` if a form means nothing legal
    spell_out: Callable[[S_in, str, str], str] = _as_typed
    # (state, topic of the open question, words as typed): a sentence or two about words that make no answer.
    # Some of the words may still belong to an answer
    explain_unread: Callable[[S_in, tuple[str, str], Sequence[str]], Said] = _silent
    # (state, seat, topic, normalized words): why these words come too late; `topic` is that of the open
    # question, or ("", "") if the order has ended
    explain_late: Callable[[S_in, str, tuple[str, str], Sequence[str]], Said] = _silent
