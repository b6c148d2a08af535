"""Pictures of ratings: legible on a phone, in all palettes, for as many curves as there is room for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise, permutations
from random import Random

import pytest
from PIL import Image

from render import Picture, rating_history
from render.curves import THEMES, RatingCurves
from render.kit.canvas import Sheet
from render.kit.shapes import Point
from render.rating_history import MOST, PLOT, draw_ratings, lead_to_names
from render.review import finish_picture
from tests.legible import LEAST, find_overlaps, measure_smallest

NAMES = (
    ("Asha", "Vijayanagara Empire"),
    ("Bartholomew Featherstone", "The Delhi Sultanate"),
    ("Chandra", "Bahmani Kingdom"),
    ("Dev", "Goats"),
    ("Éloïse", "Tigers"),
)


def shown(
    curves: int = 3, games: int = 12, low: int = 960, wide: int = 7, theme: str = "day"
) -> RatingCurves:
    lines = tuple(
        tuple((game, low + (game * (index + wide)) % 60 + 10 * index) for game in range(games + 1))
        for index in range(curves)
    )
    dates = tuple((game, f"{game} nov.") for game in range(1, games + 1, 2))
    return RatingCurves("Ratings: this server", NAMES[:curves], lines, dates, theme=theme, alt="In words.")


@pytest.mark.parametrize("curves", range(1, MOST + 1))
@pytest.mark.parametrize("low", [-400, 999, 1290])
def test_texts_are_legible_on_a_phone_and_apart(
    curves: int, low: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[Image.Image] = []

    def keep(sheet: Sheet, theme: str, alt: str) -> Picture:
        drawn.append(sheet.image)
        return finish_picture(sheet, theme, alt)

    monkeypatch.setattr(rating_history, "finish_picture", keep)
    draw_ratings(shown(curves, low=low))
    assert measure_smallest(drawn[0]) >= LEAST
    assert list(find_overlaps(drawn[0])) == []


@pytest.mark.parametrize("theme", THEMES)
def test_each_palette_is_another_picture_of_the_same_size(theme: str) -> None:
    picture = draw_ratings(shown(theme=theme))
    image = Image.open(BytesIO(picture.file)).convert("RGB")
    day = Image.open(BytesIO(draw_ratings(shown()).file)).convert("RGB")
    assert (picture.width, picture.height) == (rating_history.WIDE, rating_history.HIGH)
    assert (image.tobytes() == day.tobytes()) == (theme == "day")
    assert picture.alt == "In words."


def turn(one: Point, two: Point, three: Point) -> float:
    """Return a positive number if three points turn left, a negative one if right, 0 if they are in line."""
    return (two[0] - one[0]) * (three[1] - one[1]) - (two[1] - one[1]) * (three[0] - one[0])


def crosses(one: Sequence[Point], other: Sequence[Point]) -> bool:
    """Return whether two lines of several parts cross in a point that is an end of no part."""
    return any(
        turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
        for a, b in pairwise(one)
        for c, d in pairwise(other)
    )


@pytest.mark.parametrize("curves", range(2, MOST + 1))
def test_the_lines_to_the_names_do_not_cross(curves: int) -> None:
    """Curves end at any game and at any height. Their names stand in the order of these heights."""
    left, top, right, bottom = PLOT
    random = Random(curves)
    for _ in range(300):
        ends = [(random.randint(left, right), random.randint(top, bottom)) for _ in range(curves)]
        lines = lead_to_names(ends)
        assert not any(crosses(one, other) for one, other in combinations(lines, 2)), ends
        assert [line[0] for line in lines] == ends
        for (one, _, first), (other, _, second) in permutations(lines, 2):
            assert one[1] >= other[1] or first[1] < second[1], ends


def test_one_game_of_one_person() -> None:
    one = replace(shown(1, games=1), curves=(((0, 1000), (1, 1000)),), dates=((1, "1 Nov"),))
    assert draw_ratings(one).file.startswith(b"\x89PNG")


def test_what_can_t_be_drawn() -> None:
    with pytest.raises(ValueError, match="0 curves"):
        draw_ratings(shown(0))
