"""Summarize turns on one screen: the acts, their effects, and what changed for a seat.

Posts, `/since` and the posts at the end of a chapter use this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.language.words import join_names, say
from bot.replies.text import clip_order
from bot.story.turn_text import NO_REASONS, Act, list_acts, tell_turn
from rules.ask import ONLOOKER, Reader, may_read
from rules.kernel import CHANCE, Game, Rules, View, resume
from rules.words import Line, told

ROOM = 1200  # the most characters of a chapter's prose
LETTERS = 38  # characters in a row of a phone
ROWS = 10  # rows of text above a board on a phone's screen; a longer text is summarized
EFFECT_ROWS = 6  # rows of a summary that are kept free for effects
ACT = 2 * LETTERS  # characters of an act in a summary; a longer act is clipped after a clause
LONG_ACT = 2 * ACT  # the most characters of an act whose first clause is longer than `ACT`
CHAPTER_ROWS = 14  # the most rows of a chapter's prose in its post
Reasons = Mapping[int, Mapping[int, str]]  # the reasons of orders: by turn, and by entry


class Summary(NamedTuple):
    """A summary of turns.

    Attributes:
        text: the summary
        whole: whether the text contains everything that happened
        views: the seat's views: before the turns, and at the end of each turn
    """

    text: str
    whole: bool
    views: list[View]


def count_rows(text: str) -> int:
    """Return how many rows of a phone a text takes."""
    return sum(-(-len(line) // LETTERS) for line in text.splitlines())


def summarize(
    rules: Rules,
    turns: Sequence[Game],
    first: int | None = 0,
    *,
    seat: str | None = None,
    reader: Reader = ONLOOKER,
    rows: int = ROWS,
    effects: bool = True,
    why: Reasons | None = None,
) -> Summary:
    """Return a summary of these turns in at most `rows` rows: all lines if they fit, else acts and effects.

    If the player of the last act gave a reason, a line after the act tells it.

    Args:
        rules: the rules of the game
        turns: the turns, at least one
        first: the entry of the first turn at which to begin; None to begin with what happened before entry 0
        seat: the seat whose views the summary returns; None for a spectator's views
        reader: the reader of the text
        rows: the greatest number of rows on a phone
        effects: whether the summary tells the effects; False if the prose of a chapter tells them below it
        why: the reasons of orders, by turn and by the entry where the order begins
    """
    why = why or {}
    prose, views = tell_prose(rules, turns, first or 0, seat=seat, reader=reader)
    prose = prose if effects else []
    lines = [
        line
        for game in turns
        for line in tell_turn(
            rules,
            game,
            first if game is turns[0] else None,
            reader=reader,
            why=why.get(game.turn, NO_REASONS),
        )
    ]
    if count_rows("\n".join(lines)) <= rows:
        return Summary("\n".join(lines), True, views)
    acts = [
        act
        for game in turns
        for act in list_acts(rules, game, first if game is turns[0] else 0, reader=reader)
    ]
    left = rows - count_rows(fit_sentences(prose, LETTERS * rows, EFFECT_ROWS))
    if count_rows("\n".join(act.line for act in acts)) > left:
        acts = [act._replace(line=clip_order(act.line, ACT, LONG_ACT)) for act in acts]
    if acts and (reason := _find_last_reason(turns, why)):
        acts[-1] = acts[-1]._replace(line=f"{acts[-1].line}\n{reason}")
    shown = fit_acts(rules, acts, left)
    came = fit_sentences(prose, LETTERS * rows, rows - count_rows("\n".join(shown)))
    return Summary("\n".join([*shown, *came.splitlines()]), False, views)


def _find_last_reason(turns: Sequence[Game], why: Reasons) -> str:
    """Return the line with the reason of the last order of these turns.

    Return "" if the order has no reason, or if another seat has acted after it.
    """
    turn = next((game for game in reversed(turns) if any(entry.seat != CHANCE for entry in game.log)), None)
    known = {} if turn is None else why.get(turn.turn, NO_REASONS)
    last = max((entry for entry in known if turn is not None and entry < len(turn.log)), default=None)
    if turn is None or last is None:
        return ""
    by = {entry.seat for entry in turn.log[last:]} - {CHANCE, turn.log[last].seat}
    return "" if by else say("reason", reason=known[last])


def fit_acts(rules: Rules, acts: Sequence[Act], rows: int) -> list[str]:
    """Return the lines of the newest acts that fit into `rows` rows.

    If some don't fit, the first line names the seats that acted before.
    """
    shown: list[str] = []
    for more, act in zip(reversed(range(len(acts))), reversed(acts), strict=True):
        if count_rows("\n".join([act.line, *shown])) > rows - bool(more):
            seats = list(dict.fromkeys(each.seat for each in acts[: more + 1]))
            names = join_names([rules.name(seat) for seat in seats])
            return [say("summary.earlier", seats=names), *shown]
        shown.insert(0, act.line)
    return shown


def write_prose(
    rules: Rules,
    turns: Sequence[Game],
    first: int = 0,
    *,
    seat: str | None = None,
    reader: Reader = ONLOOKER,
    room: int = ROOM,
    rows: int | None = None,
) -> tuple[str, list[View]]:
    """Return prose on the effects of these turns, and the seat's views.

    Args:
        rules: the rules of the game
        turns: the turns, at least one
        first: the entry of the first turn at which the prose begins
        seat: the seat whose views are returned; None for a spectator's views
        reader: the reader of the prose
        room: the greatest number of characters
        rows: the greatest number of rows on a phone; None for no limit

    Returns:
        the prose, and the views: before the entry `first`, and at the end of each turn
    """
    prose, views = tell_prose(rules, turns, first, seat=seat, reader=reader)
    return fit_sentences(prose, room, rows), views


def tell_prose(
    rules: Rules,
    turns: Sequence[Game],
    first: int = 0,
    *,
    seat: str | None = None,
    reader: Reader = ONLOOKER,
) -> tuple[list[list[str]], list[View]]:
    """Return the prose as paragraphs of sentences, the most important first, and the seat's views.

    `write_prose` explains the arguments and the views.
    """
    begun = resume(rules, replace(turns[0], log=turns[0].log[:first]))
    views = [rules.view(begun.state, seat)]
    story: list[Line] = []
    for number, game in enumerate(turns):
        live = resume(rules, game)
        skipped = len(begun.state.story) if number == 0 and first else 0
        story += [line for line in live.state.story[skipped:] if may_read(line.readers, reader)]
        views.append(rules.view(live.state, seat))
    paragraphs = rules.EXTRAS.prose.digest(views[0], views[-1], story)
    return [[told(said, rules.name) for said in each] for each in paragraphs], views


def fit_sentences(paragraphs: Sequence[Sequence[str]], room: int, rows: int | None = None) -> str:
    """Return the first sentences, as many as fit into `room` characters and `rows` rows of a phone."""
    text = ""
    for paragraph in paragraphs:
        for index, sentence in enumerate(paragraph):
            longer = f"{text} {sentence}" if index else f"{text}\n{sentence}".lstrip()
            if len(longer) > room or (rows is not None and count_rows(longer) > rows):
                return text
            text = longer
    return text
