"""2.3.4: effects in unusual situations that decks may use."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import get_args

import pytest

from rules.chance import Draw, Roll, find_faces
from rules.kernel import Entry, Live
from rules.players import Mover, play_out
from rules.vijayanagara import SEATS, Options, State, check, dump, setup
from rules.vijayanagara.events import SIDES
from rules.vijayanagara.events.deckfile import load_deck, read_deck
from rules.vijayanagara.events.steps import Step
from tests.games.vijayanagara.events.trial import ODD, B, D, V, deck_of, everywhere, tried
from tests.games.vijayanagara.table import GAME

DOCS = Path(__file__).parents[4] / "docs"
GUIDE = "".join(
    (DOCS / page).read_text(encoding="utf-8") for page in ("reference/decks.md", "how-to/type-in-a-deck.md")
)
(SMALL,) = re.findall(r"```deck\n(.*?)```", GUIDE, re.DOTALL)
EMPTY = "title: Nothing at All\n"
DECKS = {
    "empty": EMPTY,
    "three cards": SMALL,
    "three cards, often": everywhere(SMALL),
    "odd": everywhere(ODD),
}


@pytest.mark.parametrize("name", DECKS)
def test_any_deck_can_be_played_to_the_end(name: str) -> None:
    """Five random games: no dead end, no broken invariant, and each turn comes back from its document."""
    for number in range(5):
        seed = f"{name}/{number}"

        def fate(turn: int, index: int, due: Roll | Draw, seed: str = seed) -> str:
            return find_faces(seed, turn, index, due)

        def watch(live: Live[State], turn: int, entry: Entry) -> None:
            check(live.state)
            if live.pending is None:
                assert dump(GAME.load(dump(live.state))) == dump(live.state)

        state = setup(Options(deck=DECKS[name]))
        play_out(GAME, state, dict.fromkeys(SEATS, Mover(Random(seed).randrange)), fate, watch=watch)
        assert state.over


def test_a_blank_card_offers_no_event() -> None:
    assert not any(card.written for card in read_deck(EMPTY).events.values())
    table = tried("- gain: {of: D, what: Resources, n: 1}", D).draw("event", "event-2")
    assert table.question.barred["event"] == "2.3.4 card=(card=Card 2 n=2)"


def test_every_verb_has_its_odd_corner() -> None:
    """The deck of the oddest corners leaves none of the 21 verbs out."""
    verbs = set(re.findall(r"(?:- |\[)(\w+):", ODD)) - {"number", "unshaded", "shaded"}
    cards = read_deck(ODD).cards
    said = " ".join(card.says(side) for card in cards for side in SIDES if card.side(side))
    assert sorted(verbs) == sorted(get_args(effect)[0].VERB for effect in get_args(get_args(Step)[0]))
    assert len(verbs) == 21
    assert "  " not in said
    assert "{" not in said


# ---------------------------------------------------------------------- pieces


def test_an_effect_on_a_piece_that_is_not_there_is_passed_over() -> None:
    """2.3.4: the rest of the side goes on."""
    table = tried(
        """
        - remove: {what: Fort, n: 2, at: Delhi}
        - replace: {what: Temple, with: Fort, n: 1}
        - move: {what: Mongol, n: 1, from: Punjab, to: Delhi}
        - flip: {what: Amir, to: rebelling, at: Andhra}
        - gain: {of: B, what: Resources, n: 1}
        """,
        B,
        "spaces: {}\nresources: {bahmani: 3}",
    )
    assert table.state.resources[B] == 4


def test_nothing_at_all_is_told() -> None:
    table = tried("- remove: {what: Mongol, n: all}", V, "spaces: {}")
    assert "nothing" in table.story()


def test_the_last_piece_goes_and_the_new_one_is_not_available() -> None:
    """1.4.6: only removed where none of the new kind is Available."""
    forts = ", ".join(f"{p}: {{forts: 1}}" for p in ("malwa", "sindh", "gujarat", "bengal", "orissa"))
    table = tried(
        "- replace: {what: Troops, with: Fort, n: 2, at: Andhra}",
        B,
        f"spaces: {{{forts}, andhra: {{troops: 2}}}}",
    )
    assert table.pieces("andhra") == {}


def test_a_piece_that_moves_back_and_forth_moves_once() -> None:
    """Each piece once: of two spaces that are origin and destination each, nothing goes back."""
    table = tried(
        "- move: {what: Troops, n: 5, from: [Delhi, Punjab], to: [Delhi, Punjab]}",
        D,
        "spaces: {delhi: {troops: 2}, punjab: {troops: 1}}",
    )
    assert table.pieces("delhi") == {"troops": 1}
    assert table.pieces("punjab") == {"troops": 2}


def test_a_piece_that_nobody_moves_ends_it() -> None:
    table = tried(
        "- move: {what: Troops, up_to: 3, from: Delhi, to: [Punjab, Bengal]}",
        D,
        "spaces: {delhi: {troops: 2}}",
    )
    table.answer(D, "done")
    assert table.pieces("delhi") == {"troops": 2}


def test_the_replaced_piece_may_become_one_of_several() -> None:
    table = tried(
        "- replace: {what: Troops, with: Amir|Raja|Fort, n: 1, at: Andhra, by: V}",
        B,
        "spaces: {andhra: {troops: 1}}",
    )
    assert (table.question.seat, len(table.question.legal)) == (V, 3)
    table.answer(V, "forts")
    assert table.pieces("andhra") == {"forts": 1}


def test_at_most_so_many_in_each_space() -> None:
    table = tried("- place: {what: Amir|Raja, n: 3, each: 1, at: [Malwa, Sindh]}", B, "spaces: {}")
    table.answer(B, "1-obedient-amirs-in-malwa")
    assert table.question.legal == ["1-obedient-amirs-in-sindh", "1-obedient-rajas-in-sindh"]


def test_the_count_of_what_was_done_is_used_again() -> None:
    table = tried(
        """
        - remove: {what: Troops, up_to: 3, at: Delhi, as: gone}
        - gain: {of: EX, what: Resources, n: gone}
        - place: {what: Raja, n: gone, at: Andhra}
        """,
        V,
        "spaces: {delhi: {troops: 3}}\nresources: {}",
    )
    table.answer(V, "2-troops-in-delhi done")
    assert (table.state.resources[V], table.pieces("andhra")) == (2, {"obedient-rajas": 2})


# ---------------------------------------------------------------------- Influence


def test_influence_past_an_emptied_slot_in_the_middle_of_an_effect() -> None:
    """1.9: the two Units that fill the slot again come from the map where the box was emptied before."""
    table = tried(
        """
        - influence: {of: V, shift: 1}
        - place: {what: Raja, n: all, at: Andhra}
        - influence: {of: V, shift: -1}
        - gain: {of: V, what: Resources, n: 1}
        """,
        V,
        "spaces: {tamilakam: {rebelling-rajas: 1}}\nindependent: [tamilakam]\nresources: {}",
    )
    assert table.question.seat == V
    assert table.question.legal == [
        "2-obedient-rajas-in-andhra",
        "1-obedient-rajas-in-andhra",
        "1-rebelling-rajas-in-tamilakam",
    ]
    table.answer(V, "1-rebelling-rajas-in-tamilakam")
    assert table.state.status["tamilakam"] == "uncontrolled"
    assert (table.state.influence[V], table.state.resources[V]) == (0, 1)


def test_1_9_a_shift_off_the_track_is_told() -> None:
    """2.3.4: the other effect is carried out, and the log says why the Influence is where it was."""
    effects = "- influence: {of: B, shift: 1}\n- gain: {of: B, what: Resources, n: 1}"
    table = tried(effects, D, "influence: {bahmani: 4}")
    assert "unmoved: level=4 rival=bahmani" in table.story()


def test_the_sultanate_has_no_influence_to_shift_or_pay() -> None:
    """`EX` may be the Sultanate: such a step does nothing, such a price can't be paid."""
    table = tried(
        """
        - influence: {of: EX, shift: 1}
        - choose:
            by: EX
            one_of:
              - - pay: {of: EX, what: Influence, n: 1}
              - - gain: {of: V, what: Resources, n: 1}
        - mongol: {by: EX, n: 1}
        - gain: {of: B, what: Resources, n: 1}
        """,
        D,
        "resources: {}",
    )
    assert table.state.resources == {D: 0, B: 1, V: 1}


def test_a_rival_pays_with_influence() -> None:
    table = tried(
        """
        - choose:
            by: B
            one_of:
              - - pay: {of: B, what: Influence, n: 2}
              - []
        """,
        B,
        "influence: {bahmani: 3}",
    )
    table.answer(B, "1 2-available")
    assert table.state.influence[B] == 1


# ---------------------------------------------------------------------- Resources and Cavalry


def test_a_gift_to_oneself_does_nothing() -> None:
    table = tried(
        """
        - give: {from: EX, to: D, what: Resources, n: 2}
        - give: {from: EX, to: D, what: Cavalry, n: all}
        """,
        D,
    )
    assert (table.state.resources[D], table.state.cavalry[D]) == (12, 2)


def test_nobody_pays_what_the_other_cannot_hold() -> None:
    """1.8: in full or not at all."""
    effects = """
        - choose:
            by: V
            one_of:
              - - pay: {of: V, what: Resources, n: 2, to: D}
              - - lose: {of: V, what: Resources, n: 1}
        """
    table = tried(effects, V, "resources: {sultanate: 23, vijayanagara: 5}")
    assert (table.state.resources[D], table.state.resources[V]) == (23, 4)


def test_a_price_that_was_spent_meanwhile_is_not_paid() -> None:
    """Two prices in one option: what is left after the first does not reach for the second."""
    effects = """
        - choose:
            by: V
            one_of:
              - - pay: {of: V, what: Resources, n: 2}
                - pay: {of: V, what: Resources, n: 2}
              - []
        """
    table = tried(effects, V, "resources: {vijayanagara: 3}").answer(V, "1")
    assert table.state.resources[V] == 1


def test_cavalry_for_which_the_pool_is_too_small() -> None:
    """1.10: the last tokens come from whom the gainer names; then there are none left."""
    effects = "- gain: {of: B, what: Cavalry, n: all}\n- gain: {of: B, what: Cavalry, n: 1}"
    table = tried(effects, B, "cavalry: {sultanate: 1, vijayanagara: 2}")
    table.answer(B, "sultanate vijayanagara vijayanagara")
    assert table.state.cavalry == {D: 0, B: 10, V: 0}


# ---------------------------------------------------------------------- who decides


def test_nested_choices_by_three_factions() -> None:
    """Each question goes to the faction that the card names; who executes has none of them."""
    effects = """
        - choose:
            by: D
            one_of:
              - - remove: {what: Fort, n: 1, by: D, full: yes}
              - - choose:
                    by: B
                    one_of:
                      - - gain: {of: B, what: Resources, n: 1}
                      - - choose:
                            by: V
                            one_of:
                              - - pay: {of: V, what: Resources, n: 3, to: D}
                              - - remove: {what: Raja, n: 2, by: V}
                              - - gain: {of: D, what: Cavalry, n: 1}
              - []
        """
    table = tried(effects, V)
    assert table.question.seat == D
    assert table.question.barred["1"] == "2.3.4"
    table.answer(D, "2")
    assert table.question.seat == B
    table.answer(B, "2")
    assert (table.question.seat, table.question.legal) == (V, ["1", "2", "3"])
    table.answer(V, "3")
    assert table.state.cavalry[D] == 3


IDLE = "2.3.4"


@pytest.mark.parametrize(
    ("options", "barred"),
    [
        ("[GAIN], [LOSE], [IDLE]", {"3": IDLE}),
        ("[IDLE], [GAIN], [LOSE]", {"1": IDLE}),
        ("[GAIN], [LOSE], []", {}),
        ("[pay: {of: V, what: Cavalry, n: 9}], [LOSE], []", {"1": "2.3.4"}),
        (
            "[pay: {of: V, what: Resources, n: 1}, IDLE], [LOSE], []",
            {"1": "2.3.4"},
        ),
    ],
)
def test_2_3_4_an_option_that_does_nothing_is_barred(options: str, barred: dict[str, str]) -> None:
    """2.3.4, ruling: "as much of the Event as possible": nobody takes an option that comes to nothing while
    another does something; only "or not" may."""
    gain, lose = "gain: {of: V, what: Cavalry, n: 1}", "lose: {of: V, what: Resources, n: 1}"
    steps = options.replace("GAIN", gain).replace("LOSE", lose).replace("IDLE", "tributary: {at: Malwa}")
    table = tried(f"- choose: {{by: V, one_of: [{steps}]}}", V)
    assert table.question.barred == barred


def test_2_3_4_where_no_option_does_anything_nobody_is_asked() -> None:
    """2.3.4: the choice is passed over, and the story says that nothing happens."""
    table = tried("- choose: {by: V, one_of: [[tributary: {at: Malwa}], [remove: {what: Temple, n: 1}]]}", V)
    assert table.state.card is None
    assert "nothing" in table.story()


def test_an_option_may_hold_a_die_and_a_bound_space() -> None:
    """What is asked names the space that a letter stands for."""
    effects = """
        - pick:
            space: [Malwa, Sindh]
            n: 1
            as: S
            do:
              - choose:
                  by: D
                  one_of:
                    - - roll:
                          1-3: [independent: {at: S}]
                          4-6: []
                    - - lose: {of: D, what: Resources, n: 2}
        """
    table = tried(effects, B).answer(B, "sindh")
    assert table.labels()[0] == "1: a die decides"
    table.answer(D, "1").dice("3")
    assert table.state.status["sindh"] != "tributary"


def test_every_picked_faction_decides_for_itself() -> None:
    effects = """
        - pick:
            faction: [D, B, V]
            n: all
            as: F
            do:
              - choose:
                  by: F
                  one_of:
                    - - pay: {of: F, what: Resources, n: 2}
                    - - lose: {of: F, what: Resources, n: 1}
        """
    table = tried(effects, B, "resources: {sultanate: 5, bahmani: 1, vijayanagara: 5}")
    assert table.question.seat == D
    table.answer(D, "1")
    assert table.question.seat == V
    table.answer(V, "2")
    assert table.state.resources == {D: 3, B: 0, V: 4}


def test_a_letter_inside_hides_the_same_letter_outside() -> None:
    effects = """
        - pick:
            space: [Malwa, Sindh]
            n: 1
            as: S
            do:
              - pick:
                  space: {next_to: S}
                  n: 1
                  as: S
                  do:
                    - place: {what: Amir, n: 1, at: S}
              - place: {what: Raja, n: 1, at: S}
        """
    table = tried(effects, B, "spaces: {}").answer(B, "sindh gujarat")
    assert (table.pieces("gujarat"), table.pieces("sindh")) == ({"obedient-amirs": 1}, {"obedient-rajas": 1})


def test_fewer_spaces_than_are_to_be_picked() -> None:
    effects = """
        - pick:
            space: {has: Fort}
            n: 3
            as: S
            do:
              - gain: {of: B, what: Resources, n: 1}
        """
    table = tried(effects, B, "spaces: {malwa: {forts: 1}, sindh: {forts: 1}}\nresources: {}")
    table.answer(B, "malwa")
    assert table.state.resources[B] == 2


def test_picking_may_stop() -> None:
    effects = "- pick: {space: {around: Warangal}, up_to: 2, as: S, do: [{place: {what: Raja, n: 1, at: S}}]}"
    table = tried(effects, V, "spaces: {}").answer(V, "andhra done")
    assert table.pieces("andhra") == {"obedient-rajas": 1}
    assert table.state.card is None


# ---------------------------------------------------------------------- free Commands


def test_a_free_rebel_under_the_khaljis() -> None:
    """2.7.1 is lifted for this Rebel, and for no other."""
    position = "dynasty: khalji\nspaces: {andhra: {obedient-amirs: 2}}\nresources: {}"
    table = tried("- command: {of: B, which: Rebel, khalji: yes}", B, position)
    table.answer(B, "rebel")
    assert table.pieces("andhra") == {"rebelling-amirs": 2}
    assert table.state.status["andhra"] == B
    table = tried("- command: {of: B, which: Rebel}", B, position)
    assert table.state.status["andhra"] == "tributary"


def test_a_command_inside_spaces_that_do_not_match_is_passed_over() -> None:
    position = "spaces: {andhra: {obedient-amirs: 2}}"
    table = tried("- command: {of: B, which: any, in: {has: Temple}, spaces: 2}", B, position)
    assert table.state.card is None


def test_a_decree_that_the_executing_faction_does_not_know_is_passed_over() -> None:
    """`EX` may be any Faction: the Sultanate has no Trade."""
    table = tried("- decree: {of: EX, which: Trade}\n- gain: {of: B, what: Resources, n: 1}", D)
    assert table.state.resources[B] == 7


def test_a_campaign_for_which_there_are_no_units() -> None:
    """4.2.2: told only where it was expected; here an earlier effect takes the last Units away."""
    effects = """
        - remove: {what: D Unit, n: all}
        - campaign: {to: Malwa}
        """
    table = tried(effects, B, "spaces: {delhi: {troops: 1}}")
    assert table.state.card is None


def test_the_last_word_on_eligibility_counts() -> None:
    effects = "- eligible: {of: V, next: no}\n- eligible: {of: V, next: yes}\n- eligible: {of: D, next: no}"
    table = tried(effects, B)
    assert table.state.sequence == {D: "ineligible", B: "ineligible", V: "eligible"}


def test_the_built_in_deck_has_its_name() -> None:
    assert load_deck("durbar").title == "Durbar Deck"


@pytest.mark.parametrize(
    ("effect", "says"),
    [
        (
            "place: {what: Amir, n: 1, at: {control: none}}",
            "Place 1 Amir in a Province under nobody's Control.",
        ),
        (
            "if: {test: {in: Andhra, control: none}, then: [], else: [independent: {at: Andhra}]}",
            "Unless Andhra is under the Control of nobody, Andhra becomes Independent.",
        ),
        (
            "if: {test: {coast: yes, control: V}, then: [tributary: {at: Andhra}]}",
            "If there is a coastal Province under Vijayanagara Control, Andhra becomes Tributary.",
        ),
        (
            "replace: {what: Troops, with: B Unit, n: 2, by: B}",
            "The Bahmanis replace 2 Troops with their Units.",
        ),
        ("campaign: {to: Delhi, steps: 1}", "The Sultanate may Campaign to Delhi, from up to 1 space away."),
        ("independent: {at: {coast: yes}}", "Coastal Provinces become Independent."),
        (
            "pick: {space: [Malwa, Sindh, Andhra], n: 2, as: S, do: [independent: {at: S}]}",
            "Choose 2 of Malwa, Sindh and Andhra; in each, that Province becomes Independent.",
        ),
        (
            "choose: {by: B, one_of: [[independent: {at: Andhra}], []]}",
            "The Bahmanis may choose: Andhra becomes Independent.",
        ),
        (
            "choose: {one_of: [[choose: {one_of: [[tributary: {at: Sindh}], [campaign: {to: Delhi}]]}], []]}",
            "You may (choose: Sindh becomes Tributary; or the Sultanate may Campaign to Delhi).",
        ),
    ],
)
def test_it_reads_well(effect: str, says: str) -> None:
    """What no card of the built-in deck says, is said in whole sentences too."""
    assert read_deck(deck_of(f"- {effect}")).cards[0].says("unshaded") == says
