"""The movements of pieces, as the views of the turns tell them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from render.kit.paths import Move
from render.painter import Tale
from render.vijayanagara.changes import LONG, find_moves, read
from rules import vijayanagara
from rules.records.record import load_record, replay
from rules.vijayanagara.board import ADJACENT
from rules.vijayanagara.state import Walk
from rules.vijayanagara.view import View
from tests.render.views import put, start

RECORD = Path(__file__).parents[1] / "games/vijayanagara/random-1.play"


@pytest.fixture(scope="module")
def ends() -> list[View]:
    """Return the views at the ends of the turns of a recorded game."""
    turns = replay(vijayanagara, load_record(RECORD.read_text(encoding="utf-8")))
    return [vijayanagara.view(live.state, None) for _, live in turns]


def test_one_turn_is_told_as_it_was(ends: list[View]) -> None:
    """Each movement of the turn is an arrow, and there are no others."""
    for before, after in pairwise(ends):
        net = Counter[tuple[str, str, str]]()
        for kind, number, a, b in after.walks:
            net[kind, a, b] += number
            net[kind, b, a] -= number
        moves = read(after, Tale(before, during=(before,))).moves
        assert {move[0:1] + move[2:]: move.number for move in moves} == {
            walk: n for walk, n in net.items() if n > 0
        }


def test_what_is_told_adds_up(ends: list[View]) -> None:
    """The earlier pieces, with all changes applied, are the present pieces, whatever happened in between."""
    for step in (1, 4, 15):
        for first in range(0, len(ends) - step, step):
            before, after = ends[first], ends[first + step]
            changes = read(after, Tale(before, during=tuple(ends[first : first + step])))
            now = {space.key: Counter(space.pieces) for space in before.spaces}
            for kind, number, a, b in changes.moves:
                now[a][kind] -= number
                now[b][kind] += number
            for sign, counts in ((1, changes.placed), (-1, changes.removed)):
                for space, kinds in counts.items():
                    for kind, number in kinds.items():
                        now[space][kind] += sign * number
            for space, kinds in changes.flipped.items():
                for kind, number in kinds.items():
                    other = (
                        kind.replace("obedient", "?")
                        .replace("rebelling", "obedient")
                        .replace("?", "rebelling")
                    )
                    now[space][kind] += number
                    now[space][other] -= number
            for seen in after.spaces:
                assert {kind: n for kind, n in now[seen.key].items() if n} == dict(seen.pieces)


def test_nobody_is_seen_to_leap(ends: list[View]) -> None:
    """Over a whole game, arrows lead to the next space, as all routes of its Commands do."""
    some = LONG - 1
    told = [
        move
        for first in range(0, len(ends) - some, some)
        for move in read(
            ends[first + some], Tale(ends[first], during=tuple(ends[first : first + some]))
        ).moves
    ]
    assert len(told) > 10
    assert all(move.end in ADJACENT[True][move.start] for move in told)


@pytest.mark.parametrize("there", [4, 0])
def test_those_who_come_and_those_who_go_on_are_all_told(there: int) -> None:
    """Five Troops are placed where four or none were, and five move on."""
    here = put(start(), {"delhi": {"troops": there} if there else {}, "punjab": {}}, {})
    gone = put(start(), {"delhi": {"troops": there} if there else {}, "punjab": {"troops": 5}}, {})
    gone = replace(gone, walks=(Walk("troops", 5, "delhi", "punjab"),))
    changes = read(gone, Tale(here, during=(here,)))
    assert changes.moves == (Move("troops", 5, "delhi", "punjab"),)
    assert changes.placed == {"delhi": {"troops": 5}}


def test_there_and_back_is_no_walk() -> None:
    here = put(start(), {"delhi": {"troops": 4}, "punjab": {"troops": 1}}, {})
    there = put(start(), {"delhi": {"troops": 1}, "punjab": {"troops": 4}}, {})
    out = replace(there, walks=(Walk("troops", 3, "delhi", "punjab"),))
    back = replace(here, walks=(Walk("troops", 3, "punjab", "delhi"),))
    assert find_moves(back, Tale(here, during=(here, out))) == ()
    assert find_moves(out, Tale(here, during=(here,))) == (Move("troops", 3, "delhi", "punjab"),)


def test_views_that_do_not_follow_each_other_are_read_from_their_difference() -> None:
    here = put(start(), {"delhi": {"troops": 4}, "punjab": {"troops": 1}}, {})
    out = replace(here, walks=(Walk("troops", 3, "delhi", "punjab"),))
    assert find_moves(out, Tale(here)) is None
    assert find_moves(here, Tale(out, during=())) is None
