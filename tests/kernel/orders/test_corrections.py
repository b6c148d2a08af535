"""Typed lines are corrected if only one order can be meant: spelling, sequence, missing words."""

from __future__ import annotations

from random import Random

import pytest

from rules.ask import Reader
from rules.kernel import Ask, Game, InputError, NotUnderstood, Rules, begin, submit
from rules.loading.games import GAMES
from rules.orders import corrections
from rules.orders.corrections import correct_slips, correct_to_end
from rules.orders.nearest import SLIPS
from rules.orders.notation import Typed, parse, read_order
from tests.games.successors.table import step
from tests.kernel.play import TOY, march_north

ARMY = {"BAB": {"red": "3i 2c 1l"}, "MAC": {"red": "3i 2c 1l"}}


def opening(seat: str) -> tuple[Rules, Game]:
    """Return Vijayanagara when this seat is first asked how it acts. The others pass."""
    rules = GAMES["vijayanagara"]
    at = begin(rules, rules.dump(rules.setup(rules.Options())), "abc")
    while isinstance(ask := at.live.pending, Ask) and (ask.seat, ask.kind) != (seat, "option"):
        at = submit(rules, at.game, ask.seat, ("pass",) if "pass" in ask.menu() else [*ask.menu()][:1])
    return rules, at.game


def read(rules: Rules, game: Game, seat: str, text: str) -> tuple[str, ...]:
    return correct_slips(rules, game, seat, text).typed.keys


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("march bab sus with all", "march BAB to SUS all"),
        ("march bab sus with everything", "march BAB to SUS all"),
        ("march all from bab to sus", "march BAB to SUS all"),
        ("march to sus from bab", "march BAB to SUS"),
        ("march 1 infantry from babylon to susa", "march BAB to SUS 1i"),
        ("move 1i from BAB to SUS", "march BAB to SUS 1i"),
        ("march 2i, 1c from bab to sus", "march BAB to SUS 2i 1c"),
        ("march 1i BAB to SUS", "march BAB to SUS 1i"),
    ],
)
def test_parts_of_a_march_may_stand_in_another_sequence(typed: str, meant: str) -> None:
    table = step("movement", ARMY, leaders={"red": "MAC"})
    rules = GAMES["successors"]
    assert read(rules, table.game, "red", typed) == parse(rules, table.game, "red", meant)


EAST = {"MED": {"red": "4l"}, "SUS": {"red": "2l"}}


@pytest.mark.parametrize("stop", [";", ",", "."])
@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("media to mesopotamia 1 levy{} susiana to persia 1 levy", "march SUS to PER 1l"),
        ("media to mesopotamia 1 levy{} media to persia 3 levies", "march MED to PER 3l"),
    ],
)
def test_an_origin_after_a_stop_begins_another_march(typed: str, meant: str, stop: str) -> None:
    """A name before "to" is an origin, also if it begins the name of a destination (Media Atropatene)."""
    table = step("movement", EAST, leaders={"red": "MED"})
    rules = GAMES["successors"]
    expected = parse(rules, table.game, "red", f"march MED to MES 1l; {meant}")
    assert read(rules, table.game, "red", f"march {typed.format(stop)}") == expected


@pytest.mark.parametrize("stop", [";", ",", "."])
def test_the_same_origin_after_a_stop_begins_another_march(stop: str) -> None:
    rules, table = GAMES["successors"], step("movement", EAST, leaders={"red": "MAC"})
    typed = f"march media to mesopotamia 2 levies{stop} media to susiana 1 levy"
    expected = parse(rules, table.game, "red", "march MED to MES 2l; march MED to SUS 1l")
    assert read(rules, table.game, "red", typed) == expected


@pytest.mark.parametrize("origin", ["egypt", "macedonia"])
def test_an_origin_without_units_is_no_destination(origin: str) -> None:
    table = step("movement", EAST, leaders={"red": "MED"})
    text = f"march media to mesopotamia 1 levy; {origin} to persia 1 levy"
    with pytest.raises(InputError):
        read(GAMES["successors"], table.game, "red", text)


def test_letters_in_another_sequence_are_corrected() -> None:
    table = step("movement", ARMY, leaders={"red": "MAC"})
    order, slips, *_ = correct_slips(
        GAMES["successors"], table.game, "red", "march babylonia to sirya with all"
    )
    assert (order, slips) == ("march babylonia to syria with all", [("sirya", "syria")])


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("limited march 3 troops from delhi to malwa", "limited march to malwa from delhi 3 troops"),
        ("limited march 3 troops delhi to malwa", "limited march to malwa from delhi 3 troops"),
        ("limited march delhi to malwa", "limited march to malwa from delhi"),
        ("limited conscript del 3 troops", "limited conscript 3 troops in delhi"),
        ("conscript delhi, collect", "command conscript in delhi; decree collect"),
    ],
)
def test_short_orders_of_the_sultanate_are_read(typed: str, meant: str) -> None:
    rules, game = opening("sultanate")
    assert read(rules, game, "sultanate", typed) == parse(rules, game, "sultanate", meant)


@pytest.mark.parametrize(
    "typed", ["conscript delhi", "march 3 troops from delhi to malwa", "conscript 3 delhi"]
)
def test_ways_to_act_are_named_if_several_fit(typed: str) -> None:
    rules, game = opening("sultanate")
    with pytest.raises(NotUnderstood) as refused:
        correct_slips(rules, game, "sultanate", typed)
    assert refused.value.slip is not None
    assert len(refused.value.slip.meant) == 3


def test_a_misspelled_word_is_corrected_before_ways_to_act_are_named() -> None:
    """The word has another place in the order than in the longer order with its beginning."""
    rules, game = opening("sultanate")
    told = list[str]()
    for typed in ("conscript in delhi", "conscript in dehli"):
        with pytest.raises(NotUnderstood) as refused:
            correct_slips(rules, game, "sultanate", typed)
        told.append(str(refused.value))
    assert told[0] == told[1]


def test_a_misspelled_word_of_the_next_question_is_found() -> None:
    rules, game = opening("bahmani")
    assert correct_slips(rules, game, "bahmani", "bild")[:2] == ("decree build", [("bild", "decree build")])


@pytest.mark.parametrize(
    "typed", ["command attack madhyadesh, trade", "command atack madhyadesh; decree trade"]
)
def test_what_comes_after_the_dice_is_left_out(typed: str) -> None:
    rules, game = opening("bahmani")
    with pytest.raises(InputError) as refused:
        parse(rules, game, "bahmani", typed)
    assert refused.value.slip or refused.value.cut
    order, _, _, cut = correct_to_end(rules, game, "bahmani", typed)
    assert order == "command attack madhyadesh"
    assert cut is not None
    assert cut.rest.endswith("trade")


def test_what_is_no_order_is_refused_as_before() -> None:
    for text in ("gibberish", "command nothing to malwa from delhi", "1 2 3 from to in"):
        with pytest.raises(InputError):
            correct_to_end(TOY, march_north(), "north", text)


def test_a_long_order_is_read_only_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    read_texts = list[str]()

    def count(rules: Rules, game: Game, seat: str, text: str, reader: Reader | None) -> Typed:
        read_texts.append(text)
        return read_order(rules, game, seat, text, reader)

    monkeypatch.setattr(corrections, "read_order", count)
    rules, game = opening("sultanate")
    with pytest.raises(InputError):
        correct_to_end(
            rules, game, "sultanate", "command march 3 troops from delhi to malwa in gujarat, " * 10
        )
    assert len(read_texts) <= (corrections.SEQUENCES + 1) * (SLIPS + 1)


def test_any_words_in_any_sequence_are_answered() -> None:
    """Corrections never fail with another error than a refusal, and give an order that can be read."""
    rules, game = opening("sultanate")
    words, number = (
        "march delhi malwa to from in 3 troops all a one , ; command limited collect".split(),
        Random(3),
    )
    for _ in range(60):
        text = " ".join(number.choices(words, k=number.randint(1, 7)))
        try:
            order, *_ = correct_to_end(rules, game, "sultanate", text)
        except InputError:
            continue
        assert parse(rules, game, "sultanate", order)


@pytest.mark.parametrize("typed", ["4 levys", "4 levy", "4 leveis"])
def test_a_misspelt_plural_is_corrected_and_the_number_stays(typed: str) -> None:
    table = step("revenue", {"MAC": {"red": "2i"}, "GRE": {"red": "1i"}})
    order, slips, *_ = correct_slips(GAMES["successors"], table.game, "red", f"buy {typed}")
    assert (order, slips) == ("buy 4 levies", [(typed.removeprefix("4 "), "levies")])


def test_a_number_that_is_too_high_is_no_misspelling() -> None:
    table = step("revenue", {"MAC": {"red": "2i"}, "GRE": {"red": "1i"}})
    with pytest.raises(NotUnderstood, match=r"“9” is too many\. The most is 4"):
        correct_slips(GAMES["successors"], table.game, "red", "buy 9 levies")
