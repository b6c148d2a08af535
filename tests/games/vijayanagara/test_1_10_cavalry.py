"""1.10 Cavalry: the pool of ten, Charge, Screen, and the Mongols' own token."""

from __future__ import annotations

import pytest

from rules import vijayanagara as game
from rules.vijayanagara import view
from rules.words import read_said as as_read
from tests.games.vijayanagara.table import Table

BATTLE = "spaces: {{andhra: {{troops: {troops}, rebelling-rajas: {rajas}}}}}\ncavalry: {cavalry}"


def battle(dice: str, cavalry: str = "{}", troops: int = 3, rajas: int = 3) -> Table:
    """Return a table on which the Sultanate attacks Rajas in Andhra, after the dice."""
    table = Table(BATTLE.format(troops=troops, rajas=rajas, cavalry=cavalry), first="sultanate")
    return table.dice(dice).answer("sultanate", "limited attack")


def against_mongols(dice: str, mongols: int = 2) -> Table:
    """Return a table on which the Sultanate, without Cavalry, attacks Mongol Invaders with 6 Troops."""
    table = Table(f"spaces: {{punjab: {{troops: 6, mongols: {mongols}}}}}\ncavalry: {{}}", first="sultanate")
    return table.dice(dice).answer("sultanate", "limited attack")


def test_1_10_eight_tokens_in_the_pool_at_the_start() -> None:
    """1.10, 2.1: ten tokens, two of them the Sultanate's."""
    table = Table()
    assert table.state.cavalry == {"sultanate": 2, "bahmani": 0, "vijayanagara": 0}
    assert table.state.pool == 8


def test_1_10_tokens_are_gained_from_the_pool() -> None:
    """1.10: a token earned is taken from the pool."""
    table = Table("cavalry: {vijayanagara: 1}", first="sultanate").answer("sultanate", "decree collect")
    assert (table.state.cavalry["sultanate"], table.state.pool) == (2, 7)


def test_1_10_an_empty_pool_asks_from_whom() -> None:
    """1.10: with no token in the pool the gainer takes each from another faction of its choice."""
    table = Table("cavalry: {sultanate: 2, bahmani: 5, vijayanagara: 3}", first="sultanate")
    table.answer("sultanate", "decree collect")
    assert table.question.seat == "sultanate"
    assert table.question.legal == ["bahmani", "vijayanagara", "nobody"]
    assert table.question.asks == "take-cavalry"
    table.answer("sultanate", "bahmani vijayanagara")
    assert table.state.cavalry == {"sultanate": 4, "bahmani": 4, "vijayanagara": 2}
    assert "take-cavalry: faction=sultanate loser=vijayanagara" in table.story()


def test_1_10_the_last_token_of_the_pool_goes_first() -> None:
    """1.10: only what the pool can't give is taken from others."""
    table = Table("cavalry: {bahmani: 9}", first="sultanate").answer("sultanate", "decree collect bahmani")
    assert "gain: faction=sultanate n=1" in table.story()
    assert "take-cavalry: faction=sultanate loser=bahmani" in table.story()
    assert table.state.cavalry == {"sultanate": 2, "bahmani": 8, "vijayanagara": 0}


def test_1_10_taking_from_another_may_be_declined() -> None:
    """1.10: a token "may be taken from any other Faction", so it need not be."""
    table = Table("cavalry: {bahmani: 10}", first="sultanate").answer("sultanate", "decree collect nobody")
    assert table.state.cavalry == {"sultanate": 0, "bahmani": 10, "vijayanagara": 0}


def test_1_10_who_has_all_ten_gains_none() -> None:
    """1.10, ruling on 4.3.1: if nobody else has any, there is no token."""
    table = Table("cavalry: {sultanate: 10}", first="sultanate").answer("sultanate", "decree collect")
    assert table.state.cavalry["sultanate"] == 10
    assert table.question.asks == "command"


def test_1_10_more_than_ten_tokens_do_not_exist() -> None:
    """1.10: always a pool of ten shared by the three factions."""
    with pytest.raises(ValueError, match=r"position: 1\.10: "):
        Table("cavalry: {sultanate: 6, bahmani: 5}")


def test_1_10_attacker_first_then_defender_and_used_tokens_return_to_the_pool() -> None:
    """1.10: after both have rolled, the attacker spends, then the defender."""
    table = battle("4666 46", "{sultanate: 2, vijayanagara: 1}")
    assert table.question.seat == "sultanate"
    assert table.question.legal == ["charge-4", "charge-6", "screen-4", "screen-6", "done"]
    assert table.question.asks == (
        "spend: foe=vijayanagara left=1 n=2 other=(dice=[4, 6] n=2 reach=3) "
        "own=(dice=[4, 6, 6, 6] n=4 reach=3) space=andhra standing=(dealt=0 lost=0)"
    )
    table.answer("sultanate", "charge-4")
    assert table.state.pool == 8
    table.answer("sultanate", "done")
    assert table.question.seat == "vijayanagara"
    assert table.question.legal == ["charge-4", "charge-6", "screen-3", "screen-6", "done"]
    table.answer("vijayanagara", "charge-4")
    assert table.state.pool == 9
    assert table.pieces("andhra") == {"troops": 2, "rebelling-rajas": 2}


def test_1_10_charge_takes_one_off_an_own_die() -> None:
    """1.10 Charge: a 4 becomes a 3 and hits with three Units; the Cavalry buttons say what hits."""
    table = battle("4666 66", "{sultanate: 1}")
    assert table.labels() == [
        "Charge 4 (to 3: they lose 1)",
        "Charge 6 (to 5: changes no hit)",
        "Screen 6 (changes no hit)",
        "Done",
    ]
    assert table.answer("sultanate", "charge-4").pieces("andhra") == {"troops": 3, "rebelling-rajas": 2}


def test_1_10_the_same_die_may_be_charged_again() -> None:
    """1.10: several tokens on one die: a 5 becomes a 4, then a 3."""
    table = battle("5666 66", "{sultanate: 2}").answer("sultanate", "charge-5 charge-4")
    assert table.pieces("andhra") == {"troops": 3, "rebelling-rajas": 2}


def test_1_10_a_six_brought_down_to_five_hits_with_five_units() -> None:
    """1.10, 3.2.4: the modified roll counts: a 6 charged to 5 hits where five Units are involved."""
    table = battle("6666 66", "{sultanate: 1}", troops=5).answer("sultanate", "charge-6")
    assert table.pieces("andhra") == {"troops": 5, "rebelling-rajas": 2}


def test_1_10_screen_takes_an_enemy_die_out() -> None:
    """1.10 Screen: the defender's 2 leaves the battle; the defender then screens the charged die."""
    table = battle("2666 26", "{sultanate: 1, vijayanagara: 1}")
    assert "Screen 2 (you lose 0)" in table.labels()
    table.answer("sultanate", "screen-2")
    assert table.question.legal == ["charge-6", "screen-2", "screen-6", "done"]
    table.answer("vijayanagara", "screen-2")
    assert table.pieces("andhra") == {"troops": 3, "rebelling-rajas": 3}


def test_1_10_a_die_may_be_charged_by_one_and_screened_by_the_other() -> None:
    """1.10: the same die may be affected several times."""
    table = battle("4666 66", "{sultanate: 1, vijayanagara: 1}").answer("sultanate", "charge-4")
    assert table.answer("vijayanagara", "screen-3").pieces("andhra") == {"troops": 3, "rebelling-rajas": 3}


def test_1_10_a_1_can_neither_be_charged_nor_screened() -> None:
    """1.10: Charge goes down to 1 at least, Screen spares a 1; where nothing can be done nothing is asked."""
    table = battle("1111 11", "{sultanate: 3, vijayanagara: 3}")
    assert table.pieces("andhra") == {"troops": 1}
    assert table.state.pool == 4


def test_1_10_tokens_may_be_kept() -> None:
    """1.10: any number may be spent, none included."""
    table = battle("3666 66", "{sultanate: 2}").answer("sultanate", "done")
    assert table.state.cavalry["sultanate"] == 2
    assert table.pieces("andhra") == {"troops": 3, "rebelling-rajas": 2}


@pytest.mark.parametrize(
    ("dice", "mongols", "lost", "charged"),
    [
        ("6666 36", 2, 1, 3),  # a miss becomes a hit
        ("6666 32", 2, 2, 3),  # rather than a 2 a 1
        ("6666 26", 2, 1, 2),  # a hit already, but safe from Screens
        ("6666 66", 5, 1, 6),  # five Units reach a 5
        ("6666 65", 2, 0, None),  # no Charge helps
        ("6666 11", 2, 2, None),  # nothing left to turn
    ],
)
def test_1_10_the_mongols_token_in_defence(dice: str, mongols: int, lost: int, charged: int | None) -> None:
    """1.10: one Charge of their own, used to turn a miss into a hit, else a 2 into a 1."""
    table = against_mongols(dice, mongols)
    assert table.pieces("punjab") == {"troops": 6 - lost, "mongols": mongols} if lost < 6 else {}
    charges = [line for line in table.story() if line.startswith("charge: ")]
    told = [] if charged is None else [f"charge: charges=(who=the-mongols) die={charged} new={charged - 1}"]
    assert charges == told


def test_1_10_the_mongols_token_never_goes_to_the_pool_nor_screens() -> None:
    """1.10: the token is a reminder: the pool stays, and it is there again in the next battle."""
    table = against_mongols("6666 36")
    assert table.state.pool == 10
    assert not [line for line in table.story() if line.startswith("screen: ")]


def test_1_10_the_question_says_the_losses_as_it_stands_and_the_cavalry_of_the_other_side() -> None:
    """1.10: An attacker who has finished spends nothing more."""
    table = battle("1236 13", "{sultanate: 2, vijayanagara: 1}", rajas=2)
    assert "As it stands you lose 1, they lose 2." in table.prompt
    assert "You have 2 Cavalry; they can still spend 1." in table.prompt
    table.answer("sultanate", "done")
    assert "As it stands you lose 2, they lose 1." in table.prompt
    assert "You have 1 Cavalry; they can still spend 0." in table.prompt


def test_1_10_the_dice_come_before_the_losses_each_on_a_line_of_its_own() -> None:
    table = battle("1236 13", "{sultanate: 2, vijayanagara: 1}", rajas=2)
    title, *lines = table.prompt.splitlines()
    assert title == "Attack in Andhra. Spend Cavalry?"
    assert [line.partition(" ")[0] for line in lines] == ["Your", "Dice", "As", "You"]


def test_1_10_an_answer_says_if_the_losses_stay_what_they_are() -> None:
    """3.2.4: a hit beyond the last piece costs nothing more."""
    table = battle("1134 22", "{sultanate: 1}", troops=3, rajas=2)
    assert {"Charge 4 (to 3: they still lose 2)", "Screen 2 (you lose 1)"} <= {*table.labels()}
    assert "Screen 2 (you still lose 1)" in battle("6666 22", "{sultanate: 1}", troops=1, rajas=2).labels()


def test_1_10_the_mongols_charge_before_the_sultanate_spends_when_they_attack() -> None:
    """1.10, 3.5.3: as attackers they spend first; the Sultanate may then screen the charged die."""
    position = (
        "left: {mongol: 1}\nspaces: {mountain-passes: {mongols: 2, troops: 2}}\ncavalry: {sultanate: 1}"
    )
    table = Table(position).draw("mongol-bahmani").answer("bahmani", "plunder")
    table.dice("3666 66")
    assert table.question.seat == "sultanate"
    assert "foe=the-mongols left=0 n=1 other=(dice=[2, 6, 6, 6] n=4 reach=2)" in table.question.asks
    assert "standing=(dealt=0 lost=1 plundered=[2-resources])" in table.question.asks
    assert table.answer("sultanate", "screen-2").pieces("mountain-passes") == {"troops": 2, "mongols": 2}


def test_1_10_everybody_sees_the_dice_as_they_lie() -> None:
    """1.10: who is asked for Cavalry sees what fell, what it has become, and what it cost."""
    table = battle("4666 46", "{sultanate: 2, vijayanagara: 1}")
    before = view(table.state, None).fight
    assert before is not None
    assert [(side.faction, side.faces, side.now, side.spent) for side in before.dice] == [
        ("sultanate", (4, 6, 6, 6), (4, 6, 6, 6), 0),
        ("vijayanagara", (4, 6), (4, 6), 0),
    ]
    after = view(table.answer("sultanate", "charge-4 screen-4").state, None).fight
    assert after is not None
    assert [(side.now, side.reach, side.spent) for side in after.dice] == [
        ((3, 6, 6, 6), 3, 2),
        ((None, 6), 3, 0),
    ]
    assert (after.number, after.space) == (1, "andhra")
    acting = [faction.key for faction in view(table.state, None).factions if faction.acting]
    assert acting == ["sultanate"], "2.3.3: its action goes on, whoever is asked"


def test_1_10_taken_tokens_are_told_with_both_factions() -> None:
    """1.10: the board shows that the other faction has fewer tokens, so the digest says who took them."""
    table = Table("cavalry: {sultanate: 2, bahmani: 5, vijayanagara: 3}", first="sultanate")
    before = game.view(table.state, None)
    table.answer("sultanate", "decree collect bahmani bahmani")
    digest = game.EXTRAS.prose.digest(before, game.view(table.state, None), table.state.story, "bahmani")
    read = [as_read(words, game.name) for paragraph in digest for words in paragraph]
    assert "The Sultanate took 2 Cavalry from the Bahmani Kingdom." in read
