"""Orders of Successors typed in French are read like the same orders in English."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.language.localized_games import LocalizedGames
from bot.language.typed_line import split_line
from bot.language.words import speak_within
from bot.orders.draft import Draft
from bot.orders.typed_order import read_order
from bot.session.loaded_game import LoadedGame
from rules.kernel import begin
from rules.loading.games import GAMES
from tests.games.successors.table import Table, place
from tests.turns.walking import situation

RULES = LocalizedGames(GAMES)["successors"]
UNITS = {
    "PAR": {"red": "3c 2i 1l"},
    "SYR": {"red": "2i 1l"},
    "LYD": {"red": "2f 1i", "blue": "1l"},
    "BAB": {"blue": "3i"},
    "MAC": {"green": "2l"},
    "EGY": {"yellow": "2i"},
}
LEADERS = {"red": "PAR", "blue": "BAB", "green": "MAC", "yellow": "EGY"}

PARTHIA = ("march-PAR", "MED")
SENTENCES: dict[str, list[tuple[str, str, tuple[str, ...]]]] = {
    "movement": [
        ("march from PTH to MED", "marche de PTH vers MED", PARTHIA),
        ("march from PTH to MED", "marcher de PTH à MED", PARTHIA),
        ("march from PTH to MED", "marche depuis PTH vers la Médie", PARTHIA),
        ("march PTH-MED", "marche PTH-MED", PARTHIA),
        ("march PTH MED all", "marche PTH MED tous", (*PARTHIA, "all")),
        ("march PTH MED all", "marche PTH MED toutes", (*PARTHIA, "all")),
        ("march PTH to MED with all", "marche PTH vers MED avec tout", (*PARTHIA, "all")),
        ("move PTH to MED 2i", "bouge PTH vers MED 2i", (*PARTHIA, "2-i", "done")),
        ("PTH to MED 2i", "PTH vers MED 2i", (*PARTHIA, "2-i", "done")),
        ("PTH to MED 2i", "de PTH à MED 2i", (*PARTHIA, "2-i", "done")),
        ("march PTH MED 2i 1l", "marche PTH MED 2 infanteries 1 levée", (*PARTHIA, "2-i", "1-l", "done")),
        (
            "march from Parthia to Media with 3 cavalry",
            "marche de la Parthie-Hyrcanie vers la Médie avec 3 cavaleries",
            (*PARTHIA, "3-c", "done"),
        ),
        (
            "march from Parthia to Media with leader, 3 cavalry",
            "marche de la Parthie-Hyrcanie vers la Médie avec chef 3 cavaleries",
            (*PARTHIA, "1-leader", "3-c", "done"),
        ),
        (
            "march from Parthia to Media with the leader and 3 cavalry",
            "marche depuis la Parthie vers la Médie avec le chef et 3 cavaleries",
            (*PARTHIA, "1-leader", "3-c", "done"),
        ),
        (
            "march from Syria to Mesopotamia with 1 infantry",
            "marche de Syrie vers la Mésopotamie avec 1 infanterie",
            ("march-SYR", "MES", "1-i", "done"),
        ),
        ("march Syria MES 1i", "marche de la Syrie en Mésopotamie 1i", ("march-SYR", "MES", "1-i", "done")),
        ("march SYR in MES 1i", "marche SYR dans MES 1i", ("march-SYR", "MES", "1-i", "done")),
        ("sail 2 LYD to AEG", "navigue 2 LYD vers AEG", ("sail-LYD", "2-f", "AEG")),
        ("sail 2 fleets LYD to AEG", "naviguer 2 flottes de LYD vers AEG", ("sail-LYD", "2-f", "AEG")),
        ("sail LYD-AEG", "navigue LYD-AEG", ("sail-LYD", "all", "AEG")),
        ("sail from LYD to AEG", "navigue de LYD vers AEG", ("sail-LYD", "all", "AEG")),
        ("done", "terminé", ("done",)),
    ],
    "revenue": [
        ("2i home 1c home", "2i patrie, 1c patrie", ("2-i", "home", "1-c", "home")),
        ("buy 2i 1c home", "acheter 2i 1c patrie", ("2-i", "home", "1-c", "home")),
        ("buy 2i 1c leader", "achète 2i 1c chef", ("2-i", "with-leader", "1-c", "with-leader")),
        ("buy 2 infantry with leader", "achète 2 infanteries avec le chef", ("2-i", "with-leader")),
        ("nothing", "rien", ("done",)),
    ],
    "combat": [
        ("fight blue in LYD", "combattre bleu en LYD", ("fight-LYD-blue",)),
        ("fight LYD blue", "combats LYD bleu", ("fight-LYD-blue",)),
        ("fight blue in Lydia", "combattre Bleu en Lydie", ("fight-LYD-blue",)),
        ("nothing", "rien", ("done",)),
        ("no battle", "pas de bataille", ("done",)),
        ("no more battles", "aucune bataille", ("done",)),
        ("fight no battle", "plus de combat", ("done",)),
    ],
}


def load(phase: str) -> LoadedGame:
    """Return a game in which Red is asked in this phase."""
    units = {key: units for key, units in UNITS.items() if phase != "revenue" or "red" not in units}
    if phase == "revenue":
        units |= {"SYR": {"red": "1c 2i"}, "PAR": {"red": "3c"}}
    state = place(units, phase=phase, seat="red", leaders=LEADERS, talents={"red": 20})
    return situation(RULES, begin(RULES, RULES.dump(state), "0" * 32))


@pytest.mark.parametrize(
    ("phase", "english", "french", "keys"),
    [(phase, *each) for phase, sentences in SENTENCES.items() for each in sentences],
)
def test_an_order_means_the_same_in_both_languages(
    phase: str, english: str, french: str, keys: tuple[str, ...]
) -> None:
    at = load(phase)
    assert read_order(Draft(at), split_line(english)).grown.keys == keys
    with speak_within("fr"):
        assert read_order(Draft(at), split_line(french)).grown.keys == keys


@pytest.mark.parametrize(
    ("english", "french"),
    [
        ("retreat to PAR", "se retirer vers PTH"),
        ("retreat to PAR", "retraite vers PTH"),
        ("retreat 1i to PAR", "retraite 1i vers PTH"),
        ("retreat with 1 infantry to PAR", "se retirer avec 1 infanterie vers PTH"),
    ],
)
def test_a_retreat_means_the_same_in_both_languages(english: str, french: str) -> None:
    table = Table(place({"MED": {"red": "3i", "blue": "3i"}}, phase="combat", seat="red", leaders=LEADERS))
    table.play("fight-MED-blue")
    while table.due:
        table.dice("1" * table.due)
    step: Any = SimpleNamespace(game=table.game, live=table.live)
    at = situation(RULES, step)
    keys = read_order(Draft(at), split_line(english)).grown.keys
    assert keys[0] == "retreat-PAR"
    with speak_within("fr"):
        assert read_order(Draft(at), split_line(french)).grown.keys == keys
