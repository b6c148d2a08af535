"""Decks as files: what is read, and the place of each mistake."""

from __future__ import annotations

import re

import pytest

from rules.errors import BadFile
from rules.extras.decks import MAX_LENGTH
from rules.vijayanagara.events import decks
from rules.vijayanagara.events.deckfile import load_deck, read_deck
from tests import documents
from tests.every_game.test_positions import put, spoil
from tests.games.vijayanagara.events.test_engine import GUIDE, SMALL
from tests.games.vijayanagara.events.trial import deck_of

EXAMPLES = re.findall(r"```effects\n(.*?)```", GUIDE, re.DOTALL)
CARD = "title: T\ncards:\n  - number: 1\n    title: Trial\n    order: D B V\n"


def mistakes(text: str) -> list[str]:
    """Return the lines of the refusal."""
    with pytest.raises(BadFile) as refused:
        read_deck(text)
    return str(refused.value).splitlines()


@pytest.mark.parametrize("effects", EXAMPLES, ids=range(len(EXAMPLES)))
def test_each_example_of_the_guide_is_read_and_said(effects: str) -> None:
    says = read_deck(deck_of(effects)).cards[0].says("unshaded")
    assert says.endswith(".")
    assert "  " not in says


TEXTS = (("title",), ("cards", "title"))
LISTED = {"has", "at", "to", "in", "which"}  # a single name or a list of them


@pytest.mark.parametrize("effects", EXAMPLES, ids=range(len(EXAMPLES)))
def test_what_cannot_be_is_refused_with_its_line(effects: str) -> None:
    document, taken = documents.read(deck_of(effects)), list[str]()
    for path, value in spoil(document, ()):
        fields = tuple(step for step in path if isinstance(step, str))
        if fields in TEXTS and isinstance(value, str):
            continue
        if fields[-1] in LISTED and isinstance(value, list) and len(value) == 1:
            continue
        if fields[-1] == "shift" and value == -1:
            continue  # Influence goes down, too
        try:
            read_deck(documents.write(put(document, path, value)), strict=True)
        except BadFile as error:
            if not str(error).startswith("line "):
                taken.append(f"{fields} {value!r}: no line in “{error}”")
        else:
            taken.append(f"{fields} {value!r}: taken")
    assert not taken, "\n".join(taken)


def test_the_examples_show_every_verb() -> None:
    found = set(re.findall(r"- (\w+):", "".join(EXAMPLES)))
    assert len(found) == 21


def test_the_deck_of_the_guide_is_what_it_says() -> None:
    deck = read_deck(SMALL)
    assert [card.title for card in deck.cards] == [
        "Elephants for the Sultan",
        "A Fort Changes Hands",
        "A Bad Harvest",
    ]
    assert deck.events["event-2"].written
    assert not deck.events["event-4"].written
    assert deck.cards[2].text("unshaded") == deck.cards[2].unshaded_text != deck.cards[2].says("unshaded")
    assert deck.cards[0].text("shaded") == "The Sultanate gains 2 Cavalry."


def test_an_empty_deck_is_a_deck() -> None:
    assert read_deck("title: Nothing").cards == ()
    assert len(read_deck("title: Nothing").events) == 36


def test_years_may_be_a_bare_number() -> None:
    assert read_deck(CARD + "    years: 1310").cards[0].years == "1310"


# ---------------------------------------------------------------------- no deck at all


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "line 1: a deck begins with its title and its cards"),
        ("- title", "line 1: a deck begins with its title and its cards"),
        ("title: [a", "line 1: not YAML: did not find expected ',' or ']'"),
        ("title: a: b", "line 1: not YAML: mapping values are not allowed in this context"),
        ("title: T\ncards:\n\t- number: 1", "line 3: indent with spaces, not with tabs"),
        ("title: T\ntitle: U", "line 2: “title” is there twice"),
        (
            'title: "T\\nU"',
            "line 1, title: one line is needed, without characters that control or turn a text",
        ),
        (f"title: {'T' * 70}", "line 1, title: at most 60 characters are allowed here, and there are 70"),
        ('title: ""', "line 1, title: something is needed here"),
        ("title: T\n1: 2", "line 2, 1: there is no such argument"),
        ("title: T\n? [1]\n: 2", "line 2: a word is needed before “:”"),
        ("title: T\ncards: 7", "line 2: write a list here"),
        ("title: &t T", "line 1: a word can't begin with &, * or !; put it in quotes"),
        ("title: !!int 5", "line 1: a word can't begin with &, * or !; put it in quotes"),
        ("title: *t", "line 1: a word can't begin with &, * or !; put it in quotes"),
        ("title: " + "[" * 61, "line 1: more than 60 lists and mappings inside each other"),
    ],
)
def test_what_is_no_deck(text: str, why: str) -> None:
    assert mistakes(text) == [why]


def test_signs_that_no_text_has() -> None:
    assert mistakes("title: \x00")[0].startswith("not YAML: unacceptable character")


def test_too_long_a_deck() -> None:
    assert mistakes("x" * (MAX_LENGTH + 1)) == [
        f"a deck has at most {MAX_LENGTH} characters, this one has {MAX_LENGTH + 1}"
    ]


# ---------------------------------------------------------------------- cards


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "title: T\ncards:\n  - number: 37\n    title: X\n    order: D B V",
            "line 3, card 37, number: it should be less than or equal to 36",
        ),
        (
            "title: T\ncards:\n  - number: 1\n    title: X\n    order: D B D",
            "line 5, card 1, order: write D, B and V in the order in which they choose, such as V B D",
        ),
        ("title: T\ncards:\n  - title: X\n    order: D B V", "line 3, card ?: “number” is missing"),
        (
            "title: T\ncards:\n  - 5",
            "line 3, card ?: write a mapping here, such as {number: 1, title: A Card}",
        ),
        (CARD + "    colour: red", "line 6, card 1, colour: there is no such argument"),
        (CARD + "    order: V B D", "line 6: “order” is there twice"),
        (
            CARD + "    shaded_text: Much happens.",
            "line 6, card 1, shaded_text: a wording needs effects under `shaded`",
        ),
        (
            CARD + "  - number: 1\n    title: X\n    order: D B V",
            "line 6, card 1, number: the card of line 3 has the number 1 already",
        ),
    ],
)
def test_what_is_no_card(text: str, why: str) -> None:
    assert mistakes(text) == [why]


@pytest.mark.parametrize(
    ("effect", "place"),
    [
        ("place: {what: Amir, n: 1, at: Delhi}", "place, at: 1.3.3"),
        ("place: {what: Amir, n: 1, at: [Sindh, Delhi]}", "place, at: 1.3.3"),
        ("place: {what: V Unit, n: 1, at: Punjab}", "place, at: 1.3.2"),
        ("place: {what: Mongol, n: 1, at: Sindh}", "place, at: 1.3.2"),
        ("place: {what: Mongol, n: 1, at: {type: Province}}", "place, at: 1.3.2"),
        ("move: {what: Raja, n: 1, from: Sindh, to: Delhi}", "move, to: 1.3.3"),
        ("remove: {what: Temple, n: 1, at: Delhi}", "remove, at: 1.3.3"),
        ("replace: {what: Troops, with: Amir, n: 1, at: Delhi}", "replace, at: 1.3.3"),
        ("tributary: {at: Delhi}", "tributary, at: 1.3.3"),
        ("independent: {at: Punjab}", "independent, at: 1.3.2"),
        ("flip: {what: Troops, to: obedient, at: Sindh}", "flip, what: 1.4.5"),
        ("flip: {what: Amir|Fort, to: obedient, at: Sindh}", "flip, what: 1.4.5"),
        ("gain: {of: D, what: Resources, n: 0}", "gain, n: it should be greater"),
        ("gain: {of: D, what: Resources, n: [1]}", "gain, n: write a number"),
        ("gain: {of: D, what: Resources, n: {spaces: Sindh, per: 0}}", "gain, n, per: it should be greater"),
    ],
)
def test_1_3_what_can_never_be_is_no_effect(effect: str, place: str) -> None:
    (found,) = decks.check(f"{CARD}    unshaded:\n      - {effect}")
    assert found.startswith(f"line 7, card 1, unshaded, {place}")


def test_mistakes_stand_in_the_order_of_the_file() -> None:
    again = "  - number: 1\n    title: X\n    order: D B V\n"
    found = mistakes(f"{CARD}{again}  - number: 2\n    title: X\n    order: D B D")
    assert [row.partition(",")[0] for row in found] == ["line 6", "line 11"]


# ---------------------------------------------------------------------- effects


def why_not(effects: str) -> list[str]:
    """Return the problems of the effects on a card's side. They begin in line 7 of the file."""
    return [line.replace(", card 1, unshaded", "") for line in mistakes(deck_of(effects))]


@pytest.mark.parametrize(
    ("effects", "why"),
    [
        ("- gian: {of: D}", "line 7: “gian” is no effect; there are gain, lose, give, pay, "),
        ("- gain:\n  of: D", "line 7: write one effect as a mapping with one key, such as gain: "),
        ("- gain", "line 7: write one effect as a mapping with one key, such as gain: "),
        ("- gain: {of: D, what: Gold, n: 1}", "line 7, gain, what: it should be 'Resources' or 'Cavalry'"),
        ("- gain: {of: D, what: Cavalry}", "line 7, gain: “n” is missing"),
        ("- gain: {of: D, what: Cavalry, n: 1, by: B}", "line 7, gain, by: there is no such argument"),
        (
            "- gain: {of: Delhi, what: Cavalry, n: 1}",
            "line 7, gain, of: “Delhi” is no Faction: write D, B, V, ",
        ),
        (
            "- gain: {of: D, what: Cavalry, n: 0}",
            "line 7, gain, n: it should be greater than or equal to 1",
        ),
        ("- gain: {of: D, what: Cavalry, n: {base: 1}}", "line 7, gain, n: "),
        (
            "- gain: {of: F, what: Cavalry, n: 1}",
            "line 7, gain, of: no `pick` of a Faction around this step binds the letter F",
        ),
        (
            "- gain: {of: D, what: Cavalry, n: gone}",
            "line 7, gain, n: no step before this one counts “gone” with `as: gone`",
        ),
        ("- pay: {of: D, what: Cavalry, n: 1}", "line 7, pay: a price must open an option of a `choose`; "),
        ("- influence: {of: D, shift: 1}", "line 7, influence: this is for a rival, not for the Sultanate"),
        ("- influence: {of: B, shift: 2}", "line 7, influence, shift: it should be 1 or -1"),
        ("- mongol: {by: D, n: 1}", "line 7, mongol: this is for a rival, not for the Sultanate"),
        ("- decree: {of: D, which: Compel}", "line 7, decree, which: the Sultanate can't execute that"),
        (
            "- command: {of: B, which: [March, Conscript]}",
            "line 7, command, which: the Bahmanis can't execute that",
        ),
        (
            "- command: {of: B, which: any, spaces: 7}",
            "line 7, command, spaces: it should be less than or equal to 6",
        ),
        (
            "- place: {what: Foot, n: 1}",
            "line 7, place, what: “Foot” is no sort of piece: write Troops, Governor, ",
        ),
        ("- place: {what: Unit, n: 1}", "line 7, place, what: “Unit” is no sort of piece"),
        ("- place: {what: B Amir, n: 1}", "line 7, place, what: “B Amir” is no sort of piece"),
        ("- place: {what: 5, n: 1}", "line 7, place, what: write a sort of piece, such as Troops, "),
        (
            "- place: {what: X Unit, n: 1}",
            "line 7, place, what: no `pick` of a Faction around this step binds the letter X",
        ),
        ("- place: {what: Q Piece|x Unit, n: 1}", "line 7, place, what: “x” is no Faction"),
        ("- place: {what: Amir, n: 1, up_to: 2}", "line 7, place: write either `n` or `up_to`"),
        ("- place: {what: Amir}", "line 7, place: write either `n` or `up_to`"),
        (
            "- place: {what: Amir, n: 1, at: Bombay}",
            "line 7, place, at: there is no space “Bombay”: Delhi, Mountain ",
        ),
        (
            "- place: {what: Amir, n: 1, at: {around: Delhi}}",
            "line 7, place, at, around: there is no City “Delhi”: Daulatabad, ",
        ),
        (
            "- place: {what: Amir, n: 1, at: {near: Delhi}}",
            "line 7, place, at, near: there is no such argument",
        ),
        (
            "- place: {what: Amir, n: 1, at: D}",
            "line 7, place, at: no `pick` of a space around this step binds the letter D",
        ),
        (
            "- place: {what: Amir, n: 1, at: {next_to: S}}",
            "line 7, place, at, next_to: no `pick` of a space around this step ",
        ),
        (
            "- place: {what: Amir, n: 1, at: {has: [Fort, F Unit]}}",
            "line 7, place, at, has: no `pick` of a Faction around ",
        ),
        (
            "- place: {what: Amir, n: 1, at: {control: F}}",
            "line 7, place, at, control: no `pick` of a Faction around ",
        ),
        (
            "- place: {what: Amir, n: 1, at: {not: {within: S}}}",
            "line 7, place, at, not, within: no `pick` of a space ",
        ),
        ("- roll: {1-4: []}", "line 7, roll: the ranges must cover the faces 1 to 6, each once"),
        ("- roll: {1-4: [], x: []}", "line 7, roll: “x” is no range of faces: write 1-4, or 6"),
        ("- roll: {1-4: [], 5-x: []}", "line 7, roll: “5-x” is no range of faces: write 1-4, or 6"),
        ("- roll: 6", "line 7, roll: "),
        ("- choose: {one_of: [[]]}", "line 7, choose: give 2 to 5 options"),
        ("- if: {test: {}, then: []}", "line 7, if, test: `test` needs a condition "),
        ("- if: {test: Delhi, then: []}", "line 7, if, test: `test` needs a condition "),
        (
            "- pick: {space: {}, faction: [B], n: 1, as: S, do: []}",
            "line 7, pick: pick either a `space` or a `faction`",
        ),
        ("- pick: {space: {}, as: S, do: []}", "line 7, pick: write either `n` or `up_to`"),
        ("- pick: {space: {}, n: 1, as: V, do: []}", "line 7, pick, as: V is a Faction: bind another letter"),
        ("- pick: {space: {}, n: 1, as: here, do: []}", "line 7, pick, as: String should match pattern"),
        (
            "- pick: {space: {}, n: 7, as: S, do: []}",
            "line 7, pick, n: it should be less than or equal to 6; ",
        ),
        (
            "- pick: {faction: [G], n: 1, as: F, do: []}",
            "line 7, pick, faction: no `pick` of a Faction around this step ",
        ),
    ],
)
def test_what_is_no_effect(effects: str, why: str) -> None:
    found = why_not(effects)
    assert len(found) == 1
    assert found[0].startswith(why)


def test_a_letter_is_known_only_inside_its_pick_and_only_for_its_sort() -> None:
    effects = """
- pick:
    space: {next_to: Delhi}
    n: 1
    as: S
    do:
      - place: {what: S Unit, n: 1, at: S, as: put}
- remove: {what: Troops, n: put, at: S}
"""
    assert why_not(effects) == [
        "line 12, pick, do, place, what: no `pick` of a Faction around this step binds the letter S",
        "line 13, remove, at: no `pick` of a space around this step binds the letter S",
    ]


def test_a_price_opens_its_option() -> None:
    effects = """
- choose:
    one_of:
      - - gain: {of: EX, what: Cavalry, n: 1}
        - pay: {of: EX, what: Resources, n: 1}
      - - if:
            test: {has: Mongol}
            then:
              - pay: {of: EX, what: Resources, n: 1}
"""
    assert [line.split(":")[0] for line in why_not(effects)] == [
        "line 10, choose, one_of, pay",
        "line 14, choose, one_of, if, then, pay",
    ]


def test_a_mistake_deep_down_is_found_beside_another() -> None:
    effects = """
- roll:
    1-5: []
    6:
      - pick:
          faction: [B, V]
          n: all
          as: F
          do:
            - if:
                test: {in: Malwa, control: F}
                then: []
                else:
                  - choose:
                      by: F
                      one_of:
                        - - move: {what: F Unit, n: 1, from: Malwa, to: {in: [Malva]}}
                        - - lose: {of: F, what: Resources, n: 1}
- eligible: {of: D, next: soon}
"""
    found = why_not(effects)
    assert [line.split(":")[0] for line in found] == [
        "line 22, roll, 6, pick, do, if, else, choose, one_of, move, to, in",
        "line 24, eligible, next",
    ]


def test_a_deck_by_name_or_as_a_whole() -> None:
    assert len(load_deck("durbar").cards) == 36
    assert load_deck("title: Mine").title == "Mine"
