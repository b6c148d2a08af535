"""3.1 Commands in general and 2.3.5 Limited Commands: spaces, pieces used once, free Commands, the cost."""

from __future__ import annotations

import re
from typing import Any

import pytest

from rules.kernel import Game, submit
from rules.orders.notation import parse
from rules.orders.typed_lines import write_line
from rules.vijayanagara import SEATS, commands
from rules.vijayanagara.board import DELHI, REGIONS, SPACES
from rules.vijayanagara.commands.selecting import why_not_selected
from rules.vijayanagara.commands.terms import Terms, limit_by_shadow
from tests.facts import facts
from tests.games.vijayanagara.acting import act
from tests.games.vijayanagara.table import EVENTS, GAME, Table

# Every faction can do something of every sort: see each Command's legal spaces in its own file.
RICH = """
spaces:
  delhi: {troops: 6, governors: 1}
  punjab: {troops: 2, mongols: 2}
  malwa: {troops: 3, governors: 1, obedient-amirs: 2, rebelling-amirs: 1}
  maharashtra: {obedient-amirs: 4, rebelling-rajas: 1, forts: 1}
  karnataka: {obedient-rajas: 3, rebelling-amirs: 1, temples: 1}
  andhra: {rebelling-rajas: 2, troops: 1, qasbahs: 1}
independent: [andhra]
dynasty: tughlaq
resources: {sultanate: 12, bahmani: 12, vijayanagara: 12}
"""
COMMANDS = [(faction, name) for faction in SEATS for name in commands.COMMANDS[faction]]


def barred(table: Table) -> dict[str, str]:
    """Return the refused answers of the current question, and the reasons."""
    return dict(table.question.barred)


def test_3_1_each_faction_chooses_among_its_four_commands() -> None:
    """3.1: "one of the four Commands listed on its Faction Aid Sheet"."""
    four = {"sultanate": ["conscript", "march", "govern", "attack"]}
    for faction in SEATS:
        table = Table(RICH, first=faction).answer(faction, "command-only")
        assert table.question.legal == four.get(faction, ["rally", "migrate", "rebel", "attack"])


@pytest.mark.parametrize(("faction", "name"), COMMANDS)
def test_3_1_zero_spaces_cost_nothing(faction: str, name: str) -> None:
    """3.1, 2.3.3: a Command "in any number of spaces (possibly zero)"."""
    table = Table(RICH, first=faction)
    before = table.state.board
    table.answer(faction, f"command {name} done")
    assert table.state.board == before
    assert table.state.resources[faction] == 12
    assert table.question.asks == "decree"


@pytest.mark.parametrize(("faction", "name"), COMMANDS)
def test_3_1_a_space_costs_one_resource(faction: str, name: str) -> None:
    """3.1: "Spend 1 Resource" for each selected space: without any there is nothing to select."""
    poor = RICH.replace(f"{faction}: 12", f"{faction}: 0")
    table = Table(poor, first=faction).answer(faction, f"command {name}")
    assert table.question.asks == "decree", "no space could be paid for"
    reason = why_not_selected(
        table.state, faction, "malwa", Terms(), commands.COMMANDS[faction][name].why_not
    )
    assert reason is not None
    assert facts(reason) == "3.1"


@pytest.mark.parametrize(("faction", "name"), COMMANDS)
def test_3_1_1_every_refused_space_says_why_by_rule(faction: str, name: str) -> None:
    """3.1.1: each space is either legal or refused with the number of a rule; nothing is hidden."""
    table = Table(RICH, first=faction).answer(faction, f"command-only {name}")
    assert {*table.question.legal, *barred(table)} == {*SPACES, "done"}
    for reason in barred(table).values():
        assert re.match(r"\d\.\d(\.\d)?( |$)", reason), reason


def test_3_1_1_a_space_selected_before_is_refused() -> None:
    """3.1.1: the refusal names the rule, and what may be chosen instead."""
    table = Table(RICH, first="sultanate").answer("sultanate", "command-only conscript delhi")
    assert table.refused("sultanate", "delhi") == "3.1.1 space=delhi"
    assert "malwa" in table.question.legal
    assert "punjab" not in table.question.legal


def test_3_1_1_a_decree_may_use_a_space_of_the_command() -> None:
    """3.1.1: only the Command's own spaces count (ruling)."""
    position = "{spaces: {maharashtra: {obedient-amirs: 1}}, resources: {bahmani: 1}}"
    table = Table(position, first="bahmani").answer("bahmani", "command rally maharashtra build")
    assert table.pieces("maharashtra") == {"obedient-amirs": 3, "forts": 1}


@pytest.mark.parametrize("faction", ["bahmani", "vijayanagara"])
@pytest.mark.parametrize("name", ["rally", "migrate", "rebel", "attack"])
def test_3_1_1_delhi_and_the_regions_are_not_for_the_rivals(faction: str, name: str) -> None:
    """3.1.1: Delhi and both Mongol Invasion Regions are not selectable by the two rivals."""
    table = Table(RICH, first=faction).answer(faction, f"command-only {name}")
    for space in (DELHI, *REGIONS):
        assert barred(table)[space] == f"3.1.1 space={space}"
        assert table.refused(faction, space).startswith("3.1.1")


@pytest.mark.parametrize("faction", ["bahmani", "vijayanagara"])
def test_3_1_1_units_of_the_rivals_never_come_from_delhi(faction: str) -> None:
    """3.1.1, 1.3.3: Migrate into Malwa comes from Provinces only."""
    kind = {"bahmani": "obedient-amirs", "vijayanagara": "obedient-rajas"}[faction]
    position = f"{{spaces: {{gujarat: {{{kind}: 2}}, maharashtra: {{{kind}: 2}}, delhi: {{troops: 3}}}}}}"
    table = Table(position, first=faction).answer(faction, "command-only migrate malwa")
    assert table.question.legal == ["gujarat", "maharashtra"]
    number = {"bahmani": "3.3.2", "vijayanagara": "3.4.2"}[faction]
    assert barred(table)[DELHI] == f"{number} origin=delhi"


@pytest.mark.parametrize(("faction", "name"), [pair for pair in COMMANDS if pair[1] != "rebel"])
def test_2_3_5_limited_is_one_space(faction: str, name: str) -> None:
    """2.3.5: "a Command used in just a single space": not none, and no Decree follows."""
    table = Table(RICH, first=faction).answer(faction, f"limited {name}")
    assert "done" not in table.question.legal
    assert set(table.question.legal) <= set(SPACES)


def test_2_3_5_limited_march_from_many_spaces() -> None:
    """2.3.5: "It can still involve pieces from multiple spaces"; then the next faction is asked."""
    table = Table(RICH, first="sultanate")
    table.answer("sultanate", "limited march rajput-kingdoms delhi 2-troops done")
    assert table.question.asks == "march-from: command=march to=rajput-kingdoms"
    table.answer("sultanate", "punjab 1-troops malwa 1-governors done")
    assert table.pieces("rajput-kingdoms") == {"troops": 3, "governors": 1}
    assert table.state.resources["sultanate"] == 11
    assert table.question.seat != "sultanate"
    assert table.state.sequence["sultanate"] == "limited"


def test_2_3_5_limited_without_a_space_is_refused() -> None:
    """2.3.5: without a Resource no space can be selected."""
    table = Table("resources: {bahmani: 0}", first="bahmani")
    assert table.refused("bahmani", "limited").startswith("2.3.5 3.1")


def test_2_3_5_limited_command_without_a_legal_space_is_refused() -> None:
    """2.3.5, 3.1: a Command that finds no space can't be the Limited one."""
    table = Table("spaces: {maharashtra: {obedient-amirs: 1}}", first="bahmani").answer("bahmani", "limited")
    assert table.question.legal == ["rally", "migrate"]
    assert barred(table) == {
        "rebel": "2.7.1",
        "attack": "3.3.4",
    }


def test_3_1_a_command_without_resources_is_refused_where_it_needs_a_space() -> None:
    """3.1: the reason is the price where it is the price."""
    table = Table("resources: {bahmani: 0}", first="bahmani")
    why = commands.why_not_command(
        table.state, "bahmani", "rally", commands.COMMANDS["bahmani"]["rally"], Terms(least=1, most=1)
    )
    assert str(why) == "3.1: each selected space costs 1 Resource, and you have none"


RISE = """
spaces: {maharashtra: {obedient-amirs: 3}, gujarat: {obedient-rajas: 1}, andhra: {obedient-rajas: 1}}
resources: {bahmani: 2}
left: {event: 0, mongol: 0}
block: 2
"""


def test_3_1_3_a_free_command_costs_nothing() -> None:
    """3.1.3, 2.5.2: a free Limited Command, even with no Resources at all."""
    table = Table(RISE.replace("bahmani: 2", "bahmani: 0"))
    assert table.question.asks == "free-command: card=rise"
    table.answer("bahmani", "rally")
    assert table.state.resources["bahmani"] == 0
    assert table.pieces("maharashtra") == {"obedient-amirs": 5}, "one, and one more at home"


def test_3_1_3_a_free_migrate_pays_for_the_shift_of_influence() -> None:
    """3.1.3: a free Migrate "must still pay an additional Resource to shift Influence"."""
    table = Table(RISE).answer("bahmani", "migrate gujarat 1-obedient-amirs shift")
    assert table.state.resources["bahmani"] == 1
    assert table.state.influence == {"bahmani": 1, "vijayanagara": 0}


def test_3_1_3_a_free_migrate_without_a_resource_shifts_nothing() -> None:
    """3.1.3: with no Resource the shift is not on offer."""
    table = Table(RISE.replace("bahmani: 2", "bahmani: 0")).answer(
        "bahmani", "migrate gujarat 1-obedient-amirs"
    )
    assert table.state.influence == {"bahmani": 0, "vijayanagara": 0}
    assert table.question.seat == "vijayanagara", "her free Limited Command is next"


def test_3_1_3_a_free_command_may_be_declined() -> None:
    """2.5.2: "may execute"."""
    table = Table(RISE).answer("bahmani", "done")
    assert table.state.resources["bahmani"] == 2


SHADOW = "options: {timurs_shadow: true}\nplayed: [timurid]\nblock: 4\nleft: {event: 5, timurid: 1}\n"


@pytest.mark.parametrize("option", ["command", "command-only"])
def test_5_5_timurs_shadow_is_one_space(option: str) -> None:
    """5.5: "all Commands to selecting only a single space", a Decree may still come with it."""
    table = Table(SHADOW, first="sultanate").answer("sultanate", f"{option} conscript")
    assert "done" in table.question.legal, "or none"
    table.answer("sultanate", "delhi")
    assert table.question.asks == "decree" if option == "command" else table.question.seat != "sultanate"


def test_5_5_timurs_shadow_falls_on_a_command_after_its_decree() -> None:
    """5.5: the Decree first, then the Command in one space."""
    table = Table(SHADOW, first="sultanate").answer("sultanate", "decree collect conscript delhi")
    assert table.question.seat != "sultanate"


@pytest.mark.parametrize("position", [SHADOW.replace("true", "false"), "options: {timurs_shadow: true}"])
def test_5_5_no_shadow_without_the_option_or_before_timur(position: str) -> None:
    """5.5: only after the first Timurid Empire card, and only if it was agreed on."""
    table = Table(position, first="sultanate").answer("sultanate", "command conscript delhi")
    assert table.question.asks == "conscript-in: another=… spaces=[delhi]"


def test_3_1_2_no_piece_twice_is_forgotten_with_the_command() -> None:
    """3.1.2: "during one Command": a Decree afterwards may move the same Units."""
    position = "{spaces: {delhi: {troops: 2}}, resources: {sultanate: 1}}"
    table = Table(position, first="sultanate")
    table.answer("sultanate", "command march malwa 2-troops campaign 2-troops gujarat done")
    assert table.pieces("gujarat") == {"troops": 2}


def test_3_1_terms_among_refuse_all_other_spaces() -> None:
    """3.1.1: a card may grant a Command in certain spaces only."""
    state = Table(RICH).state
    terms = Terms(among=frozenset(("malwa",)), free=True)
    conscript = commands.COMMANDS["sultanate"]["conscript"].why_not
    refused = {space: why_not_selected(state, "sultanate", space, terms, conscript) for space in SPACES}
    assert [space for space in SPACES if refused[space] is None] == ["malwa"]
    assert str(refused["delhi"]) == "3.1.3: the Event does not grant this Command in delhi"


# ---------------------------------------------------------------------- 3.2.1, 3.3.1, 3.4.1 "up to"


@pytest.mark.parametrize(
    ("faction", "order", "space", "kind", "n"),
    [
        ("sultanate", "conscript 3-troops delhi", "delhi", "troops", 3),
        ("sultanate", "conscript fewer 1-troops delhi", "delhi", "troops", 1),
        ("bahmani", "rally 1-amirs", "maharashtra", "obedient-amirs", 1),
        ("vijayanagara", "rally fewer", "karnataka", "obedient-rajas", 1),
    ],
)
def test_3_2_1_3_3_1_3_4_1_up_to_is_up_to(faction: str, order: str, space: str, kind: str, n: int) -> None:
    """3.2.1, 3.3.1, 3.4.1: "up to five Troops", "up to one additional Amir": fewer may be asked for."""
    table = act(faction, "malwa: {troops: 1}", f"command {order}")
    assert table.pieces(space) == {kind: n}
    assert f"{order.partition(' ')[0].title()}: " in table.story()[-1] or table.question


def test_3_2_1_fewer_is_for_one_space_only() -> None:
    """3.2.1: the next space gets all that it may."""
    table = act("sultanate", "malwa: {qasbahs: 1}", "command conscript 1-troops malwa delhi")
    assert table.pieces("malwa") == {"troops": 1, "qasbahs": 1}
    assert table.pieces("delhi") == {"troops": 5}


def test_3_2_1_nobody_is_asked_whether_they_want_fewer() -> None:
    """3.2.1: numbers and "fewer" are typed: no button and no question of its own for the others."""
    table = act("sultanate", "malwa: {troops: 1}", "command conscript")
    assert not [key for key in table.question.legal if key[0].isdigit() or key == "fewer"]
    table.answer("sultanate", "delhi")
    assert table.question.asks == "conscript-in: another=… spaces=[delhi]"


def test_3_2_1_fewer_is_typed_as_it_is_said() -> None:
    game = Game("seed", 1, GAME.dump(act("sultanate", "malwa: {troops: 1}", "").state))
    keys = ("limited", "conscript", "3-troops", "delhi")
    for line in ("limited conscript 3 troops in delhi", "limited conscript delhi 3 troops"):
        assert parse(GAME, game, "sultanate", line) == keys
    step = submit(GAME, game, "sultanate", ["limited", "conscript", "3-troops", "delhi"])
    assert write_line(GAME, step.closed[0] if step.closed else step.game).endswith(
        "Limited Command Conscript 3 Troops in Delhi"
    )


@pytest.mark.parametrize("position", [SHADOW, SHADOW.replace("true", "false")])
def test_5_5_done_may_be_typed_where_timurs_shadow_asks_for_none(position: str) -> None:
    """5.5: one line means the same whether the Command is limited to one space or not."""
    game = Game("seed", 1, GAME.dump(Table(position, first="sultanate").state))
    keys = parse(GAME, game, "sultanate", "command conscript delhi done collect")
    assert [key for key in keys if key != "done"] == ["command", "conscript", "delhi", "collect"]


def test_5_5_timurs_shadow_falls_on_an_events_free_command_too() -> None:
    """5.5: "every Command" is limited to one space, that of an Event too."""
    card = next(key for key, each in EVENTS.items() if _grants_several(each))
    table = Table(f"card: {card}\nresources: {{sultanate: 9, bahmani: 9, vijayanagara: 9}}\n{SHADOW}")
    assert limit_by_shadow(table.state, Terms(most=3)).most == 1
    plain = Table(f"card: {card}\n{SHADOW.replace('true', 'false')}")
    assert limit_by_shadow(plain.state, Terms(most=3)).most == 3


def _grants_several(card: Any) -> bool:
    return any(
        "spaces=3" in repr(step) or "spaces=2" in repr(step) for step in (*card.unshaded, *card.shaded)
    )
