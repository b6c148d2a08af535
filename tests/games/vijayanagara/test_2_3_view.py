"""2.3: the view for pictures and messages: everything on the table is open."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from rules.state import Stand
from rules.vijayanagara.names import aliases, name
from rules.vijayanagara.view import find_changed, view
from tests.games.vijayanagara.table import Table


def test_2_3_played_cards_and_the_number_left_are_open() -> None:
    """2.3: all played cards and the number of cards remaining may be inspected, but not their order."""
    table = Table("block: 2\nleft: {event: 5, mongol: 1}\nplayed: [event-4, mongol-bahmani, zenith, event-1]")
    seen = view(table.state, None).deck
    assert seen.played[:3] == (
        "Warden of the Market",
        "Mongol Invasion (Bahmani Kingdom)",
        "Zenith of the Delhi Sultanate",
    )
    assert seen.left == {"event": 5, "mongol": 1}
    assert seen.remaining == 6 + 1 + 8 + 1 + 8  # this block, Rise, block 3, Lords, block 4


@pytest.mark.parametrize("seat", [None, *game.SEATS])
def test_1_5_2_nothing_is_hidden_from_anybody(seat: str | None) -> None:
    """1.5.2, 1.10: Resources, Cavalry and all else are open: every seat and the gallery see the same."""
    table = Table("spaces: {delhi: {troops: 2}}", first="bahmani")
    seen, other = view(table.state, seat), view(table.state, "sultanate")
    assert (seen.spaces, seen.factions, seen.deck, seen.card) == (
        other.spaces,
        other.factions,
        other.deck,
        other.card,
    )


def test_1_3_the_spaces_as_they_are_seen() -> None:
    """1.3, 1.6, 1.7: name, type, Prosperity, status and pieces of a space."""
    table = Table("{spaces: {orissa: {rebelling-rajas: 2}, punjab: {troops: 1}}, independent: [orissa]}")
    seen = view(table.state, None)
    orissa, punjab = seen.space("orissa"), seen.space("punjab")
    assert (orissa.name, orissa.type, orissa.prosperity, orissa.status) == (
        "Orissa",
        "province",
        1,
        "vijayanagara",
    )
    assert orissa.pieces == {"rebelling-rajas": 2}
    assert (punjab.type, punjab.prosperity, punjab.status) == ("region", 0, "")
    assert seen.space("malwa").status == "tributary"


def test_2_3_the_open_card() -> None:
    """2.3: number, title, order and Stay Eligible of the open Event."""
    card = view(Table("card: event-2").state, None).card
    assert card is not None
    assert (card.number, card.title, card.kind) == (2, "Cambay Taken", "event")
    assert card.order == ("vijayanagara", "bahmani", "sultanate")
    assert card.stay_eligible


@pytest.mark.parametrize(
    ("card", "kind", "text"),
    [
        ("mongol-bahmani", "mongol", "The rival on the card executes 2 Mongol Commands."),
        ("zenith", "succession", "The Tughlaq Dynasty begins: Rebel is now possible."),
        ("rise", "succession", "The Sultanate may Campaign, but not in the Mountain Passes or Punjab."),
        (
            "lords",
            "succession",
            (
                "Each faction may shift Influence up to 3 times. "
                "Each shift costs 3 Resources and moves one rival's Influence by 1."
            ),
        ),
    ],
)
def test_2_4_between_events_the_card_played_last_is_seen(card: str, kind: str, text: str) -> None:
    """2.4, 2.5: what the other cards do is in their text."""
    seen = view(game.load(f"played: [event-1, {card}]"), None).card
    assert seen is not None
    assert (seen.number, seen.kind, seen.order, seen.stay_eligible) == (None, kind, (), False)
    assert seen.text[0] == text


def test_2_6_the_timurid_card_is_seen() -> None:
    """2.6: its kind is its own."""
    seen = view(game.load("block: 4\nleft: {event: 2, timurid: 1}\nplayed: [timurid]"), None).card
    assert seen is not None
    assert seen.kind == "timurid"


def test_2_2_before_the_first_card_none_is_seen() -> None:
    """2.2: the game begins with the deck closed."""
    seen = view(Table().state, None)
    assert seen.card is None
    assert seen.headline == "Block 1 of 4, Khalji Dynasty: the next card"


def test_2_1_how_each_faction_stands() -> None:
    """2.1: boxes, Resources, Cavalry and victory points of each faction, and a line for messages."""
    seen = view(Table("card: event-1").state, "bahmani")
    assert seen.viewer == "bahmani"
    assert seen.standing[0] == ("sultanate", Stand(("18 victory points", "12 Resources", "2 Cavalry")))
    assert seen.faction("bahmani").box == {"amirs": 6, "forts": 5}
    assert seen.faction("bahmani").name == "Bahmani Kingdom"
    assert (seen.cavalry_pool, seen.mongol_box, seen.dynasty) == (8, 12, "khalji")
    assert seen.headline == "Block 1 of 4, Khalji Dynasty: Treasure of Devagiri (1)"
    assert seen.faction("sultanate").acting
    assert any("reconstruction" in line for line in seen.provenance)


def test_1_7_what_changed_between_two_views() -> None:
    """1.7: the spaces whose pieces or status changed, for the picture."""
    table = Table(
        "{spaces: {orissa: {rebelling-rajas: 2}, bengal: {troops: 3}}, independent: [orissa]}",
        first="sultanate",
    )
    before = view(table.state, None)
    table.answer("sultanate", "limited march orissa 2-troops")
    assert find_changed(before, view(table.state, None)) == {"orissa", "bengal"}
    assert find_changed(before, before) == frozenset()


def test_1_4_the_names_of_keys() -> None:
    """1.4: the rulebook's words; a piece in a space reads with its place; unknown keys read as they are."""
    assert name("1-rebelling-rajas-in-rajput-kingdoms") == "Rebelling Raja in the Rajput Kingdoms"
    assert name("charge-3") == "charge-3"
    assert aliases("3-obedient-amirs") == ("3 amirs",)
    assert aliases("rajput-kingdoms") == ("raj",)
    assert aliases("2-troops") == ()


def test_2_4_the_headline_names_the_card_that_is_carried_out() -> None:
    """2.3.8: a Mongol Invasion card is carried out at once; between two cards the next one is awaited."""
    table = Table("left: {event: 5, mongol: 1}\nplayed: [event-4]").draw("mongol", "mongol-bahmani")
    assert view(table.state, None).headline.endswith(": Mongol Invasion (Bahmani Kingdom)")
    between = Table("left: {event: 5, mongol: 1}\nplayed: [event-4]")
    assert view(between.state, None).headline.endswith(": the next card")


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("left: {event: 5, timurid: 2}", "Timur's second card ends the game"),
        ("left: {event: 4, timurid: 1}, played: [timurid, event-11]", "Timur's next card ends the game"),
    ],
)
def test_2_6_in_the_last_block_the_headline_says_what_ends_the_game(last: str, said: str) -> None:
    state = game.load(f"{{card: event-11, dynasty: tughlaq, block: 4, {last}}}")
    assert view(state, None).headline.endswith(f". {said}")
