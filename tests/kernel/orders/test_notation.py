"""Typed order lines: words to keys, and the replies to lines that can't be read."""

from __future__ import annotations

from typing import Any

import pytest

from rules.kernel import Ambiguous, Game, NotAllowed, NotUnderstood, Option, begin, submit
from rules.loading.games import GAMES
from rules.orders.notation import find_help, parse
from rules.orders.order import CutShort
from rules.orders.place_sentences import unfold_places
from rules.orders.questions import Question
from rules.orders.reading import read, spell_option
from rules.orders.suggestions import LINE_MAX, suggest
from tests.games.successors.table import place
from tests.kernel.play import TOY, march_north, start


def keys(text: str, game: Game | None = None, seat: str = "north") -> str:
    return " ".join(parse(TOY, game or march_north(), seat, text))


FULL = "command done march malwa delhi 3-troops 1-governors gujarat 2-troops"


@pytest.mark.parametrize(
    "text",
    [
        "command march to Malwa from Delhi 3 Troops 1 Governor from Gujarat 2 Troops",
        "Command; march: Malwa, Delhi, 3 troops, 1 governor, Gujarat, 2 troops",
        "COM MAR MAL FROM DEL 3 TRO 1 GOV FROM GUJ 2 T",
        "command done march to the malwa from delhi 3t and 1g from gujarat 2t please",
        "command march malwa from delhi 3_troops 1–governors ; gujarat 2 troops",
        "command march malwa from delhi 3-troops 1-governors gujarat 2-troops",
    ],
)
def test_one_order_can_be_written_in_many_ways(text: str) -> None:
    assert keys(text) == FULL


def test_words_that_fit_nothing_close_the_question() -> None:
    order = "command march malwa from delhi 3 troops to rajput from delhi 1 troop; decree trade"
    marched = "command done march malwa delhi 3-troops done done rajput-kingdoms delhi 1-troops"
    assert keys(order) == f"{marched} done done done trade"


def test_the_lead_of_an_outer_question_closes_the_inner_one() -> None:
    order = "command march to malwa from delhi 1 troop to maharashtra"
    assert keys(order) == "command done march malwa delhi 1-troops done done maharashtra"


def test_a_decree_before_the_command() -> None:
    assert keys("command decree build in delhi march") == "command build delhi march"


def test_places_may_be_listed_before_what_is_done_in_each() -> None:
    marched = "command done march malwa delhi 3-troops done done rajput-kingdoms delhi 1-troops"
    listed = "command march to malwa and the Rajput Kingdoms"
    assert keys(f"{listed}. Malwa: 3 Troops from Delhi. The Rajput Kingdoms: 1 Troop from Delhi") == marched


@pytest.mark.parametrize(
    ("text", "joined"),
    [
        (
            "To Media and Media Minor. Media: with 1. Media Minor: with 2.",
            "To Media, with 1, to Media Minor, with 2",
        ),
        ("In A, B and C. C: build.", "In A, B and C, build"),
        ("Marche vers le Sind et le Malwa. Le Sind : 2.", "Marche vers le Sind 2, to le Malwa"),
        ("Bâtir au Malwa et en Orissa. Le Malwa : 1.", "Bâtir au Malwa 1, en Orissa"),
        ("Bâtir au Malwa et à Delhi. Le Malwa : bâtir.", "Bâtir au Malwa, bâtir, à Delhi"),
        ("Bâtir en Orissa et dans l’Andhra. L’Orissa : 1.", "Bâtir en Orissa 1, dans l’Andhra"),
        ("Buy 2. Syria: 1.", "Buy 2. Syria: 1."),
        ("To Syria: 1 Levy.", "To Syria: 1 Levy."),
    ],
)
def test_only_sentences_about_listed_places_are_joined(text: str, joined: str) -> None:
    assert unfold_places(text) == joined


def test_the_next_words_tell_apart_answers_that_begin_alike() -> None:
    names = ("2 Red Rajas in Malwa", "2 Red Rajas in Delhi", "2 Blue Rajas in Delhi")
    asked = Question("north", "Which?", "", tuple(Option(name, name) for name in names), False)
    assert read(asked, ["2", "malwa"])[:2] == (names[0], 2)
    assert read(asked, ["2", "in", "malwa"])[:2] == (names[0], 3)
    assert read(asked, ["2", "malwa", "troops"])[:2] == (names[0], 2)
    assert not read(asked, ["2", "malwa"]).literal
    for unclear in (["2", "delhi"], ["2"], ["2", "in"], ["2", "sindh"]):
        assert len(read(asked, unclear).several) > 1


def test_forced_answers_need_not_be_named_but_may_be() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    assert keys("command attack in delhi", game) == "command done attack delhi"
    assert keys("command attack in delhi south", game) == "command done attack delhi south"
    order = "command build muster; decree"
    with pytest.raises(NotUnderstood, match=r"“muster” after “command build”. Build in: Delhi or Gujarat"):
        keys(order)
    assert keys(order.removesuffix("; decree"), game) == "command build delhi muster"


def test_a_semicolon_at_the_end_says_done_once_and_a_full_stop_as_often_as_possible() -> None:
    order = "command march to malwa from delhi 3 troops"
    assert keys(order + ";") == "command done march malwa delhi 3-troops done"
    assert keys(order + ".") == "command done march malwa delhi 3-troops done done done done"
    assert keys(order + ", ") == "command done march malwa delhi 3-troops"


def test_a_name_never_runs_across_a_comma() -> None:
    game = submit(TOY, march_north(), "north", ["command", "done", "march"]).game
    assert keys("rajput kingdoms", game) == "rajput-kingdoms"
    with pytest.raises(NotUnderstood, match="“kingdoms” after “rajput”"):
        keys("rajput, kingdoms", game)


def test_done_can_be_typed_also_as_its_buttons_say_it() -> None:
    for done in ("done", "nothing", "nothing more", "do nothing"):
        assert keys(f"command {done} muster") == "command done muster"


def test_an_alias_is_as_good_as_the_name() -> None:
    assert keys("command talk peace") == "command done parley peace"
    assert keys("command hold a parley for peace") == "command done parley peace"


def test_a_side_act_is_one_key_and_may_come_before_an_order() -> None:
    assert keys("Give 1; pass") == "~give_1 pass"
    assert keys("give 2", seat="south") == "~give_2"
    with pytest.raises(NotAllowed, match="“give 9” is no side act here"):
        keys("give 9")


@pytest.mark.parametrize(
    ("text", "why", "left"),
    [
        ("command attack in andhra", "No Troops of yours in Andhra (rule 1.2). ", ["Nothing more"]),
        (
            "command march to malwa from raj",
            "No free pieces in Rājput Kingdoms (rule 1.1). ",
            ["Delhi", "Gujarat", "nothing"],
        ),
        ("pass pass", "The South ", ["“pass”"]),
    ],
)
def test_what_is_against_the_rules_is_refused_with_the_reason(text: str, why: str, left: list[str]) -> None:
    """The refusal also says what is legal, or how far the order goes."""
    with pytest.raises(NotAllowed) as refused:
        keys(text)
    assert str(refused.value).startswith(why)
    assert all(each in str(refused.value) for each in left)


def test_an_order_may_not_go_on_past_dice() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    with pytest.raises(NotAllowed) as refused:
        keys("command attack in delhi, malwa", game)
    assert "“command attack in delhi”" in str(refused.value)


def test_an_order_may_not_go_on_past_the_turn() -> None:
    game = submit(TOY, start(), "south", ["pass"]).game
    with pytest.raises(NotAllowed, match="The turn ends after “pass”"):
        keys("pass command", game)


def test_another_seats_decision() -> None:
    with pytest.raises(NotAllowed, match=r"It is The North's decision now\."):
        keys("pass", seat="south")


def test_a_game_that_is_over() -> None:
    game = start(deck=["card-2"])
    for seat in ("south", "north"):
        game = submit(TOY, game, seat, ["pass"]).game
    with pytest.raises(NotAllowed, match="The game is over"):
        keys("pass", game)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("dance", "I don't understand “dance”. Card Bad Omens: Command, Event or Pass."),
        (
            "comand march",
            "I don't understand “comand”. Did you mean Command?",
        ),
        (
            "command march to malva",
            "I don't understand “malva” after “command march to”. Did you mean Malwa?",
        ),
        (
            "command march to malwa from malwa",
            (
                "I don't understand “malwa” after “command march to malwa from”. "
                "March to Malwa from: Delhi, Gujarat or nothing."
            ),
        ),
        ("command march to", "Your order stops after “command march to”. March to: "),
        ("", "The order is empty. Card Bad Omens: Command, Event, Pass"),
        (" ,; ", "The order is empty."),
    ],
)
def test_what_is_not_understood_is_answered_with_what_may_be_said(text: str, why: str) -> None:
    with pytest.raises(NotUnderstood) as lost:
        keys(text)
    assert str(lost.value).startswith(why)


def test_words_that_can_mean_several_things() -> None:
    with pytest.raises(Ambiguous) as several:
        keys("command march to ma", march_north())
    assert str(several.value) == "“ma” can mean Malwa or Maharashtra."
    assert several.value.candidates == ("malwa", "maharashtra")


def test_what_carries_the_next_word_is_named_first() -> None:
    """A wrong die is typed. The option that is about this die comes first."""

    class Dice:
        """The toy game with Commands named after Cavalry's choices."""

        def __getattr__(self, name: str) -> Any:
            return getattr(TOY, name)

        @staticmethod
        def name(key: str) -> str:
            return {"march": "Charge 6", "attack": "Screen 2", "muster": "Screen 5"}.get(key) or TOY.name(key)

    game = submit(TOY, march_north(), "north", ["command", "done"]).game
    for text, hint in (("screen 6", ", but “6” belongs only to Charge 6."), ("screen; 6", ".")):
        with pytest.raises(Ambiguous) as several:
            parse(Dice(), game, "north", text)
        assert str(several.value) == f"“screen” can mean Screen 2 or Screen 5{hint}"
    with pytest.raises(NotUnderstood, match="There is no “screen 7” here"):
        parse(Dice(), game, "north", "screen 7")


def test_the_same_reason_is_given_once() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}})
    shown = str(find_help(TOY, game, "north", "command attack ?"))
    assert shown.count("(rule 1.2)") == 2
    assert "Not Malwa: no Troops of yours in Malwa (rule 1.2). " in shown
    assert "Rājput Kingdoms, Gujarat" in shown.splitlines()[-1]
    assert all(line.strip()[0].isupper() and line.endswith(".") for line in shown.splitlines()[1:]), shown


def test_a_refused_option_is_no_candidate() -> None:
    reached = "command march to malwa from delhi 1 troop, to ma"
    assert keys(reached).endswith(" maharashtra")


def test_a_long_list_is_cut() -> None:
    game = submit(
        TOY,
        march_north(pieces={"north/delhi": {"troops": 20}}),
        "north",
        ["command", "done", "march", "malwa"],
    ).game
    game = submit(TOY, game, "north", ["delhi"]).game
    with pytest.raises(NotUnderstood, match=r"Which pieces: 1 to 20 Troops"):
        keys("dance", game)


def test_help_names_the_question_and_the_refused_with_their_reasons() -> None:
    asked = find_help(TOY, march_north(), "north", "command march to ?")
    assert asked.seat == "north"
    assert "Malwa, Rājput Kingdoms" in str(asked)
    assert str(find_help(TOY, march_north(), "north", "")) == "Card Bad Omens: Command, Event, Pass"
    assert "Not Delhi: no enemy in Delhi (rule 1.2)." in str(
        find_help(TOY, march_north(), "north", "command attack?")
    )


def test_help_on_a_word_that_fits_several_shows_these() -> None:
    assert str(find_help(TOY, march_north(), "north", "command march ma?")) == "March to: Malwa, Maharashtra"


def test_help_is_refused_as_orders_are() -> None:
    with pytest.raises(NotAllowed, match="North's decision"):
        find_help(TOY, march_north(), "south", "?")
    with pytest.raises(NotUnderstood, match="dance"):
        find_help(TOY, march_north(), "north", "dance ?")


def texts(text: str, game: Game | None = None, limit: int = 25) -> list[str]:
    return [suggestion.text for suggestion in suggest(TOY, game or march_north(), "north", text, limit)]


def test_suggestions_complete_the_line_by_one_answer() -> None:
    assert texts("") == ["Command", "Event", "Pass", "give 1", "give 2"]
    assert texts("com") == ["Command"]
    assert texts("command march ma") == ["command march to Malwa", "command march to Maharashtra"]
    assert texts("command march malwa ") == [
        "command march malwa from Delhi",
        "command march malwa from Gujarat",
        "command march malwa Done",
    ]


def test_a_whole_word_is_suggested_with_what_comes_next() -> None:
    assert texts("pass") == ["Pass"]
    assert texts("command parley")[:3] == [
        "command Hold a parley",
        "command parley for Peace",
        "command parley for Gold",
    ]


def test_a_small_word_may_be_begun() -> None:
    assert (
        texts("command march malwa from delhi 1 troop fr")[0]
        == "command march malwa from delhi 1 troop from Gujarat"
    )


def test_refused_suggestions_come_only_without_legal_ones_and_say_why() -> None:
    found = suggest(TOY, march_north(), "north", "command attack ")
    assert [suggestion.refused for suggestion in found] == [False]
    found = suggest(TOY, march_north(), "north", "command attack delhi")
    assert [suggestion.refused for suggestion in found] == [True]
    assert found[0].label == "command attack in Delhi (no: no enemy in Delhi (rule 1.2))"


def test_suggestions_fit_discord() -> None:
    long = "command  march  to  malwa  from  delhi  1  troop " + "," * 48
    found = suggest(TOY, march_north(), "north", long)
    assert all(len(suggestion.text) <= LINE_MAX and len(suggestion.label) <= LINE_MAX for suggestion in found)
    assert texts("", limit=2) == ["Command", "Event"]
    assert texts("command " + "," * 100) == []
    tight = suggest(TOY, march_north(), "north", "command attack " + "," * 60 + " delhi")
    assert tight[0].label.startswith("command attack ,")
    assert tight[0].label.endswith("…")
    assert len(tight[0].label) == LINE_MAX


def test_no_suggestions_where_nothing_can_be_read() -> None:
    assert texts("dance wildly") == []
    assert suggest(TOY, march_north(), "south", "pass") == []


def test_a_line_cut_short_is_an_error_of_its_own() -> None:
    with pytest.raises(CutShort):
        keys("command march to")


def test_a_small_word_that_is_also_the_beginning_of_a_name() -> None:
    asked = Question("north", "Where?", "to", (Option("to-arms", "To arms"), Option("arms", "Arms")), False)
    assert read(asked, ["to", "arms"]).key == "arms"
    only = Question("north", "Where?", "to", (Option("to-arms", "To arms"),), False)
    assert read(only, ["to", "arms"]).key == "to-arms"


def test_options_that_are_spelled_alike_are_written_as_they_are() -> None:
    asked = Question("north", "Where?", "in", (Option("a-b", "A b"), Option("a_b", "A b")), False)
    assert spell_option(asked, asked.options[1]) == "in a_b"


def test_a_refused_option_that_is_only_begun_is_refused_in_the_end() -> None:
    with pytest.raises(NotAllowed, match=r"No Troops of yours in Andhra \(rule 1\.2\)\. "):
        keys("command attack andh")


def test_suggestions_after_a_small_word() -> None:
    assert texts("command march to")[0] == "command march to Malwa"
    assert texts("command march to ma") == ["command march to Malwa", "command march to Maharashtra"]


def test_a_word_of_the_question_is_no_side_act() -> None:
    class Passing:
        """The toy game in which "pass" and "give" begin acts out of turn."""

        SIDE_WORDS = frozenset({"pass", "give"})

        def __getattr__(self, name: str) -> Any:
            return getattr(TOY, name)

    assert parse(Passing(), march_north(), "north", "pass") == ("pass",)
    assert parse(Passing(), march_north(), "north", "give 1") == ("~give_1",)


def test_a_question_mark_asks_and_enters_nothing() -> None:
    with pytest.raises(NotUnderstood) as told:
        keys("command march to ?")
    assert str(told.value).startswith("March to: Malwa, Rājput Kingdoms")


def test_nothing_is_refused_where_something_has_to_be_chosen() -> None:
    for none in ("nothing", "none", "done"):
        with pytest.raises(NotUnderstood, match=f"“{none}” is not possible here"):
            keys(f"command march to malwa from delhi {none}")
    assert keys("command none muster") == "command done muster"


def test_amounts_of_a_kind_are_one_item_and_give_one_reason() -> None:
    rules = GAMES["successors"]
    state = place({"EGY": {"red": "2l 2i"}}, phase="revenue", seat="red", talents={"red": 12})
    game = begin(rules, rules.dump(state), "abc").game
    asked = find_help(rules, game, "red", "buy ?")
    assert len(asked.legal) > 10
    kinds = {option.key.partition("-")[2] or option.key for option in asked.legal}
    assert len(asked.list_typed().split(", ")) == len(kinds)
    barred = [line.partition(":")[0] for line in asked.refusals()]
    assert barred == ["Not 1 Cavalry (3 T)", "Not 1 Elephant (4 T)"]
