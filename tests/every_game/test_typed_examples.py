"""The example below "?" is a whole legal order."""

from __future__ import annotations

from random import Random

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from rules.kernel import Ask, Game, Live, Rules, copy_start, resume
from rules.orders.examples import LONGEST, write_example
from rules.orders.notation import parse
from tests.every_game.tables import tables
from tests.every_game.tiers import every_game

POSITIONS = 40  # questions of each game for which an example is written
FEWEST = 0.8  # at least this part of the questions has an example


def _list_questions(rules: Rules) -> list[tuple[Game, str]]:
    """Return positions of random games with a question that has a choice, and the asked seat."""
    random, found = Random(1), list[tuple[Game, str]]()
    turns = tables(rules)[0].turns()
    for turn in random.sample(turns, min(POSITIONS, len(turns))):
        live, here = Live(rules, copy_start(rules, turn)), list[tuple[int, str]]()
        for at, (seat, key) in enumerate(turn.log):
            if isinstance(ask := live.pending, Ask) and len(ask.menu()) > 1:
                here.append((at, ask.seat))
            live.enter(seat, key)
        if here:
            at, seat = random.choice(here)
            found.append((Game(turn.seed, turn.turn, turn.start, log=turn.log[:at]), seat))
    return found


@every_game
def test_an_example_is_a_whole_legal_order(rules: Rules) -> None:
    questions, written = _list_questions(rules), 0
    for game, seat in questions:
        reader = frozenset((seat,))
        example = write_example(rules, game, seat, "", reader)
        if example is None:
            continue
        written += 1
        assert len(example.order) <= LONGEST
        live = resume(rules, game)
        for key in parse(rules, game, seat, example.order, reader):
            live.enter(seat, key)
        assert not (isinstance(live.pending, Ask) and live.pending.seat == seat), example
    assert written >= FEWEST * len(questions)


@every_game
def test_a_french_reader_gets_french_examples(rules: Rules) -> None:
    french, found = LocalizedGames({rules.KEY: rules})[rules.KEY], list[bool]()
    for game, seat in _list_questions(rules):
        reader = frozenset((seat,))
        english = write_example(rules, game, seat, "", reader)
        with speak_within("fr"):
            example = write_example(french, game, seat, "", reader)
            if example is None:
                continue
            parse(french, game, seat, example.order, reader)
        found.append(example != english)
    assert sum(found) >= FEWEST * len(found)
