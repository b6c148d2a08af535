"""Define what a game needs to be read in other languages.

A `Said` is `Words` or a plain text. Only `Words` can be translated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from rules.state import S_in
from rules.words import Said, Words


class Captions(NamedTuple):
    """`View.headline` and `View.standing` as words, which can be read in any language."""

    headline: Said
    standing: Sequence[tuple[str, Sequence[Said]]]


def _no_captions(_: object) -> Captions | None:
    return None


def _no_name(_: str) -> Words | None:
    return None


def _nothing() -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Languages(Generic[S_in]):
    """What a game gives to translators besides the sentences in its code."""

    # (state): the headline and standing of a view of this state, as words
    captions: Callable[[S_in], Captions | None] = _no_captions
    names: Callable[[], Mapping[str, str]] = dict  # the English name of each key
    # (key): the name of a key that is composed of other names: "Troops in Delhi" for "troops-in-delhi"
    compose_name: Callable[[str], Words | None] = _no_name
    # whole texts from the game's data, such as cards, for translation
    texts: Callable[[], Iterable[str]] = _nothing
