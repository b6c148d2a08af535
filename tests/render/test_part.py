"""A part of a map that is cut to little height keeps all that is at the places that it is about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from PIL import ImageChops

import render
from render.games import PAINTERS
from render.kit.canvas import Drawn
from render.kit.shapes import Rect, moved
from render.kit.written import read_pieces, read_texts
from rules.loading.games import GAMES
from rules.successors.board import AREAS
from rules.vijayanagara.board import SPACES
from tests.kernel.play import random_steps

MAPS = {"vijayanagara": ("map", (*SPACES,)), "successors": ("part", (*AREAS,))}
FLAT = (0.3, 0.36, 0.5)  # greatest heights, as multiples of the width
POSITIONS = 10  # positions that are looked at

Thing = tuple[str, Rect]  # a text or, as "", a piece, and its box


@cache
def list_cases(key: str) -> Sequence[tuple[Any, str, float]]:
    """Return positions of random games, each with a place and a greatest height."""
    rules, rng, places = GAMES[key], Random(5), MAPS[key][1]
    steps = [step for seed in range(2) for step in random_steps(rules, seed)]
    views = [rules.view(step.live.state, None) for step in rng.sample(steps, POSITIONS)]
    there = [[place for place in places if clear(view, place) != view] for view in views]
    return [(view, rng.choice(found), rng.choice(FLAT)) for view, found in zip(views, there, strict=True)]


def clear(view: Any, place: str) -> Any:
    """Return the view without the pieces at a place."""
    if view.game == "vijayanagara":
        spaces = (replace(each, pieces={}) if each.key == place else each for each in view.spaces)
        return replace(view, spaces=tuple(spaces))
    seats = (replace(each, leader="") if each.leader == place else each for each in view.seats)
    stacks = {key: stack for key, stack in view.stacks.items() if key != place}
    return replace(view, stacks=stacks, seats=tuple(seats))


def list_things(drawn: Drawn) -> set[Thing]:
    """Return all texts and pieces that lie within a picture."""
    found = {("", box) for box in read_pieces(drawn)} | {(text.text, text.box) for text in read_texts(drawn)}
    return {(text, box) for text, box in found if box[1] >= 0 and box[3] <= drawn.height}


def list_pieces_of(place: str, drawn: Drawn, without: Drawn) -> set[Thing]:
    """Return the pieces of a place and their numbers: what is missing in the picture without them."""
    box = ImageChops.difference(drawn.convert("RGB"), without.convert("RGB")).getbbox()
    assert box is not None, place
    return {
        (text, each)
        for text, each in list_things(drawn) - list_things(without)
        if each[0] < box[2] and each[2] > box[0] and each[1] < box[3] and each[3] > box[1]
    }


def is_shown(thing: Thing, top: int, shown: set[Thing]) -> bool:
    """Return whether a part that begins at `top` shows a thing, at most a rounded pixel from its place."""
    text, box = thing
    return any((text, moved(box, (0, by - top))) in shown for by in (-1, 0, 1))


@pytest.mark.parametrize("key", MAPS)
def test_a_cut_part_keeps_all_that_is_at_its_place(key: str) -> None:
    kind, cut = PAINTERS[key].kinds[MAPS[key][0]], 0
    assert kind.part is not None
    for view, place, most in list_cases(key):
        around = frozenset({place})
        whole, part = (kind.part(view, (), around, "day", each) for each in (None, most))
        there = list_pieces_of(place, whole, kind.part(clear(view, place), (), around, "day", None))
        code = next((each.code for each in getattr(view, "spaces", ()) if each.key == place), place)
        there |= {thing for thing in list_things(whole) if thing[0] == code}
        assert there
        shown = list_things(part)
        tops = range(whole.height - part.height + 1)
        assert any(all(is_shown(thing, top, shown) for thing in there) for top in tops), (place, most)
        assert part.width == whole.width
        cut += part.height < whole.height
    assert cut


@pytest.mark.parametrize("key", MAPS)
def test_a_picture_of_a_part_is_never_cut_through(key: str) -> None:
    """What has no room gets margins."""
    kind, part = MAPS[key][0], PAINTERS[key].kinds[MAPS[key][0]].part
    assert part is not None
    for view, place, most in list_cases(key):
        around = frozenset({place, *MAPS[key][1][:3]})
        drawn = part(view, (), around, "day", most)
        picture = render.picture(view, around, kind, tallest=1.0, most=most)
        assert picture.height >= drawn.height
        assert picture.height <= most * picture.width + 1
