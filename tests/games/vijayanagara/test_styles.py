"""What the styles of bot players like shows in their orders."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from bot.engine.thinking import list_styles
from rules.loading.games import GAMES
from rules.players import find_asked
from rules.vijayanagara.players.fair import OPTION, SLACK, Fair, Weighed, drop_equivalent
from rules.vijayanagara.players.full import Full, rank_orders
from rules.vijayanagara.players.styles import measure_marks
from tests.styles import assert_shows, list_positions

GAME = GAMES["vijayanagara"]
STYLES = GAME.EXTRAS.styles


def make_player(style: str, level: str = "fair") -> Fair:
    """Return a player of a style; "" for none."""
    make = STYLES[style].makers[level] if style else GAME.BOT_PLAYERS[level]
    player = make(Random(1).randrange, lambda: True)
    assert isinstance(player, Fair)
    return player


def test_each_style_orders_as_its_name_says_and_gives_up_little() -> None:
    """All styles choose among the same orders, because weighing them takes most of the time."""
    players = {style: make_player(style) for style in ("", *list_styles(GAME, "fair"))}
    found = {style: Counter[str]() for style in players}
    for game in list_positions(GAME, (OPTION,), 40):
        point = find_asked(GAME, game)
        assert point is not None
        orders = drop_equivalent(make_player("").desk(point).orders())
        for style, player in players.items():
            chosen = player.sort_by_taste(orders)[0]
            found[style].update(measure_marks(chosen.keys))
            assert orders[0].value - chosen.value <= (SLACK if style else 0.0)
    assert_shows(found, "raider", "fight")
    assert_shows(found, "builder", "build")
    assert_shows(found, "diplomat", "deal")


@pytest.mark.parametrize(
    ("style", "key"), [("raider", "attack"), ("builder", "build"), ("diplomat", "migrate")]
)
def test_a_style_decides_between_orders_that_do_equally_well_in_playouts(style: str, key: str) -> None:
    player = make_player(style, "full")
    assert isinstance(player, Full)
    orders = [Weighed(0.0, ("pass",)), Weighed(0.0, ("command", key))]
    results, looks = {each.keys: [0.5, 0.5] for each in orders}, {each.keys: 0.5 for each in orders}
    likes = {each.keys: player.like(each) / 100 for each in orders}
    assert rank_orders(orders, results, looks) == orders
    assert rank_orders(orders, results, looks, likes) == orders[::-1]
    assert player.sort_by_taste(orders) == orders[::-1]
    results[orders[1].keys] = [0.4, 0.4]
    assert rank_orders(orders, results, looks, likes) == orders
