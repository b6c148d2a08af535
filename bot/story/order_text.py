"""Write the orders of a turn in sentences for one reader, without what is secret from the reader."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby

from bot.language.grammar import read_grammar
from bot.language.words import get_language, say
from bot.session.loaded_game import title_seat
from rules.ask import SPECTATOR, Reader, may_read
from rules.asking import DONE
from rules.kernel import CHANCE, Game, Rules
from rules.orders import sentences, typed_lines
from rules.orders.sentences import Part, Told
from rules.orders.typed_lines import Made, PlayedTurn

LONG = 120  # if a question has more characters, only its last sentence is shown
MAX_TURNS = 64  # the most turns in each cache


def play_turn(rules: Rules, game: Game) -> PlayedTurn:
    """Play a turn through. The result is cached, because the posts of one act describe it several times."""
    return _play_in_language(rules, game, get_language())


@lru_cache(MAX_TURNS)
def _play_in_language(rules: Rules, game: Game, _: str) -> PlayedTurn:
    """Play a turn through. The last argument, the language, is only a key of the cache."""
    return typed_lines.replay_turn(rules, game)


@lru_cache(MAX_TURNS)
def write_sentences(
    rules: Rules,
    game: Game,
    first: int,
    reader: Reader,
    language: str,
    room: int | None = None,
    *,
    deeds: bool = False,
) -> list[Told]:
    """Return the sentences of a turn in this language."""
    turn = _play_in_language(rules, game, language)
    return sentences.write_sentences(rules, game, first, reader, turn, room=room, deeds=deeds)


def write_order(
    rules: Rules,
    game: Game,
    first: int,
    seat: str,
    reader: Reader = SPECTATOR,
    *,
    room: int | None = None,
) -> str:
    """Return a seat's entries from entry `first` on, in sentences that this reader may read.

    Leave out entries that a line of the log tells. Return "" if nothing is left.
    `rules.orders.sentences.write_sentences` explains `room`.
    """
    turn, told, last = play_turn(rules, game), list[str](), ""
    for row in write_sentences(rules, game, first, reader, get_language(), room):
        made = turn.made[row.first]
        if row.text and row.seat != CHANCE:
            last = row.seat
        if row.text and last == seat and not (made.told and is_told_by_log(made, reader)):
            told.append(row.text)
    return " ".join(told)


def name_acts(rules: Rules, game: Game, first: int, seat: str, reader: Reader = SPECTATOR) -> list[str]:
    """Return a seat's acts from entry `first` on in a few words, each with its first places."""
    rows = sentences.write_sentences(rules, game, first, reader, play_turn(rules, game), room=0)
    return [part.head for row in rows if row.seat == seat for part in row.parts]


def write_typed_order(rules: Rules, game: Game, first: int, seat: str, reader: Reader = SPECTATOR) -> str:
    """Return a seat's entries from entry `first` on, in the form of a typed order."""
    rows = typed_lines.write_lines(rules, game, first, reader, play_turn(rules, game))
    return "; ".join(row.text for row in rows if row.seat == seat and row.text)


def list_questions(
    rules: Rules, game: Game, first: int, seat: str, reader: Reader = SPECTATOR
) -> tuple[str, list[tuple[str, str]]]:
    """Return the question of a seat's first answer, and the later questions with their answers.

    Begin with entry `first`. Leave out a question if its answer is clear without it; for the first question,
    return "" in this case.
    """
    own = [made for made in play_turn(rules, game).made[first:] if made.seat == seat]
    answers = list_answers(own, reader)
    return answers[0][0] if answers else "", [each for each in answers[1:] if each[0]]


def _find_question(made: Made) -> str:
    """Return the question of an entry if the answer is only "done" or a number; "" for any other answer.

    For a question of more than `LONG` characters, return its last sentence.
    """
    if made.asked is None or made.asked.forced:
        return ""
    if made.key == DONE and made.clause is not None and made.clause.done is not None:
        return ""  # the sentence of the order says what the seat declines
    number = _label_answer(made).isdecimal() and not made.asked.lead
    if made.key != DONE and not number:
        return ""
    # Leave out the remark after the question, because it may be out of date.
    question = made.asked.bare_opening
    return question if len(question) <= LONG else question.rpartition(". ")[2]


def _label_answer(made: Made) -> str:
    """Return the label of an answer's button; the answer's key if there is no such button."""
    offered = () if made.asked is None else made.asked.options
    return next((option.label for option in offered if option.key == made.key), made.key)


def list_answers(entries: Sequence[Made], reader: Reader) -> list[tuple[str, str]]:
    """Return a pair (question, answer) for each of these entries that is an answer.

    The question is "" if the answer is clear by itself, or if this reader may not know the answer.
    """
    chosen = [made for made in entries if made.asked is not None and not made.asked.forced]
    told = [made for made in chosen if made.key != DONE] or chosen[:1]
    return [
        (_find_question(made) if may_read(made.eyes, reader) else "", _label_answer(made)) for made in told
    ]


def is_told_by_log(made: Made, reader: Reader) -> bool:
    """Return whether a line of the log tells this reader about an entry."""
    return any(may_read(line.readers, reader) for line in made.story)


def is_closing(entries: Iterable[Made], reader: Reader) -> bool:
    """Return whether these entries only close questions, as far as this reader may know.

    Forced answers don't count.
    """
    chosen = [made for made in entries if made.asked is None or not made.asked.forced]
    return bool(chosen) and all(made.key == DONE and may_read(made.eyes, reader) for made in chosen)


def add_gain(part: Part) -> Part:
    """Return an act whose texts also say what it brought, if that is known (`Phrase.gain`)."""
    if not part.gain:
        return part
    text, head = (say("order.gain", act=each.rstrip("."), gain=part.gain) for each in (part.text, part.head))
    return part._replace(text=text, head=head.rstrip("."))


def join_acts(parts: Iterable[Part]) -> str:
    """Join the texts of consecutive acts. Write equal neighbours as one text with their number.

    Deeds of a seat become one sentence that names it: "Green plays Red Monk, then withdraws."
    """
    found = []
    for doer, group in groupby(parts, key=lambda part: part.told):
        counted = [(text, len([*equal])) for text, equal in groupby(part.text for part in group)]
        texts = [text if n == 1 else say("story.times", line=text.rstrip("."), n=n) for text, n in counted]
        if doer:
            first, *others = (text.rstrip(".") for text in texts)
            for each in others:
                first = say("order.then", line=first, next=each)
            texts = [f"{doer} {first}."]
        found += texts
    return " ".join(found)


def make_parts(text: str) -> tuple[Part, ...]:
    """Return a text as a single act."""
    return (Part(text, text.rstrip("."), frozenset()),)


def write_order_line(rules: Rules, seat: str, game: Game, text: str, *, told: bool) -> str:
    """Return a seat's order as a line. `told`: whether the text is a sentence that names the seat."""
    if told:
        return mark_seat(text, rules.name(seat))
    return say("order", seat=title_seat(rules, seat, game), line=text)


def mark_seat(text: str, name: str) -> str:
    """Return a text. Where it first names a seat, in any form of the name, make the name bold."""
    forms = "|".join(map(re.escape, read_grammar(get_language()).list_forms(name)))
    return re.sub(rf"(?<!\w)(?:{forms})(?!\w)", lambda found: f"**{found[0]}**", text, count=1)
