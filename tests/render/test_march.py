"""The picture of a march is cut to it: its ends, its way, who went, and the state after it."""

from __future__ import annotations

import re

import pytest

import render
from render.kit.written import read_texts
from render.painter import Tale
from render.successors import PAINTER
from render.successors.changes import Deeds
from render.successors.march import draw_march
from render.successors.words import tell_alt
from rules import successors
from rules.kernel import Live
from rules.successors.board import LABEL
from rules.successors.view import View
from tests.render.test_successors import MIDDLE, _forced, check, seen

ASIDE = "NIN", "MED", "PAL"  # places far from the march


def march(*keys: str) -> tuple[View, View]:
    """Return the views before and after a march."""
    before = seen("middle")
    live: Live[successors.State, View] = Live(successors, successors.load(MIDDLE))
    for key in keys:
        _forced(live)
        live.enter("green", key)
    return before, successors.view(live.state, None)


def test_a_march_is_cut_to_its_way(rewrite: bool) -> None:
    before, after = march("march-MAC", "HEL", "all")
    picture = render.picture(after, since=before, tallest=1.0)
    check("march", picture, rewrite)
    tale = PAINTER.tale(after, before)
    assert picture.alt == tell_alt(after, tale)
    drawn = draw_march(after, tale, "day", 1.0)
    assert drawn is not None
    written = [text.text for text in read_texts(drawn)]
    assert {LABEL["MAC"], LABEL["HEL"]} <= {*written}
    assert not {LABEL[place] for place in ASIDE} & {*written}
    assert len(written) < len(read_texts(PAINTER.draw(after, frozenset(), "phone", "day"))) / 2
    row = max(written, key=len)
    assert row.count(LABEL["MAC"]) == row.count(LABEL["HEL"]) == 1, "there is no room for the names"
    assert {"1", "3"} <= {*re.findall(r"\d+", row)}, "it says who went"


@pytest.mark.parametrize("tallest", [0.4, 0.6, 0.8, 1.0])
def test_a_cut_march_is_no_taller_than_wanted(tallest: float) -> None:
    before, after = march("march-MAC", "HEL", "all")
    drawn = draw_march(after, PAINTER.tale(after, before), "day", tallest)
    assert drawn is None or drawn.height <= tallest * drawn.width + 1


def test_without_a_change_on_the_map_nothing_is_cut() -> None:
    view = seen("middle")
    assert draw_march(view, Tale(view, deeds=Deeds((), ())), "day", 1.0) is None
