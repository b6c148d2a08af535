"""Tell a game for a page, step by step: who did what, what followed, and the view after the step.

A step holds successive acts of one seat, with the dice and draws between them. The view of a step is what a
spectator sees after it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import NamedTuple

from rules.ask import EVERYTHING, Reader, may_read
from rules.asking import DONE
from rules.chance import Draw, Roll
from rules.kernel import CHANCE, Ask, Game, Live, Pending, Rules, copy_start
from rules.orders import sentences, typed_lines
from rules.orders.typed_lines import Made, PlayedTurn
from rules.state import State, View
from rules.words import Line, as_is, read_said, say

LONG_QUESTION = 120  # characters; a longer question is cut to its last sentence


class Fate(NamedTuple):
    """A roll or a draw. `text` says the result of entry `entry` in turn `turn`.

    `key`: the result in the record. `dice`: how many dice were rolled. `pile`: the pile that was drawn from.
    `n`: how much was drawn. Only a reader who may read everything gets these four values, to check the
    result.
    """

    turn: int
    entry: int
    text: str
    key: str = ""
    dice: int = 0
    pile: tuple[str, ...] = ()
    n: int = 0


@dataclass(slots=True)
class Step:
    """A step of a turn.

    `number`: counted from 1; 0 is the step before all turns. `seat`: who chose; "" if nobody chose anything.
    """

    turn: int
    number: int
    seat: str
    view: View
    order: str = ""
    story: list[str] = field(default_factory=list)
    fates: list[Fate] = field(default_factory=list)
    card: tuple[str, ...] = ()  # the open card: a text for each of its sides

    @property
    def place(self) -> str:
        """Return the step's name in an address, such as "37.2"."""
        return f"{self.turn}.{self.number}"


@dataclass(frozen=True, slots=True)
class Chapter:
    """The turns of a chapter, each with its steps.

    `title` and `prose` are "" and () if the game has no chapters.
    """

    title: str
    prose: tuple[str, ...]
    turns: tuple[tuple[Step, ...], ...]


class Told(NamedTuple):
    """A game as one reader may know it: how it began, its chapters, and the open question."""

    begun: Step
    chapters: tuple[Chapter, ...]
    question: str = ""

    @property
    def steps(self) -> list[Step]:
        """Return all steps in order, the beginning first."""
        return [self.begun, *(step for part in self.chapters for turn in part.turns for step in turn)]


@dataclass(slots=True)
class ToldTurn:
    """A turn in words, the data for the digest of its chapter, and the question after the turn."""

    title: str
    before: View
    after: View
    steps: list[Step]
    lines: list[Line]
    question: str


def tell_game(rules: Rules, games: Iterable[Game], reader: Reader, state: State) -> Told:
    """Return all turns of a game in words. `games`: its turns; `state`: the state before the first turn.

    The turns in `games` contain only entries that this reader may replay.
    """
    begun = tell_beginning(rules, state)
    turns, shown = list[ToldTurn](), begun.view
    for game in games:
        turns.append(tell_turn(rules, game, reader, shown))
        shown = turns[-1].after
    chapters = []
    for title, group in groupby(turns, key=lambda turn: turn.title):
        some = list(group)
        lines = [line for turn in some for line in turn.lines]
        prose = write_digest(rules, some[0].before, some[-1].after, lines) if title else ()
        chapters.append(Chapter(title, prose, tuple(tuple(turn.steps) for turn in some if turn.steps)))
    return Told(begun, tuple(chapters), turns[-1].question if turns else "")


def tell_beginning(rules: Rules, state: State) -> Step:
    """Return the step before all turns."""
    return Step(0, 0, "", rules.view(state, None), card=_card(rules, state))


def write_digest(rules: Rules, before: View, after: View, lines: Sequence[Line]) -> tuple[str, ...]:
    """Return the digest of a chapter, as paragraphs.

    `before`, `after`: the views before and after the chapter.
    """
    prose = rules.EXTRAS.prose
    paragraphs = [
        *prose.digest(before, after, lines, ""),
        prose.final_scores(after, lines),
        prose.ending(after, lines),
    ]
    return tuple(" ".join(read_said(said, rules.name) for said in each) for each in paragraphs if each)


def tell_turn(rules: Rules, game: Game, reader: Reader, shown: View) -> ToldTurn:
    """Return a turn in words. `shown`: the last view before the turn."""
    turn = typed_lines.replay_turn(rules, game)
    start = copy_start(rules, game)
    before = rules.view(start, None)
    title = read_said(rules.EXTRAS.prose.chapter(before), rules.name)
    pieces = list(_cut(rules, game, turn, reader))
    live = Live(rules, start)
    pendings: list[Pending | None] = []
    steps = list[Step]()
    at = 0
    for piece in pieces:
        while at < piece.end:
            pendings.append(live.pending)
            live.enter(*game.log[at])
            at += 1
        view = rules.view(live.state, None)
        step = Step(game.turn, len(steps) + 1, piece.seat, view, piece.order, card=_card(rules, live.state))
        step.story = [line.words.read(rules.name) for line in piece.story]
        step.fates = [
            _fate(Fate(game.turn, entry, text), pendings[entry], turn.made[entry], reader)
            for entry, text in piece.chance
        ]
        if step.order or step.story or step.fates:
            steps.append(step)
    after = rules.view(live.state, None)
    if steps:
        steps[-1].view = after  # changes without a sentence belong to the last step
    elif after != shown:
        steps.append(Step(game.turn, 1, "", after, card=_card(rules, live.state)))
    lines = [line for line in live.state.story if may_read(line.readers, reader)]
    question = _question(rules, live.pending)
    return ToldTurn(title, before, after, steps, lines, question)


def _question(rules: Rules, pending: Pending | None) -> str:
    """Return the open question as a spectator reads it. For a secret question, only say who is asked."""
    if not isinstance(pending, Ask):
        return ""
    if pending.secret:
        return say("It is {seat}'s decision now.", seat=pending.seat).read(rules.name)
    asked = pending.prompt.within(rules.name)
    return say("{seat}: {text}", seat=pending.seat, text=as_is(asked)).read(rules.name)


@dataclass(slots=True)
class _Piece:
    """The choices that one seat made in a row before entry `end`, and what followed."""

    seat: str
    end: int = 0
    order: str = ""
    story: list[Line] = field(default_factory=list)
    # for each roll or draw, its index in the turn and its text
    chance: list[tuple[int, str]] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)


def _cut(rules: Rules, game: Game, turn: PlayedTurn, reader: Reader) -> Iterator[_Piece]:
    """Cut a turn into pieces, which become steps. Leave out what this reader may not know."""
    piece = _Piece("", story=list(turn.story))
    for row in sentences.write_sentences(rules, game, 0, reader, turn):
        made = turn.made[row.first : row.last]
        text = _tell_order(row, made, reader)
        if row.seat != CHANCE and text and (piece.seat not in ("", row.seat) or _has_begun(piece)):
            yield _finish(rules, piece, reader)
            piece = _Piece(row.seat)
        if row.seat == CHANCE:
            piece.chance.append((row.first, row.text))
        elif text:
            piece.seat = row.seat
            piece.order = f"{piece.order} {text}".strip()
        piece.made += made
        piece.story += [line for each in made for line in each.story]
        piece.end = row.last
    yield _finish(rules, piece, reader)


def _has_begun(piece: _Piece) -> bool:
    """Return whether a piece has a story, a roll or a draw, but no seat has made a choice in it yet."""
    return not piece.seat and bool(piece.story or piece.chance)


def _tell_order(row: sentences.Told, made: Sequence[Made], reader: Reader) -> str:
    """Return what the seat of `row` ordered, as a sentence.

    Return "" if it ordered nothing, or if the story says the same.
    """
    first = made[0]
    aside = not first.answers and row.seat != CHANCE
    heard = any(may_read(line.readers, reader) for line in first.story)
    if aside and heard:
        return ""
    chosen = [each for each in made if each.asked is not None and not each.asked.forced]
    closes = bool(chosen) and all(each.key == DONE and may_read(each.eyes, reader) for each in chosen)
    if closes and any(may_read(line.readers, reader) for each in made for line in each.story):
        return ""
    asked = _bare_question(chosen, reader)
    return f"{asked} {row.text}".strip() if row.text else ""


def _bare_question(chosen: Sequence[Made], reader: Reader) -> str:
    """Return the question to show before an answer that says too little alone, such as a number or "done".

    Return "" for other answers.
    """
    told_first = [each for each in chosen if each.key != DONE] or chosen[:1]
    if not told_first or not may_read(told_first[0].eyes, reader):
        return ""
    first = told_first[0]
    assert first.asked is not None
    label = next((option.label for option in first.asked.options if option.key == first.key), first.key)
    if first.key != DONE and not (label.isdecimal() and not first.asked.lead):
        return ""
    question, mark, _ = first.asked.opening.partition("?")
    whole = question + mark
    return whole if len(whole) <= LONG_QUESTION else whole.rpartition(". ")[2]


def _finish(rules: Rules, piece: _Piece, reader: Reader) -> _Piece:
    """Remove from a piece what this reader may not know, and what the piece's order already says."""
    whole = bool(piece.order) and all(may_read(made.eyes, reader) for made in piece.made)
    restating = rules.EXTRAS.prose.restating if whole else ()
    piece.story = [
        line for line in piece.story if line.kind not in restating and may_read(line.readers, reader)
    ]
    return piece


def _fate(fate: Fate, pending: Pending | None, made: Made, reader: Reader) -> Fate:
    """Return a roll or draw. For a reader who may read everything, add the facts with which to check it."""
    if reader != EVERYTHING:  # the pile would show what can still be drawn
        return fate
    if isinstance(pending, Roll):
        return fate._replace(key=made.key, dice=pending.dice)
    assert isinstance(pending, Draw)
    return fate._replace(key=made.key, pile=tuple(pending.pile), n=pending.n)


def _card(rules: Rules, state: State) -> tuple[str, ...]:
    return tuple(read_said(side, rules.name) for side in rules.EXTRAS.prose.open_card(state))


def say_step(rules: Rules, step: Step) -> str:
    """Return a step in one paragraph: who did what, and what followed."""
    texts = [step.order, *(fate.text for fate in step.fates), *step.story]
    text = " ".join(each for each in texts if each)
    if not step.seat or not step.order:
        return text
    return say("{seat}: {text}", seat=step.seat, text=as_is(text)).read(rules.name)


def read_name(rules: Rules, key: str) -> str:
    """Return the name of a key. The name begins with a capital letter."""
    return say("{seat}", seat=key).read(rules.name)
