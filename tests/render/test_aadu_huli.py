"""The picture of Aadu-Huli aata: the approved picture, its words, and what must be visible."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from math import dist
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from render.aadu_huli.arrows import THREAT, find_head
from render.aadu_huli.draw import draw_point, whole
from render.aadu_huli.layout import FOOT, HEAD, LABEL, PIECE, PLACES, ROUND, WIDE, trays
from render.aadu_huli.numbered import TABLE_KIND, number_table
from render.aadu_huli.palette import PALETTE
from render.aadu_huli.stone import LETTERS
from render.kit import numbers
from render.kit.canvas import Sheet
from render.kit.shapes import Rect, Spot
from render.kit.written import read_texts
from rules import aadu_huli
from rules.aadu_huli.board import MOVES, POINTS
from rules.aadu_huli.moves import list_threats
from rules.aadu_huli.options import Options
from rules.aadu_huli.view import View

GOLDEN = Path(__file__).parent / "golden"
PATCH, FAR = 12, 20  # as in test_golden: pixels square, and how far a patch's mean may stray, of 255
SIDES = "sides: {goats: north, tigers: south}"
MOMENTS = {
    "begin": "{}",
    "placed": f"{{{SIDES}, goats: [3b], to_move: tigers, recent: [3b]}}",
    "captured": f"""{{{SIDES}, tigers: [1a, 2f, 5a], goats: [2b, 2e, 3d, 4d, 3c, 4a, 5b, 4b, 5c, 3b],
        captured: 2, recent: [3f, 3b, 4fx2f]}}""",
    "stepped": f"""{{{SIDES}, tigers: [1a, 3e, 4f], goats: [2a, 2b, 3a, 3b, 4a, 4b, 4c, 5a, 5b, 5c],
        captured: 5, options: {{captures: 6}}, recent: [5b-4c, 3d-3e, 5d-5c], to_move: tigers}}""",
    "won": f"""{{{SIDES}, tigers: [5a], goats: [4b, 5b, 3b, 5c], options: {{tigers: 1}}, to_move: tigers,
        recent: [5c]}}""",
    "handicaps": f"""{{{SIDES}, options: {{tigers: 5, goats: 25, captures: 20}}, captured: 12,
        goats: [3b, 3c], to_move: goats}}""",
}

LAMP = PALETTE.rgb["lamp"]


def seen(moment: str) -> View:
    return aadu_huli.view(aadu_huli.load(MOMENTS[moment]), None)


def pixels(picture: render.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.file)).convert("RGB")


def test_what_no_move_touched_is_not_painted_again() -> None:
    stepped = replace(seen("stepped"), recent=("5d-5c",))
    render.picture(stepped)
    before = draw_point.cache_info().misses
    render.picture(replace(stepped, recent=("3d-3e",)))
    assert draw_point.cache_info().misses - before <= 4  # where the two moves began and ended


def differing(a: Image.Image, b: Image.Image) -> int:
    """Return the largest difference of two pictures in any patch."""
    assert a.size == b.size
    return max(ImageChops.difference(a.convert("RGB"), b.convert("RGB")).convert("L").reduce(PATCH).tobytes())


def check(name: str, picture: render.Picture, rewrite: bool) -> None:
    file = GOLDEN / f"aadu-huli-{name}.png"
    if rewrite:
        with Image.open(BytesIO(picture.file)) as drawn:
            drawn.save(file, optimize=True)
    with Image.open(file) as then:
        assert differing(pixels(picture), then) <= FAR, (
            f"{file} is another picture: see both, then `make golden`"
        )


@pytest.mark.parametrize("moment", MOMENTS)
def test_whole_table(moment: str, rewrite: bool) -> None:
    check(moment, render.picture(seen(moment)), rewrite)


@pytest.mark.parametrize("theme", [theme for theme in render.PAINTERS["aadu_huli"].themes if theme != "day"])
def test_themes(theme: str, rewrite: bool) -> None:
    check(f"captured-{theme}", render.picture(seen("captured"), theme=theme), rewrite)


def test_close_up(rewrite: bool) -> None:
    check("close-up", render.crop(seen("captured"), "3b"), rewrite)


def test_the_comparison_sees_a_moved_piece() -> None:
    other = MOMENTS["captured"].replace("5c, 3b]", "5c, 3a]")
    moved = aadu_huli.view(aadu_huli.load(other), None)
    assert differing(pixels(render.picture(seen("captured"))), pixels(render.picture(moved))) > 2 * FAR


def test_sizes() -> None:
    assert render.sizes("aadu_huli") == ("phone", "board")
    phone, board = render.picture(seen("begin")), render.picture(seen("begin"), size="board")
    assert (phone.width, phone.height) == (1080, 1424)
    assert (board.width, board.height) == (1620, 2136)
    assert len(phone.file) <= 150 * 1024
    assert len(board.file) <= 260 * 1024


def test_what_is_not_known_is_named() -> None:
    view = seen("begin")
    with pytest.raises(KeyError, match="poster"):
        render.picture(view, size="poster")
    with pytest.raises(KeyError, match="neon"):
        render.picture(view, theme="neon")
    with pytest.raises(KeyError, match="no such point: 9z"):
        render.picture(view, frozenset({"9z"}))
    with pytest.raises(KeyError, match="no such point: 9z"):
        render.crop(view, "9z")


def test_no_two_pieces_touch_and_all_are_on_the_stone() -> None:
    for a in POINTS:
        assert PIECE / 2 < PLACES[a][0] < WIDE - PIECE / 2
        for b in POINTS:
            apart = max(abs(PLACES[a][axis] - PLACES[b][axis]) for axis in (0, 1))
            assert a == b or apart >= PIECE


@pytest.mark.parametrize(("goats", "needed"), [(5, 1), (15, 5), (16, 15), (25, 25)])
def test_trays_hold_all_goats_and_do_not_meet(goats: int, needed: int) -> None:
    wait, taken = trays(goats, needed)
    left = [wait.spot(number) for number in range(goats)]
    right = [taken.spot(number) for number in range(needed)]
    assert len(set(left)) == goats
    assert len(set(right)) == needed
    assert max(x for x, _ in left) + 24 < min(x for x, _ in right) - 24
    assert max(x for x, _ in right) + 24 < WIDE


def test_changed_points_are_lit() -> None:
    before, after = seen("begin"), seen("placed")
    assert render.find_changed(before, after) == {"3b"}
    plain, lit = (pixels(render.picture(after, points)) for points in (frozenset[str](), frozenset({"5d"})))
    box = ImageChops.difference(plain, lit).getbbox()
    assert box is not None
    assert box[0] > PLACES["5d"][0] - 80
    assert box[1] > PLACES["5d"][1] - 80


def test_a_trapped_tiger_is_marked() -> None:
    free = aadu_huli.view(aadu_huli.load(MOMENTS["captured"].replace("5c, 3b]", "5d, 3b]")), None)
    assert free.trapped == ()
    x, y = PLACES["5a"]
    spot = (round(x) - 50, round(y) - 50, round(x) + 50, round(y) + 50)
    caged, loose = (pixels(render.picture(view)).crop(spot) for view in (seen("captured"), free))
    assert differing(caged, loose) > 2 * FAR


def test_the_alt_text_tells_the_whole_board() -> None:
    assert render.picture(seen("captured")).alt == (
        "Tiger moved from 4F to 2F, capturing the Goat on 3F. Goats to move for North. Tigers on 1A, 2F, 5A. "
        "Trapped: 5A. In danger: 2E. Goats on 2B, 2E, 3B, 3C, 3D, 4A, 4B, 4D, 5B, 5C. "
        "Goats waiting: 3, captured: 2 of 5."
    )
    begin = render.picture(seen("begin"), frozenset({"3b"})).alt
    assert begin.startswith("Who has the Goats? Tigers on 1A, 2C, 2D. ")
    assert begin.endswith(": 3B.")
    crowded = aadu_huli.load(
        f"{{{SIDES}, goats: [{', '.join(p for p in POINTS if p not in ('1a', '2c', '2d'))}],"
        "options: {goats: 25}}"
    )
    assert len(render.picture(aadu_huli.view(crowded, None), frozenset(POINTS)).alt) <= 1024


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_text_table_fits_a_phone(moment: str, rewrite: bool) -> None:
    text = render.text_table(seen(moment)) + "\n"
    file = GOLDEN / f"aadu-huli-{moment}.txt"
    if rewrite:
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text
    assert max(map(len, text.splitlines())) <= 34


def test_both_sides_moves_are_told_apart() -> None:
    """The last move is broad and ends on a disc. The move before it is dashed and ends in a ring."""
    now = seen("stepped")
    once, twice = (replace(now, recent=now.recent[:count]) for count in (2, 1))
    last, both = render.picture(now, since=once), render.picture(now, since=twice)
    assert last.alt.startswith("Goat moved from 5D to 5C. Tigers to move for South.")
    assert both.alt.startswith("Tiger moved from 3D to 3E. Goat moved from 5D to 5C. Tigers to move")
    assert last.file == render.picture(now).file
    box = ImageChops.difference(pixels(last), pixels(both)).getbbox()
    assert box is not None
    (x, y), (u, v) = PLACES["3d"], PLACES["3e"]
    assert x - 60 < box[0] < box[2] < u + 60
    assert y - 60 < box[1] < box[3] < v + 60
    assert render.picture(now, since=now).alt.startswith("No new move. ")


def test_a_point_that_was_left_has_a_ring_and_no_disc() -> None:
    """A full disc there would look like a piece."""
    before = seen("captured")
    lamp = Image.new("RGB", (1, 1), PALETTE.rgb["lamp"]).tobytes()
    x, y = (round(part) for part in PLACES["4b"])
    gone = replace(before, at={point: kind for point, kind in before.at.items() if point != "4b"})
    picture = pixels(render.picture(gone, frozenset({"4b"}))).crop((x - 50, y - 50, x + 50, y + 50))
    raw = picture.tobytes()
    shining = sum(raw[at : at + 3] == lamp for at in range(0, len(raw), 3))
    assert 100 < shining < 100 * 100 / 4


def test_a_close_up_says_what_is_beside() -> None:
    alt = render.crop(seen("captured"), "4b").alt
    assert alt.startswith(
        "4B: a Goat. Next to it: 3B a Goat, 4A a Goat, 4C empty, 5A a trapped Tiger. Goats to"
    )


def test_each_name_stands_nearest_to_its_own_point() -> None:
    for point, (x, y) in PLACES.items():
        nearest = min(PLACES, key=lambda other: dist((x, y + LABEL), PLACES[other]))
        assert nearest == point
        assert y + LABEL + LETTERS / 2 < FOOT


def test_an_animation_says_what_came_of_it() -> None:
    alt = render.animate([seen("begin"), seen("captured")]).alt
    assert alt.startswith("Step by step. 12 Goats placed, 2 captured. Tiger moved from 4F to 2F, capturing")


def test_a_drawn_game_says_so() -> None:
    state = aadu_huli.load(f"{{{SIDES}, quiet: 100}}")
    assert render.picture(aadu_huli.view(state, None)).alt.startswith("Drawn.")
    assert aadu_huli.view(aadu_huli.setup(Options()), None).winner == ""


def test_a_number_covers_no_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name of a point is on the line below the point, near the middle of a short line."""
    state = f"""{{{SIDES}, tigers: [1a, 3d, 5c], goats: [4e, 2b], recent: [2d-3d, 4e], to_move: tigers}}"""
    view, plates, draw = aadu_huli.view(aadu_huli.load(state), None), list[Rect](), numbers.draw_number

    def note(sheet: Sheet, middle: Spot, number: str, size: int, *colours: str, pointed: bool) -> None:
        plates.append(numbers.plate(middle, number, size))
        draw(sheet, middle, number, size, *colours, pointed=pointed)

    monkeypatch.setattr(numbers, "draw_number", note)
    sheet = whole(view, frozenset(), 1.0)
    moves = ("3d-2d", "3d-3c", "3d-3e", "3d-4d", "5c-4d", "5c-5b", "5c-5d")
    number_table(view, moves, "day")
    assert len(plates) == len(moves)
    for left, top, right, bottom in plates:
        for text in read_texts(sheet.image):
            low, up, high, down = text.box
            assert not (left < high and low < right and top < down and up < bottom), text.text


@pytest.mark.parametrize("move", ["3d-4d", "3d-3e", "5c-5d"])
def test_an_arrow_leads_to_the_end_of_each_numbered_move(move: str) -> None:
    """A number between two points didn't say which of the pieces beside it moves."""
    state = f"""{{{SIDES}, tigers: [1a, 3d, 5c], goats: [4e, 2b], recent: [2d-3d, 4e], to_move: tigers}}"""
    view = aadu_huli.view(aadu_huli.load(state), None)
    x, y = (round(part) for part in PLACES[MOVES[move].end])

    def count_lit(*marks: str) -> int:
        end = number_table(view, marks, "day").crop((x - ROUND, y - ROUND, x + ROUND, y + ROUND))
        return sum(n for n, colour in end.convert("RGB").getcolors(4 * ROUND**2) or () if colour == LAMP)

    assert count_lit(move) > count_lit() + 100


def test_a_numbered_table_shows_the_capture_before_the_reply() -> None:
    state = f"""{{{SIDES}, tigers: [1a, 2c, 5c], goats: [4e, 2b], captured: 1, recent: [4e, 3dx5c, 2b],
        to_move: tigers}}"""
    view = aadu_huli.view(aadu_huli.load(state), None)
    table = TABLE_KIND
    assert table.number is not None
    assert table.number_alt is not None
    shown = table.number(view, ("1a-2d",), "day")
    reply = table.number(replace(view, recent=("2b",)), ("1a-2d",), "day")
    x, y = (round(part) for part in PLACES["4d"])
    cross = (x - 26, y - 26, x + 26, y + 26)
    assert differing(shown.crop(cross), reply.crop(cross)) > FAR
    assert "capturing the Goat on 4D" in table.number_alt(view, ("1a-2d",))


def test_a_capture_that_threatens_is_drawn_until_the_game_ends() -> None:
    """The preview said which Goat a Tiger can capture, and the board didn't show how."""
    state = f"{{{SIDES}, goats: [3c, 4a], to_move: tigers, recent: [3c]}}"
    view = aadu_huli.view(aadu_huli.load(state), None)
    assert list_threats(view.at) == ["2cx4c"]
    (x, y), (u, v) = PLACES["3c"], PLACES["4c"]
    landing = round(min(x, u) - 2 * THREAT.aside), round(y + ROUND), round(max(x, u)), round(v)

    def count_red(view: View, size: str) -> int:
        drawn, top = pixels(render.picture(view, size=size)), HEAD if size == "points" else 0
        part = drawn.crop((landing[0], landing[1] - top, landing[2], landing[3] - top))
        colours = part.getcolors(part.width * part.height) or ()
        return sum(n for n, colour in colours if colour == PALETTE.rgb["vermilion"])

    assert count_red(view, "phone") > 100
    assert count_red(view, "points") > 100
    assert count_red(replace(view, at={**view.at, "4c": "goat"}), "phone") == 0
    assert count_red(replace(view, to_move="", winner="tigers"), "phone") == 0
    assert "In danger: 3C." in render.picture(view).alt


def test_the_arrow_of_a_threat_is_seen_beside_the_arrow_of_a_move_on_the_same_line() -> None:
    """The Goat on 3C can step where the Tiger would land, and the yellow arrow hid the red one."""
    state = f"{{{SIDES}, tigers: [1a, 2c, 2d], goats: [3c], options: {{goats: 5}}}}"
    view = aadu_huli.view(aadu_huli.load(state), None)
    drawn = number_table(view, ("3c-4c",), "day").convert("RGB")
    (x, y), (u, v) = PLACES["3c"], PLACES["4c"]
    across = [drawn.getpixel((round((x + u) / 2) + by, round((y + v) / 2))) for by in range(-30, 30)]
    assert {LAMP, PALETTE.rgb["vermilion"]} <= {*across}


def test_a_number_beside_a_short_line_hides_no_head_of_an_arrow() -> None:
    """The numbers of 3A-2A and 5C-4D were on the heads of their arrows."""
    herd = "3a, 3c, 3e, 4a, 4b, 4c, 5b, 5c, 5d"
    state = f"{{{SIDES}, tigers: [1a, 2c, 3d], goats: [{herd}], options: {{goats: 9}}}}"
    view = aadu_huli.view(aadu_huli.load(state), None)
    moves = "3a-2a 3a-3b 3c-3b 3e-2e 3e-3f 3e-4e 4b-3b 4b-5a 4c-4d 5b-5a 5c-4d 5d-4e"
    drawn = number_table(view, tuple(moves.split()), "day").convert("RGB")
    for move in ("3a-2a", "5c-4d"):
        x, y = map(round, find_head(move))
        assert drawn.getpixel((x, y)) == LAMP
