"""Written order lines: words that are read back as the same entries."""

from __future__ import annotations

import pytest

from rules.kernel import CHANCE, SIDE, Game, NotAllowed, settle, submit
from rules.orders.notation import parse
from rules.orders.typed_lines import Said, write_line, write_lines
from tests.kernel import toy
from tests.kernel.play import TOY, march_north, random_turns, start


def after(game: Game, seat: str, text: str) -> Game:
    """Return the turn after an order."""
    step = submit(TOY, game, seat, parse(TOY, game, seat, text))
    return step.closed[0] if step.closed else step.game


def said(game: Game, seat: str, text: str) -> str:
    """Return the log line of an order."""
    return write_lines(TOY, after(game, seat, text), len(game.log))[0].text


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("pass", "Pass"),
        ("com march mal del 3t 1g", "Command march to Malwa from Delhi 3 Troops 1 Governor"),
        (
            "command march malwa delhi 3t 1g guj 2t.",
            "Command March to Malwa from Delhi 3 Troops 1 Governor, from Gujarat 2 Troops.",
        ),
        (
            "command march malwa delhi 3t; to maharashtra from guj 2t; decree trade",
            "Command March to Malwa from Delhi 3 Troops, to Maharashtra from Gujarat 2 Troops; decree Trade",
        ),
        ("command build delhi talk gold", "Command decree Build in Delhi; Hold a parley for Gold"),
        ("command done muster", "Command Muster"),
        ("command march malwa done", "Command March to Malwa done"),
        ("give 1", "give 1"),
    ],
)
def test_lines_are_written_as_people_read_them(typed: str, written: str) -> None:
    assert said(march_north(), "north", typed).casefold() == written.casefold()


def test_chance_side_acts_and_other_seats_have_lines_of_their_own() -> None:
    game = start("card-1", pieces={"north/delhi": {"troops": 3}, "south/delhi": {"troops": 3}})
    game = after(game, "north", "command attack delhi")
    game = after(game, "south", "give 1")
    found = [each for each in write_lines(TOY, game) if each.text]
    assert [entry.seat for entry in found] == [CHANCE, "north", CHANCE, "south"]
    assert found[0].text == "[Bad Omens]"
    assert found[1] == Said("north", "Command Attack in Delhi", 1, 6)
    assert found[2].text == f"[{' '.join(game.log[6].key)}]"
    assert found[3].text == "give 1"
    dice = found[2].text
    assert (
        write_line(TOY, game)
        == f"[Bad Omens] / The North: Command Attack in Delhi {dice} / The South: give 1"
    )
    assert write_line(TOY, game, 7) == "The South: give 1"


def test_a_turn_without_entries_has_no_lines() -> None:
    assert write_lines(TOY, Game("seed", 1, toy.dump(toy.setup(toy.Options())))) == []


@pytest.mark.parametrize("seed", range(60))
def test_every_line_of_a_random_game_is_read_back_as_what_was_entered(seed: int) -> None:
    for turn in random_turns(TOY, seed, side_acts=0.1):
        game = settle(TOY, Game(turn.seed, turn.turn, turn.start)).game
        for seat, text, _, last in write_lines(TOY, turn):
            if seat != CHANCE and text:
                game = after(game, seat, text)
            assert game.log[:last] == turn.log[:last], f"{seat}: {text}"
        assert game.log == turn.log


def test_a_side_act_in_the_middle_parts_the_line() -> None:
    game = after(march_north(), "north", "command")
    game = after(after(game, "south", "give 1"), "north", "done attack.")
    assert [(each.seat, each.text) for each in write_lines(TOY, game, 1)][:2] == [
        ("north", "Command"),
        ("south", "give 1"),
    ]
    assert (SIDE + "give_1") in [key for _, key in game.log]
    with pytest.raises(NotAllowed):
        parse(TOY, game, "north", "pass")
