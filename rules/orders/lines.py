"""The entries of a turn as order lines: what people read in the log, and may type again
(`notation.parse`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from rules.asking import DONE
from rules.chance import Draw
from rules.kernel import CHANCE, SIDE, Ask, Game, Live, Pending, Rules
from rules.orders.questions import Question, question, read, spelled
from rules.orders.spelling import STOPS, tokens
from rules.words import say


class Said(NamedTuple):
    """What one seat entered in a row, as an order line, or what chance brought ("[6 1 3]"): entries `first`
    to `last` - 1."""

    seat: str
    text: str
    first: int
    last: int


@dataclass(slots=True)
class _Answer:
    """One answer with the question it was given to; `text` stays empty where it goes without saying."""

    asked: Question
    key: str
    text: str = ""
    after_done: bool = False  # questions were closed by implication just before

    @property
    def lead(self) -> str:
        """The small word before it, where it makes sense before this answer."""
        return "" if self.key in self.asked.bare else self.asked.lead


def lines(rules: Rules[Any], game: Game, start: int = 0) -> list[Said]:
    """The entries of the turn from number `start` on: a line for each seat's answers in a row, side act or
    throw.

    Answers that `parse` or `settle` finds by itself are left out; a seat whose answers all go without saying
    has an empty text.
    """
    live = Live(rules, rules.load(game.start))
    said: list[Said] = []
    row: list[_Answer] = []
    for index, (seat, key) in enumerate(game.log):
        pending = live.pending
        answers = isinstance(pending, Ask) and not key.startswith(SIDE)
        if row and not (answers and row[0].asked.seat == seat):
            said.append(_close(row, index, pending))
            row = []
        if index >= start and isinstance(pending, Ask) and answers:
            row.append(_Answer(question(rules, pending), key))
        elif index >= start:
            said.append(Said(seat, _bare(rules, pending, key), index, index + 1))
        live.enter(seat, key)
    return [*said, _close(row, len(game.log), live.pending)] if row else said


def line(rules: Rules[Any], game: Game, start: int = 0) -> str:
    """The entries of the turn from number `start` on, all in one row: "Delhi: attack in Malwa [6 1 3] /
    Deccan: 2 Troops"."""
    row = ""
    speaker = ""
    aside = False
    for seat, text, first, _ in lines(rules, game, start):
        was, aside = aside, game.log[first].key.startswith(SIDE)
        if seat in (CHANCE, speaker):
            row += f"{';' * (was or aside)} {text}" if text else ""
        elif text:
            row += f" / {say('{seat}', seat=seat).read(rules.name)}: {text}"
            speaker = seat
    return row.removeprefix(" / ").strip()


def _bare(rules: Rules[Any], pending: Pending | None, key: str) -> str:
    if key.startswith(SIDE):
        return key[len(SIDE) :].replace("_", " ")
    return f"[{rules.name(key)}]" if isinstance(pending, Draw) else f"[{' '.join(key)}]"


def _close(row: list[_Answer], end: int, pending: Pending | None) -> Said:
    """The line of these answers; `pending` is what came after them."""
    seat = row[0].asked.seat
    close = _write(row, isinstance(pending, Ask) and pending.seat == seat)
    text = ""
    leads: list[str] = []  # in the order in which they are opened: an earlier one is further out
    last, before = "", row[0]
    for answer in row:
        if answer.text:
            apart = (answer.asked.alone or before.asked.alone) and not _same(before.asked, answer.asked)
            text += ("; " if apart else _joint(answer, leads, last)) * bool(text) + answer.text
            before = answer
            last = answer.lead or last
            leads += [last] if last and last not in leads else []
    return Said(seat, text + close, end - len(row), end)


def _joint(answer: _Answer, leads: list[str], last: str) -> str:
    """What stands before an answer: a comma where the same is asked again, or an outer question; a semicolon
    where
    something new begins."""
    lead = answer.asked.lead
    if not lead:
        return ", " if answer.after_done and leads else " "
    if lead not in leads:
        return "; " if answer.after_done else " "
    return ", " if leads.index(lead) <= leads.index(last) else " "


def _same(one: Question, other: Question) -> bool:
    return (one.topic, one.lead) == (other.topic, other.lead)


def _write(row: list[_Answer], asked_again: bool) -> str:
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
    while spoken > begin and (row[spoken - 1].asked.forced or row[spoken - 1].key == DONE):
        spoken -= 1
    close = "." if begin < spoken < end and not asked_again else ""  # says "done" to all that is left
    if close:
        end, following = spoken, [close]
    for at in range(end - 1, begin - 1, -1):
        answer = row[at]
        goes_unsaid = answer.asked.forced or answer.key == DONE
        if goes_unsaid and _silent(answer, following):
            continue
        previous = row[at - 1] if at else None
        unled = previous is not None and (
            _same(previous.asked, answer.asked) or previous.key == answer.asked.lead
        )
        option = next(option for option in answer.asked.options if option.key == answer.key)
        answer.text = spelled(answer.asked, option, following, lead=not unled)
        following = [*(token.word for token in tokens(answer.text)), *following]
    dones = False
    for answer in row[:end]:
        answer.after_done = dones and answer.text != ""
        dones = answer.text == "" and (dones or answer.key == DONE)
    return close


def _silent(answer: _Answer, following: Sequence[str]) -> bool:
    """True where the words that follow lead past this question by themselves."""
    if all(word in STOPS for word in following):
        return answer.asked.forced
    reading = read(answer.asked, following)
    lost = reading.led and reading.used == len(following)
    return not (reading.key or reading.several or lost or (reading.refused and reading.plainly))
