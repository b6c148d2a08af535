"""2.4 Mongol Invasion cards."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from tests.games.vijayanagara.table import Table


def invasion(faction: str, position: str = "") -> Table:
    """Return a table on which a Mongol Invasion card of this faction has just been revealed."""
    return Table(f"left: {{event: 1, mongol: 1}}\n{position}").draw("mongol", f"mongol-{faction}")


@pytest.mark.parametrize("faction", ["bahmani", "vijayanagara"])
def test_2_4_1_the_faction_on_the_card_executes_two_mongol_commands(faction: str) -> None:
    """2.4.1: the faction that the card names chooses two, possibly the same twice."""
    table = invasion(faction, "spaces: {mountain-passes: {mongols: 2}}\n")
    assert table.question.seat == faction
    assert table.question.asks == "mongol-command"
    table.answer(faction, "amass")
    assert table.question.asks == "mongol-command"
    table.answer(faction, "amass")
    # 2 + 3 = 5, one goes on; 4 + 3 = 7, three go on: four in each
    assert table.pieces("mountain-passes") == {"mongols": 4}
    assert table.pieces("punjab") == {"mongols": 4}


def test_2_4_1_only_possible_commands_are_offered() -> None:
    """2.4.1, 3.5.1, 3.5.2: the others are shown with the reason."""
    table = invasion("bahmani", "spaces: {delhi: {mongols: 12}, punjab: {troops: 1}}")
    # no Amass (none Available), no Advance (none on the way): Attack and Plunder is no choice, nine go home
    assert table.pieces("delhi") == {"mongols": 3}
    assert table.question.asks == ("mongol-command: […, (command=plunder)]")
    assert table.question.legal == ["amass", "plunder"]
    assert table.question.barred == {"advance": "3.5.2"}


def test_2_4_1_the_first_invasion_can_only_amass() -> None:
    """2.4.1: with no Mongol Invader on the map the first Command leaves no choice and is not asked."""
    table = invasion("bahmani")
    assert table.pieces("mountain-passes") == {"mongols": 3, "troops": 2}
    assert table.question.asks == ("mongol-command: […, (command=amass)]")


def test_2_4_2_compromising_gifts_lower_influence_for_resources_and_cavalry() -> None:
    """2.4.2: one Influence for 2 Resources and 2 Cavalry; the slot left is refilled (1.9)."""
    table = invasion("vijayanagara", "influence: {vijayanagara: 2}").answer("vijayanagara", "amass")
    assert table.question.asks == ("gifts")
    table.answer("vijayanagara", "yes").answer("vijayanagara", "2-available")
    assert table.state.influence["vijayanagara"] == 1
    assert table.state.resources["vijayanagara"] == 9
    assert table.state.cavalry["vijayanagara"] == 2
    told = [line.partition(":")[0] for line in table.story()]
    order = [told.index(kind) for kind in ("gifts", "influence", "gain")]
    assert order == sorted(order), "why it falls is said before"


def test_2_4_2_the_gifts_are_optional() -> None:
    """2.4.2: the faction may decline."""
    table = invasion("bahmani", "influence: {bahmani: 1}").answer("bahmani", "amass no")
    assert table.state.influence["bahmani"] == 1
    assert table.state.resources["bahmani"] == 6


def test_2_4_2_at_influence_0_there_are_none() -> None:
    """2.4.2, ruling: the price can't be paid, so nothing is asked. Only the story says so."""
    table = invasion("bahmani").answer("bahmani", "amass")
    assert table.asked is None
    assert "no-gifts: faction=bahmani" in table.story()
    assert "no-gifts" in {*game.EXTRAS.prose.restating} & {*game.EXTRAS.prose.bookkeeping}


def test_2_4_2_only_the_selected_faction_may_give() -> None:
    """2.4.2: the other rival is not asked."""
    table = invasion("bahmani", "influence: {vijayanagara: 3}").answer("bahmani", "amass")
    assert table.asked is None


def test_2_4_play_goes_on_without_adjusting_eligibility() -> None:
    """2.4: Ineligible factions are Ineligible still on the next Event."""
    position = "influence: {bahmani: 1}\nplaces: {sultanate: ineligible}\nleft: {event: 5, mongol: 1}"
    table = Table(position).draw("mongol", "mongol-bahmani").answer("bahmani", "amass no")
    assert table.state.sequence["sultanate"] == "ineligible"
    table.draw("event-1")
    assert table.question.seat == "bahmani"
