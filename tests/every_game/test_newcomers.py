"""Lines as a newcomer types them: they are read, or the refusal says what is meant or what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from rules.kernel import Ask, Game, InputError, resume
from rules.loading.games import GAMES
from rules.orders.corrections import correct_to_end
from rules.orders.nearest import list_nearest
from rules.orders.notation import parse

POSITIONS = Path(__file__).parents[2] / "docs" / "positions"
PLACING = "{game: aadu_huli, sides: {goats: north, tigers: south}, to_move: goats, tigers: [1a, 2c, 2d]}"
TREASURY, MARCH = "successors-treasury", "successors-march"


def open_position(key: str, position: str) -> tuple[Game, str]:
    """Return the game at a position of the documentation or at `PLACING`, and the asked seat."""
    text = PLACING if position == "placing" else (POSITIONS / f"{position}.yaml").read_text(encoding="utf-8")
    game = Game("", 1, text)
    ask = resume(GAMES[key], game).pending
    assert isinstance(ask, Ask)
    return game, ask.seat


READ = [
    # the name of a piece, words for moving, and other words for a leap
    ("aadu_huli", "tigers", "tiger 1a to 2e", "1a-2e"),
    ("aadu_huli", "tigers", "move tiger from 1A to 2E", "1a-2e"),
    ("aadu_huli", "tigers", "tiger a1 e2", "1a-2e"),
    ("aadu_huli", "tigers", "jump 2c over 3c to 4c", "2cx4c"),
    ("aadu_huli", "goats", "goat 2E 2D", "2e-2d"),
    ("aadu_huli", "goats", "move goat 2e to 2d", "2e-2d"),
    ("aadu_huli", "placing", "goat on 3b", "3b"),
    ("aadu_huli", "placing", "put a goat at b3", "3b"),
    ("aadu_huli", "placing", "place goat 3B", "3b"),
    # lists, joined by "and", a comma, a semicolon or "then"
    ("successors", TREASURY, "buy 1 levy and 1 cavalry", "1-l home 1-c"),
    ("successors", TREASURY, "buy 2 infantry and 1 levy", "2-i home 1-l"),
    ("successors", TREASURY, "1 levy, 2 infantry", "1-l home 2-i"),
    ("successors", TREASURY, "buy 1 levy then buy 1 cavalry", "1-l home 1-c"),
    ("successors", TREASURY, "1 levy; 1 fleet in hellas", "1-l home 1-f GRE"),
    ("successors", TREASURY, "1 levy then stop", "1-l home done"),
    ("successors", TREASURY, "enough", "done"),
    ("successors", TREASURY, "3 levies and nothing else", "3-l home done"),
    ("successors", MARCH, "march macedonia to thrace with leader and 2 infantry",
     "march-MAC THR 1-leader 2-i"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "position", "line", "keys"), READ)
def test_a_line_is_read(key: str, position: str, line: str, keys: str) -> None:
    game, seat = open_position(key, position)
    assert " ".join(parse(GAMES[key], game, seat, line)) == keys


IN_FRENCH = [
    (
        "vijayanagara",
        "opening",
        "commande limitée marche vers malwa depuis delhi",
        "limited march malwa delhi",
    ),
]


@pytest.mark.parametrize(("key", "position", "line", "keys"), IN_FRENCH)
def test_a_line_in_french_is_read(key: str, position: str, line: str, keys: str) -> None:
    game, seat = open_position(key, position)
    with speak_within("fr"):
        assert " ".join(parse(LocalizedGames(GAMES)[key], game, seat, line)) == keys


REFUSED = [
    ("aadu_huli", "tigers", "goat 2b 3b", "You play the Tigers."),
    ("aadu_huli", "goats", "tiger 2c to 2d", "You play the Goats."),
    ("aadu_huli", "goats", "leap", "Only Tigers leap (rule 5.5.3)."),
    ("aadu_huli", "goats", "goat", "Your order stops after “goat”."),
    ("aadu_huli", "placing", "goat 1a", "A Tiger is on 1A"),
    ("aadu_huli", "placing", "move", "Goats can't move until all of them are placed (rule 5.5.2)."),
    ("successors", TREASURY, "buy cavalry", "“cavalry” can mean 3 Cavalry, 2 Cavalry or 1 Cavalry."),
    ("successors", TREASURY, "buy 1 levy in macedonia", "“macedonia” doesn't answer this question"),
    ("successors", MARCH, "march", "“march” can mean March from Macedonia"),
    ("successors", MARCH, "march macedonia to egypt", "Egypt is too far from Macedonia"),
    ("successors", MARCH, "leader and infantry to peloponnes", "“leader” doesn't answer this question"),
    ("successors", MARCH, "pass", "“pass” doesn't answer this question"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "position", "line", "why"), REFUSED)
def test_a_refusal_says_what_is_meant_or_wrong(key: str, position: str, line: str, why: str) -> None:
    game, seat = open_position(key, position)
    with pytest.raises(InputError) as refused:
        correct_to_end(GAMES[key], game, seat, line)
    assert why in str(refused.value)


NEAREST = [
    # an answer in the middle is left out
    ("successors", MARCH, "march to peloponnes with leader and 2 infantry", "march-MAC PEL 1-leader 2-i"),
    ("successors", MARCH, "march macedonia with leader and 1 infantry", "march-MAC THR 1-leader 1-i"),
    ("successors", TREASURY, "buy fleet", "1-f"),
    ("vijayanagara", "tie-tigers", "tiger to 2e", "1a-2e"),
    ("aadu_huli", "tigers", "tiger 2c", "2cx4c"),
]


@pytest.mark.parametrize(("key", "position", "line", "keys"), NEAREST)
def test_the_nearest_orders_have_what_is_meant(key: str, position: str, line: str, keys: str) -> None:
    game, seat = open_position(key, position)
    with pytest.raises(InputError) as refused:
        parse(GAMES[key], game, seat, line)
    offered = list_nearest(GAMES[key], game, seat, line, refused.value)
    assert keys in [" ".join(each.keys) for each in offered]
