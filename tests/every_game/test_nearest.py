"""A typed order with a mistake is corrected, or comes with the nearest legal orders."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from rules.kernel import Ambiguous, Ask, Entry, Game, InputError, Rules, list_options, resume
from rules.orders.corrections import correct_to_end
from rules.orders.nearest import list_nearest
from rules.orders.notation import parse
from rules.orders.outcomes import find_outcome
from rules.orders.questions import make_question, may_close
from rules.orders.reading import find_named
from rules.orders.refusals import OFFERED
from rules.orders.tokenizer import REMARK, split_tokens, split_words
from rules.orders.typed_lines import write_lines
from tests.every_game.test_typing import questions
from tests.every_game.tiers import every_game

PLACES = 40  # places in random games that are tried
NAMES = 80  # places in random games where an answer is named with a mistake
STEPS = 6  # the most answers of an order
LONG = 5  # the fewest letters of a word that is misspelled


def play_order(rules: Rules, game: Game, seat: str, luck: Random) -> Game:
    """Return the game after a random order of this seat."""
    live, log = resume(rules, game), game.log
    while isinstance(ask := live.pending, Ask) and ask.seat == seat and len(log) - len(game.log) < STEPS:
        key = luck.choice([option.key for option in list_options(rules, ask) if not option.why_not])
        live.enter(seat, key)
        log = (*log, Entry(seat, key))
    return Game(game.seed, game.turn, game.start, log)


def misspell(word: str, luck: Random) -> str:
    """Return a word with a letter too many, a letter too few, or two letters in the other order."""
    at, rest = luck.randrange(1, len(word) - 1), len(word)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 : rest]
    return luck.choice([swapped, word[:at] + word[at + 1 :], word[:at] + luck.choice("aeort") + word[at:]])


def misspelled_orders(rules: Rules) -> Iterator[tuple[str, Game, str, str]]:
    """Yield random orders: the seat, the game, the typed order, and the order with one word misspelled."""
    luck, places = Random(7), questions(rules.KEY)
    for seat, game in luck.sample(places, min(PLACES, len(places))):
        whole = play_order(rules, game, seat, luck)
        lines = write_lines(rules, whole, len(game.log), frozenset((seat,)))
        text = lines[0].text if lines else ""
        words = [token for token in split_tokens(text) if len(token.word) >= LONG]
        if words:
            at = luck.choice(words)
            wrong = misspell(text[at.start : at.end], luck)
            yield seat, game, text, text[: at.start] + wrong + text[at.end :]


@every_game
def test_a_misspelled_word_is_corrected_or_what_was_meant_is_offered(rules: Rules) -> None:
    tried = missed = 0
    for seat, game, text, wrong in misspelled_orders(rules):
        meant, tried = parse(rules, game, seat, text), tried + 1
        try:
            order, *_ = correct_to_end(rules, game, seat, wrong)
            found = [parse(rules, game, seat, order)]
        except InputError as refused:
            found = [each.keys for each in list_nearest(rules, game, seat, wrong, refused)]
        missed += not any(meant[: len(keys)] == keys or keys[: len(meant)] == meant for keys in found)
    assert 20 * missed <= tried, f"{missed} of {tried} misspelled orders are not understood"


def read_corrected(rules: Rules, game: Game, seat: str, text: str) -> tuple[str, ...]:
    """Return the keys of an order with its mistakes corrected; () if it is refused."""
    try:
        return correct_to_end(rules, game, seat, text).typed.keys
    except InputError:
        return ()


def misspelled_names(rules: Rules) -> Iterator[tuple[str, Game, str, str]]:
    """Yield two words of an answer's name: the seat, the game, the words, and the words with one misspelled.

    The second word may not be the next one of the name: "red monk" for Red Elephant–Monk.
    """
    luck, places = Random(11), questions(rules.KEY)
    for seat, game in luck.sample(places, min(NAMES, len(places))):
        ask = resume(rules, game).pending
        assert isinstance(ask, Ask)
        labels = [REMARK.sub("", option.label) for option in list_options(rules, ask)]
        for label in luck.sample(labels, min(3, len(labels))):
            first, *others = split_words(label) or ("",)
            if long := [word for word in others if len(word) >= LONG]:
                word = luck.choice(long)
                yield seat, game, f"{first} {word}", f"{first} {misspell(word, luck)}"


@every_game
def test_a_misspelled_word_is_read_as_the_word_itself(rules: Rules) -> None:
    for seat, game, text, wrong in misspelled_names(rules):
        if found := read_corrected(rules, game, seat, wrong):
            assert found == read_corrected(rules, game, seat, text), f"{wrong!r} is not read as {text!r}"


@every_game
def test_the_nearest_orders_are_legal_and_few(rules: Rules) -> None:
    offered = 0
    for seat, game in questions(rules.KEY)[:: max(1, len(questions(rules.KEY)) // PLACES)]:
        ask = resume(rules, game).pending
        assert isinstance(ask, Ask)
        refused_labels = [option.label for option in list_options(rules, ask) if option.why_not]
        for text in ("zzzz", *refused_labels[:2]):
            with pytest.raises(InputError) as refused:
                parse(rules, game, seat, text)
            found = list_nearest(rules, game, seat, text, refused.value)
            assert len(found) <= OFFERED
            outcomes = [find_outcome(rules, game, seat, each.keys) for each in found]
            assert all(outcome not in outcomes[:place] for place, outcome in enumerate(outcomes))
            assert all(parse(rules, game, seat, each.text) == each.keys for each in found)
            offered += bool(found)
    assert offered


def list_meant(rules: Rules, game: Game, seat: str, text: str) -> tuple[str, ...]:
    """Return the keys that a text means: those of its order, or those that its refusal offers."""
    try:
        return parse(rules, game, seat, text)
    except Ambiguous as several:
        return tuple(several.candidates)
    except InputError as refused:
        meant = refused.slip.meant if refused.slip is not None else ()
        return tuple(key for label in meant for key in parse(rules, game, seat, label))


@every_game
def test_a_word_inside_a_name_names_what_has_it(rules: Rules) -> None:
    """ "monk" is not the beginning of "Yellow Elephant–Monk", but it offers this card."""
    tried = 0
    for seat, game in questions(rules.KEY)[:: max(1, len(questions(rules.KEY)) // PLACES)]:
        ask = resume(rules, game).pending
        assert isinstance(ask, Ask)
        asked = make_question(rules, ask)
        if may_close(asked) or asked.amounts:
            continue
        for option in asked.legal:
            word = split_words(REMARK.sub("", option.label))[-1]
            named, n = find_named(asked, [word], ())
            if not n or option not in named:  # a beginning, a number or a small word
                continue
            tried += 1
            assert option.key in list_meant(rules, game, seat, word), word
    assert tried or rules.KEY not in {"taj_mahal", "rajas_of_the_ganges"}
