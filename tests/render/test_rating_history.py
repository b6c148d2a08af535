"""Pictures of ratings: legible on a phone, in all palettes, for as many curves as there is room for."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from PIL import Image

from render import Picture, rating_history
from render.curves import THEMES, RatingCurves
from render.kit.canvas import Sheet
from render.rating_history import MOST, draw_ratings
from render.review import finished
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
        return finished(sheet, theme, alt)

    monkeypatch.setattr(rating_history, "finished", keep)
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


def test_one_game_of_one_person() -> None:
    one = replace(shown(1, games=1), curves=(((0, 1000), (1, 1000)),), dates=((1, "1 Nov"),))
    assert draw_ratings(one).file.startswith(b"\x89PNG")


def test_what_can_t_be_drawn() -> None:
    with pytest.raises(ValueError, match="0 curves"):
        draw_ratings(shown(0))
