"""Positions in which bot players once did something foolish. The better order leads by a wide margin."""

from __future__ import annotations

import pytest

from rules.ask import Ask
from rules.state import Entry
from rules.vijayanagara.players import trading
from rules.vijayanagara.players.fair import Desk, Judge, Weighed, drop_equivalent
from rules.vijayanagara.players.judgement import estimate_log_odds
from rules.vijayanagara.players.trial import list_keys, make_trial
from rules.vijayanagara.players.worth import measure_advantage
from tests.games.vijayanagara.table import GAME, OPENERS

LATE = """
block: 3
dynasty: tughlaq
influence: {bahmani: 1, vijayanagara: 1}
cavalry: {sultanate: 1, bahmani: 2, vijayanagara: 1}
"""
SOUTH = """
  maharashtra: {troops: 1, governors: 1, obedient-amirs: 3}
  andhra: {troops: 1, qasbahs: 1, obedient-rajas: 2}
  karnataka: {troops: 1, obedient-rajas: 3}
  tamilakam: {troops: 1, obedient-rajas: 2}
  bengal: {troops: 2, obedient-amirs: 1}
"""
# 4 Troops stand in Delhi against 3 Mongols, and two Mongol cards are left in the block
BESIEGED = f"""{LATE}
left: {{event: 3, mongol: 2}}
card: event-15
places: {{vijayanagara: command, bahmani: pass}}
resources: {{sultanate: 17, bahmani: 4, vijayanagara: 4}}
spaces:
  delhi: {{troops: 4, mongols: 3}}
  punjab: {{troops: 1}}
  mountain-passes: {{mongols: 2}}
  malwa: {{troops: 4, governors: 1}}
  gujarat: {{troops: 3, governors: 1, obedient-amirs: 2}}
{SOUTH}"""
HELD = f"""{LATE}
left: {{event: 4, mongol: 1}}
card: event-3
spaces:
  delhi: {{troops: 6}}
  punjab: {{troops: 1}}
  mountain-passes: {{mongols: 2}}
  malwa: {{troops: 3, governors: 1}}
  gujarat: {{troops: 4, governors: 1, rebelling-amirs: 1}}
{SOUTH}"""
ALONE = "places: {vijayanagara: ineligible, bahmani: ineligible}"
JUDGES: dict[str, Judge] = {"fair": measure_advantage, "full": estimate_log_odds}


def weigh(position: str, faction: str = "sultanate", judge: Judge = measure_advantage) -> list[Weighed]:
    """Return the orders of a faction that opens the card, the best first."""
    return Desk(GAME.load(position), (), faction, luck=1, judge=judge).orders()


def best(found: list[Weighed], *keys: str) -> float:
    """Return the value of the best order that has all these keys."""
    return max(each.value for each in found if {*keys} <= {*each.keys})


def test_before_a_besieged_delhi_the_event_that_fights_for_it_comes_first() -> None:
    """It brings Cavalry, Units from next door and an Attack, and the Sultanate stays Eligible."""
    found = weigh(BESIEGED)
    assert found[0].keys[:2] == ("event", "shaded")
    assert found[0].value > best(found, "conscript", "andhra") + 0.3


def test_a_limited_command_helps_a_besieged_delhi_before_the_south() -> None:
    limited = [each for each in weigh(BESIEGED) if each.keys[0] == "limited"]
    south = [each.value for each in limited if not {"delhi", "punjab"} & {*each.keys}]
    assert best(limited, "conscript", "delhi") > max(south) + 0.5


def test_a_campaign_of_the_zenith_goes_to_a_besieged_delhi() -> None:
    """2.5.1: and not to a Province where a rival is near."""
    far = "gujarat: {troops: 1, obedient-amirs: 3}, bengal: {troops: 1, obedient-rajas: 3}"
    near = "malwa: {troops: 5, governors: 1}, jaunpur: {troops: 2, governors: 1}"
    pieces = f"delhi: {{troops: 4, mongols: 3}}, punjab: {{mongols: 1}}, {near}, {far}"
    state = GAME.load(f"block: 2\ncard: zenith\nresources: {{sultanate: 6}}\nspaces: {{{pieces}}}")
    found = Desk(state, (), "sultanate", luck=1).answers()
    assert "delhi" in found[0].keys
    away = [each.value for each in found if each.keys[0] == "yes" and "delhi" not in each.keys]
    assert best(found, "yes", "delhi") > max(away) + 0.8


@pytest.mark.parametrize("resources", [0, 1, 3, 14])
def test_nobody_saves_for_later_where_a_decree_brings_much(resources: int) -> None:
    """Demand Obedience brings 2 VP and 2 Resources, Collect Tribute 8 Resources and 2 Cavalry."""
    goods = f"resources: {{sultanate: {resources}, bahmani: 4, vijayanagara: 4}}\n{ALONE}"
    found = weigh(f"{HELD}\nindependent: [gujarat]\n{goods}")
    assert best(found, "demand") > best(found, "pass") + 0.2
    assert found[0].value > best(found, "pass") + 1.5


def test_the_game_does_not_begin_with_a_troop_in_each_of_seven_provinces() -> None:
    found = weigh(f"block: 1\ncard: {OPENERS['sultanate']}")
    many = [each.value for each in found if "conscript" in each.keys and len(each.keys) > 8]
    assert found[0].value > max(many) + 0.2


@pytest.mark.parametrize("name", JUDGES)
def test_two_charges_win_where_one_changes_nothing(name: str) -> None:
    """1.10: two Units hit on 1 and 2, so a 4 becomes a hit by two Charges."""
    pieces = "delhi: {troops: 4}, gondwana: {rebelling-rajas: 2, rebelling-amirs: 2}, karnataka: {troops: 1}"
    goods = "cavalry: {vijayanagara: 4, bahmani: 2}\nresources: {bahmani: 4, vijayanagara: 4}"
    places = "places: {bahmani: ineligible, sultanate: ineligible}"
    position = f"{goods}\ncard: event-2\n{places}\nindependent: [gondwana]\nspaces: {{{pieces}}}"
    state = GAME.load(f"{LATE.split('cavalry')[0]}\nleft: {{event: 3, mongol: 1}}\n{position}")
    keys = ("limited", "attack", "gondwana", "bahmani")
    log = [Entry("vijayanagara", key) for key in keys]
    walk = make_trial(state.copy(), log)
    while isinstance(walk.pending, Ask):
        log.append(Entry(walk.pending.seat, list_keys(walk.pending)[0]))
        walk.enter(log[-1].key, log[-1].seat)
    log.append(Entry("chance", "446666"))
    found = Desk(state, tuple(log), "vijayanagara", luck=1, judge=JUDGES[name]).answers()
    assert found[0].keys[:2] == ("charge-4", "charge-3"), found[0].keys


def test_no_order_is_listed_twice_in_another_sequence() -> None:
    """Spaces that are selected in another sequence, or a Decree before the Command, change nothing here."""
    state = GAME.load(f"{BESIEGED.replace('command', 'ineligible').replace('pass', 'ineligible', 1)}")
    found = drop_equivalent(Desk(state, (), "sultanate", luck=1).orders())
    ends = [GAME.dump(make_trial(state.copy(), [Entry("sultanate", key) for key in each.keys]).state)
            for each in found if not {"attack"} & {*each.keys}]  # fmt: skip
    assert len(found) > 20
    assert len({*ends}) == len(ends)


GOODS = """
cavalry: {bahmani: 6, vijayanagara: 0}
resources: {bahmani: 0, vijayanagara: 9}
"""


def propose(position: str) -> str:
    """Return what the Bahmanis, who have no Resources, offer."""
    state = GAME.load(f"{position}{GOODS}")
    return trading.propose(GAME.view(state, "bahmani"), "bahmani")


def test_nothing_is_sold_to_a_rival_that_has_more_points() -> None:
    """1.5.2: it may use what it gets against the seller."""
    assert propose("block: 3\ninfluence: {bahmani: 2, vijayanagara: 1}").startswith("offer_vijayanagara")
    assert not propose("block: 3\ninfluence: {bahmani: 1, vijayanagara: 2}").startswith("offer_vijayanagara")


def test_in_the_last_block_nobody_pays_for_a_rivals_next_order() -> None:
    assert propose("block: 4\nleft: {event: 6, timurid: 2}\ninfluence: {bahmani: 2, vijayanagara: 1}") == ""
