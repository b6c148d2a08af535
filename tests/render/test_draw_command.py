"""`durbar draw` makes every picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

import render
from bot.cli.main import main

GAME = str(Path(__file__).parents[1] / "games" / "vijayanagara" / "random-1.play")


@pytest.mark.parametrize("kind", render.kinds("vijayanagara"))
def test_every_kind(kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "picture.png"
    words = ["draw", GAME, "--until", "20", "--kind", kind, "--theme", "night", "-o", str(file)]
    assert main(words) == 0
    with Image.open(file) as picture:
        assert capsys.readouterr().out.startswith(f"{file}: {picture.width} x {picture.height}\n")
    plain = file.read_bytes()
    assert main([*words, "--since", "16"]) == 0
    assert (file.read_bytes() != plain) == (kind not in ("card", "map", "table"))


def test_a_close_up_and_an_animation(tmp_path: Path) -> None:
    file = tmp_path / "picture.gif"
    assert main(["draw", GAME, "--until", "6", "--space", "andhra", "-o", str(file)]) == 0
    assert main(["draw", GAME, "--until", "6", "--since", "2", "--kind", "recap", "-o", str(file)]) == 0
    with Image.open(file) as animation:
        assert animation.format == "GIF"


@pytest.mark.parametrize("words", ["--kind poster", "--theme neon", "--space atlantis", "--since 99"])
def test_what_is_not_there_is_refused(words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", GAME, "--until", "3", *words.split()]) == 2
    assert words.split()[1] in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--kind poster", "phone, board, large, card, strip, map, table, recap"),
        ("--space atlantis", "delhi, mountain-passes"),
        ("--theme neon", "day, night, contrast, print"),
        ("--space andhra --kind card", "--space"),
        ("--space andhra --since 2", "--space"),
        ("--kind recap -o recap.png", ".gif"),
    ],
)
def test_a_refusal_says_what_there_is(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", GAME, "--until", "3", *words.split()]) == 2
    assert said in capsys.readouterr().err


def test_a_position_has_nothing_since(capsys: pytest.CaptureFixture[str]) -> None:
    position = str(Path(__file__).parents[2] / "docs" / "positions" / "rising.yaml")
    assert main(["draw", position, "--since", "3"]) == 2
    assert "--since" in capsys.readouterr().err


def test_the_pictures_of_the_documentation_can_be_made_again(tmp_path: Path) -> None:
    """A command in docs/how-to makes each picture on the pages about pictures, in the same width."""
    root = Path(__file__).parents[2]
    page = (root / "docs/how-to/draw-pictures.md").read_text(encoding="utf-8")
    block = page.partition("## Redraw the pictures")[2].split("```console\n")[1].split("```")[0]
    commands = [line.removeprefix("$ durbar ").split() for line in block.splitlines()]
    assert len(commands) > 10
    for words in commands:
        shown = root / words[words.index("-o") + 1]
        words = [str(root / word) if word.endswith((".play", ".yaml")) else word for word in words]
        words[words.index("-o") + 1] = str(tmp_path / shown.name)
        assert main(words) == 0
        with Image.open(tmp_path / shown.name) as made, Image.open(shown) as there:
            assert made.width == there.width
    shown_there = (
        (root / "docs/reference/pictures.md").read_text(encoding="utf-8").split("](../pictures/")[1:]
    )
    assert shown_there
    assert {part.split(")")[0] for part in shown_there} <= {Path(words[-1]).name for words in commands}
