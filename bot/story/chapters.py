"""The chapters of a game, told in prose for whoever looks on. What a chapter is, and what is worth saying of
it, the game says (`rules.extras.Chaptered`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby, pairwise

from bot.language.words import spoken_language
from bot.session.views import view_start
from rules.ask import ONLOOKER, Reader, may_read
from rules.kernel import Game, Rules, Step, View, resume
from rules.words import Line, told

ROOM = 1200  # characters of a chapter in prose
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


def write_prose(
    rules: Rules,
    turns: Sequence[Game],
    first: int = 0,
    *,
    seat: str | None = None,
    reader: Reader = ONLOOKER,
    room: int = ROOM,
) -> tuple[str, list[View]]:
    """What happened in these turns, from entry `first` of the first one on, in `room` characters at most; and
    what a seat sees before it and at the end of each turn. `reader`: for whose eyes.
    Of what is too long the end is left out, by whole sentences."""
    begun = resume(rules, replace(turns[0], log=turns[0].log[:first]))
    views = [rules.view(begun.state, seat)]
    story: list[Line] = []
    for number, game in enumerate(turns):
        live = resume(rules, game)
        skipped = len(begun.state.story) if number == 0 and first else 0
        story += [line for line in live.state.story[skipped:] if may_read(line.readers, reader)]
        views.append(rules.view(live.state, seat))
    paragraphs = rules.EXTRAS.prose.digest(views[0], views[-1], story)
    return _fitted([[told(said, rules.name) for said in each] for each in paragraphs], room), views


def _fitted(paragraphs: Sequence[Sequence[str]], room: int) -> str:
    """As many of the sentences as there is room for."""
    text = ""
    for paragraph in paragraphs:
        for index, sentence in enumerate(paragraph):
            longer = f"{text} {sentence}" if index else f"{text}\n{sentence}".lstrip()
            if len(longer) > room:
                return text
            text = longer
    return text
