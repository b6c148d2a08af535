"""Styles of bot players: each plays whole legal orders, and reads well wherever it is named."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine.thinking import Counted, list_styles, seat_player
from bot.language.words import speak_within
from rules.errors import InputError
from rules.kernel import Ask, Rules, resume
from rules.players import choose_order, find_asked
from tests.every_game.test_players import places
from tests.every_game.tiers import every_game


@every_game
def test_a_level_has_no_style_or_two_or_three(rules: Rules) -> None:
    assert {len(list_styles(rules, level)) for level in rules.BOT_PLAYERS} <= {0, 2, 3}
    for style in rules.EXTRAS.styles.values():
        assert style.makers, "some level plays it"
        assert style.makers.keys() <= rules.BOT_PLAYERS.keys()


@every_game
def test_a_player_of_any_style_ends_the_order_that_another_began(rules: Rules) -> None:
    for style, known in rules.EXTRAS.styles.items():
        for level in list(known.makers)[:2]:
            for kind, game in places(rules).items():
                point, live = find_asked(rules, game), resume(rules, game)
                assert point is not None
                player = seat_player(rules, level, Random(kind).randrange, Counted(0), style)
                for key in choose_order(rules, game, player).keys:
                    live.enter(point.seat, key)
                left = live.pending
                half = isinstance(left, Ask) and left.seat == point.seat
                assert not half, f"{level}, {style} leaves {kind} half done"


@every_game
def test_a_style_that_a_level_does_not_have(rules: Rules) -> None:
    with pytest.raises(InputError, match="no style “godlike”"):
        seat_player(rules, "random", Random(1).randrange, Counted(0), "godlike")


@every_game
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_style_is_named_within_a_sentence(rules: Rules, language: str) -> None:
    with speak_within(language):
        read = [
            (style.title.within(rules.name), style.habit.within(rules.name))
            for style in rules.EXTRAS.styles.values()
        ]
    for text in (text for both in read for text in both):
        assert text[0].islower()
        assert not text.endswith(".")
    assert len({text for both in read for text in both}) == 2 * len(read), "no two are named alike"
