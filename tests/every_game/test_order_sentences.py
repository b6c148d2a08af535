"""The sentences of orders: stored in two languages, equal to the typed lines, and understood when typed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from rules.ask import EVERYTHING, SPECTATOR
from rules.asking import DONE
from rules.kernel import CHANCE, Ask, Entry, Game, InputError, Rules, list_options, resume
from rules.loading.games import GAMES
from rules.orders.corrections import correct_to_end
from rules.orders.nearest import list_nearest
from rules.orders.notation import parse
from rules.orders.outcomes import find_outcome
from rules.orders.questions import make_question
from rules.orders.reading import read
from rules.orders.sentences import write_sentences
from rules.orders.typed_lines import replay_turn, write_lines
from rules.records.record import load_record, replay
from tests.every_game import golden
from tests.every_game.test_nearest import play_order
from tests.every_game.test_typing import questions
from tests.every_game.tiers import PLAYABLE, every_game

TURNS = 40  # of a game that are kept
UNREAD = re.compile(r"[{}]|\.\.|\s\s|\s[.,;:]|\b(?:done|None)\b")  # what no sentence has


def turns(rules: Rules, name: str = "random-1") -> Any:
    file = golden.folder(rules) / f"{name}.play"
    return [game for game, _ in islice(replay(rules, load_record(file.read_text(encoding="utf-8"))), TURNS)]


@every_game
def test_orders_read_as_they_did(rules: Rules) -> None:
    spoken = LocalizedGames(PLAYABLE)[rules.KEY]
    found = []
    for game in turns(rules):
        english = write_sentences(rules, game, 0, EVERYTHING)
        with speak_within("fr"):
            french = write_sentences(spoken, game, 0, EVERYTHING)
        for one, other in zip(english, french, strict=True):
            if one.text and one.seat != CHANCE:
                found.append(f"{game.turn} {one.seat}\n  {one.text}\n  {other.text}")
    kept, text = golden.folder(rules) / "random-1.orders", "\n".join(found) + "\n"
    if golden.rewrites(rules):
        kept.write_text(text, encoding="utf-8")
    assert text.splitlines() == kept.read_text(encoding="utf-8").splitlines()


@every_game
def test_sentences_stand_where_lines_do_and_read_well(rules: Rules) -> None:
    for game in turns(rules):
        turn = replay_turn(rules, game)
        for reader in (SPECTATOR, EVERYTHING):
            typed = write_lines(rules, game, 0, reader, turn)
            read = write_sentences(rules, game, 0, reader, turn)
            assert [(row.seat, row.first, row.last) for row in typed] == [
                (row.seat, row.first, row.last) for row in read
            ]
            for line, sentence in zip(typed, read, strict=True):
                assert bool(line.text) <= bool(sentence.text)
                assert not sentence.parts or " ".join(part.text for part in sentence.parts) == sentence.text
                assert not any(UNREAD.search(part.head) for part in sentence.parts)
                assert not UNREAD.search(sentence.text), sentence.text
                assert not sentence.text or sentence.text[-1] in ".!?…”", sentence.text


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("key", ["taj_mahal", "rajas_of_the_ganges"])
def test_deeds_are_told_in_sentences_that_name_the_seat(key: str, language: str) -> None:
    """Posts had the order itself: "Green: Withdraw, take ...". They tell what Green did."""
    rules, told = LocalizedGames(GAMES)[key], 0
    with speak_within(language):
        for game in golden.play_at_random(GAMES[key], "posts"):
            turn = replay_turn(rules, game)
            orders = write_sentences(rules, game, 0, SPECTATOR, turn)
            deeds = write_sentences(rules, game, 0, SPECTATOR, turn, deeds=True)
            for order, row in zip(orders, deeds, strict=True):
                if row.seat == CHANCE or not row.text:
                    assert row.text == order.text or row.seat != CHANCE
                    continue
                told += 1
                assert row.whole
                assert row.parts
                assert all(part.told == rules.name(row.seat) for part in row.parts)
                assert row.text == " ".join(f"{part.told} {part.text}" for part in row.parts)
                assert not UNREAD.search(row.text), row.text
    assert told > 50


ORDERS = 100  # random orders of a game whose sentences are typed back
MANY = 10  # the most answers of an order that repeats its answers
LEAST = 98  # of 100 sentences that are understood
READ = 96  # of 100 sentences that are read at once


@pytest.mark.parametrize("language", ["en", "fr"])
def test_an_order_without_details_says_where_a_march_begins_and_ends(language: str) -> None:
    """`Phrase.end`: the short form and the name of an act have the first and last place of its route."""
    rules, looked = LocalizedGames(GAMES)["vijayanagara"], 0
    with speak_within(language):
        for game in golden.play_at_random(GAMES["vijayanagara"], "posts"):
            clauses = [each.clause for each in replay_turn(rules, game).made if each.clause is not None]
            ends = [each for each in clauses if each.end and each.key != DONE and not each.silent]
            if not ends:
                continue
            parts = [part for row in write_sentences(rules, game, room=0) for part in row.parts]
            [part] = [
                part for part in parts if ends[-1].key in part.names and ends[-1].kind not in part.kinds
            ]
            end = ends[-1].answer.within(rules.name)
            assert end in part.text, part
            assert end in part.head, part
            [begin] = [each for each in clauses if each.kind == "campaign-from"]
            assert begin.answer.within(rules.name) in part.head, part
            looked += 1
    assert looked


@pytest.mark.parametrize("language", ["en", "fr"])
@every_game
def test_sentences_of_orders_can_be_typed(rules: Rules, language: str) -> None:
    """A sentence is read as its order. Few are refused, with this order among the nearest."""
    luck, places = Random(7), questions(rules.KEY)
    tried, refused, lost = 0, list[str](), list[str]()
    with speak_within(language):
        spoken: Rules = LocalizedGames(PLAYABLE)[rules.KEY]
        for seat, game in luck.sample(places, min(ORDERS, len(places))):
            whole = play_order(spoken, game, seat, luck)
            said = write_sentences(spoken, whole, len(game.log), frozenset((seat,)))
            if not said or not said[0].text or said[0].seat != seat:
                continue
            tried += 1
            meant = list_steps(spoken, game, seat, [entry.key for entry in whole.log[len(game.log) :]])
            understood, found = read_back(spoken, game, seat, said[0].text)
            if not understood:
                refused.append(said[0].text)
            if all(list_steps(spoken, game, seat, keys) != meant for keys in found):
                lost.append(said[0].text)
    assert 100 * (tried - len(lost)) >= LEAST * tried, lost
    assert 100 * (tried - len(refused)) >= READ * tried, refused


@every_game
def test_sentences_of_orders_that_return_to_an_answer_can_be_typed(rules: Rules) -> None:
    """An order that takes the same place or thing again is read as this order, too."""
    luck, places = Random(7), questions(rules.KEY)
    for seat, game in luck.sample(places, min(ORDERS, len(places))):
        whole = return_to_answers(rules, game, seat, luck)
        keys = [entry.key for entry in whole.log[len(game.log) :]]
        said = write_sentences(rules, whole, len(game.log), frozenset((seat,)))
        if len({*keys}) < len(keys) and said and said[0].seat == seat:
            meant, text = list_steps(rules, game, seat, keys), said[0].text
            found = [list_steps(rules, game, seat, each) for each in read_back(rules, game, seat, text)[1]]
            assert meant in found, text


def return_to_answers(rules: Rules, game: Game, seat: str, luck: Random) -> Game:
    """Return the game after a random order of this seat that repeats its answers where it can."""
    live, log, given = resume(rules, game), game.log, set[str]()
    while isinstance(ask := live.pending, Ask) and ask.seat == seat and len(log) - len(game.log) < MANY:
        legal = [option.key for option in list_options(rules, ask) if not option.why_not]
        going_on = [key for key in legal if key != DONE] or legal
        if len(log) - len(game.log) == MANY - 1:  # no order ends on a number that waits for its place
            going_on = [key for key in going_on if key not in ask.presentation.typed]
        key = luck.choice([key for key in going_on if key in given] or going_on)
        given.add(key)
        live.enter(seat, key)
        log = (*log, Entry(seat, key))
    return Game(game.seed, game.turn, game.start, log)


def list_steps(rules: Rules, game: Game, seat: str, keys: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of an order that its seat chose and a sentence about the order says."""
    return find_outcome(rules, game, seat, keys).steps


def read_back(rules: Rules, game: Game, seat: str, text: str) -> tuple[bool, list[tuple[str, ...]]]:
    """Return whether a typed text is understood, and what it is read as or the orders that are offered."""
    try:
        return True, [correct_to_end(rules, game, seat, text).typed.keys]
    except InputError as refused:
        return False, [each.keys for each in list_nearest(rules, game, seat, text, refused)]


@pytest.mark.parametrize("language", ["en", "fr"])
@every_game
def test_sentences_that_only_close_a_question_can_be_typed(rules: Rules, language: str) -> None:
    """ "Buy nothing more." closes the question; "buy" alone does not."""
    kinds = set[str]()
    with speak_within(language):
        spoken: Rules = LocalizedGames(PLAYABLE)[rules.KEY]
        for seat, game in questions(rules.KEY):
            ask = resume(spoken, game).pending
            assert isinstance(ask, Ask)
            phrase = ask.presentation.phrase
            if phrase is None or phrase.done is None or DONE not in ask.menu() or ask.kind in kinds:
                continue
            kinds.add(ask.kind)
            text = phrase.done.read(spoken.name)
            assert parse(spoken, game, seat, text) == (DONE,), text
            asked = make_question(spoken, ask)
            assert all(read(asked, each.before[:1]).key != DONE for each in asked.around), text


@pytest.mark.parametrize("language", ["en", "fr"])
def test_sentences_that_spend_cavalry_can_be_typed(language: str) -> None:
    tried = 0
    with speak_within(language):
        rules: Rules = LocalizedGames(GAMES)["vijayanagara"]
        for game in golden.play_at_random(GAMES["vijayanagara"], "posts"):
            live = resume(rules, replace(game, log=()))
            for place, entry in enumerate(game.log):
                ask = live.pending
                live.enter(entry.seat, entry.key)
                if not isinstance(ask, Ask) or ask.kind != "spend" or entry.key == DONE:
                    continue
                before, whole = (replace(game, log=game.log[:end]) for end in (place, place + 1))
                [said] = write_sentences(rules, whole, place, frozenset((entry.seat,)))
                found = [keys[:1] for keys in read_back(rules, before, entry.seat, said.text)[1]]
                assert (entry.key,) in map(tuple, found), said.text
                tried += 1
    assert tried
