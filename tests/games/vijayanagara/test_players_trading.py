"""1.5.2: bot players trade by the worth of goods, and not with the leader."""

from __future__ import annotations

from rules import vijayanagara
from rules.vijayanagara.players.trading import propose, reply
from tests.games.vijayanagara.table import Table

POOR = """
resources: {bahmani: 0, vijayanagara: 9, sultanate: 9}
cavalry: {bahmani: 4, vijayanagara: 0, sultanate: 0}
"""


def replied(offer: str, giver: str = "vijayanagara", taker: str = "bahmani") -> str:
    table = Table(POOR, first="sultanate").side(giver, f"offer {taker} {offer}")
    return reply(vijayanagara.view(table.state, taker), taker)


def test_what_is_worth_it_is_accepted_and_the_rest_stays_on_offer() -> None:
    assert replied("give 3r get 1c") == "accept_1"
    assert replied("get 2c") == ""
    assert replied("give 1r get 3c") == ""


def test_nothing_is_taken_from_who_leads_or_in_another_s_name() -> None:
    assert replied("give 3r get 1c", giver="sultanate") == ""
    table = Table(POOR, first="sultanate").side("vijayanagara", "offer bahmani give 3r get 1c")
    assert reply(vijayanagara.view(table.state, "vijayanagara"), "vijayanagara") == ""


def test_who_is_poor_offers_what_serves_both_and_withdraws_it_later() -> None:
    table = Table(POOR, first="bahmani")
    act = propose(vijayanagara.view(table.state, "bahmani"), "bahmani")
    assert act.startswith("offer_vijayanagara_give_")
    table.side("bahmani", act.replace("_", " "))
    assert reply(vijayanagara.view(table.state, "vijayanagara"), "vijayanagara") == "accept_1"
    assert propose(vijayanagara.view(table.state, "bahmani"), "bahmani") == "withdraw_1"
