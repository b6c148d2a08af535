"""The chapters of a game. What a chapter is, the game says (`rules.extras.Prose`); `summary` tells them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from bot.language.words import spoken_language
from bot.session.views import view_start
from rules.kernel import Game, Rules, Step
from rules.words import told

KEPT = 256  # turns of which the chapter is kept in memory: each act that ends one asks for two


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a game: its number from 1 on, and its turns in order."""

    number: int
    title: str
    turns: tuple[Game, ...]


def write_title(rules: Rules, game: Game) -> str:
    """The chapter to which a turn belongs; "" in a game that has none."""
    return _title(rules, game.start, spoken_language())


@lru_cache(KEPT)
def _title(rules: Rules, start: str, _: str) -> str:
    return told(rules.EXTRAS.prose.chapter(view_start(rules, start)), rules.name)


def list_chapters(rules: Rules, history: Sequence[Game]) -> list[Chapter]:
    """The chapters that these turns make up; none in a game that has none."""
    parts = groupby(history, key=lambda game: write_title(rules, game))
    named = [(name, tuple(turns)) for name, turns in parts if name]
    return [Chapter(number, name, turns) for number, (name, turns) in enumerate(named, 1)]


def short_title(rules: Rules, chapter: Chapter) -> str:
    """The chapter in a word or two, for pictures; its title where the game has no shorter name for it."""
    begun = view_start(rules, chapter.turns[0].start)
    return told(rules.EXTRAS.prose.chapter_mark(begun), rules.name) or chapter.title


def ended_chapters(rules: Rules, step: Step) -> list[Game]:
    """The turns with which a chapter has ended in this step."""
    turns, over = (*step.closed, step.game), step.live.pending is None
    if len(turns) == 1 and not over:
        return []
    titles = [*(write_title(rules, game) for game in turns), *([""] if over else [])]
    return [game for game, (now, then) in zip(turns, pairwise(titles), strict=False) if now and now != then]
