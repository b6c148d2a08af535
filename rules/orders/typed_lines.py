"""The entries of a turn as order lines: what people read in the log, and may type again
(`notation.parse`). Each reader has lines of his own: what he may not know is `VEIL` in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.ask import ONLOOKER, Eyes, Reader, Seal, may_read
from rules.asking import DONE
from rules.chance import AND, Draw, Roll
from rules.kernel import CHANCE, SIDE, Ask, Game, Live, Pending, Rules, at_start
from rules.orders.clauses import Clause, clause
from rules.orders.questions import Question, canonical, question, read, spelled
from rules.orders.tokenizer import STOPS, tokens
from rules.secrecy import face
from rules.words import Line, Words, as_is, english, listed, say

VEIL = "hidden"  # stands in brackets for what the reader of a line may not know


class Said(NamedTuple):
    """What one seat entered in a row, as an order line, or what chance brought ("[6 1 3]"): entries `first`
    to `last` - 1."""

    seat: str
    text: str
    first: int
    last: int


@dataclass(slots=True)
class Answer:
    """One answer with the question it was given to; `text` stays empty where it goes without saying."""

    asked: Question
    key: str
    clause: Clause | None = None
    eyes: Eyes | Seal = None  # who may read it
    hidden: bool = False
    text: str = ""
    after_done: bool = False  # questions were closed by implication just before

    @property
    def lead(self) -> str:
        """The small word before it, where it makes sense before this answer."""
        return "" if self.key in self.asked.bare else self.asked.lead

    @property
    def goes_unsaid(self) -> bool:
        """True where the answer is left out if the words after it say as much. A secret one never is: that
        it was left out would tell what else there was."""
        if self.asked.secret or self.hidden:
            return False
        return self.asked.forced or self.key == DONE

    @property
    def may_end(self) -> bool:
        """True where the full stop at the end of the line says as much: of a secret question "done", which
        then always stands there as the stop."""
        return self.goes_unsaid or (self.key == DONE and not self.hidden)


@dataclass(slots=True)
class Row:
    """The answers that a seat gave in a row, up to entry `end`. `asked_again`: it was asked once more."""

    answers: list[Answer]
    end: int
    asked_again: bool = False


@dataclass(slots=True)
class Single:
    """A side act, or what chance brought, whose eyes it is for, and how it reads in a sentence."""

    said: Said
    eyes: Eyes | Seal = None
    words: Words | None = None
    story: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """An entry of a turn as it was made."""

    seat: str
    key: str
    waiting: str  # the seat that was asked then
    answers: bool  # it is an answer, and no side act or chance
    asked: Question | None  # the question it answers
    eyes: Eyes | Seal
    drawn: str = ""  # what chance brought or a side act is, in short
    words: Words | None = None  # what chance brought, in words
    clause: Clause | None = None  # the answer, in an order sentence
    told: bool = False  # it is chance, and what came of it says what came
    story: tuple[Line, ...] = ()  # what came of it


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn played through once, for all that is told of it; `story` came before its first entry, and
    `waiting` is the seat that is asked after the last."""

    made: tuple[Made, ...]
    story: tuple[Line, ...]
    waiting: str


def played(rules: Rules, game: Game) -> PlayedTurn:
    """The turn with all its entries, in words as they are read now."""
    live = Live(rules, at_start(rules, game))
    before, told, found = tuple(live.state.story), len(live.state.story), list[Made]()
    for seat, key in game.log:
        pending = live.pending
        answers = isinstance(pending, Ask) and not key.startswith(SIDE)
        asked, part, eyes = None, None, face(pending, key)
        if isinstance(pending, Ask) and answers:
            asked, part = question(rules, pending), clause(rules, pending, key)
        text = "" if answers else _bare(rules, pending, key)
        live.enter(seat, key)
        story = tuple(live.state.story[told:])
        told += len(story)
        says = isinstance(pending, Draw) or (isinstance(pending, Roll) and pending.told)
        brought = None if answers else _brought(pending, key)
        found.append(Made(seat, key, _asked(pending), answers, asked, eyes, text, brought, part, says, story))
    return PlayedTurn(tuple(found), before, _asked(live.pending))


def _asked(pending: Pending | None) -> str:
    return pending.seat if isinstance(pending, Ask) else ""


def unclosed(turn: PlayedTurn, first: int = 0) -> PlayedTurn:
    """The turn without the answers at its end, none before entry `first`, that only close questions; what
    came of them stands with the last answer that is left. Where there are no others it stays as it is."""
    kept = len(turn.made)
    while kept > first and turn.made[kept - 1].key == DONE:
        kept -= 1
    if kept in (first, len(turn.made)):
        return turn
    *before, last = turn.made[:kept]
    story = tuple(line for made in turn.made[kept - 1 :] for line in made.story)
    return replace(turn, made=(*before, replace(last, story=story)), waiting=turn.made[kept].waiting)


def lines(
    rules: Rules, game: Game, start: int = 0, reader: Reader = ONLOOKER, turn: PlayedTurn | None = None
) -> list[Said]:
    """The entries of the turn from number `start` on, as this reader may know them: a line for each seat's
    answers in a row, side act or throw. `turn`: the same played through, if it has been.

    Answers that `parse` or `settle` finds by itself are left out; a seat whose answers all go without saying
    has an empty text. An answer to a secret question always stands there, and reads the same whatever else
    could have been answered.
    """
    return [
        _close(each, reader) if isinstance(each, Row) else _unveiled(each, reader)
        for each in rows(turn or played(rules, game), start)
    ]


def rows(turn: PlayedTurn, start: int) -> list[Row | Single]:
    """The entries in rows. They are read at the end of the entries, when what was sealed may be open."""
    found: list[Row | Single] = []
    row: list[Answer] = []
    for index, made in enumerate(turn.made):
        if row and not (made.answers and row[0].asked.seat == made.seat):
            found.append(Row(row, index, made.waiting == row[0].asked.seat))
            row = []
        if index >= start and made.asked is not None:
            row.append(Answer(made.asked, made.key, made.clause, made.eyes))
        elif index >= start:
            said = Said(made.seat, made.drawn, index, index + 1)
            found.append(Single(said, made.eyes, made.words, made.story))
    if row:
        found.append(Row(row, len(turn.made), turn.waiting == row[0].asked.seat))
    return found


def line(rules: Rules, game: Game, start: int = 0, reader: Reader = ONLOOKER) -> str:
    """The entries of the turn from number `start` on, all in one row: "Delhi: attack in Malwa [6 1 3] /
    Deccan: 2 Troops"."""
    row = ""
    speaker = ""
    aside = False
    for seat, text, first, _ in lines(rules, game, start, reader):
        was, aside = aside, game.log[first].key.startswith(SIDE)
        if seat in (CHANCE, speaker):
            row += f"{';' * (was or aside)} {text}" if text else ""
        elif text:
            row += f" / {say('{seat}', seat=seat).read(english(rules.name))}: {text}"
            speaker = seat
    return row.removeprefix(" / ").strip()


def _bare(rules: Rules, pending: Pending | None, key: str) -> str:
    if key.startswith(SIDE):
        return key[len(SIDE) :].replace("_", " ")
    if isinstance(pending, Draw):
        return f"[{', '.join(english(rules.name)(card) for card in key.split(AND))}]"
    return f"[{' '.join(key)}]"


def _brought(pending: Pending | None, key: str) -> Words | None:
    """What chance brought, in words; None for a side act."""
    if key.startswith(SIDE):
        return None
    if isinstance(pending, Draw):
        return say("Drawn: {cards}", cards=listed(key.split(AND)))
    return say("Dice: {faces}", faces=as_is(", ".join(key)))


def _unveiled(single: Single, reader: Reader) -> Said:
    said = single.said
    return said if may_read(single.eyes, reader) else said._replace(text=f"[{VEIL}]")


def _close(row: Row, reader: Reader) -> Said:
    """The line of these answers."""
    seat, answers = row.answers[0].asked.seat, row.answers
    for answer in answers:
        answer.hidden = not may_read(answer.eyes, reader)
    close = _write(answers, row.asked_again)
    text = ""
    leads: list[str] = []  # in the order in which they are opened: an earlier one is further out
    last, before = "", answers[0]
    for answer in answers:
        if answer.text:
            apart = (answer.asked.alone or before.asked.alone) and not _same(before.asked, answer.asked)
            if answer.asked.act and leads and not answer.asked.lead:  # what led so far was another act's
                apart, leads, last = True, [], ""
            joint = "; " if apart else _joint(answer, leads, last)
            if joint == " " and (before.asked.secret or before.hidden):
                joint = ", "
            text += joint * bool(text) + answer.text
            before = answer
            last = answer.lead or last
            leads += [last] if last and last not in leads else []
    return Said(seat, text + close, row.end - len(answers), row.end)


def _joint(answer: Answer, leads: list[str], last: str) -> str:
    """What stands before an answer: a comma where the same is asked again, or an outer question; a semicolon
    where something new begins."""
    lead = answer.asked.lead
    if not lead:
        return ", " if answer.after_done and leads else " "
    if lead not in leads:
        return "; " if answer.after_done else " "
    return ", " if leads.index(lead) <= leads.index(last) else " "


def _same(one: Question, other: Question) -> bool:
    return (one.topic, one.lead) == (other.topic, other.lead)


def _write(row: list[Answer], asked_again: bool) -> str:
    """Fill in the texts from the end, so that each reads right before what follows it; returns the full stop,
    or ""."""
    following: list[str] = []
    end = len(row)
    while end and row[end - 1].asked.forced:
        end -= 1
    begin = 0
    while begin < end and row[begin].asked.forced:  # taken before anybody could type
        begin += 1
    spoken = end
    while spoken > begin and row[spoken - 1].may_end:
        spoken -= 1
    close = "." if begin < spoken < end and not asked_again else ""  # says "done" to all that is left
    if close:
        end, following = spoken, [close]
    for at in range(end - 1, begin - 1, -1):
        answer = row[at]
        if answer.goes_unsaid and _silent(answer, following):
            continue
        answer.text = _spelled(answer, row[at - 1] if at else None, following)
        stop = [","] if answer.asked.secret or answer.hidden else []
        following = [*(token.word for token in tokens(answer.text)), *stop, *following]
    dones = False
    for answer in row[:end]:
        answer.after_done = dones and answer.text != ""
        dones = answer.text == "" and (dones or answer.key == DONE)
    return close


def _spelled(answer: Answer, previous: Answer | None, following: Sequence[str]) -> str:
    if answer.hidden:
        return f"[{VEIL}]"
    option = next(option for option in answer.asked.options if option.key == answer.key)
    if answer.asked.secret:
        return canonical(answer.asked, option)
    unled = previous is not None and (
        _same(previous.asked, answer.asked) or (previous.key == answer.asked.lead and not previous.hidden)
    )
    return spelled(answer.asked, option, following, lead=not unled)


def _silent(answer: Answer, following: Sequence[str]) -> bool:
    """True where the words that follow lead past this question by themselves."""
    if all(word in STOPS for word in following):
        return answer.asked.forced
    reading = read(answer.asked, following)
    lost = reading.led and reading.used == len(following)
    return not (reading.key or reading.several or lost or (reading.refused and reading.plainly))
