"""`durbar deck`: its output and exit codes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.cli import decks
from bot.cli.main import main
from rules.loading.games import GAMES
from tests.kernel import toy

GOOD = """title: Mine
cards:
  - number: 5
    title: A Card
    order: V B D
    unshaded:
      - gain: {of: EX, what: Resources, n: 2}
    unshaded_text: Two for you.
"""


class Ran(NamedTuple):
    """The result of a command."""

    code: int
    out: str
    err: str


Durbar = Callable[..., Ran]


@pytest.fixture
def durbar(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Durbar:
    """Return a function that runs a command in a folder with good.yaml and bad.yaml."""
    monkeypatch.chdir(tmp_path)
    Path("good.yaml").write_text(GOOD, encoding="utf-8")
    Path("bad.yaml").write_text(GOOD.replace("gain", "gian").replace("V B D", "V"), encoding="utf-8")

    def run(*arguments: str) -> Ran:
        code = main(["deck", *arguments])
        return Ran(code, *capsys.readouterr())

    return run


def test_check_says_that_a_deck_can_be_played(durbar: Durbar) -> None:
    checked = durbar("check", "good.yaml")
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith("good.yaml: ")
    assert durbar("check", "durbar").code == 0


@pytest.mark.parametrize("deed", ["check", "show", "report"])
def test_mistakes_go_to_standard_error_a_line_each(durbar: Durbar, deed: str) -> None:
    ran = durbar(deed, "bad.yaml")
    assert (ran.code, ran.out) == (2, "")
    first, second, third = ran.err.splitlines()
    assert first == "bad.yaml: 2 mistakes"
    assert second.startswith("line 5, card 5, order: write D, B and V")
    assert third.startswith("line 7, card 5, unshaded: “gian” is no effect; there are gain, ")


def test_check_names_the_letters_that_no_font_has(durbar: Durbar) -> None:
    Path("script.yaml").write_text(GOOD.replace("A Card", "विजयनगर 漢字"), encoding="utf-8")
    assert durbar("check", "script.yaml").err.splitlines()[1:] == [
        "line 4: no font has 字 漢; a picture shows an empty box for each"
    ]
    Path("script.yaml").write_text(GOOD.replace("A Card", "விஜயநகரம்") + "# 漢字\n", encoding="utf-8")
    assert durbar("check", "script.yaml").code == 0
    assert durbar("show", "script.yaml").code == 0


def test_one_mistake_is_one(durbar: Durbar) -> None:
    Path("bad.yaml").write_text("cards: 5\ntitle: X\n", encoding="utf-8")
    assert durbar("check", "bad.yaml").err == "bad.yaml: 1 mistake\nline 1: write a list here\n"


def test_show_prints_the_deck_or_a_card(durbar: Durbar) -> None:
    whole = durbar("show", "good.yaml").out
    assert whole.startswith("Mine, version 1: 1 card\n")
    card = durbar("show", "good.yaml", "--card", "5").out
    assert "Unshaded: Two for you.\n  Its effects say: You gain 2 Resources.\n" in card
    refused = durbar("show", "good.yaml", "--card", "6")
    assert refused == (2, "", "durbar: good.yaml: Mine has no card 6\n")


def test_report_plays_with_the_deck(durbar: Durbar) -> None:
    ran = durbar("report", "good.yaml", "--games", "2", "--seed", "1")
    assert ran.code == 0
    assert ran.out.startswith("Mine, version 1: 2 random games, ")
    assert ran.out == durbar("report", "good.yaml", "--games", "2", "--seed", "1").out
    assert durbar("report", "good.yaml", "--games", "0").err.startswith("durbar: --games: ")


def test_a_file_that_is_not_there(durbar: Durbar) -> None:
    assert durbar("check", "nowhere.yaml") == (2, "", "durbar: nowhere.yaml: No such file or directory\n")


def test_a_game_without_decks(durbar: Durbar, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decks, "find_game", lambda key: toy)
    ran = durbar("check", "good.yaml", "--game", "toy")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("durbar: toy ")
    assert "vijayanagara" in ran.err


def test_without_a_name_a_deck_is_of_the_first_game_that_has_any(
    durbar: Durbar, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = next(rules for rules in GAMES.values() if rules.EXTRAS.decks is not None)
    monkeypatch.setattr(decks, "GAMES", {"none": toy, "one": rules, "two": None})  # looked at no further
    assert durbar("check", "good.yaml").code == 0


def test_a_game_is_laid_out_with_a_deck_from_a_file(
    durbar: Durbar, capsys: pytest.CaptureFixture[str]
) -> None:
    def lay_out(deck: str) -> str:
        main(["position", "vijayanagara", "--option", f"deck={deck}"])
        ran = capsys.readouterr()
        return ran.out + ran.err

    assert "title: Mine" in lay_out("good.yaml")
    bad, nowhere = lay_out("bad.yaml"), lay_out("none.yaml")
    assert "line 5, card 5, order" in bad
    assert "neither a built-in deck nor a file" in nowhere
    assert "Value error" not in bad + nowhere
