"""2.1 Map Setup and Deck Construction, 2.2 Start: the set-up table, and the deck drawn card by card."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from rules import vijayanagara as game
from rules.chance import Draw, Roll
from rules.errors import BadFile
from rules.lessons.newcomer import find_newcomer
from rules.vijayanagara.cards import EVENTS
from rules.vijayanagara.events.deckfile import load_deck, read_deck
from rules.vijayanagara.options import Options
from rules.vijayanagara.victory import count_points
from rules.vijayanagara.view import view
from tests.games.vijayanagara.table import GAME, Table

SETUP = {  # as 2.1 lists it; Orissa and Bengal are empty
    "delhi": {"troops": 4},
    "mountain-passes": {"troops": 2},
    "punjab": {"troops": 4},
    "malwa": {"troops": 3, "governors": 1},
    "jaunpur": {"troops": 2},
    "madhyadesh": {"troops": 2, "obedient-amirs": 2},
    "sindh": {"troops": 1},
    "rajput-kingdoms": {"troops": 1},
    "gujarat": {"troops": 1, "obedient-amirs": 1},
    "maharashtra": {"obedient-amirs": 4},
    "gondwana": {"obedient-amirs": 1},
    "andhra": {"troops": 1, "qasbahs": 1, "obedient-rajas": 2},
    "karnataka": {"obedient-rajas": 3},
    "tamilakam": {"troops": 1, "obedient-rajas": 1},
    "orissa": {},
    "bengal": {},
}
COPIES = {"mongol-bahmani": 4, "mongol-vijayanagara": 4, "timurid": 2}
DECK_FILE = files("rules.vijayanagara").joinpath("decks/durbar.yaml").read_text(encoding="utf-8")


def test_2_1_the_pieces_on_the_map() -> None:
    """2.1: the set-up list, space by space; Amirs and Rajas are placed Obedient (1.4.6)."""
    table = Table()
    assert {space: table.pieces(space) for space in table.state.board} == SETUP


def test_2_1_the_holding_boxes() -> None:
    """2.1: what remains in the boxes."""
    boxes = {"troops": 10, "governors": 4, "qasbahs": 4, "amirs": 6, "forts": 5, "rajas": 8, "temples": 5}
    assert game.setup(Options()).box == {**boxes, "mongols": 12}


def test_2_1_resources_victory_points_cavalry_and_the_rest() -> None:
    """2.1: Resources 12, 7, 6; 18, 0 and 0 victory points; two Cavalry; all Eligible; Khalji."""
    state = game.setup(Options())
    assert state.resources == {"sultanate": 12, "vijayanagara": 7, "bahmani": 6}
    assert {faction: count_points(state, faction) for faction in game.SEATS} == {
        "sultanate": 18,
        "bahmani": 0,
        "vijayanagara": 0,
    }
    assert state.cavalry == {"sultanate": 2, "bahmani": 0, "vijayanagara": 0}
    assert state.sequence == dict.fromkeys(game.SEATS, "eligible")
    assert state.dynasty == "khalji"
    assert state.influence == {"bahmani": 0, "vijayanagara": 0}


def test_2_1_the_deck_has_36_events_in_all_orders() -> None:
    """2.1, 2.3: 36 Events, six of each order of play; eighteen say Stay Eligible (ours)."""
    deck = load_deck("durbar")
    assert [card.number for card in deck.cards] == list(range(1, 37))
    assert set(Counter(card.order for card in deck.cards).values()) == {6}
    assert sum(card.stay_eligible for card in deck.cards) == 18
    assert deck.provenance == "ours"


@pytest.mark.parametrize(("which", "last"), [(0, {"event": 6, "timurid": 2}), (-1, {"timurid": 2})])
def test_2_1_the_deck_from_the_first_card_to_the_last(which: int, last: dict[str, int]) -> None:
    """2.1: eight cards (six Events, two Mongol Invasions), Zenith, eight, Rise, eight, Lords, then six Events
    with both Timurid Empire cards; no card twice; twelve Events and two Mongol Invasions are left out."""
    table, sizes = Table(), []
    while (asked := table.asked) is not None or table.due is not None:
        if asked is not None:
            table.answer(asked.seat, "pass" if "pass" in asked.legal else asked.legal[-1])
            continue
        match table.due:
            case Roll() as roll:
                table.dice("6" * roll.dice)
            case Draw() as draw:
                seen = Counter(table.state.played)
                assert all(seen[card] < COPIES.get(card, 1) for card in draw.pile)
                sizes.append(view(table.state, None).deck.remaining)
                table.draw(draw.pile[which])
    assert table.state.over
    played = table.state.played
    sorts = ["event" if card in EVENTS else card.partition("-")[0] for card in played]
    for at, succession in ((8, "zenith"), (17, "rise"), (26, "lords")):
        assert sorts[at] == succession
        assert Counter(sorts[at - 8 : at]) == {"event": 6, "mongol": 2}
    assert Counter(sorts[27:]) == last, "the second Timurid Empire card ends the game (2.2)"
    assert len({card for card in played if card in EVENTS}) == 18 + last.get("event", 0)
    assert sizes == sorted(sizes, reverse=True)


def test_2_1_what_chance_may_draw_when() -> None:
    """2.1: first the sort of card, weighed by what is left in the open block, then one not yet played."""
    table = Table()
    assert isinstance(table.due, Draw)
    assert Counter(table.due.pile) == {"event": 6, "mongol": 2}
    table.draw("mongol")
    assert isinstance(table.due, Draw)
    assert Counter(table.due.pile) == {"mongol-bahmani": 4, "mongol-vijayanagara": 4}
    table.draw("mongol-vijayanagara")
    assert table.question.seat == "vijayanagara"
    assert table.state.left == {"event": 6, "mongol": 1}
    table = Table("played: [mongol-bahmani]\nleft: {event: 6, mongol: 1}").draw("event")
    assert isinstance(table.due, Draw)
    assert sorted(table.due.pile) == sorted(EVENTS)


def test_2_1_a_sort_that_is_used_up_is_not_drawn() -> None:
    """2.1: with only Events left in the block, chance draws no sort."""
    table = Table("left: {event: 1, mongol: 0}\nplayed: [event-1, mongol-bahmani, mongol-bahmani]")
    assert isinstance(table.due, Draw)
    assert "event-1" not in table.due.pile
    assert len(table.due.pile) == 35


def test_2_1_the_last_block_has_no_mongol_invasions() -> None:
    """2.1: both Timurid Empire cards are shuffled into the fourth stack."""
    table = Table("block: 4")
    assert isinstance(table.due, Draw)
    assert Counter(table.due.pile) == {"event": 6, "timurid": 2}


def test_2_2_the_first_card_is_revealed_and_waits_for_the_factions() -> None:
    """2.2: the top card is revealed; the Eligible Factions act on it in its order."""
    table = Table().draw("event", "event-4")
    assert table.story() == ["card: card=(card=Warden of the Market n=4) faction=event-4"]
    assert table.state.card == "event-4"
    assert table.question.seat == "bahmani"
    assert view(table.state, None).deck.remaining == 34


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "number: 2\n",
            "number: 1\n",
            r"line \d+, card 1, number: the card of line \d+ has the number 1 already",
        ),
        (
            "number: 2\n",
            "number: 37\n",
            r"line \d+, card 37, number: it should be less than or equal to 36",
        ),
        ("order: D B V", "order: D B B", r"line \d+, card 1, order: write D, B and V in the order"),
        ("- give:", "- gift:", r"line \d+, card 1, unshaded: “gift” is no effect; there are gain"),
        ("to: CH, what", "to: XX, what", r"line \d+, card 1, unshaded, give, to: “XX” is no Faction"),
        (
            "what: Troops, n: 3, at: Gujarat",
            "what: Troops, n: 3, at: Gujrat",
            r"card 2, shaded.*no space “Gujrat”",
        ),
    ],
)
def test_2_3_a_deck_that_breaks_the_rules_is_refused(old: str, new: str, reason: str) -> None:
    """2.3: whoever types in the printed cards reads where they are wrong, and why."""
    assert old in DECK_FILE
    with pytest.raises(BadFile, match=reason):
        read_deck(DECK_FILE.replace(old, new, 1))


def test_the_goal_counts_the_cards_of_the_deck() -> None:
    """The last card of the deck is the latest end."""
    seen = view(Table("card: event-9").state, "sultanate")
    newcomer = find_newcomer(GAME)
    assert newcomer is not None
    most = seen.deck.remaining + len(seen.deck.keys)
    assert f" {most} " in newcomer.goal
