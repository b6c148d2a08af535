"""The nearest orders to a refused one begin with those that were most likely meant."""

from __future__ import annotations

import pytest

from rules.errors import Slip
from rules.kernel import Ask, Game, InputError, Rules, begin, resume
from rules.loading.games import GAMES
from rules.orders import nearest as nearest_module
from rules.orders.corrections import correct_slips
from rules.orders.nearest import MOST_WORDS, _leave_number_out, list_nearest
from rules.orders.notation import parse
from rules.orders.suggestions import suggest
from rules.orders.tokenizer import split_tokens
from tests.games.successors.table import place, step
from tests.kernel.orders import test_corrections


def opening(key: str) -> tuple[Rules, Game]:
    """Return the rules of a game, and its first turn."""
    rules = GAMES[key]
    return rules, begin(rules, rules.dump(rules.setup(rules.Options())), "abc").game


def nearest(rules: Rules, game: Game, seat: str, text: str) -> list[str]:
    """Return the texts of the orders nearest to a refused one."""
    with pytest.raises(InputError) as refused:
        parse(rules, game, seat, text)
    return [each.text for each in list_nearest(rules, game, seat, text, refused.value)]


@pytest.mark.parametrize("place", ["3A", "3D", "3F"])
def test_an_answer_that_was_typed_as_a_whole_comes_first(place: str) -> None:
    """Many answers share a word with the order, because "3f" is two words."""
    rules, game = opening("aadu_huli")
    assert nearest(rules, game, "south", f"occupy {place.lower()}")[0] == place.lower()


def test_an_order_without_its_beginning_gets_it_in_the_nearest_orders() -> None:
    rules, game = test_corrections.opening("bahmani")
    found = nearest(rules, game, "bahmani", "attack in malwa")
    assert found == ["limited attack in Gujarat", "limited attack in Madhyadesh", "command attack"]


@pytest.mark.parametrize(
    ("key", "said", "offered"),
    [
        ("aadu_huli", "throw 3f", "3f"),
        ("aadu_huli", "kindly take 3f", "take 3f"),
        ("vijayanagara", "build a fort in gujarat", "decree build a fort in gujarat"),
        ("rajas_of_the_ganges", "take the quary", "the quarry"),
    ],
)
def test_words_that_answer_nothing_are_left_out(key: str, said: str, offered: str) -> None:
    rules, game = test_corrections.opening("bahmani") if key == "vijayanagara" else opening(key)
    asked = resume(rules, game).pending
    assert isinstance(asked, Ask)
    found = nearest(rules, game, asked.seat, said)
    assert offered in [each.casefold() for each in found[:2]]


def test_a_misspelling_after_a_missing_beginning_is_mended_in_what_is_offered() -> None:
    """“rally” alone could be a whole Command or a Limited one."""
    rules, game = test_corrections.opening("bahmani")
    found = nearest(rules, game, "bahmani", "rally maharastra")
    assert found[:3] == [f"{way} rally maharashtra" for way in ("command", "command-only", "limited")]
    several = nearest(rules, game, "bahmani", "rally in gondwanna and maharastra")
    assert several[0] == "command rally in gondwana and maharashtra"


def test_the_sentence_of_an_order_is_read_as_the_order() -> None:
    rules, game = opening("rajas_of_the_ganges")
    asked = resume(rules, game).pending
    assert isinstance(asked, Ask)
    said = "Send a worker to the harbour, pay with green 3, sail to river 1."
    assert parse(rules, game, asked.seat, said) == ("harbour", "green-3", "river-1")
    assert parse(rules, game, asked.seat, "worker to silk market") == parse(rules, game, asked.seat, "silk")


def test_a_sentence_with_mistakes_offers_its_own_order() -> None:
    rules, game = opening("rajas_of_the_ganges")
    asked = resume(rules, game).pending
    assert isinstance(asked, Ask)
    assert nearest(rules, game, asked.seat, "wroker to harbuor pay green")[0] == "worker to harbor pay green"
    offered = nearest(rules, game, asked.seat, "quarry buy orange 7")
    assert offered[0] == "quarry buy Orange 5"


def test_a_number_before_a_word_that_takes_none_is_left_out() -> None:
    slip = Slip(2, 6, ("Disband",))
    assert _leave_number_out("1 levi", slip) == ("1 levi", slip._replace(start=0))
    assert _leave_number_out("3a levi", slip._replace(start=3)) == ("3a levi", slip._replace(start=3))


@pytest.mark.parametrize("said", ["w", "with", "withd", "wihdraw"])
def test_the_beginning_of_an_answer_is_completed_though_it_is_a_small_word(said: str) -> None:
    rules, game = opening("taj_mahal")
    asked = resume(rules, game).pending
    assert isinstance(asked, Ask)
    assert [each.text for each in suggest(rules, game, asked.seat, said)] == ["Withdraw"]


def test_the_words_of_a_sentence_are_kept_in_what_completes_it() -> None:
    rules, game = opening("rajas_of_the_ganges")
    asked = resume(rules, game).pending
    assert isinstance(asked, Ask)
    found = suggest(rules, game, asked.seat, "Send a worker to the harbour, pay with")
    assert "Send a worker to the harbour, pay with Orange 1" in [each.text for each in found]


@pytest.mark.parametrize("words", [20, 60, 400])
def test_the_orders_tried_for_a_long_line_are_few_and_each_is_read_once(
    words: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, game = test_corrections.opening("bahmani")
    line = "a " * words
    with pytest.raises(InputError) as refused:
        parse(rules, game, "bahmani", line)
    tried = list[str]()

    def count(rules: Rules, game: Game, seat: str, text: str, reader: None) -> tuple[str, ...]:
        tried.append(text)
        return parse(rules, game, seat, text, reader)

    monkeypatch.setattr(nearest_module, "parse", count)
    list_nearest(rules, game, "bahmani", line, refused.value)
    assert len(tried) == len(set(tried))
    assert sum(len(split_tokens(text)) for text in tried[:-1]) < MOST_WORDS


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("march Egypt to Syira 9 Levies", "march Egypt to syria 2 Levies"),
        ("Egypt to Cyrenaca 3 Cavalry", "March from Egypt to Cyrenaica"),
    ],
)
def test_a_misspelled_place_is_corrected_though_another_part_is_refused(typed: str, offered: str) -> None:
    rules = GAMES["successors"]
    state = place({"EGY": {"red": "2l 2i"}, "THE": {"red": "2l"}}, phase="movement", seat="red")
    game = begin(rules, rules.dump(state), "abc").game
    with pytest.raises(InputError) as refused:
        correct_slips(rules, game, "red", typed)
    assert len(str(refused.value)) < 200
    assert nearest(rules, game, "red", typed)[0].casefold() == offered.casefold()
    assert not [text for text in nearest(rules, game, "red", typed) if "thebaid" in text.casefold()]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("march THR to HEL 1l, to BAB 1l, to LYD 1l", "march THR to HEL 1l, to LYD 1l"),
        ("march THR to BAB 1l, to LYD 1l", "march THR to LYD 1l"),
        (
            "march THR to HEL 1l; march MED to BAB 1l; march THR to LYD 1l",
            "march THR to HEL 1l; march THR to LYD 1l",
        ),
    ],
)
def test_only_the_refused_part_of_a_line_is_left_out(typed: str, offered: str) -> None:
    """The nearest order ended before the march that is too far, and dropped the one after it."""
    table = step("movement", {"THR": {"red": "3l 1c"}}, leaders={"red": "THR"})
    assert nearest(GAMES["successors"], table.game, "red", typed)[0] == offered


def test_words_with_several_meanings_get_no_answer_put_in_before_them() -> None:
    """For "3", "1 Levy 3" was offered, which buys two things."""
    table = step("revenue", {"THR": {"red": "1l"}}, talents={"red": 9}, leaders={"red": "THR"})
    assert table.ask.kind == "purchase"
    found = nearest(GAMES["successors"], table.game, "red", "2")
    assert found
    assert all(text.startswith("2") for text in found)
