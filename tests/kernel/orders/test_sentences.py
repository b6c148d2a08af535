"""Order sentences: what people read of entries."""

from __future__ import annotations

import pytest

from rules.ask import EVERYTHING, SPECTATOR
from rules.asking import DONE
from rules.kernel import CHANCE, Game, submit
from rules.orders.clauses import Clause
from rules.orders.notation import parse
from rules.orders.sentences import _word_clauses, write_sentences
from rules.orders.typed_lines import write_lines
from rules.words import Plural, Text, say
from tests.kernel.play import TOY, march_north, random_turns, start
from tests.kernel.test_hands import HANDS, asked, at


def said(game: Game, seat: str, text: str) -> str:
    """Return the sentence of an order."""
    step = submit(TOY, game, seat, parse(TOY, game, seat, text))
    whole = step.closed[0] if step.closed else step.game
    return write_sentences(TOY, whole, len(game.log))[0].text


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("pass", "Pass."),
        ("com march mal del 3t 1g", "Command. March to Malwa: 3 Troops and 1 Governor from Delhi."),
        (
            "command march malwa delhi 3t; guj 2t.",
            "Command. March to Malwa: 3 Troops from Delhi, 2 Troops from Gujarat.",
        ),
        (
            "command march malwa delhi 3t; to maharashtra from guj 2t; decree trade",
            (
                "Command. March to Malwa and Maharashtra. Malwa: 3 Troops from Delhi. "
                "Maharashtra: 2 Troops from Gujarat. Decree trade."
            ),
        ),
        ("command done muster", "Command. Muster in Delhi."),
        ("give 1", "give 1"),
    ],
)
def test_an_order_reads_as_sentences(typed: str, read: str) -> None:
    assert said(march_north(), "north", typed).casefold() == read.casefold()


@pytest.mark.parametrize(
    ("text", "answers", "read"),
    [
        ("take 1 Cavalry from {answer}", ["red", "red"], "Take 1 Cavalry from red (2 times)"),
        ("take 1 Cavalry from {answer}", ["red", "blue"], "Take 1 Cavalry from red and blue"),
        (Plural("lose 1 from {answer}", "lose {n} from {answer}"), ["red", "red"], "Lose 2 from red"),
        (
            Plural("lose 1 from {answer}", "lose {n} from {answer}"),
            ["red", "red", "blue"],
            "Lose 3 from red (2) and blue",
        ),
    ],
)
def test_an_answer_given_twice_is_named_once(text: Text, answers: list[str], read: str) -> None:
    clauses = [Clause("from", key, text, "clause", say("{key}", key=key)) for key in answers]
    assert _word_clauses(clauses).read(str) == read


def test_a_thing_chosen_twice_is_counted() -> None:
    def read(*keys: str, several: str = "") -> str:
        clauses = [
            Clause(
                "take", key, "take {answer}", "clause", say("{key}", key=key), several=several, things=True
            )
            for key in keys
        ]
        return _word_clauses(clauses).read(str)

    assert read("cup", "cup") == "Take 2 cup"
    assert read("cup", "cup", "ring") == "Take 2 cup and ring"
    assert read("cup", "cup", several="{n} {answer} cards") == "Take 2 cup cards"


def test_chance_reads_in_words() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    step = submit(TOY, game, "north", parse(TOY, game, "north", "command attack delhi"))
    texts = [row.text for row in write_sentences(TOY, step.game) if row.seat == CHANCE]
    dice = next(entry.key for entry in step.game.log[1:] if entry.seat == CHANCE)
    assert texts == ["The draw is Bad Omens.", f"The dice show {', '.join(dice)}."]


@pytest.mark.parametrize("seed", range(12))
def test_a_sentence_stands_where_the_line_does_and_nowhere_else(seed: int) -> None:
    for turn in random_turns(TOY, seed):
        rows = list(zip(write_lines(TOY, turn), write_sentences(TOY, turn), strict=True))
        assert all(
            (line.seat, line.first, line.last) == (told.seat, told.first, told.last) for line, told in rows
        )
        assert all(bool(line.text) <= bool(told.text) for line, told in rows)


def test_what_a_reader_may_not_know_is_a_hidden_choice() -> None:
    step = at("bury")
    seat, first = asked(step).seat, len(step.game.log)
    gem = next(iter(asked(step).menu()))
    after = submit(HANDS, step.game, seat, [gem])
    whole = after.closed[0] if after.closed else after.game
    assert write_sentences(HANDS, whole, first, SPECTATOR)[0].text == "A hidden choice."
    assert HANDS.name(gem).casefold() in write_sentences(HANDS, whole, first, EVERYTHING)[0].text.casefold()


def test_done_alone_says_so() -> None:
    step = at("go")
    step = submit(HANDS, step.game, asked(step).seat, ["play"])
    while DONE not in asked(step).menu():
        step = submit(HANDS, step.game, asked(step).seat, [next(iter(asked(step).menu()))])
    first = len(step.game.log)
    step = submit(HANDS, step.game, asked(step).seat, [DONE])
    whole = step.closed[0] if step.closed else step.game
    assert write_sentences(HANDS, whole, first)[0].text == "Nothing more."
