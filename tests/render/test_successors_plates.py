"""Plates of units leave the values and Homes of neighbouring provinces free."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import dist
from random import Random

import pytest

from render.games import PAINTERS
from render.kit.canvas import Drawn, Sheet
from render.kit.numbers import plate as number_plate
from render.kit.shapes import Point, Rect, Spot
from render.kit.written import read_pieces, read_texts
from render.painter import Tale
from render.successors.changes import Deeds
from render.successors.draw import Box, Taken, find_free
from render.successors.kinds import KINDS
from render.successors.layout import COIN, LAYOUT
from render.successors.marks import plate
from render.successors.palette import PALETTE
from rules import successors
from rules.successors.board import AREAS, LABEL, PROVINCES, SEAS
from rules.successors.sight import REACH
from rules.successors.state import Fight
from rules.successors.view import View
from tests.games.successors.table import place as place_units
from tests.legible import overlap
from tests.render.test_successors import seen, since

NAMES = {*LABEL.values(), *SEAS}
CORNER = Taken((100.0, 0.0, 140.0, 40.0), 1.0)
STEPS = [(0.0, 0.0), (5.0, 0.0), (-5.0, 0.0), (0.0, 10.0), (-20.0, 0.0)]


@pytest.mark.parametrize(
    ("box", "moved"),
    [
        ((0.0, 0.0, 90.0, 40.0), (0.0, 0.0)),  # it hides nothing
        ((15.0, 0.0, 105.0, 40.0), (-5.0, 0.0)),  # it steps aside, no farther than it must
        ((105.0, 35.0, 195.0, 80.0), (0.0, 10.0)),  # it goes down
        ((40.0, 0.0, 130.0, 40.0), (-20.0, 0.0)),  # there is no free place, so it hides little
    ],
)
def test_a_plate_steps_aside(box: Box, moved: Point) -> None:
    assert find_free(box, [CORNER], STEPS) == moved


def list_pictures() -> Iterator[tuple[str, Drawn]]:
    """Draw boards, posts of what happened and close-ups of a crowded game, with the places changed."""
    before, after, during = since()
    painter = PAINTERS["successors"]
    assert painter.tell is not None
    yield "board", painter.draw(seen("middle"), frozenset(), "phone", "day")
    yield "lit", painter.draw(seen("middle"), frozenset(AREAS), "phone", "day")
    yield "post", painter.tell(after, painter.tale(after, before, during), "phone", "day")
    fights = [Fight(place, "round", ("red", "blue"), ((), ()), (0, 0), ((), ())) for place in AREAS]
    for first in range(6):
        tale = Tale(before, (), Deeds((), tuple(fights[first::6])))
        yield f"fights, {first}", painter.tell(after, tale, "phone", "day")
    for place in AREAS:
        yield place, painter.crop(seen("middle"), place, frozenset({place}), "day")


def test_no_plate_hides_the_name_of_a_place() -> None:
    """Neither on the board nor in a post nor in a close-up; nor does a plate hide a plate."""
    hidden = dict[str, list[str]]()
    for kind, picture in list_pictures():
        names = [text for text in read_texts(picture) if text.text in NAMES]
        pieces = read_pieces(picture)
        found = [text.text for text in names for piece in pieces if overlap(piece, text.box)]
        found += [f"{one}" for one, other in combinations(pieces, 2) if overlap(one, other)]
        if found:
            hidden[kind] = found
    assert hidden == {}


def crowd(seed: int) -> View:
    """Return a random position: up to three seats have units in each of 13 provinces."""
    rng, seats = Random(seed), ["red", "blue", "green", "yellow"]
    units = {
        place: {seat: f"1{rng.choice('icl')}" for seat in rng.sample(seats, rng.choice([1, 1, 2, 2, 3]))}
        for place in rng.sample(PROVINCES, 13)
    }
    leaders = {seat: rng.choice([*units]) for seat in seats}
    return successors.view(place_units(units, phase="movement", leaders=leaders), None)


@pytest.mark.parametrize("seed", range(8))
def test_no_plate_hides_a_name_in_random_positions(seed: int) -> None:
    """Seed 7 hid MAC."""
    picture = PAINTERS["successors"].draw(crowd(seed), frozenset(), "phone", "day")
    names = [text for text in read_texts(picture) if text.text in NAMES]
    pieces = read_pieces(picture)
    assert [text.text for text in names for piece in pieces if overlap(piece, text.box)] == []


@pytest.mark.parametrize("scale", [1.0, 1.25, 1.5])
def test_brackets_leave_the_rim_of_a_plate_whole(scale: float) -> None:
    with_text, mask = plate("red", "2 (3)", scale, ship=True)
    for y in (0, with_text.height - 2):
        row = with_text.crop((0, y, with_text.width, y + 1)).tobytes()
        cut = mask.crop((0, y, with_text.width, y + 1)).convert("L").tobytes()
        assert {at for at, seen in zip(row, cut, strict=True) if seen} == {PALETTE["ink"]}, y


@pytest.mark.parametrize("seed", range(4))
def test_no_number_hides_a_name(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers on the whole map, between the plates of a crowded game, rather cover a plate than a name."""
    numbers, sheets = list[Rect](), list[Sheet]()

    def note(sheet: Sheet, middle: Spot, number: str, size: int, *_: object, **__: object) -> None:
        numbers.append(number_plate(middle, number, size))
        sheets.append(sheet)

    monkeypatch.setattr("render.kit.numbers.draw_number", note)
    draw_numbered = KINDS[REACH].number
    assert draw_numbered is not None
    view, marks = crowd(seed), Random(seed).sample(PROVINCES, 12)
    for asked in (tuple(marks), tuple(PROVINCES)):
        numbers.clear()
        draw_numbered(view, asked, "day")
        names = [text for text in read_texts(sheets[-1].image) if text.text in NAMES]
        assert [text.text for text in names for box in numbers if overlap(box, text.box)] == []
        assert len(numbers) >= len(asked)


@pytest.mark.parametrize("panel", LAYOUT.panels)
def test_each_coin_has_room_for_a_plate_below_it(panel: str) -> None:
    """So plates rarely move to other places, and touch no plate or coin of a neighbour."""
    spots, tile = LAYOUT.panels[panel].places, plate("red", "1", 1.0)[0]
    rooms = {
        one: (x - tile.width // 2, y + COIN, x + tile.width // 2, y + COIN + tile.height)
        for one, (x, y) in spots.items()
    }
    assert [pair for pair in combinations(rooms, 2) if overlap(*(rooms[one] for one in pair))] == []
    for one, (left, top, right, bottom) in rooms.items():
        for other, (x, y) in spots.items():
            nearest = min(max(left, x), right), min(max(top, y), bottom)
            assert one == other or dist(nearest, (x, y)) > COIN, (one, other)
