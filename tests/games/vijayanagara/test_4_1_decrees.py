"""4.1 Decrees in general: before or after the full Command, each with every Command."""

from __future__ import annotations

import pytest

from rules.kernel import Game
from rules.orders.notation import parse
from rules.vijayanagara import SEATS
from rules.vijayanagara.commands import COMMANDS
from rules.vijayanagara.decrees import DECREES
from tests.games.vijayanagara.table import GAME, OPENERS, Table

# All nine Decrees and all twelve Commands are possible.
SPACES = """
spaces:
  delhi: {troops: 6}
  malwa: {troops: 5, governors: 1, obedient-amirs: 1, rebelling-rajas: 1}
  maharashtra: {obedient-amirs: 4}
  karnataka: {obedient-rajas: 3}
independent: [malwa]
dynasty: tughlaq
"""
PAIRS = [
    (faction, command, decree)
    for faction in SEATS
    for command in COMMANDS[faction]
    for decree in DECREES[faction]
]


@pytest.mark.parametrize(("faction", "command", "decree"), PAIRS)
def test_4_1_every_decree_with_every_command(faction: str, command: str, decree: str) -> None:
    """4.1: "All Decrees can be used in conjunction with all Commands", "either before or after"."""
    after = Table(SPACES, first=faction).answer(faction, f"command {command} done")
    assert after.question.asks == "decree"
    assert decree in after.question.legal
    before = Table(SPACES, first=faction).answer(faction, "decree")
    assert before.question.asks == "decree"
    assert decree in before.question.legal


@pytest.mark.parametrize(
    ("faction", "instant"), [("sultanate", "collect"), ("bahmani", "trade"), ("vijayanagara", "tax")]
)
def test_4_1_before_or_after_the_full_command(faction: str, instant: str) -> None:
    """4.1: the Resources of a Decree taken first pay for the Command."""
    poor = f"{SPACES}resources: {{sultanate: 0, bahmani: 0, vijayanagara: 0}}"
    after = Table(poor, first=faction).answer(faction, "command")
    keys = list(COMMANDS[faction])
    after.answer(faction, keys[0])
    assert after.question.asks == "decree", "no space could be paid for"
    before = Table(poor, first=faction)
    before.answer(faction, f"decree {instant}")
    assert before.question.asks == "command"
    before.answer(faction, keys[0])
    gained = before.state.resources[faction]
    assert (gained > 0) is (before.question.seat == faction), "with a Resource there is a space to select"


def test_4_1_a_decree_must_be_chosen() -> None:
    """4.1: "must choose one of the Decrees": there is no way around it, but some always are possible."""
    for faction in SEATS:
        table = Table("spaces: {}", first=faction).answer(faction, "decree")
        assert "done" not in table.question.legal
        assert len(table.question.legal) >= 1


def test_4_1_command_and_decree_take_the_same_fork() -> None:
    """2.3.3, 4.1: both ways round it is the fork of Command and Decree."""
    table = Table(SPACES, first="sultanate").answer("sultanate", "decree collect conscript done")
    assert table.question.barred["command"] == "2.3.3 taker=sultanate"
    assert table.question.barred["decree"] == "2.3.3 taker=sultanate"


@pytest.mark.parametrize("option", ["command-only", "limited"])
def test_4_1_no_decree_with_the_other_options(option: str) -> None:
    """2.3.3, 2.3.5: a Command alone and a Limited Command come without a Decree."""
    table = Table(SPACES + "resources: {sultanate: 1}", first="sultanate")
    table.answer("sultanate", f"{option} conscript delhi")
    assert table.question.seat != "sultanate"


@pytest.mark.parametrize(
    ("faction", "labels"),
    [
        ("sultanate", ["Collect Tribute: gain 8 Resources and 2 Cavalry", "Campaign", "Demand Obedience"]),
        ("bahmani", ["Trade: gain 2 Resources and 1 Cavalry", "Build", "Conspire"]),
        ("vijayanagara", ["Tax: gain 1 Resource", "Build", "Compel"]),
    ],
)
def test_4_1_what_a_decree_gains_is_on_its_button(faction: str, labels: list[str]) -> None:
    """4.2.1, 4.3.1, 4.4.1: and its name alone may be typed."""
    document = f"{SPACES}card: {OPENERS[faction]}".replace("rajas: 3", "rajas: 3, temples: 1")
    assert Table(document).answer(faction, "decree").labels() == labels
    game = Game("seed", 1, GAME.dump(GAME.load(document)))
    for name in (labels[0].partition(":")[0], labels[0]):
        assert parse(GAME, game, faction, f"decree {name}")[:2] == ("decree", next(iter(DECREES[faction])))
