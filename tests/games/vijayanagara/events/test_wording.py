"""The texts for players: sentences joined on the card, and questions that name their subject."""

from __future__ import annotations

import pytest

from rules.vijayanagara.events.deckfile import load_deck
from tests.games.vijayanagara.events.playing import played

S, B, V = "sultanate", "bahmani", "vijayanagara"


@pytest.mark.parametrize(
    ("number", "side", "words"),
    [
        (2, "shaded", "If not, place 1 Governor and 3 Troops in Gujarat."),
        (7, "unshaded", "The Sultanate may pay 2 Resources to place 2 Troops in Tamilakam."),
        (
            8,
            "unshaded",
            "The Challenger may execute a free Rebel Command in 1 Province, even under the Khaljis.",
        ),
        (13, "unshaded", "Place 2 Units of the Challenger in Madhyadesh and 1 in Gondwana."),
        (13, "unshaded", "The Challenger may execute a free Rebel Command in Madhyadesh or Gondwana."),
        (16, "unshaded", "You may execute a free March or Migrate Command into up to 2 spaces."),
        (
            17,
            "unshaded",
            "For each Province next to Delhi, the Sultanate chooses: remove 2 of its Units there",
        ),
        (17, "shaded", "Each rival (the Bahmanis first) chooses: pay 1 Resource; or remove 1 of its Units"),
        (
            6,
            "shaded",
            "If a Sultanate Unit is there, each rival with a piece there (the Bahmanis first)",
        ),
        (
            35,
            "shaded",
            "Each rival with a Unit in Gondwana, Madhyadesh or Orissa (the Bahmanis first)",
        ),
        (11, "unshaded", "; or (2) remove 2 Amirs in Karnataka, then the Sultanate gives Vijayanagara 3"),
        (19, "shaded", "Choose the Sultanate or the Bahmanis. That Faction replaces 1 Raja"),
        (19, "shaded", "chooses: give that Faction 2 Resources; or let that Faction do the same again."),
    ],
)
def test_2_3_4_the_card_says_what_it_does(number: int, side: str, words: str) -> None:
    """2.3.4: the text of a side follows from its effects, and reads as one would say it."""
    assert words in load_deck("durbar").events[f"event-{number}"].says(side)


def test_2_3_4_a_question_names_the_province_and_the_faction() -> None:
    """2.3.4: on the card "there" and "the Challenger", in the question the Province and the Bahmanis."""
    table = played(17, B, "unshaded", "spaces: {malwa: {troops: 2}}")
    expected = (
        "Famine in the Doab: you choose. 1: remove 2 of your Units in Malwa; 2: give the Bahmanis 1 Resource"
    )
    assert table.prompt == expected
    table.answer(S, "1")
    assert "The Sultanate chooses “remove 2 of its Units in Malwa”." in table.sentences()


def test_2_3_4_a_question_speaks_to_the_one_who_decides() -> None:
    """2.3.4: "your Units" for whoever decides, "you" for whoever executes; the bound Province by its name."""
    assert played(8, B, "unshaded").prompt == "Khusrau Khan's Summer: remove 3 of your Units. Which?"
    assert played(9, V, "unshaded").prompt.startswith("Delhi Is Still Far Off: move up to 3 Troops")
    table = played(6, V, "shaded", "spaces: {malwa: {troops: 2}, karnataka: {obedient-rajas: 3}}")
    assert table.answer(V, "karnataka").prompt == (
        "The Thousand-Dinar Slave: you may Campaign to Karnataka, from up to 5 spaces away. Do you?"
    )
    handed_over = played(11, B, "unshaded").prompt
    assert handed_over.endswith("2: remove 2 Amirs in Karnataka, then the Sultanate gives you 3 Resources")
