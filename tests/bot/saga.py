"""Define the toy game in chapters of two turns, with a digest and its own words for the game's length."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from types import ModuleType
from typing import cast

from rules.extras import Prose
from rules.kernel import Rules
from rules.words import Line
from tests.kernel import toy

TURNS = 2  # turns in a chapter


def chapter(view: toy.ToyView) -> str:
    return f"Chapter {1 + (4 - _left(view)) // TURNS}" if _left(view) <= 4 else "Prologue"


def is_last_chapter(view: toy.ToyView) -> bool:
    return _left(view) <= TURNS


def digest(
    before: toy.ToyView, after: toy.ToyView, story: Sequence[Line], _own: str
) -> Sequence[Sequence[str]]:
    played = _left(before) - _left(after)
    passes = sum(line.kind == "pass" for line in story)
    return [[f"Cards played: {played}.", f"Somebody passed {passes} times."], ["x" * 3000 + "."]]


def _left(view: toy.ToyView) -> int:
    return int(view.headline.split()[0])


_saga = ModuleType("saga")
_PROSE = Prose(chapter=chapter, digest=digest, is_last_chapter=is_last_chapter)
vars(_saga).update({**vars(toy), "EXTRAS": replace(toy.EXTRAS, prose=_PROSE)})
SAGA = cast(Rules, _saga)
