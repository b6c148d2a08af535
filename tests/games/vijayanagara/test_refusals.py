"""Refusals of orders: each names its rule, and the nearest legal choice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
import yaml

from rules.kernel import Game, InputError, NotAllowed, Option, settle, submit
from rules.orders.buttons.controls import find_ways
from rules.orders.corrections import correct_slips
from rules.orders.notation import find_help, parse
from rules.orders.suggestions import suggest
from tests.facts import rule_first
from tests.games.vijayanagara.table import GAME, OPENERS, Table


def opened(faction: str, spaces: str = "", **more: Any) -> Game:
    """Return a turn that this faction opens, with only these pieces on the map."""
    document = {"card": OPENERS[faction], "dynasty": "tughlaq", **more}
    if spaces:
        document["spaces"] = yaml.safe_load(f"{{{spaces}}}")
    return Game("seed", 1, GAME.dump(GAME.load(yaml.safe_dump(document))))


def refusal(game: Game, faction: str, order: str) -> str:
    """Return a refusal with its rule in front."""
    with pytest.raises(InputError) as refused:
        parse(GAME, game, faction, order)
    return rule_first(str(refused.value))


SHADOW: dict[str, Any] = {
    "options": {"timurs_shadow": True},
    "played": ["timurid"],
    "block": 4,
    "left": {"event": 5, "timurid": 1},
}
QASBAHS = "malwa: {rebelling-amirs: 2, troops: 1}, gujarat: {qasbahs: 1, troops: 2}, "
QASBAHS += "jaunpur: {qasbahs: 1, troops: 1}, sindh: {troops: 1}"


@pytest.mark.parametrize(
    ("faction", "spaces", "order", "rule"),
    [
        ("sultanate", "", "limited conscript delhi, malwa", "2.3.5: "),
        ("sultanate", "", "limited march to malwa, gujarat from delhi", "2.3.5: "),
        ("bahmani", "", "limited migrate to gujarat, malwa from maharashtra", "2.3.5: "),
        ("sultanate", "", "command march to malwa, gujarat from delhi", "“gujarat” "),
        ("sultanate", "", "limited march to gondwana from malwa", "1.3.6: "),
        ("sultanate", "", "limited march to vindhya", "1.3.6: "),
        ("bahmani", "malwa: {obedient-amirs: 1}", "decree build in delhi", "3.1.1: Delhi "),
        ("vijayanagara", "andhra: {obedient-rajas: 1}", "decree compel in punjab", "3.1.1: Punjab "),
        (
            "bahmani",
            "malwa: {obedient-amirs: 1, governors: 1}, sindh: {obedient-amirs: 1, governors: 1}",
            "decree conspire in delhi",
            "3.1.1: Delhi ",
        ),
        (
            "sultanate",
            QASBAHS,
            "limited attack in malwa with gujarat 1 troop with jaunpur",
            "3.2.4: ",
        ),
        (
            "sultanate",
            QASBAHS,
            "limited attack in malwa from gujarat 1 troop from jaunpur",
            "3.2.4: ",
        ),
        (
            "sultanate",
            QASBAHS,
            "limited attack in malwa with bengal",
            "3.2.4: Bengal ",
        ),
        (
            "sultanate",
            "delhi: {troops: 3}",
            "decree campaign delhi 2 troops to jaunpur to bengal to orissa to andhra",
            "4.2.2: ",
        ),
        (
            "bahmani",
            "malwa: {obedient-amirs: 1}",
            "decree trade decree build",
            "4.0: Build ",
        ),
        (
            "bahmani",
            "malwa: {obedient-amirs: 1}",
            "rally malwa",
            "Say how you act: “command rally malwa”, “command-only rally malwa” or “limited rally malwa”.",
        ),
        (
            "bahmani",
            "malwa: {obedient-amirs: 1}, gujarat: {troops: 1}",
            "limited migrate gujarat 1 amir shift",
            "3.3.2: ",
        ),
        (
            "sultanate",
            "delhi: {troops: 2}, malwa: {troops: 3}",
            "command march to malwa from delhi 2 troops, to gujarat from malwa 4 troops",
            "3.1.2: 2 ",
        ),
    ],
)
def test_a_refusal_names_its_rule(faction: str, spaces: str, order: str, rule: str) -> None:
    """And first what breaks it."""
    assert refusal(opened(faction, spaces), faction, order).startswith(rule)


def test_1_3_6_the_range_is_no_reason_where_two_spaces_are_just_no_neighbours() -> None:
    near = "{troops: 2}, delhi: {troops: 2}, andhra: {troops: 2}"
    text = refusal(opened("sultanate", f"punjab: {near}"), "sultanate", "limited march jaunpur from punjab")
    assert "1.3.6" not in text
    text = refusal(opened("sultanate", f"malwa: {near}"), "sultanate", "limited march gondwana from malwa")
    assert "1.3.6" in text


def test_who_is_asked_again_reads_what_is_asked() -> None:
    """Card 29: Vijayanagara has no choice where nobody can trade it the price; then the Bahmanis go on."""
    spaces = "{karnataka: {rebelling-amirs: 2, troops: 1}, andhra: {obedient-rajas: 1}}"
    passed = "{sultanate: pass, vijayanagara: pass}"
    table = Table(f"{{card: event-29, places: {passed}, resources: {{vijayanagara: 2}}, spaces: {spaces}}}")
    game = settle(GAME, Game("seed", 1, GAME.dump(table.state))).game
    text = refusal(game, "bahmani", "event unshaded andhra")
    asked = table.answer("bahmani", "event unshaded").prompt
    assert text.endswith(asked)
    assert "“event unshaded”" in text
    assert "Bahmani Kingdom decides" not in text


def test_a_refusal_that_has_no_rule_gives_the_question() -> None:
    """An answer that is missing, or a number that is too high."""
    table = Table("", first="sultanate").answer("sultanate", "limited conscript fewer")
    assert table.prompt in refusal(opened("sultanate"), "sultanate", "limited conscript fewer in delhi")
    march = "limited march to jaunpur from delhi 2 troops"
    assert "“2”" in refusal(opened("sultanate", "delhi: {troops: 1}"), "sultanate", march)


def test_5_5_timurs_shadow_is_named() -> None:
    game = opened("sultanate", **SHADOW)
    assert refusal(game, "sultanate", "command conscript delhi, malwa").startswith(
        "5.5: Under Timur's Shadow "
    )


def test_2_3_5_a_limited_command_without_a_resource_says_so() -> None:
    game = opened("bahmani", resources={"bahmani": 0})
    said = refusal(game, "bahmani", "limited rally")
    assert said.startswith("2.3.5: ")
    assert "rule 3.1" in said


def test_3_1_2_units_that_fought_are_named() -> None:
    """3.1.2: Units that have joined one Attack join no other."""
    spaces = "malwa: {rebelling-amirs: 1}, gujarat: {qasbahs: 1, troops: 1}, sindh: {rebelling-amirs: 1}"
    game = opened("sultanate", spaces)
    assert refusal(game, "sultanate", "command attack in bengal").startswith("3.2.4: ")


@pytest.mark.parametrize(
    "order",
    [
        "limited conscript delhi done",
        "pass done",
        "limited march to jaunpur from delhi 2 troops done, done",
    ],
)
def test_done_after_the_last_step_is_no_mistake(order: str) -> None:
    assert parse(GAME, opened("sultanate"), "sultanate", order)


def test_1_8_an_offer_that_breaks_the_cap_is_refused_when_it_is_made() -> None:
    game = opened("sultanate", resources={"sultanate": 24, "bahmani": 5})
    assert refusal(game, "sultanate", "offer bahmani get 3r; pass").startswith("1.8: The Sultanate ")


@pytest.mark.parametrize(
    ("order", "keys"),
    [
        ("dec coll", ("decree", "collect")),
        ("lim con b", ("limited", "conscript", "bengal")),
    ],
)
def test_beginnings_of_words_do(order: str, keys: tuple[str, ...]) -> None:
    assert parse(GAME, opened("sultanate"), "sultanate", order) == keys


def test_orders_are_read_as_they_are_asked() -> None:
    """`from` for supporters, `move` in Compel, `command` before a Command."""
    spaces = "malwa: {rebelling-amirs: 2, troops: 1}, gujarat: {qasbahs: 1, troops: 2}"
    keys = parse(GAME, opened("sultanate", spaces), "sultanate", "limited attack malwa from gujarat 1 troop")
    assert keys[-2:] == ("gujarat", "1-troops")
    for said in ("with 1 troop from gujarat", "1 troop from gujarat"):
        assert parse(GAME, opened("sultanate", spaces), "sultanate", f"limited attack malwa {said}") == keys
    game = opened("vijayanagara", "andhra: {obedient-rajas: 1}")
    keys = parse(GAME, game, "vijayanagara", "decree tax; command rally in Karnataka")
    assert keys == ("decree", "tax", "rally", "karnataka")
    keys = parse(GAME, game, "vijayanagara", "decree compel karnataka done move from andhra")
    assert "andhra" in keys


@pytest.mark.parametrize(
    ("order", "keys"),
    [
        ("limited march to gujarat 2 troops from malwa", ("gujarat", "malwa", "2-troops")),
        ("limited march 2 troops from malwa to gujarat", ("gujarat", "malwa", "2-troops")),
        ("limited march 2 troops to gujarat from malwa, 1 governor", ("gujarat", "malwa", "2-troops")),
    ],
)
def test_a_number_may_come_before_its_space(order: str, keys: tuple[str, ...]) -> None:
    game = opened("sultanate", "malwa: {troops: 2, governors: 1}")
    assert parse(GAME, game, "sultanate", order)[2:5] == keys


def test_a_number_belongs_to_its_kind() -> None:
    """“2 governors” is never 2 Troops."""
    game = opened("sultanate", "malwa: {troops: 2, governors: 1}")
    said = refusal(game, "sultanate", "limited march to gujarat from malwa 2 governors")
    assert said.startswith("“2” is too many. ")
    said = refusal(game, "sultanate", "limited march to jaunpur from malwa 2 amirs")
    assert said.startswith("None of the Amirs can be chosen here.")


def test_compel_takes_the_rajas_before_where_they_come_from() -> None:
    game = opened("vijayanagara", "andhra: {rebelling-rajas: 2}")
    keys = parse(GAME, game, "vijayanagara", "decree compel karnataka move 1 raja from andhra")
    assert keys == ("decree", "compel", "karnataka", "done", "andhra", "1-rebelling-rajas")


def test_what_left_no_choice_may_be_named() -> None:
    """2.4.1: with nobody on the map the first Command is Amass, unasked."""
    game = settle(GAME, opened("bahmani", card="mongol-bahmani")).game
    assert parse(GAME, game, "bahmani", "amass; advance") == ("advance",)
    assert parse(GAME, game, "bahmani", "amass") == ("amass",)


def test_a_small_word_before_a_space_does_no_harm() -> None:
    game = opened("bahmani", "malwa: {obedient-amirs: 1}", card="event-12")
    assert parse(GAME, game, "bahmani", "event shaded in gujarat")[-1] == "gujarat"


def test_a_word_is_not_proposed_for_itself() -> None:
    """What is proposed says that its number comes first; “did you mean temple?” would not."""
    pieces = "andhra: {rebelling-rajas: 3}, bengal: {rebelling-rajas: 1}"
    places = {"bahmani": "ineligible", "sultanate": "ineligible"}
    game = opened("vijayanagara", pieces, card="event-30", places=places)
    said = refusal(game, "vijayanagara", "event shaded temple andhra")
    assert said.startswith(
        "I don't understand “temple” after “event shaded”. Did you mean 1 Temple in Andhra?"
    )
    keys = parse(GAME, game, "vijayanagara", "event shaded 1 temple andhra")
    assert keys == ("event", "shaded", "1-temples-in-andhra")


@pytest.mark.parametrize("word", ["temple", "influence"])
def test_a_word_of_the_game_is_not_called_unknown(word: str) -> None:
    game = opened("sultanate", "delhi: {troops: 2}")
    with pytest.raises(NotAllowed) as refused:
        parse(GAME, game, "sultanate", f"limited conscript {word}")
    assert str(refused.value).startswith(f"Not now: “{word}” doesn't answer this question. Conscript")
    assert refused.value.slip is None


def test_a_later_word_of_a_name_is_enough_to_propose_it() -> None:
    alone = opened("bahmani", "mountain-passes: {mongols: 3}", card="mongol-bahmani")
    assert parse(GAME, alone, "bahmani", "attack and plunder passes") == ("plunder", "mountain-passes")
    game = opened("bahmani", "mountain-passes: {mongols: 3}, punjab: {mongols: 1}", card="mongol-bahmani")
    with pytest.raises(InputError) as refused:
        parse(GAME, game, "bahmani", "attack and plunder passes")
    assert refused.value.slip is not None
    order, slips, *_ = correct_slips(GAME, game, "bahmani", "attack and plunder passes")
    assert slips == [("passes", "The Mountain Passes")]
    assert parse(GAME, game, "bahmani", order)[:2] == ("plunder", "mountain-passes")


def test_an_order_without_its_first_answer_says_what_stops_it() -> None:
    pieces = "malwa: {obedient-amirs: 2}"
    said = refusal(opened("bahmani", pieces, dynasty="khalji"), "bahmani", "rebel in malwa")
    assert "2.7.1" in said
    game = opened("bahmani", pieces, places={"vijayanagara": "command", "sultanate": "event"})
    order, slips, *_ = correct_slips(GAME, game, "bahmani", "rebel in malwa")
    assert slips == [("rebel", "limited rebel")]
    assert parse(GAME, game, "bahmani", order)[:2] == ("limited", "rebel")


def test_the_beginning_that_reads_furthest_says_what_is_wrong() -> None:
    """A misspelt place at the end does not turn a Command and Decree into a refused Limited Command."""
    spaces = "karnataka: {obedient-rajas: 2}, tamilakam: {obedient-rajas: 3}, andhra: {obedient-rajas: 2}"
    game, typed = opened("vijayanagara", spaces), "rally karnataka and tamilakam, build andra"
    order, slips, *_ = correct_slips(GAME, game, "vijayanagara", typed)
    assert ("andra", "andhra") in slips
    keys = ("command", "rally", "karnataka", "tamilakam", "done", "build", "andhra")
    assert parse(GAME, game, "vijayanagara", order) == keys


def test_a_remark_is_no_word_of_an_answer() -> None:
    """“done” is not read as the “does” of “Attack (does nothing)”."""
    game = opened("sultanate", "delhi: {troops: 2}")
    assert refusal(game, "sultanate", "command done").startswith("“done” is not possible here")


def test_what_is_no_word_is_not_called_an_empty_order() -> None:
    game = opened("bahmani")
    assert refusal(game, "bahmani", "🐯").startswith("“🐯” contains no order. ")
    assert refusal(game, "bahmani", "  ").startswith("The order is empty. ")


def test_an_echo_is_short_and_clean() -> None:
    """What was typed is said back without control and direction characters, and never at length."""
    said = refusal(opened("bahmani"), "bahmani", "\u202elimited rally" + " maharashtra" * 40 + "\x07")
    assert "\u202e" not in said
    assert "\x07" not in said
    assert len(said) < 300


def test_1_4_6_an_empty_box_is_why_nothing_can_be_placed() -> None:
    """The reason, and no remark on what the Command would do."""
    game = opened("bahmani", "maharashtra: {obedient-amirs: 14}")
    assert refusal(game, "bahmani", "limited rally malwa").startswith("3.3.1: No Amirs are Available.")


def test_an_act_that_does_nothing_is_marked_and_one_that_is_barred_is_not() -> None:
    """2.3.3: Rebel in no space is legal and does nothing; barred it has its reason alone."""
    spaces = "malwa: {obedient-amirs: 1, troops: 3}"
    marked = {
        option.key: (option.label, option.idle, bool(option.why_not))
        for order in ("command", "limited")
        for option in find_help(GAME, opened("bahmani", spaces), "bahmani", f"{order} ?").options
        if option.key in ("rally", "rebel")
        for option in [replace(option, key=f"{order} {option.key}")]
    }
    assert marked == {
        "command rally": ("Rally", False, False),
        "command rebel": ("Rebel (does nothing)", True, False),
        "limited rally": ("Rally", False, False),
        "limited rebel": ("Rebel", False, True),
    }


def test_a_way_that_does_nothing_is_marked() -> None:
    """2.3.3: as its button is shown."""
    game = submit(
        GAME, opened("bahmani", "malwa: {obedient-amirs: 1, troops: 3}"), "bahmani", ["command"]
    ).game
    buttons = [control for control in find_ways(GAME, game, 10).controls if isinstance(control, Option)]
    assert [(each.label, each.idle) for each in buttons] == [("Rebel (does nothing)", True)]


@pytest.mark.parametrize(
    ("sequence", "order", "rule"),
    [
        ({"sultanate": "command"}, "build in malwa", "2.3.3: "),
        ({}, "limited rally build", "2.3.5: "),
        ({}, "command-only rally malwa build", "2.3.3: "),
        ({}, "command rally malwa build conspire", "4.0: "),
        ({}, "campaign", "4.0: "),
    ],
)
def test_a_decree_that_is_not_possible_now_says_why(sequence: dict[str, str], order: str, rule: str) -> None:
    """4.0: another faction has it, the chosen option has none, it is there already, or it is another's."""
    game = opened("bahmani", "malwa: {obedient-amirs: 1}", places=sequence)
    said = refusal(game, "bahmani", order)
    assert said.startswith(rule)
    assert "Decree" in said


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("command rally malwa pass", "2.3.3: "),
        ("limited rally event", "2.3.3: "),
        ("2 amirs in malwa", "2.3.3: "),
        ("command migrate 2 amirs", "3.3.2: "),
    ],
)
def test_what_comes_too_early_or_too_late_says_so(order: str, rule: str) -> None:
    """A Pass or the Event is a first choice; a number of pieces comes after the place."""
    game = opened("bahmani", "malwa: {obedient-amirs: 3}, gujarat: {troops: 1}")
    assert refusal(game, "bahmani", order).startswith(rule)


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ("decree rally malwa", "3.0: Rally is a Command, not a Decree."),
        ("command build malwa", "4.0: Build is a Decree, and this question asks for a Command."),
        ("command malwa", "3.0: First name a Command. Malwa comes after it."),
        ("limited malwa", "3.0: First name a Command. Malwa comes after it."),
        (
            "command rally command rally",
            "3.0: You are executing Rally now.",
        ),
        ("command rally attack", "3.0: Attack is another Command. You execute only one per turn."),
        ("decree build conspire", "4.0: Conspire is another Decree. You execute only one per turn."),
        (
            "decree build decree build",
            "4.0: You are executing Build now.",
        ),
        ("decree build rally", "3.0: Rally is a Command, and this question is about your Decree."),
    ],
)
def test_an_order_word_at_the_wrong_place_is_refused_by_the_open_question(order: str, why: str) -> None:
    """Most said "You execute only one per turn", although nothing had been executed."""
    spaces = "malwa: {obedient-amirs: 3, governors: 1}, gujarat: {obedient-amirs: 1, troops: 1}"
    assert refusal(opened("bahmani", spaces), "bahmani", order).startswith(why)


def test_a_refusal_in_an_event_leaves_out_what_each_text_would_do() -> None:
    """Six lines about the card stood in the middle of the refusal, and it ended with "etc.."."""
    table = Table("card: event-10")
    said = refusal(Game("seed", 1, GAME.dump(table.state)), table.question.seat, "event rally gondwana")
    assert len(said.splitlines()) == 1
    assert not said.endswith("..")


@pytest.mark.parametrize(("order", "side"), [("event light", "unshaded"), ("event dark text", "shaded")])
def test_a_side_of_an_event_is_read_by_its_colour(order: str, side: str) -> None:
    """As the question names the two texts."""
    table = Table("card: event-2")
    game = Game("seed", 1, GAME.dump(table.state))
    assert parse(GAME, game, table.question.seat, order)[:2] == ("event", side)


def test_a_refusal_quotes_no_word_that_was_not_typed() -> None:
    """ "Limited" was tried before the order, and then quoted: "The turn ends after “limited rally ...”"."""
    game = opened("vijayanagara", "andhra: {obedient-rajas: 1}")
    said = refusal(game, "vijayanagara", "rally andhra and biuld")
    assert "“biuld” after “rally andhra and”" in said
    assert "Build" in said
    assert not {"limited", "command"} & {*said.lower().split()}


@pytest.mark.parametrize(
    ("begun", "first"), [("ral", "command Rally"), ("bui", "decree Build"), ("lim", "Limited Command")]
)
def test_a_line_without_its_first_answer_is_completed(begun: str, first: str) -> None:
    game = opened("vijayanagara", "andhra: {obedient-rajas: 1}")
    assert suggest(GAME, game, "vijayanagara", begun)[0].text == first


@pytest.mark.parametrize("order", ["conscript in delhi and bombay", "conscript delhi, bombay"])
def test_a_word_after_and_is_refused_as_another_answer(order: str) -> None:
    """ "How many do you place in Delhi?" did not say why "Bombay" can't be chosen."""
    game = opened("sultanate", "delhi: {troops: 1}")
    said = refusal(game, "sultanate", order)
    assert "“bombay”" in said
    assert "Conscript in another space too? Sindh" in said
