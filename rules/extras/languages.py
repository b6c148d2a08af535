"""Define what a game needs to be read in other languages.

Each `Said` of a game can be translated if it is `Words`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from rules.state import S_in
from rules.words import Said, Words


class Captions(NamedTuple):
    """What a view says of a state (`View.headline` and `View.standing`), for any language."""

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
    """The names and texts of a game that are not sentences of its code."""

    # (state): the headline and standing of its view, as words
    captions: Callable[[S_in], Captions | None] = _no_captions
    names: Callable[[], Mapping[str, str]] = dict  # key to name, in English
    # (key): a name composed of other names ("troops-in-delhi")
    compose_name: Callable[[str], Words | None] = _no_name
    # texts from its data, such as cards, that are translated as they are
    texts: Callable[[], Iterable[str]] = _nothing
