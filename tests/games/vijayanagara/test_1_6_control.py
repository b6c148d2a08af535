"""1.6 Tributary and Independent Provinces, 1.7 Control, 1.8 Resources."""

from __future__ import annotations

from random import Random

import pytest

from rules import vijayanagara as game
from rules.chance import draw_by_numbers
from rules.kernel import Ask, Live
from rules.vijayanagara.board import PROVINCES
from rules.vijayanagara.options import Options
from rules.vijayanagara.state import State
from tests.facts import facts
from tests.games.vijayanagara.table import GAME, Table


def test_1_6_the_game_begins_with_all_provinces_tributary() -> None:
    """1.6: Tributary markers in all Provinces at the start."""
    assert game.setup(Options()).status == dict.fromkeys(PROVINCES, "tributary")


def test_1_6_rebel_makes_a_province_independent() -> None:
    """1.6: the Rebel Command removes a Tributary marker, and Control is taken at once."""
    position = "{dynasty: tughlaq, spaces: {orissa: {obedient-rajas: 2, troops: 1}}}"
    table = Table(position, first="vijayanagara").answer("vijayanagara", "limited rebel")
    assert table.state.status["orissa"] == "vijayanagara"
    assert table.pieces("orissa") == {"troops": 1, "rebelling-rajas": 2}


def test_1_6_a_tributary_marker_turns_all_rebelling_units_obedient() -> None:
    """1.6: whenever a Tributary marker is placed, all Rebelling Amirs and Rajas there become Obedient."""
    pieces = "{troops: 3, governors: 1, rebelling-amirs: 1, obedient-amirs: 1, rebelling-rajas: 1}"
    table = Table(f"spaces: {{orissa: {pieces}}}\nindependent: [orissa]", first="sultanate")
    table.answer("sultanate", "decree demand orissa")
    assert table.state.status["orissa"] == "tributary"
    assert table.pieces("orissa") == {"troops": 3, "governors": 1, "obedient-amirs": 2, "obedient-rajas": 1}


@pytest.mark.parametrize(
    ("pieces", "status"),
    [
        ("obedient-amirs: 1", "bahmani"),
        ("obedient-amirs: 3, troops: 1, obedient-rajas: 1", "bahmani"),
        (
            "obedient-amirs: 2, troops: 1, obedient-rajas: 1",
            "uncontrolled",
        ),  # 2 do not outnumber 1 and 1 together
        ("obedient-amirs: 2, troops: 2", "uncontrolled"),
        ("obedient-amirs: 2, troops: 1, qasbahs: 1", "uncontrolled"),  # Structures are pieces
        ("obedient-amirs: 1, forts: 1, troops: 1", "bahmani"),
        ("temples: 1", "vijayanagara"),
        ("obedient-rajas: 1, rebelling-rajas: 1, troops: 1", "vijayanagara"),
        ("troops: 1, governors: 1, obedient-rajas: 1", "sultanate"),
        ("", "uncontrolled"),
    ],
)
def test_1_7_control_is_an_absolute_majority_of_pieces(pieces: str, status: str) -> None:
    """1.7: a faction Controls an Independent Province if its pieces outnumber all others combined."""
    table = Table(f"spaces: {{orissa: {{{pieces}}}}}\nindependent: [orissa]")
    assert table.state.status["orissa"] == status


def test_1_7_tributary_provinces_are_never_controlled() -> None:
    """1.7: even with a majority there, and so its Units need not be Rebelling."""
    table = Table("spaces: {orissa: {obedient-amirs: 5}}")
    assert table.state.status["orissa"] == "tributary"
    assert table.state.list_controlled("bahmani") == []
    assert table.pieces("orissa") == {"obedient-amirs": 5}


def test_1_7_control_changes_the_instant_the_majority_does() -> None:
    """1.7: a March in the middle of a Command takes Control at once, and it can pass straight on."""
    position = "spaces: {orissa: {rebelling-rajas: 1}, bengal: {troops: 3}}\nindependent: [orissa, bengal]"
    table = Table(position, first="sultanate").answer("sultanate", "command march orissa 2-troops")
    assert table.state.status["orissa"] == "sultanate"
    assert table.state.status["bengal"] == "sultanate"
    assert "control: faction=sultanate space=orissa" in table.story()


def test_1_7_an_independent_province_left_by_all_is_uncontrolled() -> None:
    """1.7: no pieces, no majority."""
    position = "spaces: {bengal: {troops: 2}, delhi: {troops: 1}}\nindependent: [bengal]"
    table = Table(position, first="sultanate").answer(
        "sultanate", "limited march jaunpur bengal 2-troops done"
    )
    assert table.state.status["bengal"] == "uncontrolled"


def test_1_8_never_more_than_24_resources() -> None:
    """1.8: at most 24; what is above is lost (ruling on 2.3.6: a Pass at 24 is allowed)."""
    table = Table("resources: {sultanate: 23, bahmani: 24}", first="sultanate").answer("sultanate", "pass")
    assert table.state.resources["sultanate"] == 24
    table.answer("bahmani", "pass")
    assert table.state.resources["bahmani"] == 24


@pytest.mark.parametrize(
    ("amount", "reason"), [("25", "less than or equal to 24"), ("-1", "greater than or equal to 0")]
)
def test_1_8_a_written_position_keeps_to_0_and_24(amount: str, reason: str) -> None:
    """1.8: between 0 and 24 Resources."""
    with pytest.raises(ValueError, match=rf"position: resources\.bahmani: Input should be {reason}"):
        Table(f"resources: {{bahmani: {amount}}}")


def test_1_8_nothing_is_bought_without_resources() -> None:
    """1.8, 2.3.5: with 0 Resources no space can be selected, and so no Limited Command."""
    table = Table("resources: {}", first="bahmani")
    assert table.refused("bahmani", "limited").startswith("2.3.5 3.1")
    assert {"command", "decree", "command-only", "pass"} <= set(table.question.legal)


def test_1_4_5_the_log_says_which_units_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever turns Units over in a random game has a line with their number."""
    turned, flip, number = list[int](), State.flip, Random(7).randrange

    def counting(s: State, space: str, kind: str, n: int | None = None) -> None:
        there = s.board[space][kind]
        flip(s, space, kind, n)
        turned.append(there - s.board[space][kind])

    monkeypatch.setattr(State, "flip", counting)
    causes = set[str]()
    for _ in range(3):
        state = GAME.setup(GAME.Options())
        while not GAME.over(state):
            state.story.clear()
            turned.clear()
            live = Live(GAME, state)
            while (pending := live.pending) is not None:
                if isinstance(pending, Ask):
                    menu = pending.menu()
                    live.answer(menu[list(menu)[number(len(menu))]])
                else:
                    live.answer(pending.read(draw_by_numbers(number, pending)))
            lines = [line for line in state.story if line.kind == "turn"]
            assert sum(int(facts(line.parts["pieces"]).split("-")[0]) for line in lines) == sum(turned)
            causes |= {line.kind for line in state.story} if lines else set()
    assert {"control", "rebel", "turn"} <= causes


def test_1_4_5_units_turn_after_the_line_on_control() -> None:
    spaces = "spaces: {gujarat: {obedient-amirs: 2, troops: 2}, malwa: {}, delhi: {}}"
    state = Table(f"independent: [gujarat]\n{spaces}").state
    state.remove("gujarat", "troops", 1)
    assert [line.kind for line in state.story][-2:] == ["control", "turn"]
