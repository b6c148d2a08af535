"""Meaning goes by kind: every question, draw and line has one, and no code interprets a sentence."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

from rules.chance import draw_by_numbers
from rules.kernel import Ask, Live
from rules.loading.games import GAMES
from tests.every_game.tables import Table, every_table

KIND = re.compile(r"[a-z]+(-[a-z]+)*")
ROOT = Path(__file__).parents[2]
CODE = sorted(path for top in ("bot", "rules", "render", "web") for path in (ROOT / top).rglob("*.py"))


@every_table
def test_every_question_and_every_line_has_a_kind(table: Table) -> None:
    rules, rng = table.rules, Random(table.seed)
    state = rules.setup(rules.Options(**table.options))
    while not rules.over(state):
        state.story.clear()
        live = Live(rules, state)
        while (pending := live.pending) is not None:
            assert KIND.fullmatch(pending.kind), pending.prompt.read(rules.name)
            if isinstance(pending, Ask):
                for other in pending.beside:
                    assert KIND.fullmatch(other.kind), other.prompt.read(rules.name)
                live.answer(rng.choice(list(pending.menu().values())))
            else:
                live.answer(pending.read(draw_by_numbers(rng.randrange, pending)))
        for line in state.story:
            assert KIND.fullmatch(line.kind), line.words.read(rules.name)


def test_no_code_decides_by_a_sentence() -> None:
    """A prompt is shown to people, and never compared, split or searched."""
    for path in CODE:
        wrong = [node.lineno for node in _decided(ast.parse(path.read_text(encoding="utf-8")))]
        assert not wrong, f"{path.relative_to(ROOT)}: lines {wrong} ask a prompt what it means"


def test_what_decides_by_a_sentence_is_found() -> None:
    code = 'ask.prompt.text == WHICH\nask.prompt.args["n"]\nother.prompt in asked\none.prompt == two.prompt\n'
    assert sorted(node.lineno for node in _decided(ast.parse(code))) == [1, 2, 3, 4]
    assert not list(_decided(ast.parse('say("asked", question=ask.prompt.read(name), kind=ask.kind)')))


def _decided(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the places that look at a prompt's text or arguments, or compare a prompt."""
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value=ast.Attribute(attr="prompt" | "words"), attr="text" | "args"):
                yield node
            case ast.Compare(left=left, comparators=others) if any(map(_is_prompt, (left, *others))):
                yield node


def _is_prompt(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "prompt"


def test_all_games_are_looked_at() -> None:
    assert {"vijayanagara", "aadu_huli"} <= set(GAMES)
