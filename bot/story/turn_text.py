"""Tell a turn for one reader: who did what, and what it brought, without what is secret from the reader."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple, TypedDict, Unpack

from bot.language.words import get_language, join_names, say
from bot.session.loaded_game import is_side_act, name_seat, title_seat
from bot.settings.options import has_luck
from bot.story.merging import merge_alike
from bot.story.names import find_names, find_numbers
from bot.story.order_text import (
    add_gain,
    is_closing,
    is_told_by_log,
    join_acts,
    list_answers,
    make_parts,
    play_turn,
    write_order_line,
    write_sentences,
)
from rules.ask import SPECTATOR, Reader, may_read
from rules.asking import DONE
from rules.kernel import CHANCE, Entry, Game, Rules
from rules.orders import sentences
from rules.orders.sentences import Part, Told
from rules.orders.tokenizer import echo
from rules.orders.typed_lines import Made, PlayedTurn, drop_closing
from rules.records.proof import POSTED
from rules.words import Line

Some = Callable[[Entry], bool]  # selects entries of a turn
RESULTS = 6  # the most lines on the effects of an order's dice and cards
INTERACTION = re.compile(r"\d{15,20}")  # the id of a click or a command
BRIEF = 80  # the room in characters for an order in brief; details that don't fit are left out
WEIGHT = 10  # the weight of a gain or a loss; other effects have the weight 1, or 0 if they say little
NO_REASONS: Mapping[int, str] = {}


class Telling(TypedDict, total=False):
    """The options that `tell_turn` passes to `tell_by_kind`."""

    reader: Reader
    only: Some | None
    why: Mapping[int, str]
    goes_on: bool
    without: Collection[str]
    merged: bool
    deeds: bool


def tell_turn(
    rules: Rules,
    game: Game,
    first: int | None = None,
    **how: Unpack[Telling],
) -> list[str]:
    """Return lines on a turn from entry `first` on. Each order is followed by its effects.

    If `first` is None, the lines also tell what happened before entry 0.
    """
    return [each.text for each in tell_by_kind(rules, game, first, **how)]


class Act(NamedTuple):
    """An act of a turn. The line has the seat and the order, but not the effects.

    Attributes:
        seat: the seat
        line: the line
        weight: the importance of the effects: `WEIGHT` for each gain or loss, 1 or 0 for each other effect
        trifling: whether the act only declines or passes, and nobody gains or loses by the act
        brief: the line in short, as a summary shows it: some details are left out
        order: the text of `brief` without the seat
        bare: the order without the seat and without details; acts and places remain
        parts: the acts of `order`
        bare_parts: the acts of `bare`
        first: the index of its first entry in the turn
        last: the index after the last entry of the act and its effects
        story: the lines about the effects that the reader may read
        answers: whether the act only answers another seat's act, or an event, in the same turn
    """

    seat: str
    line: str
    weight: int = 0
    trifling: bool = False
    brief: str = ""
    order: str = ""
    bare: str = ""
    parts: tuple[Part, ...] = ()
    bare_parts: tuple[Part, ...] = ()
    first: int = 0
    last: int = 0
    story: tuple[Line, ...] = ()
    answers: bool = False


def list_acts(rules: Rules, game: Game, first: int | None = None, *, reader: Reader = SPECTATOR) -> list[Act]:
    """Return the acts of a turn from entry `first` on."""
    return [act for act in list_happenings(rules, game, first, reader=reader) if act.line]


def list_happenings(
    rules: Rules,
    game: Game,
    first: int | None = None,
    *,
    reader: Reader = SPECTATOR,
    near: Collection[str] = (),
) -> list[Act]:
    """Return the acts of a turn from entry `first` on, and events that no act caused.

    An act with many places names those in `near` first.

    `Act.line` is "" for an event without an act. It is also "" for an order that only closes questions, if
    the order has effects: then the effects say enough.
    """
    found: list[Act] = []
    leader, last = next((entry.seat for entry in game.log if entry.seat != CHANCE), ""), first or 0
    for speech in _list_speeches(rules, game, first, None, reader, brief=True, near=near):
        last = max(speech.entries, default=last - 1) + 1
        led = speech.seat in ("", leader)
        chosen = [made for made in speech.made if made.seat != CHANCE]
        answers = not led and not any(_begins_act(rules, each) for each in speech.made)
        # Mere replies to an event are no act either: for example, the losses in the event's battle.
        answers |= bool(chosen) and all(_replies(rules, each) for each in chosen)
        line = brief = ""
        if speech.text and not (speech.closes and speech.story):
            line, brief = (
                write_order_line(rules, speech.seat, game, text, told=speech.told)
                for text in (speech.text, speech.brief)
            )
        found.append(
            Act(
                speech.seat,
                line,
                _weigh(rules, speech.story, reader),
                bool(line) and _is_trifling(rules, speech, reader),
                brief,
                speech.brief if line else "",
                speech.bare_text if line else "",
                tuple(speech.parts) if line else (),
                tuple(speech.bare_parts) if line else (),
                min(speech.entries, default=last),
                last,
                tuple(each for each in speech.story if may_read(each.readers, reader)),
                answers,
            )
        )
    return found


def _begins_act(rules: Rules, made: Made) -> bool:
    """Return whether an entry begins an act, such as an Attack. A reply to another act doesn't."""
    if made.clause is None or made.key == DONE or made.asked is None:
        return False
    return not _replies(rules, made) and (made.clause.part == "act" or bool(made.clause.act))


def find_act_start(rules: Rules, game: Game, entry: int) -> int:
    """Return the index of the first entry of the order to which an entry belongs.

    After dice or cards, a seat goes on with the same order, until it begins another act.
    """
    made, first = play_turn(rules, game).made, entry
    for place in range(entry, -1, -1):
        if made[place].seat not in (CHANCE, made[entry].seat):
            break
        if made[place].seat != CHANCE:
            first = place
            if _begins_act(rules, made[place]):
                break
    return first


def _replies(rules: Rules, made: Made) -> bool:
    """Return whether an entry is a reply to another act or to an event: its question asks for a reply."""
    return made.asked is not None and made.asked.topic[0] in rules.EXTRAS.prose.replies


def _is_trifling(rules: Rules, speech: _Speech, reader: Reader) -> bool:
    """Return whether an order only declines things, and nobody gains or loses by it.

    Return False if the reader may not know all choices.
    """
    if _weigh(rules, speech.story, reader) >= WEIGHT:
        return False
    keys = {DONE, *rules.EXTRAS.prose.trifling}
    return all(
        may_read(made.eyes, reader) and (made.key in keys or bool(made.asked and made.asked.forced))
        for made in speech.made
        if made.seat != CHANCE
    )


def _weigh(rules: Rules, story: Iterable[Line], reader: Reader) -> int:
    """Return the importance of the effects that this reader may know."""
    weighty, little = rules.EXTRAS.prose.weighty, list_little_kinds(rules)
    kinds = [line.kind for line in story if may_read(line.readers, reader)]
    return sum(WEIGHT if kind in weighty else kind not in little for kind in kinds)


def list_little_kinds(rules: Rules) -> set[str]:
    """Return the kinds of story lines that have the weight 0, because other texts say nearly the same."""
    prose = rules.EXTRAS.prose
    return {*prose.slight, *prose.restating, *prose.summed, *prose.bookkeeping} - {*prose.weighty}


class TurnLine(NamedTuple):
    """A line of a turn and its kind. The kind is "" for a line with an order or an answer.

    `trifling` is whether the line belongs to an act that only declines or passes. `names` has the keys of the
    things in a line of the log, such as seats and places.
    """

    text: str
    kind: str = ""
    trifling: bool = False
    names: frozenset[str] = frozenset()


def drop_trifles(lines: Sequence[str], trifles: Collection[str], kept: Collection[str] = ()) -> list[str]:
    """Return the lines without `trifles`. If no other act happened, return all lines.

    `kept` are lines that are no acts, such as notices. They always stay.
    """
    if not trifles or all(line in trifles or line in kept for line in lines):
        return [*lines]
    return [line for line in lines if line not in trifles or line in kept]


def tell_by_kind(
    rules: Rules,
    game: Game,
    first: int | None = None,
    *,
    reader: Reader = SPECTATOR,
    only: Some | None = None,
    why: Mapping[int, str] = NO_REASONS,
    goes_on: bool = False,
    without: Collection[str] = (),
    merged: bool = False,
    deeds: bool = True,
    echoes: bool = True,
) -> list[TurnLine]:
    """Return the lines that `tell_turn` returns, each with its kind.

    Args:
        rules: the rules of the game
        game: the turn
        first: the first entry to tell; None also tells what happened before entry 0
        reader: the reader of the lines
        only: a function that selects entries; None for all entries
        why: the reasons for orders: `{first entry of the order: reason}`; a reason is shown only below an
            order's line or a side act
        goes_on: whether the last order is unfinished. If so, the order's line says that the order goes on,
            and leaves out the answers that close the order
        without: kinds of lines to leave out
        merged: whether to join an order's lines if they differ in only one thing
        deeds: whether to tell what seats did, where the game has words for it, and not their orders
        echoes: whether to tell effects that only repeat an answer of the order (`Prose.echoing`)
    """
    found: list[TurnLine] = []
    later = {*rules.EXTRAS.prose.opening, *rules.EXTRAS.prose.summed}
    given: set[tuple[str, str]] = set()  # the reasons that are told; each seat gives a reason once
    turn = drop_closing(play_turn(rules, game), first or 0) if goes_on else None
    speeches = _list_speeches(rules, game, first, only, reader, turn, deeds=deeds and not goes_on)
    for speech in speeches:
        began, trifling = len(found), bool(speech.text) and _is_trifling(rules, speech, reader)
        restating = rules.EXTRAS.prose.restating if speech.is_told(reader) else ()
        left_out = {*without, *restating}
        echoed = () if echoes or not speech.is_told(reader) else _list_echoes(rules, speech)
        story = [line for line in _choose_lines(speech.story, left_out, reader) if line not in echoed]
        has_line = bool(speech.text) and not (speech.closes and story)  # "Done" needs no line above effects
        if has_line:
            seat = title_seat(rules, speech.seat, game)
            told = write_order_line(rules, speech.seat, game, speech.text, told=speech.told)
            if goes_on and speech is speeches[-1]:
                told = say("order.so_far", seat=seat, line=speech.text)
            if speech.asked:
                told = say("order.asked", seat=seat, question=speech.asked, line=speech.text)
            found.append(TurnLine(told))
            answers = (say("order.answered", question=asked, line=text) for asked, text in speech.bare)
            found += map(TurnLine, answers)
        # If the order has no line, show no reason. Otherwise readers would think that the reason belongs to
        # the order above, which another seat gave.
        # A side act has no speech of its own: it can stand in another seat's, or in one of no seat.
        reasons = [
            (game.log[place].seat, why[place])
            for place in speech.entries
            if place in why
            and (is_side_act(game.log[place]) or (has_line and game.log[place].seat == speech.seat))
        ]
        reasons = [each for each in dict.fromkeys(reasons) if each not in given]
        given.update(reasons)
        # A reason stands above the lines that tell new things or sum up. The order did not aim at what these
        # lines tell.
        until = later if reasons else ()
        end = next((at for at, line in enumerate(speech.story) if line.kind in until), len(speech.story))
        early = _choose_lines(speech.story[:end], left_out, reader)
        brought = sum(line not in echoed for line in early)
        found += _tell_effects(rules, story[:brought], merged=merged)
        found += [
            TurnLine(
                say("reason", seat=name_seat(rules, by, game), reason=join_names([why for _, why in each]))
            )
            for by, each in groupby(reasons, key=itemgetter(0))
        ]
        found += _tell_effects(rules, story[brought:], merged=merged)
        if trifling:
            found[began:] = [
                line if line.kind in rules.EXTRAS.prose.opening else line._replace(trifling=True)
                for line in found[began:]
            ]
    return found


def _choose_lines(story: Sequence[Line], without: Collection[str], reader: Reader) -> list[Line]:
    """Return the lines that the reader may read, without these kinds."""
    return [line for line in story if line.kind not in without and may_read(line.readers, reader)]


def _list_echoes(rules: Rules, speech: _Speech) -> list[Line]:
    """Return the effects that only repeat the answers of an order: they name and number nothing else."""
    kinds, found, named, numbers = rules.EXTRAS.prose.echoing, list[Line](), {speech.seat}, set[int]()
    for made in speech.made:
        if made.clause is None:
            continue
        named |= _find_things(rules, made.clause.answer)
        numbers |= _find_counts(rules, made.clause.answer)
        found += [
            line
            for line in made.story
            if line.kind in kinds
            and _find_things(rules, line.words) <= named
            and _find_counts(rules, line.words) <= numbers
        ]
    return found


def _find_things(rules: Rules, words: object) -> frozenset[str]:
    """Return what a sentence names. "1-troops-in-delhi" names "troops" and "delhi"."""
    compose = rules.EXTRAS.languages.compose_name
    parts = (find_names(compose(name)) or {name} for name in find_names(words))
    return frozenset(part.removeprefix("1-") for each in parts for part in each)


def _find_counts(rules: Rules, words: object) -> frozenset[int]:
    """Return the numbers of a sentence. "2-troops" has the number 2."""
    compose = rules.EXTRAS.languages.compose_name
    return find_numbers(words).union(*(find_numbers(compose(name)) for name in find_names(words)))


def _tell_effects(rules: Rules, story: Sequence[Line], *, merged: bool) -> list[TurnLine]:
    """Return the lines of effects. With `merged`, lines that differ in only one thing are joined."""
    if merged:
        return [
            TurnLine(
                say("story", line=text),
                group[0].kind,
                names=frozenset[str]().union(*(find_names(each.words) for each in group)),
            )
            for text, group in merge_alike(rules, story)
        ]
    return [
        TurnLine(say("story", line=line.words.read(rules.name)), line.kind, names=find_names(line.words))
        for line in story
    ]


def describe_seal(rules: Rules, options: str, commitment: str) -> list[str]:
    """Return a line with the first characters of the seed's hash; [] for a game without luck.

    `options`: as JSON text. The game's record has the whole hash.
    """
    return [say("start.commitment", seal=commitment[:POSTED])] if has_luck(rules, options) else []


def describe_new_dice(before: Game, to: Game) -> list[str]:
    """Return a line that counts the undos of dice and cards; [] if `to` has none that `before` lacks."""
    return [say("undone.dice", n=len(to.undone))] if to.undone != before.undone else []


def describe_words(rules: Rules, words: Mapping[str, str]) -> list[str]:
    """Return a line with the words that the players typed for the seed; [] if there are none.

    Leave out the ids of clicks, which nobody typed. The record has them too.
    """
    typed = {seat: word for seat, word in words.items() if not INTERACTION.fullmatch(word)}
    said = [say("start.word", seat=rules.name(seat), word=echo(word)) for seat, word in typed.items()]
    return [say("start.words", words=join_names(said))] if said else []


def tell_results(
    rules: Rules, game: Game, first: int, seat: str, reader: Reader, most: int = RESULTS
) -> list[str]:
    """Return at most `most` lines on the effects of dice and cards in a seat's order.

    The order begins with entry `first` of the turn. The lines end when another seat answers.
    """
    prose, found, turn = rules.EXTRAS.prose, list[tuple[bool, TurnLine]](), play_turn(rules, game)
    for made in turn.made[first:]:
        if made.seat not in (CHANCE, seat):
            break
        if made.seat != CHANCE or not may_read(made.eyes, reader):
            continue
        lines = [
            TurnLine(line.words.read(rules.name), line.kind)
            for line in made.story
            if may_read(line.readers, reader) and line.kind not in prose.summed
        ]
        if made.words is not None and not made.told:
            lines.insert(0, TurnLine(made.words.read(rules.name)))
        found += [(index == 0, line) for index, line in enumerate(lines)]

    def rank(place: int) -> tuple[bool, bool, int]:
        opens, line = found[place]
        return not opens and line.kind in prose.slight, not opens and line.kind not in prose.weighty, place

    shown = sorted(sorted(range(len(found)), key=rank)[:most])
    return [say("story", line=found[place][1].text) for place in shown]


def find_text_before(
    rules: Rules, game: Game, seat: str, reader: Reader = SPECTATOR
) -> tuple[str, str] | None:
    """Return the last order that was given, as a pair (seat, text).

    Take the last order of `seat` in this turn, else the last order of any seat. Return None if there is none.
    """
    given = [each for each in _list_speeches(rules, game, 0, None, reader, deeds=False) if each.text]
    own = [speech for speech in given if speech.seat == seat]
    return next(((speech.seat, speech.text) for speech in reversed(own or given)), None)


def _write_brief(
    rules: Rules, game: Game, first: int, reader: Reader, room: int, near: Collection[str]
) -> dict[int, Sequence[Part]]:
    """Return the acts of the sentences of a turn in brief: `{first entry: acts}`.

    Details that don't fit into `room` characters are left out.
    """
    turn = play_turn(rules, game)
    rows = sentences.write_sentences(rules, game, first, reader, turn, room=room, near=near, deeds=True)
    return {row.first: row.parts or make_parts(row.text) for row in rows if row.text}


def _list_parts(row: Told, *, gains: bool = False) -> list[Part]:
    """Return the acts in a seat's consecutive entries; the whole text as one act if there are no acts.

    With `gains`, the texts also say what the acts brought.
    """
    parts = row.parts or make_parts(row.text)
    return [add_gain(part) if gains else part for part in parts]


@dataclass
class _Speech:
    """Entries of one seat in a row, with the dice, cards and effects that follow.

    Attributes:
        seat: the seat
        text: the seat's order in sentences
        told: whether `text` names the seat, because it tells what the seat did
        closes: whether the order only closes questions
        parts: the acts of `brief`
        bare_parts: the acts of `bare_text`
        asked: the question of the first answer, if the answer is unclear without the question
        bare: pairs (question, answer) of later answers that are unclear without their questions
        story: the log's lines about effects
        entries: the indexes of the entries in the turn
        made: the entries as they were played
    """

    seat: str = ""
    text: str = ""
    told: bool = False
    closes: bool = False
    parts: list[Part] = field(default_factory=list)
    bare_parts: list[Part] = field(default_factory=list)
    asked: str = ""
    bare: list[tuple[str, str]] = field(default_factory=list)
    story: list[Line] = field(default_factory=list)
    entries: list[int] = field(default_factory=list)
    made: list[Made] = field(default_factory=list)

    @property
    def brief(self) -> str:
        """Return the order in short, as a summary shows it: some details are left out."""
        return join_acts([add_gain(part) for part in self.parts])

    @property
    def bare_text(self) -> str:
        """Return the order without any details."""
        return join_acts(self.bare_parts)

    def is_told(self, reader: Reader) -> bool:
        """Return whether this reader may read all choices of the order."""
        chosen = (made for made in self.made if made.seat != CHANCE)
        return bool(self.text) and all(may_read(made.eyes, reader) for made in chosen)


def _list_speeches(
    rules: Rules,
    game: Game,
    first: int | None,
    only: Some | None,
    reader: Reader,
    turn: PlayedTurn | None = None,
    *,
    brief: bool = False,
    near: Collection[str] = (),
    deeds: bool = True,
) -> list[_Speech]:
    """Split a turn into speeches, from entry `first` on.

    `only` is a function that selects entries; None selects all entries. `turn` is the played turn, if the
    caller has it. With `brief`, `_Speech.brief` and `_Speech.bare_text` leave out details. With `brief`, the
    order's text also says what its acts brought, because a summary may have no room for the effects. With
    `deeds`, orders are told as deeds where the game has words for this.
    """
    short, bare = (
        _write_brief(rules, game, first or 0, reader, room, near) if brief else {} for room in (BRIEF, 0)
    )
    if turn is None:
        turn, rows = (
            play_turn(rules, game),
            write_sentences(rules, game, first or 0, reader, get_language(), deeds=deeds),
        )
    else:
        rows = sentences.write_sentences(rules, game, first or 0, reader, turn, deeds=deeds)
    found = [_Speech(story=[] if first is not None else list(turn.story))]
    acts: list[Part] = []  # the acts of the last speech
    only_closed = False  # whether the last speech has only closed questions so far
    for row in rows:
        if only is not None and not only(game.log[row.first]):
            continue
        side, made = is_side_act(game.log[row.first]), turn.made[row.first]
        # Write no text if a line of the log tells the same, such as for dice, cards or a side act.
        text = "" if (made.told or side) and is_told_by_log(made, reader) else row.text
        entries = turn.made[row.first : row.last]
        answers = [] if side else list_answers(entries, reader)
        alone = make_parts(text)
        parts, bare_parts = (each.get(row.first) or alone for each in (short, bare))
        closing = is_closing(entries, reader)
        if text and row.seat not in (CHANCE, found[-1].seat):
            acts = _list_parts(row, gains=brief)
            told = any(part.told for part in acts)
            found.append(_Speech(row.seat, join_acts(acts), told, closing))
            found[-1].parts, found[-1].bare_parts = [*parts], [*bare_parts]
            found[-1].asked = answers[0][0] if answers else ""
            found[-1].bare = [each for each in answers[1:] if each[0]]
            only_closed = closing
        elif text and found[-1].text and (only_closed or not closing):
            # What a seat did says enough, without the questions that it only closed before or after.
            if only_closed and not closing and row.seat == found[-1].seat:
                acts, only_closed = [], False
                found[-1].parts, found[-1].bare_parts = [], []
            acts += _list_parts(row, gains=brief)
            found[-1].text = join_acts(acts)
            if not closing:
                found[-1].parts += parts
                found[-1].bare_parts += bare_parts
            found[-1].closes = False
            if row.seat == found[-1].seat and not closing:
                found[-1].bare += [each for each in answers if each[0]]
        found[-1].story += [line for made in entries for line in made.story]
        found[-1].entries += range(row.first, row.last)
        found[-1].made += entries
    return found
