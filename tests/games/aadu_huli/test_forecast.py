"""The preview of a move names the Goats that a Tiger could capture after it, and what its entry says."""

from __future__ import annotations

import re
from functools import partial
from itertools import islice
from typing import Any

import pytest

from rules.aadu_huli.board import MOVES
from rules.aadu_huli.entries import (
    CAPTURE,
    DANGER,
    GAIN,
    RELEASE,
    THREAT,
    describe_entry,
    list_clauses,
    rank_move,
)
from rules.aadu_huli.forecast import list_forecast, list_warnings
from rules.aadu_huli.state import State
from rules.kernel import Ask, Live, NotAllowed, begin
from rules.orders.buttons.controls import find_ways
from rules.orders.notation import find_help, parse
from rules.words import Words, join_list
from tests.games.aadu_huli.table import GAME, SIDES, all_placed, moves, place
from tests.kernel.play import random_steps


@pytest.mark.parametrize("moved", ["goats", "tigers"])
def test_the_threatened_goats_are_named(moved: str) -> None:
    waits = "tigers" if moved == "goats" else "goats"
    assert [each.args["goats"] for each in tell(place("3c 5a", to_move=waits), moved)] == [join_list(["3c"])]
    assert not tell(place("3c 5a", to_move=waits), waits), "before its move"
    assert not tell(place("5a", to_move=waits), moved), "nobody is in danger"


def tell(s: State, side: str) -> list[Words]:
    """Return the warnings and the forecast of a side in a position without a last move."""
    return [each.words for each in list_warnings(s, s, SIDES[side])] + list_forecast(s, SIDES[side], None)


@pytest.mark.parametrize("luck", range(3))
def test_a_preview_says_what_the_entry_of_a_list_says(luck: int) -> None:
    """A danger is a warning, a threat has its own sentence, and the story tells a capture."""
    kinds = set[str]()
    for step in islice(random_steps(GAME, luck), 120):
        ask, s = step.live.pending, step.live.state
        if not isinstance(ask, Ask) or not isinstance(s, State) or not s.sides:
            continue
        for key in list(ask.menu())[:6]:
            live = Live(GAME, s.copy())
            live.enter(ask.seat, key)
            after: Any = live.state
            if GAME.over(after):
                continue
            clauses = list_clauses(s, after, key)
            kinds |= {clause.kind for clause in clauses}
            dangers = list_warnings(s, after, ask.seat)
            sentences = [each.read(GAME.name) for each in list_forecast(after, ask.seat, None)]
            assert bool(dangers) >= (DANGER in {clause.kind for clause in clauses})
            for clause in clauses:
                said, goats = clause.words.read(GAME.name), clause.words.args.get("goats")
                if clause.kind == THREAT:
                    assert isinstance(goats, Words)
                    assert all(point in sentences[0] for point in re.findall("[1-6][A-F]", said))
                elif clause.kind not in (CAPTURE, DANGER):
                    assert said.casefold() in sentences[-1].casefold(), (said, sentences)
    assert kinds - {RELEASE} == {"", CAPTURE, THREAT, DANGER, GAIN}


@pytest.mark.parametrize("waits", [True, False])
def test_a_list_begins_with_what_saves_a_goat_and_ends_with_what_leaves_it_in_danger(waits: bool) -> None:
    """Most moves are alike, and a new player did not find the others among them."""
    herd = "3c 4b 5a 5d 4f"
    s = place(herd, "2b") if waits else all_placed(herd, pride="2b")
    kinds = [find_kinds(s, key) for key in sorted(moves(s), key=partial(rank_move, s))]
    places = [(GAIN not in each, DANGER in each) for each in kinds]
    assert places == sorted(places)
    assert len({*places}) > 1


def find_kinds(s: State, key: str) -> set[str]:
    after = s.copy()
    after.play(key)
    return {clause.kind for clause in list_clauses(s, after, key)}


def test_a_danger_stands_before_the_forecast() -> None:
    s = place("3a 4a 2c", "2b 2d 3c", to_move="tigers", recent="2c")
    (warned,) = list_warnings(s, s, SIDES["goats"])
    assert warned.rule == "5.5.3"
    assert "2c" in str(warned.words.args["goats"])
    assert not any("goats" in each.args for each in list_forecast(s, SIDES["goats"], None))


def test_the_capture_that_ends_the_game_is_named() -> None:
    """The fourth Goat was lost, and the preview of the move that lost the game read like all others."""
    texts = set[object]()
    for captured in (3, 4):
        s = place("3c 5a", to_move="tigers", captured=captured)
        (warned,) = list_warnings(s, s, SIDES["goats"])
        texts.add(warned.words.text)
    assert len(texts) == 2


def test_an_entry_names_the_goats_that_it_leaves_in_danger() -> None:
    """The Goat on 3C can be captured. A move elsewhere said only that the moved Goat was safe."""
    before = place("3c 5a", to_move="goats")
    after = before.copy()
    after.play("5d")
    left = [clause for clause in list_clauses(before, after, "5d") if clause.kind == DANGER]
    assert [clause.words.args["goats"] for clause in left] == [join_list(["3c"])]


def test_a_list_of_moves_leaves_out_leaps_over_no_goat() -> None:
    """`/do ?` would otherwise list more illegal leaps than legal moves. A typed leap is still refused."""
    step = begin(GAME, GAME.dump(place("4b 4c 3c", to_move="tigers")), "seed")
    text = str(find_help(GAME, step.game, seat=SIDES["tigers"], text="?"))
    assert "2C-2B" in text
    assert "2C x 4C" in text, "a Goat is there, but the point behind it is not empty"
    assert "1A x 3B" not in text
    with pytest.raises(NotAllowed):
        parse(GAME, step.game, SIDES["tigers"], "1a x 3b")


def test_a_list_has_leaps_first_then_sorts_by_piece_and_end_and_always_has_a_remark() -> None:
    """New players look for captures. The steps of a Tiger stand together, to find their numbers easily."""
    step = begin(GAME, GAME.dump(place("3c 3e", to_move="tigers")), "seed")
    keys = [option.key for option in find_ways(GAME, step.game, 10).offered]
    moves = [MOVES[key] for key in keys]
    assert any(move.over for move in moves)
    places = [(move.over is None, move.start, move.end) for move in moves]
    assert places == sorted(places)
    assert isinstance(step.live.pending, Ask)
    lone = place("5d")
    assert describe_entry(lone, step.live.pending, "5a") is not None, "safe, but beside nobody"
