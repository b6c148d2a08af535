"""Pictures of chances: in all palettes, for as many seats as there are lines, with separate names."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import combinations, pairwise

import pytest
from PIL import Image

from render.curves import THEMES, Curves
from render.games import PAINTERS
from render.kit.palette import rgb
from render.review import (
    COLOURS,
    FAINT,
    HIGH,
    LINES,
    PLATE,
    PLOT,
    ROOM,
    STROKES,
    WIDE,
    _at,
    _swings,
    choose_letters,
    contrast,
    curves,
    reliability,
    spread_names,
)
from render.review import THEMES as PAINTED
from rules.loading.games import GAMES

SEATS = ("Blue", "Brown", "Black", "Gray", "Maroon", "Violet")


def shown(seats: int = 3, points: int = 30, theme: str = "day") -> Curves:
    chances = tuple(
        tuple(
            (1 + (at * (seat + 1)) % 7) / sum(1 + (at * (s + 1)) % 7 for s in range(seats))
            for seat in range(seats)
        )
        for at in range(points)
    )
    turns, chapters = (
        tuple(map(str, range(1, points + 1))),
        ((0, "One"), (points // 2, "A very long title of a chapter")),
    )
    return Curves(
        "A game", SEATS[:seats], turns, chances, chapters, ((points // 3, 0),), theme=theme, alt="Words."
    )


@pytest.mark.parametrize("theme", THEMES)
def test_each_palette_is_another_picture_of_the_same_size(theme: str) -> None:
    picture = curves(shown(theme=theme))
    assert (picture.width, picture.height) == (WIDE, HIGH)
    image = Image.open(BytesIO(picture.file)).convert("RGB")
    day = Image.open(BytesIO(curves(shown()).file)).convert("RGB")
    assert (image.tobytes() == day.tobytes()) == (theme == "day")
    assert picture.alt == "Words."


def test_a_title_without_room_gives_way_to_the_number_that_the_game_counts() -> None:
    long = "A title that is longer than the whole picture has room for, with many words"
    counted = replace(shown(), chapters=((0, long), (15, long)), numbers=("", "1"))
    assert curves(counted).file == curves(replace(shown(), chapters=((0, ""), (15, "1")))).file


def test_the_palettes_that_are_offered_are_those_that_are_painted() -> None:
    assert set(THEMES) == set(PAINTED)


@pytest.mark.parametrize("seats", range(2, len(LINES) + 1))
def test_as_many_seats_as_there_are_lines(seats: int) -> None:
    assert curves(shown(seats, points=2)).file.startswith(b"\x89PNG")
    assert len(set(STROKES)) == len(LINES), "each line has strokes of its own"


def test_the_number_of_an_order_lies_between_the_ends_of_its_turn() -> None:
    turns = replace(shown(seats=2, points=3), chances=((0.5, 0.5),) * 3, swings=((1, 0),))
    image = Image.open(BytesIO(curves(turns).file)).convert("RGB")
    lamp = rgb(COLOURS["lamp"])
    begin, top, end, bottom = PLOT
    row, middle = (top + bottom) // 2 - PLATE, (begin + end) // 2
    plate = [x for x in range(begin, end) if image.getpixel((x, row)) == lamp]
    assert middle < plate[0] < (middle + end) // 2 < plate[-1] < end


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("theme", THEMES)
def test_seats_have_the_letters_and_colours_of_their_board(game: str, theme: str) -> None:
    rules, marks = GAMES[game], PAINTERS[game].badges
    standing = rules.view(rules.setup(rules.Options()), None).standing
    assert marks or game == "aadu_huli", "there both people have Goats and Tigers, and no colours"
    seats = tuple(marks) or tuple(seat for seat, _ in standing)
    assert {seat for seat, _ in standing} <= set(seats)
    names = tuple(rules.name(seat) for seat in seats)
    picture = curves(replace(shown(len(seats), theme=theme), seats=names, game=game, keys=seats))
    colours = Image.open(BytesIO(picture.file)).convert("RGB").getcolors(1 << 20)
    assert colours is not None
    drawn = {colour for _, colour in colours}
    assert {rgb(each.colours[theme]) for each in marks.values()} <= drawn
    assert len({each.letter for each in marks.values()}) == len(marks)


def test_a_colour_that_the_paper_hides_has_an_edge_of_ink() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#f4bd1c", "#fbf6ea") < FAINT, "the yellow of Vijayanagara"


def test_what_can_t_be_drawn() -> None:
    with pytest.raises(ValueError, match="curves of 3 seats at 0 points"):
        curves(Curves("A game", SEATS[:3], (), ()))


def test_names_keep_apart_and_letters_differ() -> None:
    places = spread_names([118, 120, 121, 800, 805, 808])
    assert places == sorted(places)
    assert all(b - a >= ROOM for a, b in pairwise(places))
    assert len(set(choose_letters(SEATS))) == len(SEATS)


def test_the_reliability_says_in_words_what_it_shows() -> None:
    picture = reliability("Taj Mahal", 500, [(0.1, 0.12, 0.08, 0.16), (0.9, 0.85, 0.8, 0.9)])
    assert picture.alt == (
        "Taj Mahal, 500 games: how often seats won, by their predicted chance. "
        "Predicted 10%, won 12%; 90%, won 85%."
    )


def test_no_number_of_a_turn_hides_another() -> None:
    """Two turns in a row can move a chance down and up again, past the same height."""
    low, high = (0.1, 0.9), (0.6, 0.4)
    shown = Curves(
        "Chances",
        ("North", "South"),
        tuple("123456"),
        (high, low, high, low, high, low),
        (),
        ((1, 0), (2, 0), (3, 1)),
    )
    places = [[_at(shown, index, seat) for index in range(6)] for seat in range(2)]
    close = [[(x * 0.05, y) for x, y in line] for line in places]  # as in a long game
    found = _swings(shown, close)
    for one, other in combinations(found, 2):
        assert max(abs(one[0] - other[0]), abs(one[1] - other[1])) >= PLATE
