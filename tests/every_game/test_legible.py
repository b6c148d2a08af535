"""Pictures are legible on a phone: each picture of each game at every stage of random games is measured.

`KNOWN` and `CROSSING` list what is not fixed yet. A picture may not become worse. A fixed one leaves its
list.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

import pytest
from PIL import Image

import render
from render.games import PAINTERS
from render.kit import canvas
from render.kit.canvas import Drawn
from render.kit.written import read_texts
from rules.kernel import Rules, View
from tests.every_game.test_painter import views
from tests.every_game.tiers import PLAYABLE, every_game
from tests.legible import LEAST, NARROWEST, PHONE, find_cut, find_hidden, find_overlaps, measure_smallest

# Kind of picture to the height of its smallest glyph, in CSS pixels on a phone.
KNOWN: Mapping[str, Mapping[str, float]] = {}
# Kinds of pictures in which texts cross.
CROSSING: Mapping[str, frozenset[str]] = {}

BANDS = 0.5, 0.7, 1.0  # greatest heights of pictures, as multiples of the width
CROWDED = frozenset({"vijayanagara", "successors"})  # maps on which names and pieces may be in every row
CLOSE_UPS = 3  # one of so many is drawn of a view
SCREENS = ("board",)  # for a wide screen, so that a phone's measure doesn't count


def draw_all(view: View, before: View, number: int = 0) -> Iterator[tuple[str, Image.Image]]:
    """Draw each kind of picture that a phone shows of a view, with its name; of close-ups, every third."""
    painter = PAINTERS[view.game]
    tale = painter.tale(view, before, ())
    for size in painter.sizes:
        if size not in SCREENS:
            yield size, painter.draw(view, frozenset(), size, painter.themes[0])
            if painter.tell is not None:
                yield size, painter.tell(view, tale, size, painter.themes[0])
    if painter.near is not None:
        pictures = (painter.near(view, tale, painter.themes[0], tallest) for tallest in (0.5, 1.0))
        yield from (("near", picture) for picture in pictures if picture is not None)
    for name, kind in painter.kinds.items():
        yield name, kind.draw(view, None, painter.themes[0])
        yield name, kind.draw(view, tale, painter.themes[0])
    for space in render.spaces(view)[number % CLOSE_UPS :: CLOSE_UPS]:
        yield "close-up", painter.crop(view, space, frozenset(), painter.themes[0])


class Measured(NamedTuple):
    """The smallest glyph in each kind of a game's pictures, the kinds in which texts cross, and faults.

    A fault is a kind with a text: one that a piece hides, or one that the picture's edge cuts.
    """

    smallest: Mapping[str, float]
    crossing: frozenset[str]
    hidden: frozenset[tuple[str, str]]
    cut: frozenset[tuple[str, str]]


@cache
def measure(key: str) -> Measured:
    """Measure the pictures of a game."""
    smallest: dict[str, float] = defaultdict(lambda: 99.0)
    crossing, hidden, cut = set[str](), set[tuple[str, str]](), set[tuple[str, str]]()
    for number, (before, view) in enumerate(pairwise(views(PLAYABLE[key]))):
        for kind, picture in draw_all(view, before, number):
            smallest[kind] = min(smallest[kind], measure_smallest(picture))
            crossing |= {kind} if next(find_overlaps(picture), None) else set()
            hidden |= {(kind, text) for text, _ in find_hidden(picture)}
            cut |= {(kind, text) for text in find_cut(picture)}
    return Measured(smallest, frozenset(crossing), frozenset(hidden), frozenset(cut))


@every_game
def test_no_letter_on_a_phone_is_too_small(rules: Rules) -> None:
    found = {kind: tall for kind, tall in measure(rules.KEY).smallest.items() if tall < LEAST}
    known = KNOWN.get(rules.KEY, {})
    assert found.keys() == known.keys(), "a kind that is mended leaves KNOWN"
    assert all(found[kind] >= known[kind] for kind in known), found


@every_game
def test_no_texts_cross(rules: Rules) -> None:
    assert measure(rules.KEY).crossing == CROSSING.get(rules.KEY, frozenset())


@every_game
def test_no_piece_hides_a_text(rules: Rules) -> None:
    """A board, a post of what happened, a close-up: pieces leave the names of places free."""
    assert measure(rules.KEY).hidden == frozenset()


@every_game
def test_no_edge_cuts_a_text(rules: Rules) -> None:
    """A close-up or a part of the map shows whole names and numbers."""
    assert measure(rules.KEY).cut == frozenset()


@every_game
def test_no_edge_of_a_band_cuts_a_text_where_there_is_room(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A picture of what happened, for a screen with little room, begins and ends between whole labels.

    A crowded map may have no row without a label. Then the band cuts as few as possible.
    """
    drawn, plain = list[Drawn](), canvas.png

    def note(picture: Drawn) -> bytes:
        drawn.append(picture)
        return plain(picture)

    monkeypatch.setattr(canvas, "png", note)
    for before, view in pairwise(views(rules)):
        for tallest in BANDS:
            render.picture(view, since=before, tallest=tallest, most=tallest + 0.2)
    cut = [bool({*find_cut(each)}) for each in drawn]
    assert sum(cut) <= (len(cut) // 2 if rules.KEY in CROWDED else 0)


@every_game
def test_no_margins_make_a_picture_too_small(rules: Rules) -> None:
    *_, view = views(rules)
    for kind in render.kinds(rules.KEY):
        whole = render.picture(view, size=kind)
        for tallest in (0.4, 0.6, 0.8, 1.0, 1.2, 1.3):
            beside = render.picture(view, size=kind, tallest=tallest)
            assert PHONE * whole.width / beside.width >= NARROWEST


@every_game
def test_every_picture_knows_what_is_written_in_it(rules: Rules) -> None:
    view = next(views(rules))
    assert read_texts(PAINTERS[rules.KEY].draw(view, frozenset(), PAINTERS[rules.KEY].sizes[0], "day"))
