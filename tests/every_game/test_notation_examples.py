"""Every example of docs/notation.md does what the text says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.documents import read_position
from rules.kernel import Game, InputError, Rules, settle, submit
from rules.notation import parse

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


def test_there_are_examples() -> None:
    assert len(list(examples())) > 20
