"""Typed orders name a cost that was not typed, and say why a die or a space can't be chosen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.orders.draft import Draft
from bot.orders.typed_order import read_order
from bot.session.loaded_game import LoadedGame
from rules import rajas_of_the_ganges as rajas
from rules.kernel import Game, InputError, resume
from tests.every_game.test_secrets import STORED
from tests.games.rajas_of_the_ganges.table import GAME, at
from tests.phrases import phrase

DICE = {"orange": "3", "green": "1", "blue": "6"}


def begin(karma: int = 1, boat: int = 0) -> Draft:
    """Return an empty draft of a seat with the dice `DICE`."""
    game = Game("", 1, rajas.dump(at(dice=DICE, karma=karma, boat=boat)))
    return Draft(LoadedGame(replace(STORED, game=rajas.KEY), GAME, game, resume(GAME, game)))


@pytest.mark.parametrize(
    ("line", "turned"),
    [
        ("harbour blue", "Blue 6 turned (counts as 1, for 1 karma)"),
        ("harbour 6", "Blue 6 turned (counts as 1, for 1 karma)"),
        ("portuguese green", "Green 1 turned (counts as 6, for 1 karma)"),
        ("harbour blue turned", ""),
        ("harbour with blue 6 turned", ""),
        ("harbour blue 6 turned to 1 (1 karma)", ""),
        ("harbour 3", ""),
        ("portuguese 6", ""),
    ],
)
def test_a_cost_that_was_not_typed_is_the_first_line(line: str, turned: str) -> None:
    parsed = read_order(begin(), line)
    told = phrase("typed.cost", cost="karma", answer=turned) if turned else ""
    assert parsed.mended.startswith(told)
    assert bool(parsed.mended) == bool(turned)
    assert not (turned and parsed.sure)


@pytest.mark.parametrize(
    ("line", "karma", "boat", "why"),
    [
        ("harbour orange 3 river 4", 1, 0, "a die that shows 3, your boat reaches river space 3 at most"),
        ("harbour orange 3 river 99", 1, 0, "no “river 99”"),
        ("harbour orange 3 river 2", 1, 5, "your boat is on river space 5 and sails only forward"),
        ("harbour 4", 1, 0, "no die that shows a 4"),
        ("harbour blue", 0, 0, "you need a die that shows 1, 2 or 3"),
        ("harbour orange 6", 1, 0, "no “orange 6”"),
        ("portuguese orange", 1, 0, "you need a die that shows 6"),
        ("quarry orange 9", 1, 0, "no “orange 9”"),
    ],
)
def test_what_cannot_be_chosen_now_is_refused_by_name(line: str, karma: int, boat: int, why: str) -> None:
    with pytest.raises(InputError) as refused:
        read_order(begin(karma, boat), line)
    assert why in str(refused.value)


def test_dice_without_a_cost_come_first() -> None:
    with pytest.raises(InputError) as refused:
        read_order(begin(), "harbour zzz")
    text = str(refused.value)
    assert text.index("Green 1") < text.index("Blue 6 turned")


def test_a_bare_number_answers_no_earlier_question() -> None:
    draft = read_order(begin(), "harbour").grown
    assert not draft.complete
    with pytest.raises(InputError) as refused:
        read_order(draft, "4")
    assert "no die that shows a 4" in str(refused.value)
