"""Everything typed is answered, with keys or an `InputError`; and suggestions are legal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel import Ask, Game, InputError, Live, NotAllowed, Rules, list_options, resume, submit
from rules.orders.notation import find_help, parse
from rules.orders.order import Order
from rules.orders.questions import make_question
from rules.orders.reading import read
from rules.orders.suggestions import LINE_MAX, suggest
from rules.orders.tokenizer import ARTICLES, split_tokens, split_words
from tests.every_game.tables import tables
from tests.every_game.tiers import PLAYABLE, every_game
from tests.facts import in_facts

SCRAPS = [
    ",",
    ";",
    ".",
    "?",
    "done",
    "to",
    "from",
    "in",
    "decree",
    "the",
    "1",
    "3t",
    "~",
    "’",
    "-",
    "ā",
    "\u0301",
    "😀",
    "{0}",
    "%s",
    "",
]


def some_turns(rules: Rules) -> list[Game]:
    """Return turns of games with each number of seats."""
    return [turn for table in tables(rules) for turn in table.some_turns()]


SAMPLE = 120  # questions of a game, of all that random games ask


@cache
def questions(key: str) -> list[tuple[str, Game]]:
    """Return seats, and the places in random games where they are asked."""
    rules, found = PLAYABLE[key], []
    for turn in some_turns(rules):
        live = Live(rules, rules.load(turn.start))
        for at, entry in enumerate(turn.log):
            if isinstance(live.pending, Ask) and not live.pending.forced:
                found.append((live.pending.seat, Game(turn.seed, turn.turn, turn.start, turn.log[:at])))
            live.enter(*entry)
    return found


@cache
def vocabulary(key: str) -> list[str]:
    """Return all answers that the questions of random games have offered."""
    rules, found = PLAYABLE[key], set[str]()
    for turn in some_turns(rules):
        live = Live(rules, rules.load(turn.start))
        for entry in turn.log:
            if isinstance(live.pending, Ask):
                for option in list_options(rules, live.pending):
                    found |= {option.key, option.label, *option.also}
            live.enter(*entry)
    return sorted(found | set(rules.EXTRAS.trades.words))


@every_game
@settings(max_examples=50)
@given(data=st.data())
def test_whatever_is_typed_is_answered(rules: Rules, data: st.DataObject) -> None:
    asked, game = data.draw(st.sampled_from(questions(rules.KEY)))
    seat = data.draw(st.sampled_from([asked, *rules.seats(rules.Options())]))
    pieces = st.sampled_from(vocabulary(rules.KEY)) | st.sampled_from(SCRAPS) | st.text(max_size=4)
    text = " ".join(data.draw(st.lists(pieces, max_size=8)))
    for answer in (parse, find_help):
        with suppress(InputError):
            answer(rules, game, seat, text)
    for suggestion in suggest(rules, game, seat, text):
        assert len(suggestion.text) <= LINE_MAX
        assert 0 < len(suggestion.label) <= LINE_MAX


@every_game
def test_every_suggestion_can_be_taken(rules: Rules) -> None:
    taken, asked = 0, questions(rules.KEY)
    sample = asked[:: max(1, len(asked) // SAMPLE)]
    for seat, game in sample:
        for text, _, refused in suggest(rules, game, seat, ""):
            if refused:
                with pytest.raises(InputError):
                    parse(rules, game, seat, text)
            else:
                assert submit(rules, game, seat, parse(rules, game, seat, text)).entered > 0
                taken += 1
    assert taken >= len(sample), "each question has something to suggest"


LONGEST = 6000  # characters of a command's option, as Discord has it
STEPS = 40  # calls for each of them


def steps(work: Callable[[], object]) -> int:
    """Return the number of calls, of our functions and of Python's own."""
    calls = 0

    def count(frame: object, event: str, about: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        with suppress(InputError):
            work()
    finally:
        sys.setprofile(None)
    return calls


@every_game
def test_long_texts_are_answered_in_few_steps_a_character(rules: Rules) -> None:
    places = questions(rules.KEY)
    seat, game = places[len(places) // 2]
    pending = resume(rules, game).pending
    assert isinstance(pending, Ask)
    labels = [option.label for option in list_options(rules, pending)][:2]
    units = [";", ". ", "2", "2\u00b2", "a ", f"{labels[0]} ", "-".join(labels)]
    for unit in units:
        text = (unit * LONGEST)[:LONGEST]
        for answer in (parse, suggest):
            taken = steps(lambda answer=answer, text=text: answer(rules, game, seat, text))  # type: ignore[misc]
            assert taken < STEPS * LONGEST, f"{answer.__name__} of “{unit}” again and again"


SMALL = "a an the and in to my our of with from at on by for it is his her its their then i we".split()


@every_game
def test_an_order_that_ends_names_who_really_decides_next(rules: Rules) -> None:
    """If the others have no choice and you are asked again, you read your question."""
    told, ended = in_facts(rules), 0
    for seat, game in questions(rules.KEY):
        order = Order(told, game, seat, "nothing", frozenset((seat,)))
        number = Random(game.turn).randrange
        while isinstance(ask := order.live.pending, Ask) and ask.seat == seat:
            order.enter(list(ask.menu())[number(len(ask.menu()))])
        with pytest.raises(NotAllowed) as refused:
            order.question()
        ended += 1
        waits = order.live.pending
        mine = isinstance(waits, Ask) and waits.seat == seat
        assert ("question=" in str(refused.value)) == mine
        assert not mine or f"seat={seat}" not in str(refused.value)
    assert ended


@every_game
def test_small_words_are_never_taken_for_something(rules: Rules) -> None:
    taken: dict[str, str] = {}
    for asked, game in questions(rules.KEY)[::2]:
        pending = resume(rules, game).pending
        assert isinstance(pending, Ask)
        offered = make_question(rules, pending)
        whole = {
            word for option in offered.options for text in option.spellings for word in split_words(text)
        }
        for word in SMALL:
            reading = read(offered, [token.word for token in split_tokens(word)])
            means = [each.label for each in reading.several]
            means += [key for key in (reading.key, reading.refused and reading.refused.key) if key]
            if means and word not in whole and not (offered.amounts and word in ARTICLES):
                taken[word] = f"{asked}, {offered.prompt}: {means}"
    assert not taken
