"""1.10 Cavalry in battle: Charge and Screen, the attacker first; and the Mongol Invaders' own token."""

from __future__ import annotations

from random import Random

import pytest

from rules.kernel import Ask
from rules.vijayanagara.commands.battle import spend_mongol_charge
from rules.vijayanagara.sides import Side
from tests.games.vijayanagara.acting import act
from tests.games.vijayanagara.table import Table


def attack(there: str, dice: str, sultanate: int = 0, bahmani: int = 0, space: str = "malwa") -> Table:
    """Return a table on which the Sultanate attacks these pieces in a space, with this Cavalry."""
    cavalry = {"sultanate": sultanate, "bahmani": bahmani}
    return act("sultanate", f"{space}: {{{there}}}", f"command attack {space}", dice=dice, cavalry=cavalry)


EVEN = "troops: 3, rebelling-amirs: 3"


def test_1_10_the_attacker_first_then_the_defender() -> None:
    """1.10: "the attacker first and then the defender may use any number of Cavalry tokens"."""
    table = attack(EVEN, "4666 46", 1, 1)
    assert table.question.seat == "sultanate"
    assert table.question.asks == (
        "spend: foe=bahmani left=1 n=1 other=(dice=[4, 6] n=2 reach=3) "
        "own=(dice=[4, 6, 6, 6] n=4 reach=3) space=malwa standing=(dealt=0 lost=0)"
    )
    table.answer("sultanate", "charge-4")
    assert table.question.seat == "bahmani"
    table.answer("bahmani", "charge-4")
    assert table.pieces("malwa") == {"troops": 2, "rebelling-amirs": 2}
    assert table.state.cavalry == {"sultanate": 0, "bahmani": 0, "vijayanagara": 0}
    assert table.state.pool == 10, "used tokens return to the shared pool"
    assert "charge: charges=(who=sultanate) die=4 new=3" in table.story()
    assert "charge: charges=(who=bahmani) die=4 new=3" in table.story()


def test_1_10_what_a_token_may_do() -> None:
    """1.10: Charge any own die above 1, Screen any enemy die above 1; like dice are one choice."""
    table = attack(EVEN, "1446 15", 1)
    assert table.question.legal == ["charge-4", "charge-6", "screen-5", "done"]
    nothing = ["Charge 6 (to 5: changes no hit)", "Screen 5 (changes no hit)"]
    assert table.labels() == ["Charge 4 (to 3: they lose 2)", *nothing, "Done", "Charge 1", "Screen 1"]
    assert table.question.barred == {
        "charge-1": "1.10",
        "screen-1": "1.10",
    }
    table = attack(EVEN, "6666 25", 1)
    assert table.labels() == [nothing[0], "Screen 2 (you lose 0)", nothing[1], "Done"]


def test_1_10_what_another_token_may_still_make_of_it_is_not_nothing() -> None:
    """1.10: two Charges bring a 5 down to a hit; a miss that the defender could charge is worth a Screen."""
    table = attack(EVEN, "5666 64", 2, 1)
    assert table.labels() == [
        "Charge 5 (to 4: still a miss)",
        "Charge 6 (to 5: changes no hit)",
        "Screen 4 (a miss, unless they Charge it)",
        "Screen 6 (changes no hit)",
        "Done",
    ]


def test_1_10_charge_the_same_die_again() -> None:
    """1.10: "the same die may be affected (by Charges or Screen) multiple times"; a charged 6 may hit."""
    table = attack(EVEN, "6666 66", 3)
    table.answer("sultanate", "charge-6 charge-5 charge-4")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 2}
    assert table.state.cavalry["sultanate"] == 0


def test_1_10_any_number_or_none() -> None:
    """1.10: "may use any number": stop after one, or before."""
    table = attack(EVEN, "4666 66", 3).answer("sultanate", "charge-4 done")
    assert table.state.cavalry["sultanate"] == 2
    table = attack(EVEN, "4666 66", 3).answer("sultanate", "done")
    assert table.state.cavalry["sultanate"] == 3
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 3}


def test_1_10_charge_never_below_1_and_no_screen_of_a_1() -> None:
    """1.10: "to a minimum of 1"; "unless it is showing a 1": nothing to do, nothing asked."""
    table = attack("troops: 2, rebelling-amirs: 4", "1111 11", 2, 2)
    assert table.state.cavalry == {"sultanate": 2, "bahmani": 2, "vijayanagara": 0}
    assert table.pieces("malwa") == {}, "four and two hits, with nobody asked"


def test_1_10_charge_a_2_to_1_saves_it_from_the_screen() -> None:
    """1.10: the defender can't Screen what the attacker has made a 1."""
    table = attack(EVEN, "2666 66", 1, 1).answer("sultanate", "charge-2")
    assert table.question.legal == ["charge-6", "screen-6", "done"]
    table.answer("bahmani", "done")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 2}


def test_1_10_screen_removes_the_die() -> None:
    """1.10: a screened die hits no more; of two alike one goes."""
    table = attack(EVEN, "3366 66", 0, 1).answer("bahmani", "screen-3")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 2}
    assert "screen: die=3 foe=sultanate screens=(who=bahmani)" in table.story()


def test_1_10_a_screened_die_is_gone_for_its_owner() -> None:
    """1.10: what the attacker has screened the defender can't Charge."""
    table = attack(EVEN, "6666 46", 2, 1).answer("sultanate", "screen-4 screen-6")
    assert table.question.seat == "bahmani"
    assert table.question.legal == ["screen-6", "done"], "no dice of its own are left"
    assert "own=…" in table.question.asks
    table.answer("bahmani", "done")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 3}


def test_1_10_screen_a_die_that_was_charged() -> None:
    """1.10: Charge and Screen may both affect the same die."""
    table = attack(EVEN, "4666 66", 1, 1).answer("sultanate", "charge-4").answer("bahmani", "screen-3")
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 3}


def test_1_10_only_the_two_sides_spend() -> None:
    """1.10: a third faction's Cavalry stays out; who has none is not asked."""
    cavalry = {"vijayanagara": 5}
    table = act("sultanate", f"malwa: {{{EVEN}}}", "command attack malwa", dice="3666 66", cavalry=cavalry)
    assert table.pieces("malwa") == {"troops": 3, "rebelling-amirs": 2}
    assert table.question.asks == "decree"


def test_1_10_refused_uses() -> None:
    """1.10: a face that isn't there."""
    table = attack(EVEN, "1666 16", 1)
    for key in ("charge-1", "screen-1", "charge-4"):
        table.refused("sultanate", key)
    assert table.question.legal == ["charge-6", "screen-6", "done"]


# ---------------------------------------------------------------------- the Mongol Invaders' own token


@pytest.mark.parametrize(
    ("units", "dice", "charged"),
    [
        (3, [4, 6, 6, 6], [3, 6, 6, 6]),  # a miss into a hit
        (3, [2, 4, 6, 6], [2, 3, 6, 6]),  # rather that than a 2 into a 1
        (3, [5, 6, 6, 6], [5, 6, 6, 6]),  # one Charge is not enough
        (3, [2, 5, 6, 6], [1, 5, 6, 6]),  # else a 2 into a 1
        (3, [1, 3, 5, 6], [1, 3, 5, 6]),  # else nothing
        (1, [2, 3, 4, 5], [1, 3, 4, 5]),
        (5, [6, 1, 1, 1], [5, 1, 1, 1]),
        (8, [6, 2, 1, 1], [5, 2, 1, 1]),  # five at most, so a 6 is one short
        (4, [1, 1, 1, 1], [1, 1, 1, 1]),
        (2, [6], [6]),
        (2, [], []),  # all dice screened
    ],
)
def test_1_10_the_mongols_charge(units: int, dice: list[int], charged: list[int]) -> None:
    """1.10, 3.5.3: "a miss to a hit if possible, then to reduce a 2 to a 1 if possible", never a Screen."""
    state = Table("spaces: {}").state
    side = Side("mongols", units, list(dice))
    spend_mongol_charge(state, side)
    assert side.dice == charged
    assert len(state.story) == (dice != charged)


def test_1_10_the_mongols_defend_with_their_token() -> None:
    """1.10: it is played in defence too, after the attacker's Cavalry."""
    table = attack("troops: 3, mongols: 2", "6666 36", space="punjab")
    assert table.pieces("punjab") == {"troops": 2, "mongols": 2}
    assert "charge: charges=(who=the-mongols) die=3 new=2" in table.story()
    assert table.state.pool == 10, "the red token is not one of the ten"


def test_1_10_screen_comes_before_the_mongols_charge_in_defence() -> None:
    """1.10: the attacker has taken the die away before it could be charged."""
    table = attack("troops: 3, mongols: 2", "6666 36", 1, space="punjab").answer("sultanate", "screen-3")
    assert table.pieces("punjab") == {"troops": 3, "mongols": 2}
    assert "screen: die=3 foe=the-mongols screens=(who=sultanate)" in table.story()


def test_1_10_the_mongols_charge_first_when_they_attack() -> None:
    """1.10, 3.5.3: then the Sultanate may Screen, but not a 1."""
    table = Table("{spaces: {punjab: {troops: 3, mongols: 2}}, cavalry: {sultanate: 1}}")
    table.draw("mongol", "mongol-bahmani").dice("2666 66").answer("bahmani", "plunder")
    assert table.question.seat == "sultanate"
    assert table.question.legal == ["charge-6", "screen-6", "done"]
    assert "foe=the-mongols left=0 n=1 other=(dice=[1, 6, 6, 6] n=4 reach=2)" in table.question.asks
    assert "standing=(dealt=0 lost=1 plundered=[2-resources])" in table.question.asks


def outcomes(dice: str, tokens: tuple[int, int], answers: tuple[str, ...] = ()) -> set[str]:
    """Return the possible results on the map after these answers, whatever both sides answer next."""
    table = attack(EVEN, dice, *tokens)
    for key in answers:
        assert table.asked is not None
        table.answer(table.asked.seat, key)
    ask = pending(table)
    if ask is None:
        return {str(table.pieces("malwa"))}
    return {end for key in ask.menu() for end in outcomes(dice, tokens, (*answers, key))}


def pending(table: Table) -> Ask | None:
    """Return the open question for Cavalry, if any."""
    ask = table._live.pending
    return ask if isinstance(ask, Ask) and ask.kind == "spend" else None


def test_1_10_where_no_token_can_change_a_hit_nobody_need_be_asked() -> None:
    """1.10, ruling: whatever is answered to a question that is moot, the same may come of it; and what is not
    moot makes a difference at least once."""
    luck, moot, differs = Random(7), 0, 0
    for _ in range(60):
        dice, tokens = "".join(luck.choices("123456", k=6)), (luck.randrange(3), luck.randrange(2))
        ask = pending(attack(EVEN, dice, *tokens))
        if ask is None:
            continue
        ends = [outcomes(dice, tokens, (key,)) for key in ask.menu()]
        if ask.moot:
            assert all(end == ends[-1] for end in ends), (dice, tokens)
            moot += 1
        else:
            differs += any(end != ends[-1] for end in ends)
    assert moot > 2
    assert differs > 10
