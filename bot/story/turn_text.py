"""Tell a turn in sentences, as one reader may know it: who did what, and its effects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypedDict, Unpack

from bot.language.words import join_names, say, spoken_language
from bot.session.loaded_game import is_out_of_turn, title_seat
from rules.ask import ONLOOKER, Reader, may_read
from rules.asking import DONE
from rules.kernel import CHANCE, Entry, Game, Rules
from rules.orders import sentences, typed_lines
from rules.orders.tokenizer import echoed
from rules.orders.typed_lines import Made, PlayedTurn, Said, unclosed
from rules.proof import POSTED
from rules.words import Line

Some = Callable[[Entry], bool]  # which entries of a turn are told
LONG = 120  # characters of such a question, beyond which its last sentence alone is told
KEPT = 64  # turns that were told last
NO_REASONS: Mapping[int, str] = {}


class Telling(TypedDict, total=False):
    """The options of `tell_by_kind`."""

    reader: Reader
    only: Some | None
    why: Mapping[int, str]
    goes_on: bool
    without: Collection[str]


def tell_turn(
    rules: Rules,
    game: Game,
    first: int | None = None,
    **how: Unpack[Telling],
) -> list[str]:
    """Return what happened in a turn from entry `first` on, each order with its effects.

    `first` None: from before the first entry.
    """
    return [each.text for each in tell_by_kind(rules, game, first, **how)]


def list_acts(rules: Rules, game: Game, first: int | None = None, *, reader: Reader = ONLOOKER) -> list[str]:
    """Return the acts of a turn from entry `first` on, each in a line, without what came of it."""
    return [
        say("order", seat=title_seat(rules, speech.seat), line=speech.text)
        for speech in _speeches(rules, game, first, None, reader)
        if speech.text and not (speech.closes and speech.story)
    ]


class TurnLine(NamedTuple):
    """A line of a turn and its kind; the kind is "" for an order and its answers."""

    text: str
    kind: str = ""


def tell_by_kind(
    rules: Rules,
    game: Game,
    first: int | None = None,
    *,
    reader: Reader = ONLOOKER,
    only: Some | None = None,
    why: Mapping[int, str] = NO_REASONS,
    goes_on: bool = False,
    without: Collection[str] = (),
) -> list[TurnLine]:
    """Return the lines of `tell_turn`, each with its kind.

    Args:
        reader: the seats that may read it
        only: of which entries to tell; None for all
        why: reasons of orders, by the entries where they begin
        goes_on: whether the last order goes on, so its closing answers are left out
        without: kinds of lines to leave out
    """
    found: list[TurnLine] = []
    turn = unclosed(_turn(rules, game), first or 0) if goes_on else None
    for speech in _speeches(rules, game, first, only, reader, turn):
        restating = rules.EXTRAS.prose.restating if speech.is_told(reader) else ()
        left_out = {*without, *restating}
        story = [
            line for line in speech.story if line.kind not in left_out and may_read(line.readers, reader)
        ]
        if speech.text and not (speech.closes and story):  # what came of it tells more than "Done"
            kind, seat = "order.asked" if speech.asked else "order", title_seat(rules, speech.seat)
            found.append(TurnLine(say(kind, seat=seat, question=speech.asked, line=speech.text)))
            answers = (say("order.answered", question=asked, line=text) for asked, text in speech.bare)
            found += map(TurnLine, answers)
        found += [TurnLine(say("story", line=line.words.read(rules.name)), line.kind) for line in story]
        found += [TurnLine(say("reason", reason=why[entry])) for entry in speech.entries if entry in why]
    return found


def describe_seal(commitment: str) -> str:
    """What is posted of the hash of a game's seed: its beginning, which nobody can match with another seed.
    The record has all of it."""
    return say("start.commitment", seal=commitment[:POSTED])


def describe_new_dice(before: Game, to: Game) -> list[str]:
    """What is posted where an undo has taken dice or cards away: others fall now, and it is counted."""
    return [say("undone.dice", n=len(to.undone))] if to.undone != before.undone else []


def describe_words(rules: Rules, words: Mapping[str, str]) -> list[str]:
    """What is posted of the words that the seats have added to the dice."""
    said = [say("start.word", seat=rules.name(seat), word=echoed(word)) for seat, word in words.items()]
    return [say("start.words", words=join_names(said))] if said else []


def write_order(rules: Rules, game: Game, first: int, seat: str, reader: Reader = ONLOOKER) -> str:
    """Return what a seat has entered from entry `first` on, in sentences that this reader may read.

    It is "" where all of it goes without saying.
    """
    turn, told, last = _turn(rules, game), list[str](), ""
    for row in _sentences(rules, game, first, reader, spoken_language()):
        made = turn.made[row.first]
        if row.text and row.seat != CHANCE:
            last = row.seat
        if row.text and last == seat and not (made.told and _is_told(made, reader)):
            told.append(row.text)
    return " ".join(told)


def write_typed_order(rules: Rules, game: Game, first: int, seat: str, reader: Reader = ONLOOKER) -> str:
    """Return the same as it is typed."""
    rows = typed_lines.lines(rules, game, first, reader, _turn(rules, game))
    return "; ".join(row.text for row in rows if row.seat == seat and row.text)


def list_questions(
    rules: Rules, game: Game, first: int, seat: str, reader: Reader = ONLOOKER
) -> tuple[str, list[tuple[str, str]]]:
    """The question that the answer of a seat from entry `first` on begins with, where it says nothing without
    it, else ""; and such questions further on, each with its answer."""
    own = [made for made in _turn(rules, game).made[first:] if made.seat == seat]
    answers = _bare(own, reader)
    return answers[0][0] if answers else "", [each for each in answers[1:] if each[0]]


def find_text_before(
    rules: Rules, game: Game, seat: str, reader: Reader = ONLOOKER
) -> tuple[str, str] | None:
    """The order of this turn that a seat goes on with: its own last one, or else the last that anybody gave,
    after the seat that gave it; None where the turn is without one."""
    given = [speech for speech in _speeches(rules, game, 0, None, reader) if speech.text]
    own = [speech for speech in given if speech.seat == seat]
    return next(((speech.seat, speech.text) for speech in reversed(own or given)), None)


def _question(made: Made) -> str:
    """Return the question that an entry closes or answers with a bare number; else "".

    Of a long question it returns the last sentence.
    """
    if made.asked is None or made.asked.forced:
        return ""
    number = _answer(made).isdecimal() and not made.asked.lead
    if made.key != DONE and not number:
        return ""
    asked, mark, _ = made.asked.opening.partition("?")  # what stands beside it may have changed since
    question = asked + mark
    return question if len(question) <= LONG else question.rpartition(". ")[2]


def _answer(made: Made) -> str:
    """Return an answer as its button names it."""
    offered = () if made.asked is None else made.asked.options
    return next((option.label for option in offered if option.key == made.key), made.key)


def _turn(rules: Rules, game: Game) -> PlayedTurn:
    """Return the turn played through, kept in memory for each language: an act tells of it several times."""
    return _played(rules, game, spoken_language())


@lru_cache(KEPT)
def _played(rules: Rules, game: Game, _: str) -> PlayedTurn:
    return typed_lines.played(rules, game)


@lru_cache(KEPT)
def _sentences(rules: Rules, game: Game, first: int, reader: Reader, language: str) -> list[Said]:
    return sentences.sentences(rules, game, first, reader, _played(rules, game, language))


@dataclass
class _Speech:
    """The entries of one seat in a row, with what chance brought and the effects."""

    seat: str = ""
    text: str = ""
    closes: bool = False  # it is "done" and no more
    asked: str = ""  # the question, where it begins with an answer that says nothing without it
    bare: list[tuple[str, str]] = field(default_factory=list)  # such questions and answers further on
    story: list[Line] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)  # their numbers in the turn
    made: list[Made] = field(default_factory=list)

    def is_told(self, reader: Reader) -> bool:
        """Whether its sentences tell this reader the whole order, without a hidden choice."""
        return bool(self.text) and all(may_read(made.eyes, reader) for made in self.made)


def _speeches(
    rules: Rules,
    game: Game,
    first: int | None,
    only: Some | None,
    reader: Reader,
    turn: PlayedTurn | None = None,
) -> list[_Speech]:
    if turn is None:
        turn, rows = _turn(rules, game), _sentences(rules, game, first or 0, reader, spoken_language())
    else:
        rows = sentences.sentences(rules, game, first or 0, reader, turn)
    found = [_Speech(story=[] if first is not None else list(turn.story))]
    for row in rows:
        if only is not None and not only(game.log[row.first]):
            continue
        aside, made = is_out_of_turn(game.log[row.first]), turn.made[row.first]
        # a line of the story tells of the cards, the dice, or what was done out of turn
        text = "" if (made.told or aside) and _is_told(made, reader) else row.text
        entries = turn.made[row.first : row.last]
        answers = [] if aside else _bare(entries, reader)
        if text and row.seat not in (CHANCE, found[-1].seat):
            found.append(_Speech(row.seat, text, is_closing(entries, reader)))
            found[-1].asked = answers[0][0] if answers else ""
            found[-1].bare = [each for each in answers[1:] if each[0]]
        elif text and found[-1].text:
            found[-1].text += f" {text}"
            found[-1].closes = False
            if row.seat == found[-1].seat and not is_closing(entries, reader):
                found[-1].bare += [each for each in answers if each[0]]
        found[-1].story += [line for made in entries for line in made.story]
        found[-1].entries += range(row.first, row.last)
        found[-1].made += entries
    return found


def _is_told(made: Made, reader: Reader) -> bool:
    return any(may_read(line.readers, reader) for line in made.story)


def _bare(entries: Sequence[Made], reader: Reader) -> list[tuple[str, str]]:
    """The answers of these entries, each after its question: "" where it says enough by itself, or where
    this reader may not know it."""
    chosen = [made for made in entries if made.asked is not None and not made.asked.forced]
    told = [made for made in chosen if made.key != DONE] or chosen[:1]
    return [(_question(made) if may_read(made.eyes, reader) else "", _answer(made)) for made in told]


def is_closing(entries: Iterable[Made], reader: Reader) -> bool:
    """Return whether these do no more than close questions, and this reader may know it.

    What left no choice goes without saying.
    """
    chosen = [made for made in entries if made.asked is None or not made.asked.forced]
    return bool(chosen) and all(made.key == DONE and may_read(made.eyes, reader) for made in chosen)
