"""The picture of Aadu-Huli aata: as somebody liked it, its words, and what must be seen in it."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from render.aadu_huli.layout import PIECE, PLACES, WIDE, trays
from rules import aadu_huli
from rules.aadu_huli.board import POINTS
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


def seen(moment: str) -> View:
    return aadu_huli.view(aadu_huli.load(MOMENTS[moment]), None)


def pixels(picture: render.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.file)).convert("RGB")


def differing(a: Image.Image, b: Image.Image) -> int:
    """How far apart the two pictures are in the patch where they differ most."""
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
    assert render.changed(before, after) == {"3b"}
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
        "Goats to move for North. Last move: 4F x 2F, capturing the Goat on 3F. Tigers on 1A, 2F, 5A. "
        "Trapped: 5A. Goats on 2B, 2E, 3B, 3C, 3D, 4A, 4B, 4D, 5B, 5C. Goats waiting: 3, captured: 2 of 5."
    )
    begin = render.picture(seen("begin"), frozenset({"3b"})).alt
    assert begin.startswith("Who has the Goats? Tigers on 1A, 2C, 2D. No Goat on the board.")
    assert begin.endswith("Changed: 3B.")
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


def test_a_drawn_game_says_so() -> None:
    state = aadu_huli.load(f"{{{SIDES}, quiet: 100}}")
    assert render.picture(aadu_huli.view(state, None)).alt.startswith("Drawn.")
    assert aadu_huli.view(aadu_huli.setup(Options()), None).winner == ""
