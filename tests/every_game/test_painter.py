"""The duties of a painter: each kind of picture in each theme, in its form, with words, and all letters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, pairwise
from typing import Any

import pytest
from PIL import Image

import render
from render.games import PAINTERS
from render.kit.canvas import Drawn, Font, Sheet, missing
from render.kit.texts import ALT, WIDE
from render.painter import Painter
from render.worker import Job, draw
from rules.kernel import Rules, View, list_seats, resume
from rules.loading.games import GAMES
from tests.every_game.tables import tables
from tests.every_game.tiers import every_game

PHONE = 1080  # pixels of the first size, across
LOOKS = 4  # views of a game


def views(rules: Rules) -> Iterator[View]:
    """Yield views of a random game: of a spectator and of each seat, early and late."""
    turns = tables(rules)[0].turns()
    for turn in turns[:: max(1, len(turns) // LOOKS)]:
        state = resume(rules, turn).state
        for seat in (None, *list_seats(rules, state)):
            yield rules.view(state, seat)


@every_game
def test_each_picture_has_its_form_and_its_words(rules: Rules) -> None:
    painter = PAINTERS[rules.KEY]
    for view in islice(views(rules), 6):
        for kind in render.kinds(rules.KEY):
            for theme in painter.themes if kind == painter.sizes[0] else painter.themes[:1]:
                picture = render.picture(view, size=kind, theme=theme)
                assert picture.file.startswith(b"\x89PNG")
                assert 0 < len(picture.alt) <= ALT
        assert render.picture(view).width == PHONE
        space = render.spaces(view)[0]
        assert 0 < len(render.crop(view, space).alt) <= ALT
        assert max(map(len, render.text_table(view).splitlines())) <= WIDE + 6
        with pytest.raises(KeyError):
            painter.draw(view, frozenset(), painter.sizes[0], "no such theme")


@every_game
def test_a_trimmed_view_has_the_same_picture(rules: Rules) -> None:
    kinds = [name for name, kind in PAINTERS[rules.KEY].kinds.items() if kind.trim is not None]
    for kind in kinds:
        for view in views(rules):
            job = Job(view, kind)
            assert draw(job.trim()) == draw(job)


@every_game
def test_two_views_light_up_spaces_that_there_are(rules: Rules) -> None:
    before = None
    for view in islice(views(rules), 0, None, 3):
        if before is not None:
            assert render.picture(view, since=before).alt
        before = view


@every_game
def test_its_fonts_have_each_letter(rules: Rules, monkeypatch: pytest.MonkeyPatch) -> None:
    written = set[tuple[str, Font]]()
    plain = Sheet.text

    def noting(self: Sheet, x: int, y: int, string: str, font: Font, *how: Any, **more: Any) -> int:
        written.add((string, font))
        return plain(self, x, y, string, font, *how, **more)

    monkeypatch.setattr(Sheet, "text", noting)
    for view in views(rules):
        for kind in render.kinds(rules.KEY):
            render.picture(view, size=kind)
    assert written
    assert {(string, font) for string, font in written if missing(string, font)} == set()


def test_a_missing_letter_is_found() -> None:
    assert missing("Vijayanagara – 3", Font("DurbarSans-Bold", 30)) == frozenset()
    assert missing("अ 漢", Font("DurbarSans-Bold", 30)) == {"漢"}


def test_a_picture_in_full_colour_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    full: Any = Image.new("RGB", (PHONE, 10))
    key = "aadu_huli"
    broken = PAINTERS[key]._replace(draw=lambda *_: Drawn(full))
    monkeypatch.setitem(PAINTERS._loaded, key, broken)
    assert isinstance(PAINTERS[key], Painter)
    with pytest.raises(TypeError, match="RGB"):
        render.picture(next(views(GAMES[key])))


@every_game
def test_the_words_of_a_cut_picture_name_its_places(rules: Rules) -> None:
    """They are names, not keys. A flat picture may show only some of the places."""
    painter = PAINTERS[rules.KEY]
    for before, view in pairwise(views(rules)):
        lit = frozenset(sorted(painter.changed(before, view))[:4])
        picture = render.picture(view, lit, tallest=0.3, most=0.3)
        told, _, places = picture.alt.partition(".")[0].partition(": ")
        if told == "This picture shows only a part of the table" and places:
            assert {*places.split(", ")} <= {rules.name(key) for key in lit}
