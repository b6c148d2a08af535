"""Typed orders name a cost that was not typed, and say why a die or a space can't be chosen."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

from bot.language.localized_games import LocalizedGame
from bot.language.typed_line import split_line
from bot.language.words import speak_within
from bot.orders.draft import Draft
from bot.orders.nearest_orders import list_nearest_orders
from bot.orders.typed_order import read_order
from bot.session.loaded_game import LoadedGame
from rules import kernel
from rules import rajas_of_the_ganges as rajas
from rules.chance import Roll
from rules.errors import Ambiguous
from rules.kernel import Game, InputError, Rules, resume
from rules.orders.notation import parse
from rules.orders.questions import make_question
from rules.rajas_of_the_ganges.board import COLOURS, GOODS
from rules.words import within
from tests.bot.callers import caller
from tests.every_game.test_secrets import STORED
from tests.games.rajas_of_the_ganges.table import GAME, H, K, ask, at, menu, open_
from tests.phrases import phrase
from tests.turns.walking import situation

DICE = {"orange": "3", "green": "1", "blue": "6"}
LOW = {"green": "1", "blue": "2", "purple": "2"}  # each of these dice pays for the harbour


def begin(karma: int = 1, boat: int = 0) -> Draft:
    """Return an empty draft of a seat with the dice `DICE`."""
    game = Game("", 1, rajas.dump(at(dice=DICE, karma=karma, boat=boat)))
    return Draft(LoadedGame(replace(STORED, game=rajas.KEY), GAME, game, resume(GAME, game)))


def test_a_refusal_quotes_the_whole_square() -> None:
    """A refused square A1 was quoted as “a”."""
    with pytest.raises(InputError) as refused:
        parse(GAME, Game("", 1, rajas.dump(at(dice=DICE))), H, "quarry orange 3 at a1")
    assert "“a1”" in str(refused.value)


@pytest.mark.parametrize("typed", ["temple", "temples"])
def test_3_3_a_kind_of_building_to_upgrade_is_typed_in_the_singular_or_plural(typed: str) -> None:
    game = Game("", 1, rajas.dump(at(dice={"orange": "4"})))
    assert parse(GAME, game, H, f"raja {typed}")[-1] == "temple"


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
    parsed = read_order(begin(), split_line(line))
    told = phrase("typed.cost", cost="karma", answer=turned) if turned else ""
    assert parsed.mended.startswith(told)
    assert bool(parsed.mended) == bool(turned)
    assert not (turned and parsed.sure)


@pytest.mark.parametrize("line", ["go to the harbor 3", "visit the harbour 3", "aller harbour 3"])
def test_a_space_may_be_gone_to(line: str) -> None:
    assert read_order(begin(), split_line(line)).keys == read_order(begin(), split_line("harbour 3")).keys


def test_a_payment_stands_within_the_sentence_on_its_cost() -> None:
    tile, state = "orange-c1", at("orange-c1", dice={"orange": "24"}, karma=1)
    place = menu(state, "quarry", tile)[0]
    game = Game("", 1, rajas.dump(state))
    draft = Draft(LoadedGame(replace(STORED, game=rajas.KEY), GAME, game, resume(GAME, game)))
    parsed = read_order(draft, split_line(f"quarry; {rajas.name(tile)}; {rajas.name(place)}"))
    told = phrase("typed.cost", cost="karma", answer="the 2 turned to 5 and the 4")
    assert parsed.mended.startswith(told)


@pytest.mark.parametrize(
    ("line", "karma", "boat", "why"),
    [
        ("harbour orange 3 river 4", 1, 0, "a die that shows 3, your boat reaches river space 3 at most"),
        ("harbour orange 3 river 99", 1, 0, "no “river 99”"),
        ("harbour orange 3 river 2", 1, 5, "your boat is on river space 5 and sails only forward"),
        ("harbour 4", 1, 0, "no die that shows a 4"),
        ("harbour blue", 0, 0, "you need a die that shows 1, 2 or 3"),
        ("harbour purple", 0, 0, "no purple die"),
        ("harbour orange 6", 1, 0, "no “orange 6”"),
        ("portuguese orange", 1, 0, "you need a die that shows 6"),
        ("quarry orange 9", 1, 0, "no “orange 9”"),
    ],
)
def test_what_cannot_be_chosen_now_is_refused_by_name(line: str, karma: int, boat: int, why: str) -> None:
    with pytest.raises(InputError) as refused:
        read_order(begin(karma, boat), split_line(line))
    assert why in str(refused.value)


def test_dice_without_a_cost_come_first() -> None:
    with pytest.raises(InputError) as refused:
        read_order(begin(), split_line("harbour zzz"))
    text = str(refused.value)
    assert text.index("Green 1") < text.index("Blue 6 turned")


@pytest.mark.parametrize("line", ["sail to harbr with blue", "harbr with blue 3"])
def test_a_refused_die_offers_dice_of_the_typed_colour_first(line: str) -> None:
    at_sea: Any = situation(GAME, kernel.begin(GAME, rajas.dump(at(dice=LOW)), "0" * 32))
    at_sea.stored.seats_of = lambda _: (H,)
    with pytest.raises(InputError) as refused:
        read_order(Draft(at_sea), split_line(line))
    text = str(refused.value)
    assert text.index("Blue 2") < text.index("Green 1")
    first, *_ = list_nearest_orders(caller(), Draft(at_sea), split_line(line))
    assert "Blue 2" in first.order


def test_the_sides_of_a_road_are_named_and_typed_in_the_players_language() -> None:
    game = Game("", 1, rajas.dump(at(dice={"green": "66"})))
    with speak_within("fr"):
        localized = cast(Rules, LocalizedGame(GAME))
        assert localized.name("b1-new").endswith("N+E+O")
        for ends in ("┻ N+E+O", "N+E+O", "O+E+N", "N+E+W"):
            assert parse(localized, game, H, f"carrière vert 7 B1 {ends}") == ("quarry", "green-c1", "b1-new")


def test_a_bare_number_answers_no_earlier_question() -> None:
    draft = read_order(begin(), split_line("harbour")).grown
    assert not draft.complete
    with pytest.raises(InputError) as refused:
        read_order(draft, split_line("4"))
    assert "no die that shows a 4" in str(refused.value)


BALCONIES = tuple(f"balcony-{colour}" for colour in COLOURS)


@pytest.mark.parametrize(
    ("line", "language", "spaces"),
    [
        ("One good", "en", GOODS),
        ("Balconies: 1 for 2", "en", BALCONIES),
        ("Une sorte", "fr", GOODS),
        ("Balcons : 1 pour 2", "fr", BALCONIES),
    ],
)
def test_a_title_that_the_board_prints_asks_which_space_is_meant(
    line: str, language: str, spaces: tuple[str, ...]
) -> None:
    game = Game("", 1, rajas.dump(at(dice=dict.fromkeys(COLOURS, "3"))))
    with speak_within(language), pytest.raises(Ambiguous) as refused:
        parse(cast(Rules, LocalizedGame(GAME)), game, H, line)
    assert refused.value.candidates == spaces


@pytest.mark.parametrize(
    ("line", "rotations"),
    [("c2 ns", ("c2-nes", "c2-nsw")), ("c2 sn", ("c2-nes", "c2-nsw")), ("b1 ew", ("b1-esw", "b1-new"))],
)
def test_two_ends_that_fit_several_rotations_are_not_guessed(line: str, rotations: tuple[str, ...]) -> None:
    """The first rotation whose letters begin so was laid without a word."""
    game = Game("", 1, rajas.dump(at("green-s5", dice={"green": "65"})))
    with pytest.raises(Ambiguous) as refused:
        parse(GAME, game, H, f"quarry green 6 {line}")
    assert refused.value.candidates == rotations
    assert parse(GAME, game, H, "quarry green 6 c2 n+e+s")[-1] == "c2-nes"


def test_the_list_says_which_spaces_bring_nothing() -> None:
    shown = make_question(GAME, ask(at(dice=DICE))).list_labels()
    assert shown.endswith("; without an effect now: Assorted goods, Silk, Tea, Spices")
    tiles = make_question(GAME, open_(at(dice=DICE, karma=3), "quarry")).list_labels()
    assert "without an effect" not in tiles


def test_tiles_with_other_prices_are_not_refused_for_the_same_reason() -> None:
    tiles, *_ = make_question(GAME, open_(at(dice=DICE), "quarry")).refusals()
    assert "costs 7" in tiles
    assert "Similar reasons rule out" in tiles
    spaces = make_question(GAME, ask(at(dice={"orange": "1234"}, karma=0))).refusals()
    (chambers,) = [line for line in spaces if "shows 5" in line]
    assert "A similar reason rules out Portuguese" in chambers


def test_a_seat_is_told_that_it_stands_on_a_space_itself() -> None:
    refused = ask(at(dice=DICE, taken={"mogul": [H], "yogi": [K]})).menu.list_refused()
    assert within(refused["mogul"], GAME.name) == "2: you are already at the Great Mogul"
    assert within(refused["yogi"], GAME.name) == "2: Kannauj is already at the Yogi"


def test_no_forecast_calls_the_dice_of_another_seat_yours() -> None:
    live = resume(GAME, Game("", 1, rajas.dump(at())))
    live.enter(H, "terrace-orange")
    assert isinstance(live.pending, Roll)
    assert rajas.EXTRAS.prose.forecast(live.state, H, live.pending)
    assert not rajas.EXTRAS.prose.forecast(live.state, K, live.pending)
