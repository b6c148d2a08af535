"""Bot players can take over at any open question, also in the middle of another player's order.

They complete the order, and it is legal.
"""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest
from babel.messages.pofile import read_po

from bot.deadlines.caretaker import choose_key
from bot.engine.thinking import Counted, seat_player
from bot.language.localized_games import LocalizedGame
from bot.language.stored_words import read_stored, write_stored
from bot.language.words import speak_within
from rules.kernel import Ask, Game, Live, Rules, resume
from rules.players import Mover, choose_order, explain_order, find_asked
from rules.words import Said, Words, within
from tests.every_game.tables import tables
from tests.every_game.tiers import complete_game, every_game

OWNERS = {"it", "its", "they", "their", "you", "your"}


def places(rules: Rules) -> dict[str, Game]:
    """Return the first place of each kind of question in a random game, within an order if possible."""
    alone, begun = dict[str, Game](), dict[str, Game]()
    for turn in tables(rules)[0].some_turns():
        live, before = Live(rules, rules.load(turn.start)), ""
        for at, entry in enumerate(turn.log):
            if isinstance(ask := live.pending, Ask) and not ask.forced:
                here = Game(turn.seed, turn.turn, turn.start, turn.log[:at])
                (begun if ask.seat == before else alone).setdefault(ask.kind, here)
            live.enter(*entry)
            before = entry.seat
    return {**alone, **begun}


@every_game
def test_a_player_of_any_level_ends_the_order_that_another_began(rules: Rules) -> None:
    for kind, game in places(rules).items():
        for level in rules.BOT_PLAYERS:
            point, live = find_asked(rules, game), resume(rules, game)
            assert point is not None
            player = seat_player(rules, level, Random(kind).randrange, Counted(0))
            for key in choose_order(rules, game, player).keys:
                live.enter(point.seat, key)
            left = live.pending
            assert not (isinstance(left, Ask) and left.seat == point.seat), f"{level} leaves {kind} half done"


@every_game
def test_a_caretaker_plays_what_a_player_would_where_nothing_is_cautious(rules: Rules) -> None:
    plans = rules.EXTRAS.plans
    for game in places(rules).values():
        live = resume(rules, game)
        ask = live.pending
        assert isinstance(ask, Ask)
        menu = list(ask.menu())
        think = Mock(return_value=menu[-1])
        key = choose_key(rules, live.state, ask, think)
        assert key in menu
        settled = [
            policy.answer(live.state, ask, value)
            for policy in plans.policies
            for value in list(policy.values(ask.seat))[:1]
        ]
        assert think.called != (key in plans.cautious or key in settled or len(menu) == 1)


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_bot_players_give_reasons_that_go_on_a_sentence(rules: Rules, language: str) -> None:
    """Many orders are checked. An order that only leads to dice may have nothing to say."""
    level, told, asked = list(rules.BOT_PLAYERS)[1], 0, 0
    with speak_within(language):
        for kind, game in places(rules).items():
            player = seat_player(rules, level, Random(kind).randrange, Counted(0))
            reason = within(choose_order(rules, game, player).reason, rules.name)
            asked += 1
            told += bool(reason)
            assert not reason.endswith(".")
            assert not reason[:1].isupper()
    assert told > (0 if rules.EXTRAS.analysis.purpose is None else asked / 3)


@complete_game
def test_a_stored_reason_is_read_in_the_reader_s_language(rules: Rules) -> None:
    """The log of a game shows old reasons to readers of both languages."""
    level, other, told, localized = list(rules.BOT_PLAYERS)[1], 0, 0, LocalizedGame(rules)
    for kind, game in places(rules).items():
        player = seat_player(rules, level, Random(kind).randrange, Counted(0))
        with speak_within("en"):
            reason = choose_order(rules, game, player).reason
            stored = write_stored(reason)
            english = within(reason, rules.name)
            assert within(read_stored(stored), rules.name) == english
        with speak_within("fr"):
            french = within(reason, localized.name)
            assert within(read_stored(stored), localized.name) == french
        told += bool(english)
        other += english != french
    assert other == told


@complete_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_order_of_a_game_has_a_reason(rules: Rules, language: str) -> None:
    """Random orders have one too, because a hint may show an order that no bot player proposed."""
    if rules.EXTRAS.analysis.purpose is None:
        return
    found, luck = 0, Random(7)
    with speak_within(language):
        for kind, game in places(rules).items():
            order = choose_order(rules, game, Mover(luck.randrange))
            reason = within(explain_order(rules, game, order.keys), rules.name)
            assert reason, f"no reason for {order.keys} at {kind}"
            assert not reason.endswith(".")
            assert not reason[:1].isupper()
            found += 1
    assert found


@every_game
def test_a_reason_names_no_owner(rules: Rules) -> None:
    """Hints tell reasons to their reader, posts tell them of a seat: no word says whose a thing is."""
    purpose = rules.EXTRAS.analysis.purpose
    if purpose is None:
        return
    source = Path(inspect.getfile(purpose))
    with (source.parent / "rules.pot").open("rb") as template:
        catalogue = [*read_po(template)]
    reasons = [each for each in catalogue if any(source.name in place for place, _ in each.locations)]
    texts = [text for each in reasons for text in ([each.id] if isinstance(each.id, str) else each.id)]
    assert texts
    assert not [text for text in texts if {*re.findall(r"\w+", text)} & OWNERS]


@complete_game
def test_most_reasons_name_a_place_a_number_or_a_seat(rules: Rules) -> None:
    """Reasons such as "to win" are the same for each order, so they tell nothing."""
    if rules.EXTRAS.analysis.purpose is None:
        return
    found, luck = list[Said](), Random(11)
    for game in places(rules).values():
        order = choose_order(rules, game, Mover(luck.randrange))
        found.append(explain_order(rules, game, order.keys))
    concrete = [each for each in found if isinstance(each, Words) and each.args]
    assert len(concrete) > len(found) / 2, [each.english for each in found if isinstance(each, Words)]
