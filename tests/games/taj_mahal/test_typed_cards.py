"""Every card is understood by its letters and by its colour and symbols, in any sequence."""

from __future__ import annotations

from itertools import permutations

import pytest

from rules.kernel import Ask, Game, InputError, begin, resume, settle, submit
from rules.orders.corrections import correct_to_end
from rules.orders.notation import find_help, parse
from rules.taj_mahal import dump
from rules.taj_mahal.cards import COLOURED
from rules.taj_mahal.names import SYMBOL
from rules.taj_mahal.sequence.playing import WITH
from rules.taj_mahal.sequence.withdrawing import TAKE
from rules.taj_mahal.unknown_words import explain_unknown
from tests.facts import rule, slots
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


def test_violet_may_be_called_purple() -> None:
    """ "Play the purple elephant" was not understood, and the first suggestion was a red card."""
    for text in (
        "play the purple elephant",
        "purple princess elephant",
        "purple ep",
        "Purple Elephant–Princess",
    ):
        assert type_with(["violet-ep", "red-em"], text) == "violet-ep"
    with pytest.raises(InputError, match="this colour: Violet Elephant–Princess"):
        type_with(["violet-ep", "red-em"], "purple monk")


def test_letters_of_two_cards_are_asked() -> None:
    with pytest.raises(InputError, match="Red Elephant–Vizier or Violet Elephant–Vizier"):
        type_with(["red-ev", "violet-ev"], "ev")


def test_a_card_that_is_not_in_the_hand_is_not_half_read() -> None:
    for text in ("red crown", "violet crown elephant", "EC"):
        with pytest.raises(InputError, match="no “"):
            type_with(["red-eg", "violet-em"], text)


def test_a_card_that_is_not_in_the_hand_is_refused_with_the_cards_of_its_colour() -> None:
    for text in ("red monk", "play red monk", "play the red monk with white elephant"):
        with pytest.raises(InputError, match="this colour: Red Vizier–Grand Mogul\\. ") as refused:
            type_with(["red-vc", "violet-em"], text)
        assert refused.value.cut is None


def test_a_misspelled_card_that_is_not_in_the_hand_is_refused_in_the_words_typed() -> None:
    """The colour was read as the only card of this colour. Then "elefant" had no choice but "nothing"."""
    game = begin(GAME, dump(place(players={"maroon": {"hand": ["red-vc", "violet-em"]}})), "seed").game
    for text in ("red elefant", "red mnok", "vilet princes"):
        with pytest.raises(InputError, match=f"no “{text}” card. Your cards of this colour: "):
            correct_to_end(GAME, game, "maroon", text)


def test_what_follows_a_whole_order_is_refused_without_a_choice_called_nothing() -> None:
    game = begin(GAME, dump(place(players={"maroon": {"hand": ["red-vc", "violet-em"]}})), "seed").game
    with pytest.raises(InputError) as refused:
        parse(GAME, game, "maroon", "red 1")
    assert "nothing." not in str(refused.value)


def test_words_that_make_an_answer_another_card_are_never_left_out() -> None:
    game = begin(GAME, dump(place(players={"maroon": {"hand": ["red-vc", "violet-em"]}})), "seed").game
    for text in ("red vizier monk", "monk red", "red vizier grand mogul elephant"):
        with pytest.raises(InputError):
            correct_to_end(GAME, game, "maroon", text)


def test_a_misspelled_symbol_adds_no_white_card() -> None:
    hand = ["red-eg", "violet-em", "white-e", "white-m"]
    game = begin(GAME, dump(place(players={"maroon": {"hand": hand}})), "seed").game
    order, slips, *_ = correct_to_end(GAME, game, "maroon", "red elefant")
    assert parse(GAME, game, "maroon", order) == ("red-eg",)
    assert slips == [("elefant", "elephant")]
    with pytest.raises(InputError, match="no “red monkk” card"):
        correct_to_end(GAME, game, "maroon", "red monkk")


@pytest.mark.parametrize("reader", [frozenset(("blue",)), frozenset[str]()])
@pytest.mark.parametrize("typed", ["we", "red elephant general", "gee", "violet vizier"])
def test_a_refusal_tells_others_nothing_of_a_hand(typed: str, reader: frozenset[str]) -> None:
    """2.2: it says "You don't have ..." only to the seat that has the hand."""
    said = set[str]()
    for hand in (["red-eg", "white-e"], ["violet-em", "yellow-gc"]):
        game = begin(GAME, dump(place(players={"maroon": {"hand": hand}})), "seed").game
        with pytest.raises(InputError) as refused:
            find_help(GAME, game, "maroon", typed, reader=reader)
        said.add(str(refused.value))
    assert len(said) == 1, said


def test_a_special_card_is_read_by_one_word_of_its_symbol() -> None:
    held = {"special-e": "", "special-c": "maroon", "special-2": "", "special-any": ""}
    state = place(players={"maroon": {"hand": ["yellow-ec"]}}, specials=held)
    game = begin(GAME, dump(state), "seed").game
    said = "yellow elephant grand mogul with special mogul"
    assert parse(GAME, game, "maroon", said) == ("yellow-ec", "special-c")


@pytest.mark.parametrize("said", ["crown", "crown palace", "crown palace on", "place the crown palace on"])
def test_words_of_the_order_sentence_may_follow_its_lead(said: str) -> None:
    game = begin(
        GAME, dump(place(players={"maroon": {"hand": ["red-ev"], "table": ["red-pc"]}})), "seed"
    ).game
    for city in ("1", "Gujarat 1"):
        assert parse(GAME, game, "maroon", f"withdraw, palace 2, {said} {city}") == (
            "withdraw",
            "guj-2",
            "guj-1",
        )


def test_a_white_card_alone_is_refused_by_whose_it_is() -> None:
    for text in ("wm", "white monk"):
        with pytest.raises(InputError, match="coloured card first"):
            type_with(["red-eg", "white-m"], text)
        with pytest.raises(InputError, match=r"have (no )?“?[Ww]hite"):
            type_with(["red-eg"], text)


def test_2_4_a_special_card_played_in_this_visit_is_refused_because_of_that() -> None:
    maroon = {"hand": ["red-ee", "red-vg"], "table": ["red-ev", "special-2"]}
    s = place(players={"maroon": maroon}, specials={"special-2": "maroon", "special-any": "maroon"})
    told = explain_unknown(s, "maroon", (WITH, ""), ["s", "2"])
    assert (rule(told), slots(told)) == ("2.4", {"card": "special-2"})
    s.players["maroon"].table.clear()
    assert rule(explain_unknown(s, "maroon", (TAKE, ""), ["s", "2"])) == "5.3"


@pytest.mark.parametrize(
    ("orders", "said", "why"),
    [
        ((), "blue", "Blue is a player"),
        ((), "violet", "no Violet card"),
        ((), "special elephant", "don't have Special Elephant"),
        (("red-eg",), "play red vizier", "one coloured card per turn"),
        (("red-eg",), "red", "one coloured card per turn"),
        (("withdraw",), "red", "a city now, not a card"),
        (("withdraw",), "white elephant", "a city now, not a card"),
        (("withdraw", "guj-1", "guj-2"), "red", "supply has no “red” card"),
    ],
)
def test_a_refusal_says_what_a_card_or_seat_is_that_was_typed(
    orders: tuple[str, ...], said: str, why: str
) -> None:
    """The refusals said only "Not now: “blue” doesn't answer this question"."""
    table = ["red-vg"] if orders[:1] == ("withdraw",) else []
    maroon = {"hand": ["red-eg", "red-ev", "white-e"], "table": table}
    state = place(players={"maroon": maroon}, supply=["green-ep", "violet-em", "violet-ep"])
    step = settle(GAME, Game("seed", 9, dump(state)))
    if orders:
        step = submit(GAME, step.game, "maroon", orders)
    with pytest.raises(InputError, match=why):
        parse(GAME, step.game, "maroon", said)
