"""Every card is understood by its letters and by its colour and symbols, in any sequence."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.kernel import Ask, InputError, begin, resume
from rules.orders.notation import parse
from rules.taj_mahal import dump
from rules.taj_mahal.cards import COLOURED
from rules.taj_mahal.names import SYMBOL
from tests.games.taj_mahal.table import GAME, place


def type_with(hand: list[str], text: str) -> str:
    """Return the card that a typed order plays from this hand."""
    game = begin(GAME, dump(place(players={"maroon": {"hand": hand}})), "seed").game
    ask = resume(GAME, game).pending
    assert isinstance(ask, Ask)
    return parse(GAME, game, ask.seat, text)[0]


@pytest.mark.parametrize("kind", COLOURED)
def test_a_card_is_read_by_its_letters_and_its_symbols(kind: str) -> None:
    suit, _, letters = kind.partition("-")
    for order in {"".join(each) for each in permutations(letters)}:
        spoken = " ".join("crown" if each.upper() == "C" else SYMBOL[each.upper()] for each in order)
        typed = [order, order.upper(), f"play {order}", f"{suit[0]} {order}", f"{suit[0]}{order}"]
        if len(set(letters)) > 1:
            typed += [f"{suit} {spoken}", f"{spoken} {suit}", f"{suit} {' '.join(order)}"]
        other = "red-gm" if letters.upper() not in ("GM", "MG") else "red-ee"
        assert {type_with([kind, other], text) for text in typed if kind != other} <= {kind}


def test_letters_of_two_cards_are_asked() -> None:
    with pytest.raises(InputError, match="Red Elephant–Vizier or Violet Elephant–Vizier"):
        type_with(["red-ev", "violet-ev"], "ev")


def test_a_card_that_is_not_in_the_hand_is_not_half_read() -> None:
    for text in ("red crown", "violet crown elephant", "EC"):
        with pytest.raises(InputError, match="no “"):
            type_with(["red-eg", "violet-em"], text)
