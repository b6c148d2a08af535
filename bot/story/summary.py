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
ROWS = 11  # rows of text above a board on a phone's screen; a longer text is summarized
EFFECT_ROWS = 4  # rows of a summary that are kept free for effects
CLOSING_ROWS = 4  # the most rows of the line that counts what a summary leaves out
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
    own: str = "",
    rows: int = ROWS,
    effects: bool = True,
    why: Reasons | None = None,
) -> Summary:
    """Return a summary of these turns in at most `rows` rows: all lines if they fit, else acts and effects.

    If not all acts fit, each seat has a line with its most important act. The last line counts what is left
    out. If there is room, the reason of the last act follows it.

    Args:
        rules: the rules of the game
        turns: the turns, at least one
        first: the entry of the first turn at which to begin; None to begin with what happened before entry 0
        seat: the seat whose views the summary returns; None for a spectator's views
        reader: the reader of the text
        own: the seat that reads the summary first; it knows its own acts, so they come last
        rows: the greatest number of rows on a phone
        effects: whether the summary tells the effects; False if the prose of a chapter tells them below it
        why: the reasons of orders, by turn and by the entry where the order begins
    """
    why = why or {}
    prose, views = tell_prose(rules, turns, first or 0, seat=seat, reader=reader)
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
    reason = _find_last_reason(turns, why)
    text = ""
    for kept in range(1, CLOSING_ROWS + 1):  # rows that are kept free for the last line
        text = _fit_summary(rules, acts, prose if effects else [], reason, own, rows - kept)
        if count_rows(text) <= rows:
            break
    return Summary(text, False, views)


def _fit_summary(
    rules: Rules, acts: Sequence[Act], prose: Sequence[Sequence[str]], reason: str, own: str, rows: int
) -> str:
    """Return the acts and effects that fit into `rows` rows, and below them a line that counts the others."""
    effects = min(count_rows(fit_sentences(prose, LETTERS * rows)), EFFECT_ROWS)
    shown = choose_acts(acts, rows - effects, own)
    lines = [_clip(acts[place].line) if len(shown) < len(acts) else acts[place].line for place in shown]
    if count_rows("\n".join(lines)) > rows - effects:
        lines = [_clip(acts[place].line) for place in shown]
    left = rows - count_rows("\n".join(lines))
    if acts and reason and shown[-1:] == [len(acts) - 1] and effects + count_rows(reason) <= left:
        lines.append(reason)
        left -= count_rows(reason)
    came, told = _fit_counted(prose, LETTERS * rows, left)
    dropped = sum(map(len, prose)) - told
    others = _count_others(rules, [act for place, act in enumerate(acts) if place not in shown], own)
    counted = [*others, *([say("summary.changes", n=dropped)] if dropped else [])]
    closing = [say("summary.left", left=join_names(counted))] if counted else []
    return "\n".join([*lines, *came.splitlines(), *closing])


def _clip(line: str) -> str:
    return clip_order(line, ACT, LONG_ACT)


def _count_others(rules: Rules, acts: Sequence[Act], own: str) -> list[str]:
    """Return clauses that count the acts that a summary leaves out: of the seat `own`, then of the others."""
    seats = list(dict.fromkeys(act.seat for act in acts if act.seat != own))
    mine, found = sum(act.seat == own for act in acts), list[str]()
    if mine:
        found.append(say("summary.own", n=mine, seat=rules.name(own)))
    if seats:
        names = join_names([rules.name(seat) for seat in seats])
        found.append(say("summary.others", n=len(acts) - mine, seats=names))
    return found


def choose_acts(acts: Sequence[Act], rows: int, own: str = "") -> list[int]:
    """Return the indexes of the acts to tell in `rows` rows, in the order of play.

    Each seat's most important act comes first, the seat `own` last, then the other acts. Of two acts alike in
    importance, the newer one comes first. At least one act is told.
    """
    if count_rows("\n".join(act.line for act in acts)) <= rows:
        return [*range(len(acts))]
    ranked = sorted(range(len(acts)), key=lambda place: (-acts[place].weight, -place))
    firsts = {acts[place].seat: place for place in reversed(ranked)}
    ranked.sort(key=lambda place: (acts[place].seat == own, place not in firsts.values()))
    chosen: list[int] = []
    for place in ranked:
        if not chosen or count_rows("\n".join(_clip(acts[each].line) for each in (*chosen, place))) <= rows:
            chosen.append(place)
    return sorted(chosen)


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
    return _fit_counted(paragraphs, room, rows)[0]


def _fit_counted(paragraphs: Sequence[Sequence[str]], room: int, rows: int | None) -> tuple[str, int]:
    """Return the text of `fit_sentences`, and the number of its sentences."""
    text, told = "", 0
    for paragraph in paragraphs:
        for index, sentence in enumerate(paragraph):
            longer = f"{text} {sentence}" if index else f"{text}\n{sentence}".lstrip()
            if len(longer) > room or (rows is not None and count_rows(longer) > rows):
                return text, told
            text, told = longer, told + 1
    return text, told
