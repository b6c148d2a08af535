"""Standing answers by the rules that ask: Cavalry (1.10), casualties (3.2.4), plunder, gifts (2.4.2)."""

from __future__ import annotations

import pytest

from rules import vijayanagara
from rules.extras import Policy
from rules.kernel import Ask
from rules.vijayanagara.board import FACTIONS
from tests.games.vijayanagara.acting import act
from tests.games.vijayanagara.table import Table

POLICIES = {policy.key: policy for policy in vijayanagara.EXTRAS.plans.policies}


def play(table: Table, **answers: str) -> Table:
    """Answer with these standing answers while one of them fits."""
    while isinstance(ask := table._live.pending, Ask):
        found = (POLICIES[key].answer(table.state, ask, value) for key, value in answers.items())
        key = next((key for key in found if key is not None), None)
        if key is None:
            break
        table.answer(ask.seat, key)
    return table


def attacked(there: str, dice: str, **cavalry: int) -> Table:
    """Return a table on which the Sultanate attacks the Bahmani Kingdom in Malwa."""
    return act("sultanate", f"malwa: {{{there}}}", "command attack malwa", dice=dice, cavalry=cavalry)


EVEN = "troops: 3, rebelling-amirs: 3"


def test_1_10_never_spend_cavalry_in_defence() -> None:
    table = play(attacked(EVEN, "3666 66", bahmani=2), cavalry="never", casualties="rebelling-amirs>forts")
    assert table.state.cavalry["bahmani"] == 2
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 2}


def test_1_10_screen_each_hit_that_would_cost_a_piece() -> None:
    table = play(attacked(EVEN, "2366 66", bahmani=3), cavalry="save")
    assert table.state.cavalry["bahmani"] == 1
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 3}


def test_1_10_no_cavalry_where_it_saves_nothing() -> None:
    one = "troops: 3, rebelling-amirs: 1"
    assert play(attacked(one, "2366 66", bahmani=1), cavalry="save").state.cavalry["bahmani"] == 1
    aces = play(attacked(EVEN, "1166 66", bahmani=2), cavalry="save")
    assert aces.state.cavalry["bahmani"] == 2


def test_1_10_the_attacker_is_asked_all_the_same() -> None:
    table = play(attacked(EVEN, "4666 66", sultanate=1), cavalry="never")
    assert table.question.seat == "sultanate"
    assert " n=1 other=(dice=[6, 6] n=2 reach=3) own=(dice=[4, 6, 6, 6] n=4 reach=3) " in table.question.asks


@pytest.mark.parametrize(
    ("order", "left"),
    [
        ("troops>governors>qasbahs", {"governors": 1, "qasbahs": 1}),
        ("qasbahs>governors>troops", {"troops": 2}),
    ],
)
def test_3_2_4_casualties_in_this_order(order: str, left: dict[str, int]) -> None:
    table = attacked("troops: 2, governors: 1, qasbahs: 1, rebelling-amirs: 3", "6666 23")
    pieces = play(table, casualties=order).pieces("malwa")
    assert {kind: n for kind, n in pieces.items() if kind != "rebelling-amirs"} == left


def test_3_2_4_casualties_at_home_before_next_door() -> None:
    table = act(
        "sultanate",
        "malwa: {troops: 1, rebelling-amirs: 3}, delhi: {troops: 2, qasbahs: 1}",
        "command attack malwa delhi 2-troops",
        dice="6666 36",
    )
    assert "troops" not in play(table, casualties="troops>governors>qasbahs").pieces("malwa")


def plundered(value: str) -> dict[str, int]:
    """Return the Troops in the Provinces after the Mongols have taken two by plundering Delhi."""
    spaces = "delhi: {mongols: 3}, malwa: {troops: 3}, gujarat: {troops: 1}, jaunpur: {troops: 2}"
    table = Table(f"{{spaces: {{{spaces}}}, left: {{event: 1, mongol: 1}}}}").draw("mongol", "mongol-bahmani")
    table.answer("bahmani", "plunder")
    if table.question.asks.startswith("Attack and Plunder"):
        table.answer("bahmani", "delhi")
    play(table, plunder=value)
    return {space: table.pieces(space).get("troops", 0) for space in ("malwa", "gujarat", "jaunpur")}


@pytest.mark.parametrize(
    ("value", "left"),
    [
        ("most", {"malwa": 1, "gujarat": 1, "jaunpur": 2}),
        ("fewest", {"malwa": 3, "gujarat": 0, "jaunpur": 1}),
        ("gujarat", {"malwa": 2, "gujarat": 0, "jaunpur": 2}),
    ],
)
def test_3_5_3_where_the_mongols_take_troops(value: str, left: dict[str, int]) -> None:
    assert plundered(value) == left


def test_2_4_2_gifts_always_the_same() -> None:
    for value, gains in (("no", False), ("yes", True)):
        table = Table("{influence: {bahmani: 2}, left: {event: 1, mongol: 1}}")
        table.draw("mongol", "mongol-bahmani").answer("bahmani", "amass")  # and again, without a choice
        assert table.question.asks.startswith("gifts")
        play(table, gifts=value)
        assert (table.asked is not None and table.asked.kind == "back") is gains


@pytest.mark.parametrize("policy", POLICIES.values(), ids=POLICIES)
def test_each_has_words_and_answers_nothing_else(policy: Policy) -> None:
    table = Table("", first="sultanate")
    assert isinstance(table._live.pending, Ask)
    seats = [seat for seat in FACTIONS if policy.values(seat)]
    assert seats
    for seat in seats:
        for value, words in policy.values(seat).items():
            assert words
            assert policy.answer(table.state, table._live.pending, value) is None
