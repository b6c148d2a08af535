"""The report on a deck, and a deck's cards in words."""

from __future__ import annotations

from random import Random

import pytest

from rules.vijayanagara import Options, State, load, name, setup
from rules.vijayanagara.events import decks
from rules.vijayanagara.events.report import write_report
from rules.words import read_said
from tests.games.vijayanagara.events.test_engine import SMALL
from tests.games.vijayanagara.events.trial import deck_of, everywhere


def shown(s: State, number: int | None) -> str:
    """Return a card as people read it."""
    return read_said(decks.card(s, number), name)


def lines(text: str, games: int = 20) -> list[str]:
    """Return the report with its default seed."""
    return list(write_report(text, games, Random("1").randrange))


def flags(effects: str, other: str = "") -> list[str]:
    """Return what the report flags in a deck of one card, without the card's name."""
    shaded = f"    shaded:\n      {other}\n" if other else ""
    found = lines(deck_of(effects) + shaded, 60)
    return [line.replace("1 Trial, ", "") for line in found if ": 1 Trial" in line]


def test_a_row_a_side() -> None:
    found = lines(SMALL, 12)
    assert found[0].startswith("Three Cards, version 1: 12 random games, ")
    rows = [line for line in found if line[3:].startswith(("unshaded", "shaded"))]
    assert [row[:11].strip() for row in rows] == [
        f"{number} {side}" for number in (1, 2, 3) for side in ("unshaded", "shaded")
    ]
    elephants = rows[1].split()
    assert elephants[2:5] == ["100%", "100%", "0.0"]
    assert elephants[5:9] == ["+0.0", "+0.0", "+2.0", "+0.0"]


def test_the_same_seed_says_the_same() -> None:
    assert lines(SMALL, 3) == lines(SMALL, 3)


def test_a_card_that_was_not_drawn_and_a_deck_without_cards() -> None:
    assert any(line.startswith(" 1 unshaded was never drawn") for line in lines(SMALL, 0))
    assert lines("title: None", 1)[-1] == "No card is flagged."


def test_a_dead_side() -> None:
    (flag,) = flags("- remove: {what: Mongol, n: 1, at: Delhi}", "- eligible: {of: CH, next: yes}")
    assert flag.startswith("DEAD: unshaded: it can do something in only ")


def test_a_side_too_strong_and_a_card_for_one_faction() -> None:
    assert flags("- gain: {of: CH, what: Cavalry, n: 1}", "- gain: {of: D, what: Resources, n: 1}") == []
    strong, alone = flags("- gain: {of: D, what: Resources, n: 9}", "- gain: {of: D, what: Resources, n: 1}")
    assert (
        strong
        == "TOO STRONG: unshaded: D gains the worth of 6 Resources or more in at least 90% of its draws."
    )
    assert alone == "ONE FACTION: 1 Trial: it serves D alone."


def test_a_command_serves_whom_it_lets_act() -> None:
    """What a March is worth, no table shows."""
    assert flags("- gain: {of: D, what: Cavalry, n: 1}", "- command: {of: CH, which: Migrate}") == []


def test_in_full_or_not() -> None:
    """A hundred pieces never come in full, and a word on eligibility always."""
    more = lines(everywhere(deck_of("- remove: {what: Troops, n: 99}")), 2)[4].split()
    every = lines(everywhere(deck_of("- eligible: {of: D, next: no}")), 2)[4].split()
    assert (more[3], every[3]) == ("0%", "100%")


# ---------------------------------------------------------------------- kernel.Decks


def test_check_names_the_mistakes() -> None:
    assert decks.check("durbar") == []
    assert decks.check(SMALL) == []
    assert decks.check("title: T\ncards: 3") == ["line 2: write a list here"]
    steers = "one line is needed, without characters that control or turn a text"
    assert decks.check('title: "T\\u202e"\ncards: []') == [f"line 1, title: {steers}"]
    assert decks.check('title: "रा\\u200d"\ncards: []') == [], "joiners belong to the script"


def test_show_gives_the_cards_as_players_read_them() -> None:
    whole = decks.show(SMALL, None)
    assert whole.startswith("Three Cards, version 1: 3 cards\n\n1. Elephants for the Sultan (1310)\n")
    assert decks.show(deck_of("- eligible: {of: D, next: no}"), None).startswith(
        "Trial, version 1: 1 card\n\n"
    )
    third = decks.show(SMALL, 3)
    assert "Unshaded: Grain is dear." in third
    assert "  Its effects say: Roll a die: on 1–4 the Sultanate loses 2 Resources;" in third
    assert "Stay Eligible" not in third
    with pytest.raises(ValueError, match="Three Cards has no card 4"):
        decks.show(SMALL, 4)


def test_the_card_of_a_game() -> None:
    s = setup(Options(deck=SMALL))
    assert shown(s, None) == "No card has been revealed yet. 35 cards left in the deck."
    assert shown(s, 1).splitlines() == [
        "1. Elephants for the Sultan (1310)",
        "Order: the Sultanate, then the Bahmani Kingdom, then Vijayanagara.",
        "Stay Eligible.",
        "",
        "Unshaded: The Sultanate gives the Challenger 2 Resources.",
        "",
        "Shaded: The Sultanate gains 2 Cavalry.",
        "",
        "A train of captured elephants walked from the far south to Delhi.",
    ]
    assert shown(s, 4).endswith("This card has no Event text, so nobody can execute it.")
    for number in (0, 37):
        with pytest.raises(ValueError, match=f"There is no card {number}. Cards go from 1 to 36."):
            shown(s, number)


def test_the_open_card_tells_what_it_would_do() -> None:
    s = load('{"card": "event-24", "places": {"sultanate": "pass"}}')
    text = shown(s, None)
    assert text.startswith("24. Ismail Mukh Steps Aside (1347)\n")
    assert "\nNow, for Vijayanagara: " in text
    assert text.endswith("\n\n34 cards left in the deck.")
    assert shown(s, 24) in text
    s.sequence = dict.fromkeys(s.sequence, "ineligible")
    assert "Now" not in shown(s, 24)


@pytest.mark.parametrize("card", ["mongol-bahmani", "zenith", "rise", "lords", "timurid"])
def test_cards_that_are_no_events_have_their_words_too(card: str) -> None:
    s = setup(Options())
    s.played.append(card)
    assert len(shown(s, None).splitlines()) >= 4


def test_the_built_in_deck_fits_a_message() -> None:
    s = setup(Options())
    assert max(len(shown(s, number)) for number in range(1, 37)) < 2000
