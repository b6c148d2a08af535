"""3.5 Mongol Invader Commands: Amass, Advance, Attack and Plunder."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from bot.replies.panel import ROOM
from rules.chance import Roll
from rules.kernel import Ask, Game, InputError, Option, settle, submit
from rules.orders.buttons.controls import find_ways
from rules.orders.notation import parse
from rules.vijayanagara.commands.battle import list_all_units
from rules.vijayanagara.commands.mongols import why_not_mongol
from rules.vijayanagara.commands.odds import forecast
from rules.vijayanagara.sides import Stakes
from rules.words import say
from tests.facts import rule_first
from tests.games.vijayanagara.table import GAME, Table


def invasion(spaces: str, keys: str = "", dice: str = "", resources: int = 12, **more: Any) -> Table:
    """Return a table with a Mongol Invasion card for the Bahmanis, who answer with these keys.

    Their Influence is 0.
    """
    document = {
        "spaces": yaml.safe_load(f"{{{spaces}}}"),
        "resources": {"sultanate": resources},
        "cavalry": {},
    }
    table = Table(yaml.safe_dump(document | more)).draw("mongol", "mongol-bahmani").dice(dice)
    return table.answer("bahmani", keys)


def mongols(table: Table) -> tuple[int, int, int]:
    """Return the numbers of Mongol Invaders in the Mountain Passes, in Punjab and in Delhi."""
    board = table.state.board
    return board["mountain-passes"]["mongols"], board["punjab"]["mongols"], board["delhi"]["mongols"]


def test_3_5_no_rule_about_rivals_refuses_a_space_to_the_mongols() -> None:
    document = {"spaces": {"mountain-passes": {"mongols": 4}, "punjab": {"mongols": 2, "troops": 3}}}
    start = GAME.dump(GAME.load(yaml.safe_dump({**document, "card": "mongol-bahmani"})))
    game = settle(GAME, Game("seed", 1, start)).game
    for order in ("advance mountain 2 punjab 1", "advance malwa", "advance mountain delhi"):
        with pytest.raises(InputError) as refusal:
            parse(GAME, game, "bahmani", order)
        assert rule_first(str(refusal.value)).startswith("3.5.2: ")


# ---------------------------------------------------------------------- 3.5.1 Amass


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ((1, 0, 0), (4, 0, 0)),
        ((2, 0, 0), (4, 1, 0)),
        ((4, 4, 0), (4, 4, 3)),
        ((3, 3, 0), (4, 4, 1)),
        ((0, 6, 0), (3, 4, 2)),  # "then any now in Punjab beyond four into Delhi"
        ((6, 0, 0), (4, 4, 1)),  # five go on, and one of them to Delhi
    ],
)
def test_3_5_1_amass_and_go_on(before: tuple[int, int, int], after: tuple[int, int, int]) -> None:
    """3.5.1: three into the Mountain Passes; beyond four into Punjab, beyond four from there into Delhi."""
    passes, punjab, _ = before
    table = invasion(f"mountain-passes: {{mongols: {passes}}}, punjab: {{mongols: {punjab}}}", "amass")
    assert mongols(table) == after
    assert table.state.box["mongols"] == 12 - sum(after)


def test_3_5_1_amass_what_is_available() -> None:
    """3.5.1, 1.4.6: with two Available two come."""
    table = invasion("mountain-passes: {mongols: 2}, delhi: {mongols: 8}", "amass")
    assert mongols(table) == (4, 0, 8)
    assert "amass: pieces=2-mongols space=mountain-passes" in table.story()


def test_3_5_1_amass_needs_an_available_mongol_invader() -> None:
    """3.5.1: "only if there is at least one Available"."""
    table = invasion("mountain-passes: {mongols: 4}, delhi: {mongols: 8}")
    assert table.refused("bahmani", "amass") == ("3.5.1")


# ---------------------------------------------------------------------- 3.5.2 Advance


def test_3_5_2_advance_one_or_more() -> None:
    """3.5.2: "one or more"; from one Region to the next space only."""
    table = invasion("mountain-passes: {mongols: 3}, punjab: {mongols: 2}", "advance")
    assert table.question.asks == "advance-from"
    assert table.question.legal == ["mountain-passes", "punjab"]
    table.answer("bahmani", "mountain-passes")
    assert table.question.legal == ["3-mongols", "2-mongols", "1-mongols"], "at least one"
    table.answer("bahmani", "2-mongols")
    assert mongols(table) == (1, 4, 0)
    table = invasion("mountain-passes: {mongols: 3}, punjab: {mongols: 2}", "advance punjab 2-mongols")
    assert mongols(table) == (3, 0, 2)
    assert "advance: onward=delhi origin=punjab pieces=2-mongols" in table.story()


def test_3_5_2_advance_has_no_limit_of_four() -> None:
    """3.5.2: only Amass sends on what is beyond four."""
    table = invasion(
        "mountain-passes: {mongols: 4}, punjab: {mongols: 4}", "advance mountain-passes 4-mongols"
    )
    assert mongols(table) == (0, 8, 0)


def test_3_5_2_advance_needs_mongols_on_the_road() -> None:
    """3.5.2: "only if there is at least one Mongol Invader in Mountain Passes or Punjab"."""
    table = invasion("delhi: {mongols: 3}")
    assert table.question.barred == {"advance": "3.5.2"}


# ---------------------------------------------------------------------- 3.5.3 Attack and Plunder


def test_3_5_3_needs_a_mongol_invader_on_the_map() -> None:
    """3.5.3: "In one space with at least one Mongol Invader": at the start only Amass is possible."""
    assert mongols(invasion("")) == (3, 0, 0), "the first Command was no choice"
    why = why_not_mongol(Table("spaces: {}").state, "plunder")
    assert str(why) == "3.5.3 Attack and Plunder: no Mongol Invader is on the map"


def test_3_5_3_the_same_command_twice() -> None:
    """3.5: "The same Command may be chosen twice"; the second is asked for after the first is done."""
    table = invasion("punjab: {mongols: 1}", "amass")
    assert table.question.asks == "mongol-command"
    table.answer("bahmani", "amass")
    assert mongols(table) == (4, 3, 0)


@pytest.mark.parametrize(("space", "dice"), [("mountain-passes", 6), ("punjab", 6), ("delhi", 5)])
def test_3_5_3_four_dice_and_three_in_delhi(space: str, dice: int) -> None:
    """3.5.3: "four dice (three if attacking in Delhi)", the Sultanate two."""
    table = invasion(f"{space}: {{mongols: 2, troops: 2}}", "plunder")
    assert getattr(table.due, "dice") == dice  # noqa: B009


def test_3_5_3_hits_and_casualties() -> None:
    """3.5.3: all Mongol Invaders there attack; the Sultanate's pieces of any kind defend and may be lost."""
    spaces = "punjab: {mongols: 3, troops: 1, governors: 1, qasbahs: 1}, malwa: {troops: 1}"
    table = invasion(spaces, "plunder", "3166 26")
    assert table.question.seat == "sultanate"
    assert table.question.legal == ["1-troops", "1-governors", "1-qasbahs"]
    table.answer("sultanate", "1-troops 1-qasbahs")
    assert table.pieces("punjab") == {"mongols": 2, "governors": 1}
    [losses] = [line for line in table.story() if line.startswith("losses: ")]
    assert "attacker=the-mongols defender=sultanate" in losses
    assert "lost=[1-troops, 1-qasbahs]) space=punjab strikes=(forces=[3-units]" in losses


def test_3_5_3_a_lone_qasbah_is_attacked() -> None:
    """3.5.3: "if any Sultanate pieces are present": a Structure is one."""
    table = invasion("punjab: {mongols: 2, qasbahs: 1}", "plunder", "1666 11")
    assert table.pieces("punjab") == {"mongols": 2}


def test_3_5_3_no_sultanate_piece_no_battle() -> None:
    """3.5.3: "regardless of whether any attack actually occurred": plunder without dice."""
    table = invasion("mountain-passes: {mongols: 3}", "plunder")
    assert table.state.resources["sultanate"] == 9
    assert table.question.asks == "mongol-command"


@pytest.mark.parametrize("space", ["mountain-passes", "punjab", "delhi"])
@pytest.mark.parametrize(
    ("resources", "mongols_there", "left"), [(12, 2, 10), (5, 4, 3), (3, 4, 3), (1, 4, 1)]
)
def test_3_5_3_resources_down_to_three(space: str, resources: int, mongols_there: int, left: int) -> None:
    """3.5.3: 1 Resource for each remaining, "down to a minimum of 3": who has less keeps it."""
    table = invasion(f"{space}: {{mongols: {mongols_there}}}", "plunder", resources=resources)
    assert table.state.resources["sultanate"] == left


def test_3_5_3_only_those_that_remain_plunder() -> None:
    """3.5.3: "For each Mongol Invader remaining there": after the battle."""
    table = invasion("mountain-passes: {mongols: 3, troops: 4}", "plunder", "6666 12")
    assert table.state.resources["sultanate"] == 11
    table = invasion("punjab: {mongols: 1, troops: 4}, malwa: {troops: 2}", "plunder", "6666 16")
    assert table.pieces("punjab") == {"troops": 4}
    assert table.state.resources["sultanate"] == 12
    assert table.pieces("malwa") == {"troops": 2}, "nobody remains, nobody plunders"


@pytest.mark.parametrize(("space", "troops"), [("mountain-passes", 0), ("punjab", 1), ("delhi", 2)])
@pytest.mark.parametrize("option", ["per_command", "per_mongol"])
def test_3_5_3_troops_lost_to_plunder(space: str, troops: int, option: str) -> None:
    """3.5.3: none, one (Punjab) or two (Delhi) from Provinces, once per Command, or by option per Mongol."""
    spaces = f"{space}: {{mongols: 2}}, malwa: {{troops: 9}}, jaunpur: {{troops: 9}}"
    table = invasion(spaces, "plunder", options={"plunder": option})
    times = troops * (2 if option == "per_mongol" else 1)
    for _ in range(times):
        assert table.question.seat == "sultanate"
        assert table.question.asks == f"plunder: space={space}"
        assert table.question.legal == ["malwa", "jaunpur"]
        table.answer("sultanate", "malwa")
    assert table.pieces("malwa") == {"troops": 9 - times}
    assert table.question.seat == "bahmani"


def test_3_5_3_troops_outside_provinces_are_safe() -> None:
    """3.5.3: "from any Province": not from Delhi or the Regions; "if possible": and none are left."""
    spaces = "delhi: {mongols: 1}, punjab: {troops: 3}, malwa: {troops: 1}"
    table = invasion(spaces, "plunder")
    assert table.pieces("malwa") == {}, "the only Troop in a Province"
    assert table.pieces("punjab") == {"troops": 3}
    assert "plunder-none: faction=sultanate space=delhi" in table.story()
    assert table.question.seat == "bahmani"


def test_3_5_3_in_excess_of_three_go_home_last() -> None:
    """3.5.3: "Finally": five plunder five Resources, then two of them go back to their box."""
    table = invasion("mountain-passes: {mongols: 5}", "plunder")
    assert table.state.resources["sultanate"] == 7
    assert mongols(table) == (3, 0, 0)
    assert table.state.box["mongols"] == 9
    assert "mongols-home: pieces=2-mongols space=mountain-passes" in table.story()


def test_3_5_3_only_the_selected_space() -> None:
    """3.5.3: "in one space": the others keep their Mongol Invaders, beyond three too."""
    table = invasion("mountain-passes: {mongols: 4}, punjab: {mongols: 5}", "plunder")
    assert table.question.legal == ["mountain-passes", "punjab"]
    table.answer("bahmani", "mountain-passes")
    assert mongols(table) == (3, 5, 0)
    assert table.state.resources["sultanate"] == 8


def test_a_command_stands_once_where_an_event_goes_on_with_another() -> None:
    """An Event may give a Mongol Command after a Mongol Command: nobody could tell two "Amass" apart."""
    game = Game(f"{10:032x}", 1, GAME.dump(GAME.setup(GAME.Options())))
    step = settle(GAME, game)
    for key in ("limited", "conscript", "tamilakam", "event", "unshaded"):
        assert isinstance(step.live.pending, Ask)
        step = submit(GAME, step.game, step.live.pending.seat, [key])
    assert isinstance(step.live.pending, Ask)
    assert step.live.pending.kind == "mongol-command"
    keys = [
        control.key for control in find_ways(GAME, step.game, ROOM).controls if isinstance(control, Option)
    ]
    assert keys == ["amass", "advance", "plunder", "done"]


def test_3_5_3_what_would_do_nothing_is_marked() -> None:
    """3.5.3: nobody to attack, a poor Sultanate, and no Troops to take for the Mountain Passes."""
    table = invasion("mountain-passes: {mongols: 2}", resources=3)
    assert table.question.idle == ["plunder"]
    rich = invasion("mountain-passes: {mongols: 2}", resources=4)
    assert rich.question.idle == []


def test_3_5_3_the_plunder_is_foretold_before_the_dice() -> None:
    """3.5.3: what those who remain take, whatever falls."""
    state = invasion("punjab: {mongols: 3, troops: 1}").state
    stakes = Stakes(
        "punjab", list_all_units(state, "punjab", "mongols"), list_all_units(state, "punjab", "sultanate")
    )
    said = [line.read(GAME.name) for line in forecast(state, "bahmani", Roll(6, say("dice"), stakes))]
    assert (
        "After the battle each remaining Mongol Invader takes 1 Resource from the Sultanate, but the "
        "Sultanate keeps its last 3 Resources. If any Mongol Invader remains, the Provinces lose 1 Troop. "
        "At most 3 Mongol Invaders stay in the space. The rest go home."
    ) in said
