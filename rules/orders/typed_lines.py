"""Write the entries of a turn as typed orders. The log shows these lines, and `notation.parse` can read them.

Each reader has their own lines: "[hidden]" (`VEIL`) replaces what they may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.ask import SPECTATOR, Eyes, Reader, Seal, may_read
from rules.asking import DONE
from rules.chance import AND, Draw, Roll
from rules.kernel import CHANCE, SIDE, Ask, Game, Live, Pending, Rules, copy_start
from rules.orders.clauses import Clause, make_clause
from rules.orders.questions import Question, make_question
from rules.orders.reading import read, spell_canonical, spell_option
from rules.orders.tokenizer import STOPS, split_tokens
from rules.secrecy import find_face
from rules.words import Line, Words, as_is, english, join_list, say

VEIL = "hidden"  # written in brackets instead of what a reader may not know


class Said(NamedTuple):
    """A line: the consecutive entries of a seat as a typed order, or a chance event ("[6 1 3]").

    Its entries have the numbers `first` to `last` - 1.
    """

    seat: str
    text: str
    first: int
    last: int


@dataclass(slots=True)
class Answer:
    """One answer with its question.

    Attributes:
        asked: the question
        key: the key of the answer
        clause: the answer as a part of an order sentence
        eyes: who may read it
        hidden: whether this reader may not read it
        text: the typed answer; "" if the line leaves it out
        after_done: whether the line leaves out a "done" just before it
    """

    asked: Question
    key: str
    clause: Clause | None = None
    eyes: Eyes | Seal = None
    hidden: bool = False
    text: str = ""
    after_done: bool = False

    @property
    def lead(self) -> str:
        """Return the small word before the answer; "" if this answer has none."""
        return "" if self.key in self.asked.bare else self.asked.lead

    @property
    def goes_unsaid(self) -> bool:
        """Return whether a line may leave out the answer, because the words after it imply it.

        A hidden answer is never left out, and neither is an answer to a secret question. Leaving it out would
        reveal something about the other options.
        """
        if self.asked.secret or self.hidden:
            return False
        return self.asked.forced or self.key == DONE

    @property
    def may_end(self) -> bool:
        """Return whether a full stop at the end of the line may replace the answer.

        It may replace each answer that may be left out (`goes_unsaid`), and also "done" as the answer to a
        secret question.
        """
        return self.goes_unsaid or (self.key == DONE and not self.hidden)


@dataclass(slots=True)
class Row:
    """The consecutive answers of a seat.

    `end`: the number of the entry after the last answer. `asked_again`: whether the next question after the
    answers is to the same seat.
    """

    answers: list[Answer]
    end: int
    asked_again: bool = False


@dataclass(slots=True)
class Single:
    """An act out of turn or a chance event.

    Attributes:
        said: its line
        eyes: who may read it
        words: its words in a sentence; None for an act out of turn
        story: the lines about its effects
    """

    said: Said
    eyes: Eyes | Seal = None
    words: Words | None = None
    story: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class Made:
    """An entry of a turn as it was played.

    Attributes:
        seat: the seat, or `CHANCE`
        key: its key
        waiting: the seat that was asked when the entry was made; "" for none
        answers: whether it answers a question; acts out of turn and chance events don't
        asked: the question that it answers; None for an act out of turn or a chance event
        eyes: who may read it
        drawn: the short form of a chance event or an act out of turn
        words: a chance event in words
        clause: the answer as a part of an order sentence
        told: whether it is a chance event whose result `story` tells
        story: the lines about its effects
    """

    seat: str
    key: str
    waiting: str
    answers: bool
    asked: Question | None
    eyes: Eyes | Seal
    drawn: str = ""
    words: Words | None = None
    clause: Clause | None = None
    told: bool = False
    story: tuple[Line, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedTurn:
    """A turn that was played again, with all that is needed to write it as text.

    Attributes:
        made: its entries
        story: the lines before its first entry
        waiting: the seat that is asked after its last entry; "" for none
    """

    made: tuple[Made, ...]
    story: tuple[Line, ...]
    waiting: str


def replay_turn(rules: Rules, game: Game) -> PlayedTurn:
    """Play a turn again. Return it with all its entries in words, in the language of `rules.name`."""
    live = Live(rules, copy_start(rules, game))
    before, told, found = tuple(live.state.story), len(live.state.story), list[Made]()
    for seat, key in game.log:
        pending = live.pending
        answers = isinstance(pending, Ask) and not key.startswith(SIDE)
        asked, part, eyes = None, None, find_face(pending, key)
        if isinstance(pending, Ask) and answers:
            asked, part = make_question(rules, pending), make_clause(rules, pending, key)
        text = "" if answers else _write_short(rules, pending, key)
        live.enter(seat, key)
        story = tuple(live.state.story[told:])
        told += len(story)
        says = isinstance(pending, Draw) or (isinstance(pending, Roll) and pending.told)
        brought = None if answers else _word_chance(pending, key)
        found.append(
            Made(seat, key, _get_asked_seat(pending), answers, asked, eyes, text, brought, part, says, story)
        )
    return PlayedTurn(tuple(found), before, _get_asked_seat(live.pending))


def _get_asked_seat(pending: Pending | None) -> str:
    """Return the seat that is asked; "" if none is."""
    return pending.seat if isinstance(pending, Ask) else ""


def drop_closing(turn: PlayedTurn, first: int = 0) -> PlayedTurn:
    """Return the turn without the answers "done" at its end.

    Entries before `first` stay. The story lines of the removed entries go to the last entry that stays. If
    there are only such entries from `first` on, return the turn unchanged.
    """
    kept = len(turn.made)
    while kept > first and turn.made[kept - 1].key == DONE:
        kept -= 1
    if kept in (first, len(turn.made)):
        return turn
    *before, last = turn.made[:kept]
    story = tuple(line for made in turn.made[kept - 1 :] for line in made.story)
    return replace(turn, made=(*before, replace(last, story=story)), waiting=turn.made[kept].waiting)


def write_lines(
    rules: Rules, game: Game, start: int = 0, reader: Reader = SPECTATOR, turn: PlayedTurn | None = None
) -> list[Said]:
    """Return the entries of the turn from entry `start` on as lines for this reader.

    A line has the consecutive answers of one seat, an act out of turn, or a chance event. Answers that
    `parse` or `settle` adds by itself are left out. So a line with only such answers is empty. An answer to a
    secret question is always written, and its spelling does not depend on the other options.

    `turn`: the result of `replay_turn`, if the caller has it.
    """
    return [
        _write_row(each, reader) if isinstance(each, Row) else _write_single(each, reader)
        for each in group_rows(turn or replay_turn(rules, game), start)
    ]


def group_rows(turn: PlayedTurn, start: int) -> list[Row | Single]:
    """Return the entries from `start` on: a `Row` for consecutive answers of a seat, else a `Single`.

    If a seal was opened during the turn, all answers under it count as open, because the whole turn has been
    played.
    """
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


def write_line(rules: Rules, game: Game, start: int = 0, reader: Reader = SPECTATOR) -> str:
    """Return the entries from entry `start` on in a single line.

    An example: "Delhi: attack in Malwa [6 1 3] / Deccan: 2 Troops".
    """
    row = ""
    speaker = ""
    aside = False
    for seat, text, first, _ in write_lines(rules, game, start, reader):
        was, aside = aside, game.log[first].key.startswith(SIDE)
        if seat in (CHANCE, speaker):
            row += f"{';' * (was or aside)} {text}" if text else ""
        elif text:
            row += f" / {say('{seat}', seat=seat).read(english(rules.name))}: {text}"
            speaker = seat
    return row.removeprefix(" / ").strip()


def _write_short(rules: Rules, pending: Pending | None, key: str) -> str:
    """Return an act out of turn or a chance event in its short form."""
    if key.startswith(SIDE):
        return key[len(SIDE) :].replace("_", " ")
    if isinstance(pending, Draw):
        return f"[{', '.join(english(rules.name)(card) for card in key.split(AND))}]"
    return f"[{' '.join(key)}]"


def _word_chance(pending: Pending | None, key: str) -> Words | None:
    """Return a chance event in words; None for an act out of turn."""
    if key.startswith(SIDE):
        return None
    if isinstance(pending, Draw):
        return say("The draw is {cards}", cards=join_list(key.split(AND)))
    return say("The dice show {faces}", faces=as_is(", ".join(key)))


def _write_single(single: Single, reader: Reader) -> Said:
    """Return the line of an act out of turn or a chance event for this reader."""
    said = single.said
    return said if may_read(single.eyes, reader) else said._replace(text=f"[{VEIL}]")


def _write_row(row: Row, reader: Reader) -> Said:
    """Return the line of these answers. Set their `hidden`, `text` and `after_done`."""
    seat, answers = row.answers[0].asked.seat, row.answers
    for answer in answers:
        answer.hidden = not may_read(answer.eyes, reader)
    close = _write_texts(answers, row.asked_again)
    text = ""
    leads: list[str] = []  # the small words of the present act so far, in the order of their first use
    last, before = "", answers[0]
    for answer in answers:
        if answer.text:
            apart = (answer.asked.alone or before.asked.alone) and not _is_same(before.asked, answer.asked)
            if answer.asked.act and leads and not answer.asked.lead:  # earlier leads belong to another act
                apart, leads, last = True, [], ""
            joint = "; " if apart else _choose_joint(answer, leads, last)
            if joint == " " and (before.asked.secret or before.hidden):
                joint = ", "
            text += joint * bool(text) + answer.text
            before = answer
            last = answer.lead or last
            leads += [last] if last and last not in leads else []
    return Said(seat, text + close, row.end - len(answers), row.end)


def _choose_joint(answer: Answer, leads: list[str], last: str) -> str:
    """Return the separator before an answer: ", " or "; " or " ".

    A comma stands where the small words start again: "to Delhi from Sindh, to Malwa from Sindh". A semicolon
    stands where something new begins after a "done" that the line leaves out. Else the separator is mostly a
    space.
    """
    lead = answer.asked.lead
    if not lead:
        return ", " if answer.after_done and leads else " "
    if lead not in leads:
        return "; " if answer.after_done else " "
    return ", " if leads.index(lead) <= leads.index(last) else " "


def _is_same(one: Question, other: Question) -> bool:
    """Return whether two questions have the same topic and lead."""
    return (one.topic, one.lead) == (other.topic, other.lead)


def _write_texts(row: list[Answer], asked_again: bool) -> str:
    """Set `text` and `after_done` of the answers of a row. Return the full stop at the end of the row, or "".

    The last answer is written first, because the spelling of an answer depends on the words after it.
    """
    following: list[str] = []
    end = len(row)
    while end and row[end - 1].asked.forced:
        end -= 1
    begin = 0
    while begin < end and row[begin].asked.forced:  # answered by `settle` before anybody could type
        begin += 1
    spoken = end
    while spoken > begin and row[spoken - 1].may_end:
        spoken -= 1
    close = "." if begin < spoken < end and not asked_again else ""  # closes all questions that are left
    if close:
        end, following = spoken, [close]
    for at in range(end - 1, begin - 1, -1):
        answer = row[at]
        if answer.goes_unsaid and _is_implied(answer, following):
            continue
        answer.text = _spell(answer, row[at - 1] if at else None, following)
        stop = [","] if answer.asked.secret or answer.hidden else []
        following = [*(token.word for token in split_tokens(answer.text)), *stop, *following]
    dones = False
    for answer in row[:end]:
        answer.after_done = dones and answer.text != ""
        dones = answer.text == "" and (dones or answer.key == DONE)
    return close


def _spell(answer: Answer, previous: Answer | None, following: Sequence[str]) -> str:
    """Return the text of one answer."""
    if answer.hidden:
        return f"[{VEIL}]"
    option = next(option for option in answer.asked.options if option.key == answer.key)
    if answer.asked.secret:
        return spell_canonical(answer.asked, option)
    unled = previous is not None and (
        _is_same(previous.asked, answer.asked) or (previous.key == answer.asked.lead and not previous.hidden)
    )
    return spell_option(answer.asked, option, following, lead=not unled)


def _is_implied(answer: Answer, following: Sequence[str]) -> bool:
    """Return whether this answer can be left out: the words after it don't answer the same question."""
    if all(word in STOPS for word in following):
        return answer.asked.forced
    reading = read(answer.asked, following)
    lost = reading.led and reading.used == len(following)
    return not (reading.key or reading.several or lost or (reading.refused and reading.plainly))
