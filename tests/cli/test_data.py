"""`durbar data`: files that the owner of a printed game may type in."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import pytest

from bot.cli.main import main
from rules.kernel import Rules
from rules.loading.games import GAMES


def typed(folder: Path, game: str, name: str, old: str = "", new: str = "") -> str:
    """Return a game's own file, typed with one difference."""
    text = files(f"rules.{game}").joinpath(name).read_text(encoding="utf-8")
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(folder / name)


@pytest.mark.parametrize("rules", GAMES.values(), ids=GAMES)
def test_what_the_game_has_itself_is_without_mistakes(
    rules: Rules, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert rules.EXTRAS.data, "every game has a board"
    own = [typed(tmp_path, rules.KEY, name) for name in rules.EXTRAS.data]
    assert main(["data", "check", rules.KEY, *own]) == 0
    assert rules.TITLE in capsys.readouterr().out


@pytest.mark.parametrize(
    ("game", "name", "old", "new", "why"),
    [
        ("successors", "map.toml", "value = 4", "value = 9", "provinces.MAC.value: Input should be less"),
        ("successors", "map.toml", "[seas.", "[mer.", "mer: Extra inputs"),
        ("successors", "forces.toml", "turns = 10", "turns = 0", "length.turns: Input should be greater"),
        ("successors", "events.toml", 'place = "THR"', 'place = "XYZ"', "odd.6: there is no province XYZ"),
        ("taj_mahal", "cards.toml", "EE = 2", "EE = 3", "red: 22 cards, not 21"),
        ("rajas_of_the_ganges", "tiles.toml", 'road = "bend"', 'road = "loop"', "road: Input should be"),
    ],
)
def test_each_mistake_is_named_with_its_place(
    game: str, name: str, old: str, new: str, why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = typed(tmp_path, game, name, old, new)
    assert main(["data", "check", game, file]) == 2
    first, *mistakes = capsys.readouterr().err.splitlines()
    assert first.partition(" ")[0] == str(len(mistakes))
    assert any(line.startswith(f"{file}: ") and why in line for line in mistakes), mistakes


def test_letters_that_no_font_has_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = typed(tmp_path, "successors", "map.toml", 'name = "', 'name = "漢')
    assert main(["data", "check", "successors", file]) == 2
    assert "no font has 漢" in capsys.readouterr().err


def test_files_are_read_together(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A province of an own map may occur in one's own events. A province outside the map may not."""
    here = typed(tmp_path, "successors", "map.toml")
    Path(here).write_text(Path(here).read_text(encoding="utf-8").replace("THR", "THX"), encoding="utf-8")
    events = typed(tmp_path, "successors", "events.toml", 'place = "THR"', 'place = "THX"')
    assert main(["data", "check", "successors", events]) == 2
    assert "no province THX" in capsys.readouterr().err
    main(["data", "check", "successors", here, events])
    assert "no province THX" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["taj_mahal", "seas.toml"], "Taj Mahal has only these files: map.toml, cards.toml, tiles.toml"),
        (["taj_mahal", "a/map.toml", "b/map.toml"], "b/map.toml: "),
        (["taj_mahal", "nowhere/map.toml"], "nowhere/map.toml: No such file"),
        (["chess", "map.toml"], "“chess”"),
    ],
)
def test_what_cannot_be_checked_is_refused(
    words: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["data", "check", *words]) == 2
    assert why in capsys.readouterr().err
