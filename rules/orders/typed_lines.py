"""Write the entries of a turn as typed orders, as the log shows them and `notation.parse` reads them.

Each reader has their own lines, with `VEIL` in brackets in place of what they may not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from rules.ask import ONLOOKER, Eyes, Reader, Seal, may_read
from rules.asking import DONE
from rules.chance import AND, Draw, Roll
from rules.kernel import CHANCE, SIDE, Ask, Game, Live, Pending, Rules, copy_start
from rules.orders.clauses import Clause, make_clause
from rules.orders.questions import Question, make_question, read, spell_canonical, spell_option
from rules.orders.tokenizer import STOPS, split_tokens
from rules.secrecy import find_face
from rules.words import Line, Words, as_is, english, listed, say

VEIL = "hidden"  # written in brackets for what a reader may not know


class Said(NamedTuple):
    """A seat's consecutive entries as a typed order, or a chance event ("[6 1 3]").

    The entries are those from `first` to `last` - 1.
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
        text: the typed answer; "" if it needs no words
        after_done: whether an implied "done" closed questions just before it
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
        """Return whether the answer may be left out because the words after it imply it.

        A hidden answer or one to a secret question is never left out, because that would reveal what else was
        offered.
        """
        if self.asked.secret or self.hidden:
            return False
        return self.asked.forced or self.key == DONE

    @property
    def may_end(self) -> bool:
        """Return whether the full stop at the end of the line may replace the answer.

        The stop can also replace "done" to a secret question, which is never left out.
        """
        return self.goes_unsaid or (self.key == DONE and not self.hidden)


@dataclass(slots=True)
class Row:
    """The consecutive answers of a seat. `end`: the number of the entry after them.

    `asked_again`: whether the same seat was asked once more after them.
    """

    answers: list[Answer]
    end: int
    asked_again: bool = False


@dataclass(slots=True)
class Single:
    """An act out of turn or a chance event, with who may read it and its words in a sentence."""

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
        waiting: the seat that was asked at that moment; "" for none
        answers: whether it answers a question; acts out of turn and chance do not
        asked: the question that it answers; None for none
        eyes: who may read it
        drawn: the short form of a chance event or an act out of turn
        words: a chance event in words
        clause: the answer as a part of an order sentence
        told: whether it is a chance event whose effects already say what it brought
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
    """A turn after it was played through, with all that its texts need.

    Attributes:
        made: its entries
        story: the lines before its first entry
        waiting: the seat that is asked after its last entry; "" for none
    """

    made: tuple[Made, ...]
    story: tuple[Line, ...]
    waiting: str


def replay_turn(rules: Rules, game: Game) -> PlayedTurn:
    """Return the turn with all its entries, in words of the current language."""
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
    """Return the turn without the answers at its end that only close questions.

    Entries before `first` stay. The effects of removed answers move to the last answer that is left. If no
    other answer is left, the turn stays as it is.
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
    rules: Rules, game: Game, start: int = 0, reader: Reader = ONLOOKER, turn: PlayedTurn | None = None
) -> list[Said]:
    """Return the entries of the turn from entry `start` on as lines for this reader.

    There is a line for a seat's consecutive answers, for each act out of turn and for each chance event.
    Answers that `parse` or `settle` adds by itself are left out; a line of only such answers is empty. An
    answer to a secret question is always written, and reads the same whatever else was offered. `turn`: the
    turn as `replay_turn` returns it, if the caller has it.
    """
    return [
        _write_row(each, reader) if isinstance(each, Row) else _write_single(each, reader)
        for each in group_rows(turn or replay_turn(rules, game), start)
    ]


def group_rows(turn: PlayedTurn, start: int) -> list[Row | Single]:
    """Return the entries in rows.

    Who may read an entry is decided by the seals at the end of the turn, when some may be open.
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


def write_line(rules: Rules, game: Game, start: int = 0, reader: Reader = ONLOOKER) -> str:
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
        return say("The draw is {cards}", cards=listed(key.split(AND)))
    return say("The dice show {faces}", faces=as_is(", ".join(key)))


def _write_single(single: Single, reader: Reader) -> Said:
    """Return the line of an act out of turn or a chance event for this reader."""
    said = single.said
    return said if may_read(single.eyes, reader) else said._replace(text=f"[{VEIL}]")


def _write_row(row: Row, reader: Reader) -> Said:
    """Return the line of these answers."""
    seat, answers = row.answers[0].asked.seat, row.answers
    for answer in answers:
        answer.hidden = not may_read(answer.eyes, reader)
    close = _write_texts(answers, row.asked_again)
    text = ""
    leads: list[str] = []  # the small words that still apply, the outermost first
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
    """Return the separator before an answer.

    The separator is a comma if an earlier or the same question is asked again, a semicolon if something new
    begins, else a space.
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
    """Write the texts of a row from its end, because each must be understood before the words after it.

    Return the full stop at its end, or "".
    """
    following: list[str] = []
    end = len(row)
    while end and row[end - 1].asked.forced:
        end -= 1
    begin = 0
    while begin < end and row[begin].asked.forced:  # forced before anybody could type
        begin += 1
    spoken = end
    while spoken > begin and row[spoken - 1].may_end:
        spoken -= 1
    close = "." if begin < spoken < end and not asked_again else ""  # stands for "done" to everything left
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
    """Return whether this answer can be left out, because the words that follow pass its question."""
    if all(word in STOPS for word in following):
        return answer.asked.forced
    reading = read(answer.asked, following)
    lost = reading.led and reading.used == len(following)
    return not (reading.key or reading.several or lost or (reading.refused and reading.plainly))
