"""How many taps a whole turn takes, from the board to the confirmed act."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.orders import autofill
from bot.orders.draft import Draft
from bot.orders.preview import (
    ORDER,
    cut_beginning,
    cut_end,
    describe_draft,
    describe_next,
    list_declined,
    list_unasked,
    name_closed,
    show_draft,
    write_preview,
)
from bot.replies.text import LEAST
from bot.session.loaded_game import LoadedGame, list_choices
from rules import kernel, taj_mahal
from rules.asking import DONE
from rules.chance import Roll
from rules.kernel import Ask, NotAllowed, Option
from rules.loading.games import GAMES
from rules.orders.buttons.controls import LONGEST, Menu, find_ways
from rules.orders.buttons.lookahead import JOINT
from rules.orders.notation import parse
from rules.vijayanagara.board import TOTALS
from tests.games.taj_mahal.table import GAME as TAJ
from tests.games.taj_mahal.table import place
from tests.kernel.play import random_steps
from tests.phrases import phrase, says
from tests.turns.walking import check, situation, walk

RULES = GAMES["vijayanagara"]
DOCS = Path(__file__).parents[3] / "docs"
MOST, MOST_EXACT = 10, 12  # taps; exact numbers are the last ones that anybody wants by tapping
MARCHING = """
card: event-11
spaces:
  delhi: {troops: 5, governors: 1}
  malwa: {troops: 3, governors: 1}
  gujarat: {troops: 2, governors: 1}
  jaunpur: {troops: 4, governors: 1}
  bengal: {troops: 2, governors: 1}
"""
SHARED = """
card: event-11
spaces:
  delhi: {troops: 5, governors: 1}
"""
SETTING_OUT = """
card: event-6
places: {bahmani: ineligible, vijayanagara: ineligible}
spaces:
  delhi: {troops: 5}
  karnataka: {troops: 1}
"""
RAIDED = """
card: event-11
cavalry: {sultanate: 1}
spaces:
  delhi: {troops: 4}
  punjab: {troops: 4, mongols: 2}
  mountain-passes: {troops: 2, mongols: 2}
"""
SHELTERED = """
card: event-11
places: {bahmani: ineligible, vijayanagara: ineligible}
spaces:
  delhi: {troops: 5}
  karnataka: {troops: 2, rebelling-rajas: 3}
"""
OPENING = (DOCS / "positions" / "opening.yaml").read_text(encoding="utf-8")
RISING = (DOCS / "positions" / "rising.yaml").read_text(encoding="utf-8")
MARCH = (
    "command march to sindh from gujarat 2 troops{0}, to maharashtra from malwa 3 troops{0}, "
    "to punjab from delhi 5 troops{0}; decree "
)
EXACT = (
    "command march to sindh from gujarat 1 troop, to maharashtra from malwa 2 troops, "
    "to punjab from delhi 2 troops 1 governor; decree "
)
MIGRATE = (
    "command migrate to gujarat from maharashtra 2 rebelling amirs, "
    "to malwa from maharashtra 1 rebelling amir, to andhra from maharashtra 1 rebelling amir; decree "
)
CAMPAIGN = "command conscript in delhi malwa jaunpur; decree campaign from delhi 9 troops "
TURNS = {
    "March, Collect Tribute": (MARCHING, MARCH.format("") + "collect", 8),
    "March, Governors too, Collect Tribute": (MARCHING, MARCH.format(" 1 governor") + "collect", 9),
    "March, one exact number": (
        MARCHING,
        MARCH.format("").replace("5 troops", "2 troops 1 governor") + "collect",
        10,
    ),
    "March, three exact numbers": (MARCHING, EXACT + "collect", 11),
    "March, Demand Obedience": (MARCHING, MARCH.format("") + "demand.", 8),
    "Conscript, Collect Tribute": (OPENING, "command conscript in delhi malwa jaunpur; decree collect", 8),
    "Govern, Collect Tribute": (
        OPENING,
        "command govern in rajput governor, in gujarat governor, in orissa governor; decree collect",
        8,
    ),
    "Conscript, Campaign": (
        OPENING,
        CAMPAIGN + "to malwa.",
        10,
    ),
    "Conscript, Campaign of three steps": (
        OPENING,
        CAMPAIGN + "to malwa, to maharashtra, to andhra.",
        10,
    ),
    "Decree then Command": (OPENING, "decree collect conscript in delhi malwa jaunpur.", 8),
    "Command only": (OPENING, "command only conscript in delhi malwa jaunpur.", 7),
    "Limited Command": (OPENING, "limited conscript in delhi", 4),
    "Rally, Trade": (RISING, "command rally in maharashtra gujarat andhra; decree trade", 8),
    "Migrate, Trade": (RISING, MIGRATE + "trade", 8),
    "Migrate, Build": (RISING, MIGRATE + "build in andhra", 9),
    "Event with a Campaign": (
        SETTING_OUT,
        "event shaded karnataka; yes; from delhi 5 troops to malwa, to maharashtra, to karnataka.",
        6,
    ),
    "Pass": (OPENING, "pass", 2),
}


BESIEGED = """
card: event-11
cavalry: {sultanate: 0, bahmani: 0, vijayanagara: 0}
spaces:
  malwa: {troops: 3, rebelling-amirs: 2, forts: 1}
"""
FEW_LEFT = f"""
card: event-11
spaces: {{delhi: {{troops: {TOTALS["troops"] - 5}}}}}
"""


def at_position(position: str) -> LoadedGame:
    """Return a position at its question, with one person in all seats."""
    step = kernel.begin(RULES, RULES.dump(RULES.load(position)), "0" * 32)
    return situation(RULES, step)


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_takes_few_taps(turn: str) -> None:
    position, order, taps = TURNS[turn]
    at = at_position(position)
    found = walk(at, parse(at.rules, at.position, at.asked, order))
    assert found is not None
    assert found.taps == taps
    assert found.taps <= (MOST_EXACT if "exact" in turn else MOST)
    check(found)


def test_all_that_a_list_has_is_one_entry_of_it() -> None:
    at = at_position(RISING)
    rally, migrate, *_ = Draft(at, ("command",)).now.build_panel().controls  # type: ignore[union-attr]
    assert isinstance(rally, Menu)
    assert isinstance(migrate, Menu)
    assert [option.label for option in rally.options][:2] == ["All 4 of them", "Gujarat"]
    assert migrate.options[0].label != "All 8 of them", "not all of them can be paid"
    draft = Draft(at, ("command",))
    chains = draft.read_keys(rally.options[0].key, rally.options[1].key)
    assert chains is not None
    assert [chain[-1] for chain in chains] == [option.key.split()[-1] for option in rally.options[1:5]]
    told = draft.with_tap(*chains).keys
    assert {"gujarat", "maharashtra", "andhra", "karnataka"} <= {*told}
    assert draft.read_keys("*conscript-in") is None


def test_all_that_came_of_a_tap_is_told() -> None:
    """All of three places are reported, not only the last.

    Of a long order the end is shown, in whole words.
    """
    chosen = [("command", "march", to) for to in ("sindh", "malwa", "punjab")]
    told = describe_draft(Draft(at_position(MARCHING)).with_tap(*chosen))
    assert [to in told for to in ("Sindh", "Malwa", "Punjab")] == [True] * 3
    assert "… " in told
    assert not says(told, "preview.more")
    assert "Done" not in told


def with_hand(*cards: str) -> Draft:
    """Return the draft of a person who taps the first card of this hand in Taj Mahal."""
    s = place(players={"maroon": {"hand": cards}})
    at = situation(TAJ, kernel.begin(TAJ, taj_mahal.dump(s), "0" * 32))
    assert at.asked == "maroon"
    return Draft(at).with_tap(cards[:1])


def test_a_secret_answer_that_leaves_no_choice_costs_no_tap() -> None:
    """Only its owner sees the draft. The stored order is the same as after a question."""
    lone, asked = with_hand("red-ep", "violet-ev"), with_hand("red-ep", "white-e")
    assert lone.keys == (*asked.keys, "done")
    assert lone.complete
    assert not list_declined(lone)


def test_what_closes_a_question_says_whether_something_was_chosen() -> None:
    """The label is never "Done" alone, because nobody would know what is done."""
    panel = with_hand("red-ep", "white-e").build_panel()
    assert panel is not None
    assert panel.options[-1].label == phrase("button.none")
    at = at_position(RAIDED.replace("sultanate: 1", "sultanate: 3"))
    step = kernel.submit(RULES, at.position, at.asked, ["command", "attack", "punjab"])
    for label in (phrase("button.none"), phrase("button.no_more")):  # a token, and another
        ask = step.live.pending
        assert isinstance(ask, Ask)
        assert ask.kind == "spend"
        panel = LoadedGame(at.stored, RULES, step.game, step.live).build_panel()
        assert panel is not None
        assert any(option.label.startswith(label) for option in panel.options)
        step = kernel.submit(RULES, step.game, ask.seat, [next(iter(ask.menu()))])


@pytest.mark.parametrize("key", sorted(GAMES))
def test_done_goes_past_all_that_is_asked_again_and_no_further(key: str) -> None:
    """One button leads to a new question, or to the end of the order."""
    rules, seen = GAMES[key], 0
    for step in islice(random_steps(rules, 3), 150):
        at = situation(rules, step)
        panel = at.build_panel()
        options = () if panel is None else panel.options
        for here, option in pairwise(options):  # the button that closes only this question comes before
            closings = option.key.split(JOINT)
            if here.label != phrase("button.something_else"):
                continue
            seen += 1
            assert len(closings) > 1
            assert {*closings} == {DONE}
            chosen = [each for each in list_choices(rules, step.game) if each.seat == at.asked]
            draft = Draft(at, closings)
            onward = None if draft.complete else draft.now.ask
            if onward is None:
                assert option.label == phrase("button.no_more")
            else:
                assert option.label.startswith(phrase("button.no_more"))
                assert DONE not in onward.menu() or onward.kind not in {each.topic[0] for each in chosen}
            closed = {given.ask.kind for given in draft.answers if given.key == DONE and not given.forced}
            assert closed <= {each.topic[0] for each in chosen}
    assert seen or key != "successors", "a march asks who, where else, and what else moves"


def test_what_declines_an_act_is_told_apart_from_what_chooses_no_place() -> None:
    """On one screen, "None of these" is only for the Attacks."""
    at = at_position(SHELTERED)
    step = kernel.submit(RULES, at.position, at.asked, ["event", "shaded", "karnataka", "no"])
    panel = LoadedGame(at.stored, RULES, step.game, step.live).build_panel()
    assert panel is not None
    assert "you may execute a free Attack Command in Karnataka. Do you?" in panel.question
    assert panel.options[-1].label == phrase("button.no_act")


def test_after_dice_no_button_takes_back() -> None:
    """That also holds after answers of bot players, which come in every game."""
    at = at_position(RAIDED)
    at.stored.answered = (1,)  # type: ignore[misc,assignment]
    step = kernel.submit(RULES, at.position, at.asked, ["command", "attack", "punjab"])
    panel = LoadedGame(at.stored, RULES, step.game, step.live).build_panel()
    assert panel is not None
    assert not panel.undo


def test_a_question_that_was_answered_before_the_dice_is_not_called_declined() -> None:
    at = at_position(RAIDED)
    step = kernel.submit(RULES, at.position, at.asked, ["command", "attack", "punjab"])
    fought = Draft(situation(RULES, step)).with_tap(("done",))
    assert fought.now.ask is not None
    again = fought.with_tap(("done", "collect"))
    assert again.complete
    [declined] = list_declined(again)
    assert declined.startswith("Attack in Punjab.")


def test_a_choice_of_its_own_that_was_filled_in_with_nothing_is_told() -> None:
    """With several Provinces at once, nobody is asked whether to shift Influence."""
    at = at_position(RISING)
    migrated = Draft(at).with_tap(*(("command", "migrate", to) for to in ("gujarat", "andhra")))
    asked = [given.ask for given in migrated.answers if given.ask.kind == "buy-shift"]
    told = list_unasked(migrated)
    assert set(told) == {each.prompt.read(RULES.name) for each in asked}, "it says the cost and the gain"
    assert any(says(write_preview(migrated).text, "preview.unasked", question=each) for each in told)
    assert not list_unasked(Draft(at).with_tap(("command", "migrate", "gujarat")))


def test_several_answers_that_were_filled_in_are_changed_at_once() -> None:
    at = at_position(MARCHING)
    chosen = [("command", "march", to) for to in ("sindh", "maharashtra", "punjab")]
    draft = Draft(at).with_tap(*chosen)
    menu = autofill.autofill_menu(draft)
    assert menu is not None
    assert len(menu.options) <= LONGEST
    wanted = [option.key for option in menu.options if option.label in ("2 Troops, 1 Governor", "1 Troop")]
    places = {key.partition(" ")[0]: key for key in wanted}
    assert len(places) == menu.most - 2 == 3, "both sources that could be otherwise are left as they are"
    again = autofill.apply_change(draft, *places.values())
    said = [given.said for given in again.answers if given.ask.kind == "march-units" and given.key != "done"]
    assert sorted(said) == ["1 Troop"] * 3
    assert not again.complete, "the Decree is asked"
    with pytest.raises(NotAllowed):
        autofill.apply_change(draft, "3 delhi")


def test_entries_that_all_replace_one_answer_say_so_once() -> None:
    same = [Option(f"0 {n}-levies", f"{n} Levies", says="Instead of 1 Levy. Who marches?") for n in (2, 3)]
    assert [each.says for each in autofill.drop_repeated(same)] == [same[0].says, ""]
    mixed = [*same, replace(same[0], says="Who sails?")]
    assert autofill.drop_repeated(mixed) == mixed, "each entry says what it replaces"


def test_what_was_filled_in_and_is_not_changed_stays() -> None:
    """Two spaces share the Troops in Delhi.

    One Troop less for one space doesn't mean one more for the other.
    """
    at = at_position(SHARED)
    draft = Draft(at).with_tap(("command", "march", "punjab"), ("command", "march", "jaunpur"))
    menu = autofill.autofill_menu(draft)
    assert menu is not None
    [other] = [
        each for each in menu.options if each.label == "2 Troops, 1 Governor" and "Punjab" in each.says
    ]
    again = autofill.apply_change(draft, other.key)
    for each, units in ((draft, ["3 Troops", "2 Troops"]), (again, ["2 Troops", "1 Governor", "2 Troops"])):
        said = [given for given in each.answers if given.ask.kind == "march-units" and given.key != "done"]
        assert [given.said for given in said] == units
    menu = autofill.autofill_menu(again)
    assert menu is not None
    assert [each for each in menu.options if "Punjab" in each.says], "and can be changed once more"


def test_an_order_with_a_short_first_sentence_is_not_cut_after_it() -> None:
    """In French, a preview of a withdrawal showed only the card played before it."""
    order = f"**Maroon**: Play a card. {'Place a palace, take a card, ' * 6}stop."
    begun, _ = cut_end(order)
    assert len(begun) > ORDER * LEAST


def test_a_long_order_is_cut_after_a_whole_sentence_and_says_so() -> None:
    order = f"**The Sultanate**: Command. {'Maharashtra: 3 Troops from Malwa. ' * 8}"
    begun, more = cut_end(order)
    kept = begun.partition("Malwa, ")[0]
    assert kept != begun
    assert order.startswith(kept)
    assert more == phrase("preview.order_on")
    short = f"**The Sultanate**: Command. {'Maharashtra: 3 Troops from Malwa. ' * 3}".strip()
    assert cut_end(short) == [short], "the hint would be longer than what it hides"
    assert cut_end("**The Sultanate**: Pass.") == ["**The Sultanate**: Pass."]


def test_the_end_of_a_long_draft_still_says_whose_it_is_and_that_it_is_not_all() -> None:
    order = f"**Red**, so far: March. {'Maharashtra: 3 Troops from Malwa. ' * 12}".strip()
    end = cut_beginning(order)
    assert end.startswith("**Red**, so far: … ")
    assert order.endswith(end.partition("… ")[2])
    bare = order.partition(": ")[2]
    assert cut_beginning(bare) == f"… {end.partition('… ')[2]}"
    assert cut_beginning("**Red**, so far: March.") == "**Red**, so far: March."


def test_equal_losses_are_offered_once() -> None:
    """Two Amirs and a Fort take two hits. "1 Fort, 1 Rebelling Amir" isn't offered in the other order too."""
    begun = kernel.begin(RULES, RULES.dump(RULES.load(BESIEGED)), "0" * 32)
    keys = ("command-only", "attack", "malwa")
    step = kernel.submit(RULES, begun.game, "sultanate", keys, fate=lambda *_: "13666")
    assert isinstance(ask := step.live.pending, Ask)
    assert (ask.seat, ask.kind) == ("bahmani", "lose")
    labels = [each.label for each in find_ways(RULES, step.game, 8).offered]
    assert labels == ["2 Rebelling Amirs", "1 Rebelling Amir, 1 Fort"]


def test_what_was_chosen_and_can_t_be_done_when_the_pieces_run_out_is_said() -> None:
    """Five Troops are left, and Delhi takes them all, so Malwa, chosen in the same list, gets none."""
    at = at_position(FEW_LEFT)
    draft = Draft(at).with_tap(("command", "conscript", "delhi"), ("command", "conscript", "malwa"))
    assert "malwa" not in draft.keys
    assert draft.left_out == {"no Troops are Available (rule 3.2.1)": ["Malwa"]}
    assert says(show_draft(draft).text, "draft.left_out", answers="Malwa")


def test_places_that_are_left_out_for_the_same_reason_share_a_line() -> None:
    """Each of four places repeated the reason below the board."""
    chosen = [("command", "conscript", place) for place in ("delhi", "malwa", "sindh")]
    shown = show_draft(Draft(at_position(FEW_LEFT)).with_tap(*chosen)).text
    assert says(shown, "draft.left_out", answers="Malwa and Sindh")


def test_the_figures_are_in_the_documentation() -> None:
    table = (
        (DOCS / "explanation/screens.md")
        .read_text(encoding="utf-8")
        .partition("## How many taps")[2]
        .partition("\n## ")[0]
    )
    table = table.partition("\n| turn")[2].partition("\n\n")[0]
    rows = [row.split("|")[1:3] for row in f"| turn{table}".splitlines() if row.startswith("| ")]
    told = {turn.strip(): taps.strip() for turn, taps in rows}
    assert told == {"turn": "taps"} | {turn: str(taps) for turn, (_, _, taps) in TURNS.items()}


def test_an_undo_names_the_question_that_it_opens_again() -> None:
    draft = Draft(at_position(MARCHING), ["command", "conscript", "delhi", "done"])
    shorter = draft.without_last()
    assert says(name_closed(draft, shorter), "undone.closed")
    assert name_closed(shorter, shorter.without_last()) == ""


def test_dice_of_a_later_turn_are_not_on_the_button() -> None:
    """A march is named, though the dice of the next seat's Events follow."""
    rules: Any = GAMES["successors"]
    position = """
game_turn: 2
phase: movement
seat: red
homes: {red: SYR, blue: BAB, green: MAC, yellow: EGY}
units: {SYR: {red: 2i}, BAB: {blue: 1i}, MAC: {green: 1i}, EGY: {yellow: 1i}}
"""
    at = situation(rules, kernel.begin(rules, rules.dump(rules.load(position)), "0" * 32))
    draft = Draft(at, parse(rules, at.position, at.asked, "march SYR to PHO 1i."))
    assert isinstance(draft.outcome.due, Roll)
    said, label = describe_next(draft)
    assert says(said, "preview.roll")
    assert says(label, "button.confirm")


def test_a_declined_question_that_is_a_statement_ends_in_a_colon() -> None:
    """ "Remove 1 Amir or Raja there.: None." had a full stop before the colon."""
    for step in random_steps(RULES, 3):
        ask = step.live.pending
        if not isinstance(ask, Ask) or DONE not in ask.menu():
            continue
        said = ask.prompt.read(RULES.name)
        if said.endswith(".") and "?" not in said:
            declined = list_declined(Draft(situation(RULES, step), [DONE]))
            assert declined[0] == phrase("preview.asked", asked=said.removesuffix("."))
            return
    pytest.fail("no such question")


def test_a_closed_question_that_the_order_names_is_not_named_again() -> None:
    """ "Shift no Influence." stood above "Pay 3 Resources to raise or lower a rival's Influence? None"."""
    for step in random_steps(RULES, 3):
        ask = step.live.pending
        if isinstance(ask, Ask) and ask.kind == "buy-shift":
            draft = Draft(situation(RULES, step), [DONE])
            assert list_declined(draft)
            assert not says(write_preview(draft).text, "preview.declined")
            return
    pytest.fail("no such question")
