"""What a side would do now: exact if nothing has to be decided, and never more than is certain."""

from __future__ import annotations

import pytest

from rules.kernel import Ask
from rules.loading.games import GAMES
from rules.vijayanagara import dump, load, name
from rules.vijayanagara.events import describe_outlook
from rules.vijayanagara.events.briefs import LABEL_MAX
from rules.vijayanagara.events.deckfile import read_deck
from rules.vijayanagara.events.parts import OF, join_by_faction, make_short_key
from rules.words import in_turn, say
from tests import documents
from tests.games.vijayanagara.events.trial import B, D, V, deck_of
from tests.games.vijayanagara.table import Table
from tests.kernel.play import random_steps

POSITION = """
spaces:
  delhi: {troops: 4}
  malwa: {troops: 1, obedient-amirs: 2}
  andhra: {obedient-rajas: 3}
  punjab: {mongols: 1}
  sindh: {forts: 1}
resources: {sultanate: 3, bahmani: 23, vijayanagara: 5}
cavalry: {sultanate: 1, bahmani: 9}
influence: {bahmani: 4}
"""


SIDE_NAMES = ("Light text (Unshaded)", "Dark text (Shaded)")


def foreseen(effects: str, faction: str = B, position: str = POSITION) -> str:
    """Return the outlook for a faction. The table must not change."""
    s = load(position)
    before = dump(s)
    words = describe_outlook(s, faction, read_deck(deck_of(effects)).cards[0].unshaded)
    assert (dump(s), s.story) == (before, [])
    return words.within(name)


def test_the_question_for_a_side_has_a_line_for_each_effect() -> None:
    """The games at random meet several cards, and at least one side with several effects."""
    most = 0
    for number in range(3):
        for step in random_steps(GAMES["vijayanagara"], number):
            ask = step.live.pending
            if isinstance(ask, Ask) and ask.kind == "side":
                _, *lines = ask.prompt.read(name).split("\n")
                assert [line for line in lines if "- " not in line[:4]] == [f"{n}:" for n in SIDE_NAMES]
                assert not [line for line in lines if "; " in line], lines
                most = max(most, len(lines))
    assert most >= 2 + 3


@pytest.mark.parametrize(
    ("effects", "text"),
    [
        ("- gain: {of: B, what: Resources, n: 3}", "+1 of 3 Resources"),
        ("- gain: {of: V, what: Resources, n: 1}", "Vijayanagara: +1 Resource"),
        ("- gain: {of: V, what: Cavalry, n: 12}", "Vijayanagara: +10 of 12 Cavalry"),
        ("- lose: {of: D, what: Resources, n: 4}", "the Sultanate: −3 of 4 Resources"),
        ("- lose: {of: EX, what: Cavalry, n: 2}", "−2 Cavalry"),
        ("- lose: {of: EX, what: Cavalry, n: all}", "−9 Cavalry"),
        ("- gain: {of: EX, what: Resources, n: all}", "+1 Resource"),
        ("- give: {from: D, to: EX, what: Resources, n: 2}", "+1 of 2 Resources from the Sultanate"),
        ("- give: {from: EX, to: D, what: Cavalry, n: 2}", "−2 Cavalry to the Sultanate"),
        ("- give: {from: D, to: V, what: Cavalry, n: 2}", "the Sultanate: −1 of 2 Cavalry to Vijayanagara"),
        ("- influence: {of: V, shift: 1}", "Vijayanagara: Influence 0 to 1"),
        ("- eligible: {of: D, next: no}", "the Sultanate: Ineligible on the next card"),
        ("- eligible: {of: B, next: yes}", "the Bahmanis: Eligible on the next card"),
        ("- place: {what: Governor, n: 6, at: Malwa}", "place 5 of 6 Governors"),
        ("- place: {what: Fort, n: 2, at: [Malwa, Sindh]}", "place 1 of 2 Forts"),
        ("- place: {what: Amir|Raja, n: 3, each: 1, at: [Malwa, Sindh]}", "place 2 of 3 Amirs or Rajas"),
        ("- place: {what: Raja, up_to: 2, at: Malwa, by: V}", "Vijayanagara places up to 2 Rajas"),
        ("- remove: {what: Troops, n: 3, at: Malwa, by: D}", "the Sultanate removes 1 of 3 Troops"),
        ("- remove: {what: Troops, n: all}", "remove 5 Troops"),
        ("- replace: {what: Troops, with: Amir, n: 1, at: Malwa}", "replace 1 Troop"),
        ("- move: {what: Troops, n: 9, from: Delhi, to: Malwa}", "move 4 of 9 Troops"),
        ("- flip: {what: Amir|Raja, to: rebelling, at: Malwa}", "2 become Rebelling"),
        ("- independent: {at: [Andhra, Malwa]}", "Malwa and Andhra become Independent"),
        ("- command: {of: B, which: [Rally, Migrate]}", "a free Rally or Migrate"),
        ("- command: {of: V, which: any}", "Vijayanagara: a free Rally or Migrate"),
        ("- decree: {of: V, which: [Trade, Compel]}", "Vijayanagara: a free Compel"),
        ("- campaign: {to: Malwa}", "the Sultanate: a Campaign is possible"),
        ("- mongol: {by: B, n: 2}", "2 Mongol Commands"),
        ("- roll: {1-3: [], 4-6: [eligible: {of: D, next: no}]}", "a die decides"),
        (
            "- choose: {by: V, one_of: [[pay: {of: V, what: Resources, n: 2}], []]}\n- mongol: {by: B, n: 1}",
            "Vijayanagara chooses among 2 options; 1 Mongol Command (as it stands before that)",
        ),
        (
            "- choose: {one_of: [[pay: {of: V, what: Cavalry, n: 2}], [eligible: {of: V, next: no}]]}",
            "Vijayanagara: Ineligible on the next card",
        ),
        (
            "- choose: {one_of: [[pay: {of: V, what: Cavalry, n: 2}], [], [mongol: {by: B, n: 1}]]}",
            "you choose among 2 options",
        ),
        (
            "- choose: {one_of: [[pay: {of: V, what: Cavalry, n: 2}], [pay: {of: EX, what: Cavalry, n: 2}]]}",
            "−2 Cavalry",
        ),
        (
            "- pick: {space: {around: Warangal, has: Raja}, n: 1, as: S, do: [independent: {at: S}]}",
            "1 of 4 Provinces qualifies",
        ),
        ("- pick: {space: [Malwa, Andhra], n: 1, as: S, do: [independent: {at: S}]}", "2 spaces qualify"),
        (
            "- pick: {faction: [B, V], n: all, as: F, do: [lose: {of: F, what: Resources, n: 9}]}",
            "−9 Resources; Vijayanagara: −5 of 9 Resources",
        ),
        (
            "- pick: {faction: [B, V], n: 1, by: D, as: F, do: [lose: {of: F, what: Resources, n: 9}]}",
            "the Sultanate chooses a Faction",
        ),
        (
            "- if: {test: {has: Mongol}, then: [gain: {of: V, what: Resources, n: 1}]}",
            "Vijayanagara: +1 Resource",
        ),
        ("- tributary: {at: Andhra}", "no effect now"),
        ("- give: {from: D, to: D, what: Resources, n: 2}", "no effect now"),
        ("- remove: {what: Temple, n: 2}", "no effect now"),
    ],
)
def test_each_effect_says_what_it_would_do(effects: str, text: str) -> None:
    assert foreseen(effects) == text


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        ("- influence: {of: B, shift: 1}", "Influence stays at 4"),
        ("- command: {of: V, which: Rebel}", "Vijayanagara: no free Command is possible"),
        ("- decree: {of: B, which: Conspire}", "no Decree is possible"),
        ("- campaign: {to: Tamilakam, steps: 1}", "the Sultanate: no Campaign is possible"),
        ("- remove: {what: Temple, n: 2}", "no Temples to remove"),
        ("- place: {what: Fort, up_to: 1, at: Sindh}", "no Forts to place"),
        ("- lose: {of: V, what: Cavalry, n: 1}", "Vijayanagara: no Cavalry to lose"),
    ],
)
def test_what_can_not_be_done_is_said_beside_what_can(effect: str, text: str) -> None:
    assert foreseen(f"{effect}\n- lose: {{of: EX, what: Resources, n: 1}}") == f"{text}; −1 Resource"


def test_a_grant_behind_a_decision_may_be_possible_yet() -> None:
    effects = """
- place: {what: Raja, n: 2, each: 1, at: {around: Vijayanagara}, by: V}
- command: {of: V, which: Rebel}
- decree: {of: B, which: Conspire}
"""
    assert foreseen(effects).endswith(
        "Vijayanagara: then a free Rebel, if possible; then a free Conspire, if possible"
    )


def test_what_asks_for_nothing_is_not_spoken_of() -> None:
    effects = """
- place: {what: Raja, n: {spaces: {has: Temple}}, at: Malwa}
- flip: {what: Raja, to: obedient, at: Andhra}
- roll: {1-6: [tributary: {at: Andhra}]}
- lose: {of: EX, what: Resources, n: 1}
"""
    assert foreseen(effects) == "−1 Resource"


def test_later_steps_are_foreseen_from_where_certain_ones_lead() -> None:
    """Two Resources fit after the gift; the Fort stands when the third step looks for one."""
    effects = """
- give: {from: B, to: D, what: Resources, n: 20}
- place: {what: Fort, n: 1, at: Malwa, as: put}
- gain: {of: B, what: Resources, n: {pieces: Fort}}
- gain: {of: V, what: Resources, n: put}
"""
    assert foreseen(effects) == (
        "−20 Resources to the Sultanate; place 1 Fort; +2 Resources; Vijayanagara: +1 Resource"
    )


def test_behind_a_decision_it_is_said_as_things_stand() -> None:
    effects = """
- remove: {what: Troops, n: 1, at: [Delhi, Malwa], as: gone}
- gain: {of: V, what: Resources, n: {pieces: Troops}}
- remove: {what: Raja, n: all}
"""
    assert foreseen(effects) == (
        "remove 1 Troop; Vijayanagara: +5 Resources (as it stands before that); remove 3 Rajas"
    )


def test_behind_a_die_it_is_said_as_things_stand() -> None:
    effects = "- roll: {1-3: [], 4-6: [mongol: {by: B, n: 1}]}\n- lose: {of: B, what: Resources, n: 1}"
    assert foreseen(effects) == "a die decides; −1 Resource (as it stands before that)"


def test_the_sultanate_reads_it_for_either_challenger() -> None:
    both = foreseen("- gain: {of: CH, what: Resources, n: 3}", D)
    assert both == (
        "with the Bahmanis as Challenger, the Bahmanis: +1 of 3 Resources; "
        "with Vijayanagara as Challenger, Vijayanagara: +3 Resources"
    )
    assert (
        foreseen("- gain: {of: EX, what: Cavalry, n: {pieces: CH Piece}}", D, "spaces: {}") == "no effect now"
    )
    assert foreseen(
        "- remove: {what: CH Unit, n: 1}\n- gain: {of: D, what: Cavalry, n: 1}", D, "spaces: {}"
    ) == (
        "with the Bahmanis as Challenger, no Bahmani Units to remove; +1 Cavalry; "
        "with Vijayanagara as Challenger, no Vijayanagara Units to remove; +1 Cavalry"
    )
    one = foreseen("- give: {from: CH, to: CO, what: Cavalry, n: 1}", D, "cavalry: {bahmani: 1}")
    assert one == (
        "with the Bahmanis as Challenger, the Bahmanis: −1 Cavalry to Vijayanagara; "
        "with Vijayanagara as Challenger, Vijayanagara: no Cavalry to the Bahmanis"
    )


def test_the_question_and_its_buttons_tell_it() -> None:
    """2.3.4: the side is chosen knowing what it does; a button without room names sorts of effects."""
    deck = deck_of("- pick: {faction: [D, B, V], n: all, as: F, do: [eligible: {of: F, next: yes}]}")
    deck += "    shaded:\n      - remove: {what: Temple, n: 1}\n"
    document = documents.read(POSITION) | {"card": "event-1", "options": {"deck": deck}}
    table = Table(documents.write(document)).answer(D, "event")
    unshaded, shaded = table.labels()
    assert table.question.asks.endswith("Dark text (Shaded):, (effect=… indent=)]]")
    assert unshaded == "Unshaded: Stay Eligible"
    assert len(unshaded) <= LABEL_MAX
    assert shaded == "Shaded: no effect now"
    table.answer(D, "shaded")
    assert "nothing" in table.story()
    assert table.state.sequence[V] == "eligible"


def test_a_label_without_room_for_all_effects_names_the_first_that_fit() -> None:
    """2.3.4: a choice tells what it brings, not only the sorts of its effects."""
    gain = "- gain: {of: EX, what: Resources, n: 3}"
    deck = deck_of(f"{gain}\n- gain: {{of: EX, what: Cavalry, n: 1}}\n- eligible: {{of: B, next: yes}}")
    document = documents.read(POSITION) | {"card": "event-1", "options": {"deck": deck}}
    (unshaded, *_) = Table(documents.write(document)).answer(D, "event").labels()
    assert unshaded.startswith("Unshaded: +3 Resources")
    assert len(unshaded) <= LABEL_MAX


def test_a_label_without_room_for_all_effects_names_the_greatest() -> None:
    """ "+1 Resource, and more" hid that a Temple is built."""
    gain = "- gain: {of: EX, what: Resources, n: 1}\n- gain: {of: EX, what: Cavalry, n: 1}"
    deck = deck_of(f"{gain}\n- place: {{what: Temple, n: 1}}\n- eligible: {{of: B, next: yes}}")
    document = documents.read(POSITION) | {"card": "event-1", "options": {"deck": deck}}
    (unshaded, *_) = Table(documents.write(document)).answer(D, "event").labels()
    assert "Temple" in unshaded
    assert len(unshaded) <= LABEL_MAX


def test_a_label_names_what_is_gained_after_a_decision() -> None:
    """ "Place 1 Temple, goods gained": the amount as it stands before the decision did not fit."""
    deck = deck_of("- place: {what: Temple, n: 1}\n- gain: {of: EX, what: Resources, n: 2}")
    document = documents.read(POSITION) | {"card": "event-1", "options": {"deck": deck}}
    (unshaded, *_) = Table(documents.write(document)).answer(D, "event").labels()
    assert unshaded.endswith("; +2 Resources")


def test_2_3_4_what_a_faction_gains_stands_under_its_name_once() -> None:
    """2.3.4: "the Sultanate: +2 Cavalry, +2 Resources"."""
    faction = "sultanate-in-short"
    parts = [say(OF, who=faction, what=say(what)) for what in ("+2 Cavalry", "+2 Resources")]
    told = in_turn(join_by_faction([*parts, say("place 1 Amir"), parts[0]])).read(name)
    assert told == "The Sultanate: +2 Cavalry, +2 Resources; place 1 Amir; the Sultanate: +2 Cavalry"


def test_the_labels_of_a_choice_do_not_name_the_faction_that_chooses() -> None:
    """11: the Sultanate executes the Event, and Vijayanagara chooses. What it gains needs no name."""
    table = Table("card: event-11").answer("sultanate", "event unshaded")
    assert (table.question.seat, table.question.kind) == (V, "choice")
    labels = [label.partition(": ")[2] for label in table.question.legal]
    assert len(labels) == 2
    for label in labels:
        assert name(make_short_key(V)) not in label
        assert len(label) < LABEL_MAX
