"""Previews warn of what an order risks, loses or wastes: in each game, by kind, with the rule's number."""

from __future__ import annotations

from typing import Any

from rules import rajas_of_the_ganges, successors, taj_mahal, vijayanagara
from rules.chance import Roll
from rules.extras import Warned
from rules.kernel import Ask
from rules.players import replay_entries
from rules.presentation import Filling
from rules.rajas_of_the_ganges.tracks import advance_markers, take_karma
from rules.successors.moving.movement import RaidStakes
from rules.vijayanagara.options import Options
from rules.words import say
from tests.games.rajas_of_the_ganges import table as ganges
from tests.games.successors.table import GAME, Table, place
from tests.games.taj_mahal import table as visit
from tests.kernel.play import random_steps


def warn(rules: Any, before: Any, after: Any, seat: str) -> list[Warned]:
    """Return the warnings, after a check that each names a rule of the game."""
    found = list(rules.EXTRAS.prose.warnings(before, after, seat))
    assert all(each.rule.removeprefix("PA-") in rules.reference() for each in found)
    assert not any(each.words.read(rules.name).endswith(".") for each in found)
    return found


def test_successors_warns_of_an_empty_home_a_lone_leader_and_upkeep() -> None:
    before = place({"SYR": {"red": "3i"}}, seat="red", phase="movement", talents={"red": 9})
    after = before.copy()
    assert warn(successors, before, after, "red") == []
    after.shift("SYR", "BAB", "red-i", 3)
    assert [each.kind for each in warn(successors, before, after, "red")] == ["leader", "home", "control"]
    after.leaders["red"] = "BAB"
    after.talents["red"] = 0
    found = warn(successors, before, after, "red")
    assert [each.kind for each in found if each.kind != "upkeep"] == ["home", "control"]
    assert found[0].words.args["home"] == "SYR"


def test_successors_warns_of_a_broken_alliance_and_of_company_with_that_ally() -> None:
    units = {"SYR": {"red": "3i"}, "PHO": {"blue": "1i"}}
    before = place(units, seat="red", phase="movement", talents={"red": 9})
    before.allied |= {("red", "blue"), ("blue", "red")}
    after = before.copy()
    successors.EXTRAS.trades.act(after, "red", "break_blue")
    assert [each.kind for each in warn(successors, before, after, "red")] == ["alliance"]
    marched = after.copy()
    marched.shift("SYR", "PHO", "red-i", 1)
    (warned,) = (each for each in warn(successors, after, marched, "red") if each.kind == "ally")
    assert warned.words.args["other"] == "blue"


def test_successors_warns_of_a_purchase_among_enemies() -> None:
    before = place(
        {"SYR": {"blue": "3i"}, "MED": {"red": "2i"}}, seat="red", phase="revenue", talents={"red": 9}
    )
    after = before.copy()
    after.place("SYR", "red-l", 2)
    (warned,) = (each for each in warn(successors, before, after, "red") if each.kind == "shared")
    assert (warned.rule, warned.words.args["place"]) == ("PA-12", "SYR")
    for each in (before, after):
        each.allied |= {("red", "blue"), ("blue", "red")}
    assert "shared" not in [each.kind for each in warn(successors, before, after, "red")]


def test_successors_warns_of_a_raid_on_an_ally() -> None:
    s = place({"SYR": {"red": "1c"}, "PHO": {"blue": "1i"}}, seat="red", phase="movement")
    raid = Roll(
        1, say("Raid on {victim} from {where}", victim="blue", where="SYR"), stakes=RaidStakes("blue", 4)
    )
    risks = successors.EXTRAS.prose.risks
    assert not risks(s, "red", raid)
    s.allied |= {("red", "blue"), ("blue", "red")}
    assert [(each.kind, each.rule) for each in risks(s, "red", raid)] == [("raid", "PA-21")]
    assert not risks(s, "red", None)


def test_successors_warns_who_would_be_out_before_all_else() -> None:
    before = place({"SYR": {"red": "1i"}, "BAB": {"blue": "1i"}}, seat="red", phase="revenue")
    after = before.copy()
    after.order.remove("red")
    assert [each.kind for each in warn(successors, before, after, "red")] == ["out"]


def test_vijayanagara_warns_of_an_empty_delhi() -> None:
    before = vijayanagara.setup(Options())
    after = before.copy()
    assert warn(vijayanagara, before, after, "sultanate") == []
    for kind in ("troops", "governors"):
        after.board["delhi"][kind] = 0
    assert [each.kind for each in warn(vijayanagara, before, after, "sultanate")] == ["home"]
    assert warn(vijayanagara, before, after, "bahmani") == []


def test_taj_mahal_warns_of_cards_that_win_or_change_nothing() -> None:
    court = ["E", "V", "G", "P", "C"]
    hand = {"hand": ["red-ee", "red-ev", "white-m"]}
    before = visit.place(players={"maroon": hand}, court=court, palaces={"guj-1": "blue"})
    with_monk, alone = before.copy(), before.copy()
    for card in ("red-ee", "white-m"):
        with_monk.play("maroon", card)
    alone.play("maroon", "red-ee")
    assert warn(taj_mahal, before, alone, "maroon") == []
    (warned,) = warn(taj_mahal, before, with_monk, "maroon")
    assert (warned.kind, warned.words.args["card"]) == ("wasted", "white-m")
    out = alone.copy()
    out.players["maroon"].table.clear()
    assert [each.kind for each in warn(taj_mahal, alone, out, "maroon")] == ["nothing"]


def test_taj_mahal_warns_of_a_needless_change_of_colour() -> None:
    before = visit.place(players={"maroon": {"hand": ["red-ev"], "table": ["red-ee"]}})
    before.specials["special-any"] = "maroon"
    after = before.copy()
    for card in ("red-ev", "special-any"):
        after.play("maroon", card)
    assert [each.kind for each in warn(taj_mahal, before, after, "maroon")] == ["colour"]


def test_rajas_warns_of_what_brings_nothing() -> None:
    before = ganges.at(karma=2)
    after = before.copy()
    take_karma(after, "haridwar", 2)
    assert [each.kind for each in warn(rajas_of_the_ganges, before, after, "haridwar")] == ["karma"]
    take_karma(after, "haridwar", 1)
    advance_markers(after, "haridwar")
    found = warn(rajas_of_the_ganges, before, after, "haridwar")
    assert [each.kind for each in found] == ["nothing", "nothing", "karma"]
    assert [each.rule for each in found] == ["7", "2", "7"]
    assert warn(rajas_of_the_ganges, before, after, "varanasi") == []


def test_autofill_takes_all_units_only_if_no_warning_comes_of_it() -> None:
    """A tap on a target is enough: if all units would give something up, autofill leaves one of them."""
    risky = left = 0
    for luck in range(3):
        for step in random_steps(GAME, luck):
            ask, game = step.live.pending, step.game
            if not isinstance(ask, Ask) or ask.kind != "march-with" or "all" not in ask.menu():
                continue
            after = replay_entries(GAME, GAME.load(game.start), game.log, ("all",)).state
            warned = {each.kind for each in warn(successors, step.live.state, after, ask.seat)}
            filled = ask.autofill.default(Filling())
            assert (filled != "all") == bool(warned & {"home", "control"}), warned
            assert (ask.autofill.default(Filling("all-but-1-")) or "all-but-1-").startswith("all-but-1-")
            assert ask.autofill.default(Filling("all")) == "all"
            risky += filled != "all"
            if filled is not None and filled != "all":
                kept = replay_entries(GAME, GAME.load(game.start), game.log, (filled,)).state
                lost = {each.kind for each in warn(successors, step.live.state, kept, ask.seat)}
                assert not lost & {"home", "control"}
                left += 1
    assert risky >= left > 0
    units = {"MED": {"red": "2i", "blue": "2i"}}  # nobody controls it, so nothing is given up
    shared = place(units, seat="red", phase="movement")
    shared.allied |= {("red", "blue"), ("blue", "red")}
    asked = Table(shared).play("march-MED")
    to = next(key for key in asked.keys if key != "done")
    assert asked.play(to).ask.autofill.default(Filling()) == "all"
