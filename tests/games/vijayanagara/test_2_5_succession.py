"""2.5 Succession cards, 2.7 the dynasties."""

from __future__ import annotations

import pytest

from rules.vijayanagara.cards import LASTING_CARD
from tests.games.vijayanagara.table import Table

MIX = "gain: n={n}"


def card(block: int, position: str = "") -> Table:
    """Return a table on which the Succession card after this block has just been revealed."""
    return Table(f"block: {block}\nleft: {{event: 0, mongol: 0}}\n{position}")


FORTS = "orissa: {forts: 1, obedient-amirs: 1}, bengal: {forts: 1}"
TEMPLES = "karnataka: {temples: 1, obedient-rajas: 1}"


def test_2_5_the_cards_come_in_their_order_after_each_block() -> None:
    """2.5: Zenith, Rise, Lords; the next block opens, and Eligibility is not adjusted."""
    for block, name in ((1, "zenith"), (2, "rise"), (3, "lords")):
        table = card(block, "places: {sultanate: ineligible}\nspaces: {}\nresources: {}")
        while table.asked is not None:
            table.answer(table.question.seat, "done")
        assert table.state.played == [name]
        assert table.state.block == block + 1
        assert table.state.sequence["sultanate"] == "ineligible"
        assert table.due is not None, "the next Event card is drawn"


def test_2_5_1_zenith_in_its_order() -> None:
    """2.5.1: the Tughlaqs, the Campaign, then Cavalry for the Bahmanis, Resources for Vijayanagara."""
    position = (
        f"influence: {{bahmani: 2, vijayanagara: 3}}\nspaces: {{delhi: {{troops: 4}}, {FORTS}, {TEMPLES}}}"
    )
    table = card(1, position)
    assert table.state.dynasty == "tughlaq"
    assert table.question.seat == "sultanate"
    assert table.state.cavalry["bahmani"] == 0, "gained after the Campaign"
    table.answer("sultanate", "no")
    assert table.state.cavalry["bahmani"] == 2 + 2
    assert table.state.resources["vijayanagara"] == 7 + 3 + 1
    assert LASTING_CARD in {line.kind for line in table.lines()}, "2.7.2: every post tells it"


def test_2_5_1_the_gains_keep_to_their_limits() -> None:
    """2.5.1, 1.8: Vijayanagara holds no more than 24 Resources."""
    table = card(1, "influence: {vijayanagara: 3}\nresources: {vijayanagara: 23}\nspaces: {}")
    assert table.state.resources["vijayanagara"] == 24


@pytest.mark.parametrize("block", [1, 2])
def test_2_5_1_the_campaign_keeps_to_delhi_and_provinces(block: int) -> None:
    """2.5.1, 2.5.2: not from, into or through the Mongol Invasion Regions."""
    table = card(block, "spaces: {delhi: {troops: 4}, punjab: {troops: 4}, sindh: {troops: 1}}")
    assert table.question.asks == f"campaign: card={['zenith', 'rise'][block - 1]}"
    table.answer("sultanate", "yes")
    refusal = table.refused("sultanate", "punjab")
    assert refusal.startswith("2.5 space=punjab")
    table.answer("sultanate", "delhi 3-troops")
    assert table.refused("sultanate", "punjab").startswith("2.5 ")
    table.answer("sultanate", "malwa maharashtra karnataka")
    assert table.pieces("karnataka") == {"troops": 3}
    assert table.pieces("delhi") == {"troops": 1}


def test_2_5_1_units_in_the_regions_alone_cannot_campaign() -> None:
    """2.5.1: then there is nothing to ask, and the story says so."""
    table = card(1, "spaces: {punjab: {troops: 4}}")
    assert table.asked is None
    assert "no-campaign: faction=sultanate" in table.story()


RISE = """
dynasty: tughlaq
spaces: {maharashtra: {rebelling-amirs: 3}, gujarat: {rebelling-amirs: 1}, karnataka: {rebelling-rajas: 2}}
independent: [maharashtra, gujarat, karnataka]
"""


def test_2_5_2_rise_in_its_order() -> None:
    """2.5.2: Campaign; the Bahmanis' free Limited Command and gain; then Vijayanagara's."""
    table = card(2, RISE + "resources: {}")
    assert table.question.seat == "bahmani"
    assert table.question.asks == "free-command: card=rise"
    table.answer("bahmani", "rally gujarat")
    assert table.pieces("gujarat") == {"rebelling-amirs": 3}
    assert table.state.resources["bahmani"] == 0, "free (3.1.3)"
    # Maharashtra 2 and Gujarat 2 are four, three at most
    assert table.question.asks == MIX.format(n=3)
    table.answer("bahmani", "2-resources 1-cavalry")
    assert (table.state.resources["bahmani"], table.state.cavalry["bahmani"]) == (2, 1)
    assert table.question.seat == "vijayanagara"
    table.answer("vijayanagara", "done")
    assert table.question.asks == MIX.format(n=2)
    table.answer("vijayanagara", "2-cavalry")
    assert (table.state.resources["vijayanagara"], table.state.cavalry["vijayanagara"]) == (0, 2)


def test_2_5_2_the_gain_counts_after_the_command() -> None:
    """2.5.2: a Province won by the free Command counts."""
    position = RISE.replace("independent: [maharashtra, gujarat, karnataka]", "")
    table = card(2, position).answer("bahmani", "rebel maharashtra")
    assert table.question.asks == MIX.format(n=2)


def test_2_5_2_each_part_may_be_declined() -> None:
    """2.5.2, ruling: neither the Command nor the gain must be taken."""
    table = card(2, RISE).answer("bahmani", "done done").answer("vijayanagara", "done 1-resources done")
    assert table.state.resources == {"sultanate": 12, "bahmani": 6, "vijayanagara": 8}
    assert table.state.cavalry == {"sultanate": 2, "bahmani": 0, "vijayanagara": 0}
    gains = [line for line in table.story() if line.startswith("gain: faction=bahmani")]
    assert not gains


def test_2_5_2_without_a_province_nothing_is_gained() -> None:
    """2.5.2: Prosperity 0, no question."""
    table = card(2, "dynasty: tughlaq\nspaces: {}").answer("bahmani", "done").answer("vijayanagara", "done")
    assert table.state.resources == {"sultanate": 12, "bahmani": 6, "vijayanagara": 7}
    assert table.asked is None


def test_2_5_2_a_limited_command_is_one_space() -> None:
    """2.5.2, 2.3.5: one space, no Decree."""
    table = card(2, RISE).answer("bahmani", "rally gujarat")
    assert table.question.asks == MIX.format(n=3)


def test_2_5_3_each_faction_in_turn_up_to_three_shifts_of_three_resources() -> None:
    """2.5.3: Sultanate, Bahmanis, Vijayanagara; either Influence in either direction."""
    table = card(3, "resources: {sultanate: 12, bahmani: 7, vijayanagara: 3}\ninfluence: {vijayanagara: 1}")
    table.answer("sultanate", "bahmani-up vijayanagara-down").answer("vijayanagara", "2-available")
    table.answer("sultanate", "bahmani-down")
    assert table.state.resources["sultanate"] == 3, "three times, no more, though a fourth could be paid"
    assert table.question.seat == "bahmani"
    table.answer("bahmani", "bahmani-up bahmani-up")
    assert table.state.resources["bahmani"] == 1
    assert table.question.seat == "vijayanagara", "with 1 Resource left no third shift is asked"
    table.answer("vijayanagara", "vijayanagara-up")
    assert table.state.influence == {"bahmani": 2, "vijayanagara": 1}
    assert table.asked is None


def test_2_5_3_shifts_are_optional() -> None:
    """2.5.3: each faction may decline; who can't pay, and could not after any trade, is not asked."""
    table = card(3, "resources: {sultanate: 24, bahmani: 3, vijayanagara: 3}").answer("sultanate", "done")
    table.answer("bahmani", "done")
    assert table.answer("vijayanagara", "done").state.resources["vijayanagara"] == 3
    assert card(3, "resources: {sultanate: 1, bahmani: 0, vijayanagara: 1}").asked is None


def test_2_5_3_1_5_2_who_lacks_the_price_is_asked_once_for_a_trade_may_bring_it() -> None:
    """1.5.2: nobody was asked since the card was revealed, so there was no time to trade."""
    table = card(3, "resources: {sultanate: 2, bahmani: 0, vijayanagara: 4}")
    assert (table.question.seat, table.question.legal) == ("sultanate", ["done"])
    table.side("vijayanagara", "offer sultanate give 1r").side("sultanate", "accept 1")
    table.answer("sultanate", "bahmani-up")
    assert (table.question.seat, table.question.legal) == ("bahmani", ["done"]), "3 of others could come"
    table.answer("bahmani", "done")
    assert table.question.seat == "vijayanagara"


def test_2_5_3_a_shift_off_the_end_may_not_be_bought() -> None:
    """2.5.3, ruling: it would do nothing (1.9)."""
    table = card(3, "influence: {bahmani: 4}")
    assert table.question.legal == ["bahmani-down", "vijayanagara-up", "done"]
    text = table.refused("sultanate", "bahmani-up")
    assert text == ("1.9 rival=bahmani")


def test_2_5_3_the_price_is_looked_at_when_the_answer_comes() -> None:
    """2.5.3, 1.5.2: a trade while the question waits may take the price away."""
    table = (
        card(3, "resources: {sultanate: 5}")
        .side("sultanate", "offer bahmani give 3r")
        .side("bahmani", "accept 1")
    )
    assert table.question.seat == "bahmani", "the Sultanate has 2 left and can't pay; the Bahmanis have 3 now"


def test_2_7_1_no_rebel_under_the_khaljis() -> None:
    """2.7.1: refused with the rule, and with what is possible."""
    position = "spaces: {orissa: {obedient-rajas: 2}}"
    table = Table(position, first="vijayanagara").answer("vijayanagara", "limited")
    text = table.refused("vijayanagara", "rebel")
    assert text == ("2.7.1")


def test_2_7_2_rebel_under_the_tughlaqs() -> None:
    """2.7.2: available from Zenith on."""
    position = "dynasty: tughlaq\nspaces: {orissa: {obedient-rajas: 2}}"
    table = Table(position, first="vijayanagara").answer("vijayanagara", "limited rebel")
    assert table.state.status["orissa"] == "vijayanagara"
