"""A part of a map that is cut to little height keeps all that is at the places that it is about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest

import render
from render.games import PAINTERS
from render.kit.canvas import Drawn
from render.kit.shapes import Rect
from render.kit.written import read_pieces, read_texts
from render.successors.kinds import KINDS
from render.vijayanagara.numbered import THROW
from rules.loading.games import GAMES
from rules.successors.board import AREAS, BORDERS, LABEL
from rules.successors.sight import PART
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.view import DiceView, FightView
from tests.kernel.play import random_steps
from tests.legible import find_overlaps
from tests.render.test_successors_plates import crowd

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


def count_things(drawn: Drawn) -> Counter[tuple[str, int, int]]:
    """Return the texts and sizes of all things in a picture. A piece may be where there is room for it."""
    return Counter((text, box[2] - box[0], box[3] - box[1]) for text, box in list_things(drawn))


def count_texts(things: Counter[tuple[str, int, int]]) -> Counter[str]:
    """Return the texts of things without their sizes."""
    return Counter(text for text, _, _ in things.elements())


@pytest.mark.parametrize("key", MAPS)
def test_a_cut_part_keeps_all_that_is_at_its_place(key: str) -> None:
    kind, cut = PAINTERS[key].kinds[MAPS[key][0]], 0
    assert kind.part is not None
    for view, place, most in list_cases(key):
        around = frozenset({place})
        whole, part = (kind.part(view, (), around, "day", each) for each in (None, most))
        bare = kind.part(clear(view, place), (), around, "day", None)
        code = next(
            (each.code for each in getattr(view, "spaces", ()) if each.key == place), LABEL.get(place)
        )
        there = count_things(whole) - count_things(bare)
        assert there
        names = Counter(thing for thing in count_things(whole) if thing[0] == code)
        wanted, found = there + names, count_things(part)
        if part.width == whole.width:
            assert wanted <= found, (place, most)
        else:  # more of the map is shown beside the place, in another scale
            assert count_texts(wanted) <= count_texts(found), (place, most)
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


def test_the_part_around_a_battle_shows_its_dice() -> None:
    """The question whether to spend Cavalry showed the map alone. Numbers of answers come before dice."""
    part: Any = PAINTERS["vijayanagara"].kinds["map"].part
    rules = GAMES["vijayanagara"]
    view: Any = rules.view(next(iter(random_steps(rules, 0))).live.state, None)
    sides = (DiceView("sultanate", (6, 3), (6, 2), 3, 1), DiceView("bahmani", (4, 2), (4, 2), 4, 0))
    fought = replace(view, fight=FightView(1, "malwa", sides))
    for around, high in (frozenset({"malwa"}), THROW), (frozenset({"delhi"}), 0):
        still, dice = (part(each, (), around, "day") for each in (view, fought))
        assert dice.height == still.height + high
        assert dice.width == still.width
    numbered = part(fought, ("delhi", "malwa"), frozenset({"malwa"}), "day")
    assert {"1", "2"} <= {text.text for text in read_texts(numbered)}


@pytest.mark.parametrize("place", ["ARM", "MES"])
def test_answers_in_both_panels_need_no_whole_map(place: str) -> None:
    """The map of the question whether to retreat from there was half as wide as a phone."""
    part, marks = KINDS[PART].part, BORDERS[place]
    assert part is not None
    view = crowd(0)
    flat, high = (part(view, tuple(marks), frozenset({place}), "day", most) for most in (0.6, 1.5))
    assert flat.height <= 0.75 * flat.width
    assert high.height > flat.height
    for picture in (flat, high):
        texts = {text.text for text in read_texts(picture)}
        assert texts >= {LABEL[each] for each in marks}
        assert texts >= {str(number) for number in range(1, len(marks) + 1)}
        assert [*find_overlaps(picture)] == []
