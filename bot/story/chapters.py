"""Divide a game into chapters. The game's rules define the chapters (`rules.extras.Prose`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, pairwise

from bot.language.words import get_language, say
from bot.session.views import view_start
from rules.kernel import Game, Rules, Step
from rules.words import read_said

MAX_TITLES = 256  # the most titles in the cache


@dataclass(frozen=True, slots=True)
class Chapter:
    """A part of a game: its number (the first is 1), its title, and its turns in order."""

    number: int
    title: str
    turns: tuple[Game, ...]


def write_title(rules: Rules, game: Game) -> str:
    """Return the title of a turn's chapter; "" if the game has no chapters."""
    return _write_title(rules, game.start, get_language())


@lru_cache(MAX_TITLES)
def _write_title(rules: Rules, start: str, _: str) -> str:
    """Return the title of a turn's chapter. The last argument, the language, is only a key of the cache."""
    return read_said(rules.EXTRAS.prose.chapter(view_start(rules, start)), rules.name)


def list_chapters(rules: Rules, history: Sequence[Game]) -> list[Chapter]:
    """Return the chapters that these turns make up; [] if the game has no chapters."""
    parts = groupby(history, key=lambda game: write_title(rules, game))
    named = [(name, tuple(turns)) for name, turns in parts if name]
    return [Chapter(number, name, turns) for number, (name, turns) in enumerate(named, 1)]


def write_short_title(rules: Rules, chapter: Chapter) -> str:
    """Return the short title of a chapter, for pictures. Without a short title, return the whole title."""
    begun = view_start(rules, chapter.turns[0].start)
    return read_said(rules.EXTRAS.prose.chapter_mark(begun), rules.name) or chapter.title


def name_time(rules: Rules, game: Game) -> str:
    """Return when a turn was: the title of its chapter; in a game without chapters, the turn's number."""
    return write_title(rules, game) or say("turn.number", turn=game.turn)


def name_turn(rules: Rules, game: Game) -> str:
    """Return the name of a turn: its chapter, and its number for `/replay`."""
    chapter = write_title(rules, game)
    return say("turn.in" if chapter else "turn.number", turn=game.turn, chapter=chapter)


def write_number(rules: Rules, chapter: Chapter) -> str:
    """Return a chapter's number as the game counts chapters; "" for a part before the first number."""
    count = rules.EXTRAS.prose.chapter_number
    if count is None:
        return str(chapter.number)
    return str(count(view_start(rules, chapter.turns[0].start)) or "")


def list_ended_chapters(rules: Rules, step: Step) -> list[Game]:
    """Return the last turn of each chapter that ends in this step."""
    turns, over = (*step.closed, step.game), step.live.pending is None
    if len(turns) == 1 and not over:
        return []
    titles = [*(write_title(rules, game) for game in turns), *([""] if over else [])]
    return [game for game, (now, then) in zip(turns, pairwise(titles), strict=False) if now and now != then]
