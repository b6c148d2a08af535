"""Every example on the pages in docs/ does what the page says: orders, plans, what-ifs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.hosting.documents import read_position
from bot.views.whatif import Trial
from rules.kernel import Game, InputError, Rules, settle, submit
from rules.loading.games import GAMES
from rules.orders.notation import parse
from rules.words import read_said

DOCS = Path(__file__).parents[2] / "docs"


def blocks(kind: str) -> Iterator[tuple[str, list[str], list[tuple[str, str]]]]:
    """Yield the blocks of this kind: page, words after the kind, and lines with their expected reply."""
    fence = re.compile(rf"^```{kind} ([^\n]+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
    for page in sorted(DOCS.rglob("*.md")):
        for words, block in fence.findall(page.read_text(encoding="utf-8")):
            lines = [line.partition(" -> ") for line in block.splitlines()]
            yield page.stem, words.split(), [(text, answer) for text, _, answer in lines]


def orders() -> Iterator[Any]:
    """Yield position, seat, order, an equal order, and the expected reply of each example."""
    for page, (position, seat), lines in blocks("orders"):
        above = ""
        for line, answer in lines:
            order, same = line.removeprefix("= "), above if line.startswith("= ") else ""
            yield pytest.param(position, seat, order, same, answer, id=f"{page}, {seat}: {order}")
            above = same or order


def others(kind: str) -> list[Any]:
    """Return the argument of each block of this kind, each line of it, and the expected reply."""
    return [
        pytest.param(argument, text, answer, id=f"{page}: {text}")
        for page, (argument,), lines in blocks(kind)
        for text, answer in lines
    ]


@cache
def opened(position: str) -> tuple[Rules, Game]:
    """Return the named position at its first question."""
    rules, game = read_position(str(DOCS / "positions" / f"{position}.yaml"))
    return rules, settle(rules, game).game


@pytest.mark.parametrize(("position", "seat", "order", "same", "answer"), list(orders()))
def test_order(position: str, seat: str, order: str, same: str, answer: str) -> None:
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


@pytest.mark.parametrize(("position", "text", "answer"), others("try"))
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


@pytest.mark.parametrize(("game", "text", "answer"), others("condition"))
def test_condition(game: str, text: str, answer: str) -> None:
    why = read_said(GAMES[game].EXTRAS.plans.why_not(text), GAMES[game].name)
    assert why.startswith(answer) if answer else not why


def test_there_are_examples() -> None:
    pages = {page for page, *_ in blocks("orders")}
    assert pages == {"orders", "aadu-huli", "rajas-of-the-ganges", "successors", "taj-mahal"}
    assert {argument for _, (argument,), _ in blocks("condition")} == {*GAMES} - {"aadu_huli"}
    assert len(others("try")) >= 4
