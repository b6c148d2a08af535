"""Every example of docs/notation.md does what the text says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.games.documents import read_position
from bot.looking.whatif import Trial
from bot.tableside.plans import read_plan
from rules.games import GAMES
from rules.kernel import Game, InputError, Rules, settle, submit
from rules.orders.notation import parse

DOCS = Path(__file__).parents[2] / "docs"
FENCE = re.compile(r"^```orders (\S+) (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)


def examples() -> Iterator[Any]:
    """Position, seat, the order, what it is said to be the same as, what is answered."""
    for position, seat, block in FENCE.findall((DOCS / "notation.md").read_text(encoding="utf-8")):
        above = ""
        for line in block.splitlines():
            order, _, answer = line.removeprefix("= ").partition(" -> ")
            same = above if line.startswith("= ") else ""
            yield pytest.param(position, seat, order, same, answer, id=f"{seat}: {order}")
            above = same or order


def opened(position: str) -> tuple[Rules[Any], Game]:
    """The named position at its first question."""
    rules, game = read_position(str(DOCS / "positions" / f"{position}.yaml"))
    return rules, settle(rules, game).game


@pytest.mark.parametrize(("position", "seat", "order", "same", "answer"), list(examples()))
def test_example(position: str, seat: str, order: str, same: str, answer: str) -> None:
    rules, game = opened(position)
    if answer:
        with pytest.raises(InputError) as refused:
            submit(rules, game, seat, parse(rules, game, seat, order))
        assert str(refused.value).startswith(answer)
        return
    keys = parse(rules, game, seat, order)
    assert submit(rules, game, seat, keys).entered >= len(keys) > 0
    if same:
        assert keys == parse(rules, game, seat, same)


def blocks(kind: str) -> Iterator[Any]:
    """The argument of each block of this kind, a line of it, and what is answered."""
    fence = re.compile(rf"^```{kind} (\S+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
    for argument, block in fence.findall((DOCS / "notation.md").read_text(encoding="utf-8")):
        for line in block.splitlines():
            text, _, answer = line.partition(" -> ")
            yield pytest.param(argument, text, answer, id=text)


@pytest.mark.parametrize(("position", "text", "answer"), list(blocks("try")))
def test_what_if(position: str, text: str, answer: str) -> None:
    trial = Trial(*opened(position))
    *first, last = text.split(";;")
    for part in first:
        trial.play(part.strip())
    if answer:
        with pytest.raises(InputError, match=re.escape(answer)):
            trial.play(last.strip())
    else:
        trial.play(last.strip())


@pytest.mark.parametrize(("game", "text", "answer"), list(blocks("plan")))
def test_plan(game: str, text: str, answer: str) -> None:
    if answer:
        with pytest.raises(InputError, match=re.escape(answer)):
            read_plan(GAMES[game], text)
    else:
        assert len(read_plan(GAMES[game], text)) == len(text.split(";;"))


def test_there_are_examples() -> None:
    assert len(list(examples())) > 20
    assert len(list(blocks("try"))) >= 4
    assert len(list(blocks("plan"))) >= 2
