"""The kit on a map of no real game: two lands, three or five seats, its own colours and pieces."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product
from math import dist, hypot, inf

import pytest
from PIL import Image, ImageChops

import render
from render.kit import arrows, frames, paths, stamps
from render.kit.arrows import Taken, Way
from render.kit.borders import Borders
from render.kit.brush import Brush, Window
from render.kit.canvas import SUPER, Drawn, Font, Sheet, finish
from render.kit.numbers import WRITTEN, _find_room, draw_number, legible_size, number_marks, plate
from render.kit.packing import Blot, Land, Lot, Packing, Try, arrange, find_spot
from render.kit.palette import ROLES, Palette, tables
from render.kit.paths import Move
from render.kit.pieces import DISC, HEXAGON, SQUARE, Design, Pieces, chip_width
from render.kit.shapes import Rect, around, circle, move_box, on, square
from render.kit.texts import fit_sentences, wrap
from render.kit.written import read_texts
from render.painter import Kind, Painter, Tale
from rules.state import Stand

COLOURS = {
    "ink": "#101010", "paper": "#f4f4f0", "rubric": "#901020", "stone": "#606870", "lamp": "#fff0a0",
    "glow": "#f06020", "gold": "#d0a020", "ochre": "#a07020", "terracotta": "#a04030", "land": "#c0d0a0",
}  # fmt: skip
PALETTE = Palette(COLOURS, [("paper", "ink"), ("land", "ink"), ("lamp", "ink")])
PIECES = Pieces(
    PALETTE,
    {
        "elephants": Design((SQUARE,), "stone", "paper", "E"),
        "kings": Design((HEXAGON, DISC), "gold", "ink", "K"),
    },
)
VERTICES = {"a": (0, 0), "b": (300, 0), "c": (300, 300), "d": (0, 300), "e": (600, 0), "f": (600, 300)}
WEST, EAST = "a b c d", "b e f c"
BORDERS = Borders(VERTICES, (WEST, EAST))


def sheet(wide: int = 620, high: int = 320) -> Sheet:
    return Sheet(PALETTE, Image.new("L", (wide, high), PALETTE["land"]))


def test_the_kit_paints_with_the_roles_that_a_palette_names() -> None:
    assert set(ROLES) < set(COLOURS)
    assert set(tables(PALETTE, {"day": {}, "night": {"paper": "#202020"}})) == {"day", "night"}


def test_two_lands_share_one_border_and_the_coast_is_rougher() -> None:
    assert BORDERS.edge("b", "c") == BORDERS.edge("c", "b")[::-1]
    assert frozenset("bc") not in BORDERS.coast
    assert len(BORDERS.coast) == 6
    shared = set(BORDERS.edge("b", "c"))
    assert shared <= set(BORDERS.ring(WEST)) | {VERTICES["b"], VERTICES["c"]}
    strays = [max(abs(x - 300) for x, _ in Borders(VERTICES, (WEST, EAST), inland=rough).edge("b", "c"))
              for rough in (0.0, 0.05, 0.2)]  # fmt: skip
    assert strays[0] == 0 < strays[1] < strays[2]


def test_boxes_and_lines() -> None:
    assert move_box((0, 1, 2, 3), (10, 20)) == (10, 21, 12, 23)
    assert square((10, 10), 4, 2.0) == (16, 16, 24, 24)
    assert around([(0, 5, 2, 6), (1, 1, 9, 2)]) == (0, 1, 9, 6)
    assert on([(0, 0), (10, 0), (10, 10)], 0.75) == (10, 5)
    assert len(circle((0, 0), 1, 12)) == 12


def land(*blots: Blot) -> Land:
    return Land("west", tuple(BORDERS.ring(WEST)), (150, 150), 6, lambda _scale: blots)


PACKING = Packing((Try(42, True, True), Try(24, False, False)), lambda before, kind: before != kind)


def test_pieces_stand_in_their_land_and_off_what_is_taken() -> None:
    lots = (Lot("elephants", 3), Lot("kings", 1, "+1", "ring"))
    name = (100, 120, 200, 160)
    stacks = arrange(PACKING, land(), lots, (name,), 1.0)
    assert [stack.lot for stack in stacks] == list(lots)
    assert stacks[0].box[1] != stacks[1].box[1], "each owner in a row"
    for _, size, (left, top, right, bottom) in stacks:
        assert size == 42
        assert 0 < left < right < 300
        assert bottom <= name[1] or top >= name[3]


def test_a_row_of_boxes_stands_where_it_has_room() -> None:
    row = [(-40, -10, 0, 10), (6, -20, 40, 20)]
    assert find_spot(land(), 1.0, row, (150, 150)) == (150, 150)
    moved_on = find_spot(land(Blot((100, 100, 200, 200))), 1.0, row, (150, 150))
    assert moved_on is not None
    assert not 100 < moved_on[1] < 180
    assert find_spot(land(Blot((0, 0, 300, 300))), 1.0, row, (150, 150)) is None


def test_what_has_no_room_otherwise_is_packed_smallest_of_all() -> None:
    packing = replace(PACKING, last=(Try(12, False, False),))
    crowd = tuple(Lot("elephants", n, "+1") for n in range(2, 90))
    assert {(stack.size, stack.lot.tag) for stack in arrange(packing, land(), crowd, (), 1.0)} == {(12, "+1")}
    with pytest.raises(ValueError, match="no room"):
        arrange(PACKING, land(), crowd, (), 1.0)


def test_crowds_are_packed_smaller_and_lose_their_ghosts_first() -> None:
    lots = tuple(Lot("elephants", n) for n in range(2, 60))
    assert {stack.size for stack in arrange(PACKING, land(), lots[:20], (), 1.0)} == {24}
    ghosts = (*lots[:20], *(Lot("kings", 1, "-1", "ghost"),) * 60)
    assert [s.lot for s in arrange(PACKING, land(), ghosts, (), 1.0)] == list(lots[:20])
    with pytest.raises(ValueError, match="west: no room for 2 elephants"):
        arrange(PACKING, land(Blot((0, 0, 300, 300))), lots, (), 1.0)


def test_chips_differ_by_all_that_is_said_of_them() -> None:
    chips = [
        PIECES.chip("kings", 1, 40, "land"), PIECES.chip("elephants", 1, 40, "land"),
        PIECES.chip("kings", 1, 40, "paper"), PIECES.chip("kings", 1, 40, "land", look="ring"),
        PIECES.chip("kings", 1, 40, "land", look="ghost"),
    ]  # fmt: skip
    assert {chip.width for chip in chips} == {40}
    assert PIECES.chip("kings", 3, 40, "land").width == 40 < PIECES.chip("kings", 12, 40, "land").width
    assert len({chip.tobytes() for chip in chips}) == len(chips)
    assert PIECES.chip("kings", 3, 40, "land", "+2").width == chip_width(3, 40, "+2") > chip_width(3, 40)


def test_an_arrow_goes_round_what_stands_and_its_plate_hides_nothing() -> None:
    taken = Taken((620, 320))
    wall = (290, 130, 330, 170)
    taken.take(wall)
    way = Way((40, 140, 80, 180), (540, 140, 580, 180), (540, 140, 580, 180), (("kings", 2),))
    (arrow,) = arrows.plan([way], taken, 1.0)
    assert not any(wall[0] < x < wall[2] and wall[1] < y < wall[3] for x, y in arrow.line)
    left, top, right, bottom = arrow.plate
    assert right <= wall[0] or left >= wall[2] or bottom <= wall[1] or top >= wall[3]
    here = sheet()
    before = here.image.copy()
    arrows.draw_arrows(here, [arrow])
    arrows.draw_loads(here, [arrow], PIECES.chip)
    assert ImageChops.difference(before, here.image).getbbox() is not None


def test_walks_are_told_or_read() -> None:
    then = {"west": {"kings": 3}, "east": {"elephants": 1}}
    now = {"west": {"kings": 1}, "east": {"kings": 2}}
    delta = paths.difference(then, now, ("kings", "elephants"))
    steps = paths.steps({"west": ("east",), "east": ("west",)}, 1)
    moves = paths.shortest(delta, ("kings", "elephants"), lambda _kind: steps)
    assert moves == (Move("kings", 2, "west", "east"),)
    paths.take_out(delta, moves)
    assert paths.only(delta, -1) == {"east": {"elephants": 1}}
    there_and_back = [("kings", 2, "west", "east"), ("kings", 1, "east", "west")]
    assert paths.net_walks(there_and_back) == (Move("kings", 1, "west", "east"),)
    turned = paths.difference({"west": {"up": 2}}, {"west": {"down": 2}}, ("up", "down"))
    assert paths.take_flips_out(turned, {"up": "down", "down": "up"}) == {"west": {"down": 2}}
    assert not paths.only(turned, 1)


def test_frames_and_stamps_have_the_colours_of_the_palette() -> None:
    here = sheet()
    frames.plaque(here, (40, 40, 300, 200), lit=True)
    frames.rule(here, 60, 280, 120)
    frames.cartouche(here, (320, 40, 600, 140), "Toy", Font("Yrsa-Bold", 30), "a game", Font("Yrsa-Bold", 20))
    frames.border(here)
    drawn = finish(here, PALETTE.table()).convert("RGB")
    assert drawn.getpixel((170, 60)) == PALETTE.rgb["paper"]
    seals = [stamps.seal(PALETTE, 30, "land", letter, "gold", "ink") for letter in "NESWC"]  # five seats
    assert len({seal.tobytes() for seal in seals}) == 5
    ring = stamps.draw_ring(PALETTE, 30, "land", stamps.coin(PALETTE, stamps.within(30), "land", "T"))
    assert ring.size == (30, 30)
    signs = [
        draw(PALETTE, 30, "land") for draw in (stamps.star, stamps.money, stamps.lozenge, stamps.draw_dots)
    ]
    assert len({sign.tobytes() for sign in signs}) == 4
    assert (
        stamps.die(PALETTE, 3, 6, True, 30, "land").tobytes()
        != stamps.die(PALETTE, None, 6, False, 30, "land").tobytes()
    )


def test_a_brush_paints_in_map_units() -> None:
    brush = Brush(PALETTE, Window(0, 0, 300, 300, 0.5), "paper")
    brush.fill(BORDERS.ring(WEST), "land")
    brush.edge_inside(tuple(BORDERS.ring(WEST)), [("ink", 10.0)])
    picture = brush.image.reduce(SUPER)
    assert picture.size == (150, 150)
    assert picture.getpixel((75, 75)) == PALETTE.rgb["land"]


def test_a_number_stands_where_it_covers_least() -> None:
    """The fast search finds the same place as a search of all places."""
    chance = random.Random(1)
    for number in map(str, (*range(1, 9), 12)):
        picture = Image.new("L", (300, 200), PALETTE["land"])
        sheet = Sheet(PALETTE, picture)
        for _ in range(12):
            x, y = chance.randrange(280), chance.randrange(180)
            sheet.rectangle((x, y, x + chance.randrange(5, 60), y + chance.randrange(5, 60)), "gold", "ink")
        written = [(x, y, x + 40, y + 12) for x in range(0, 280, 45) for y in range(int(number) * 3, 190, 31)]
        spot = chance.randrange(40, 260), chance.randrange(40, 160)

        def belongs(middle: tuple[int, int], spot: tuple[int, int] = spot) -> bool:
            return middle[0] <= spot[0] + 20

        within = (4, 4, 296, 196)
        kept = [(box, 1) for box in written]
        found, _ = _find_room(sheet, spot, number, within, kept, belongs)
        assert found == _try_all(sheet, spot, number, within, written, belongs)


def _try_all(
    sheet: Sheet,
    spot: tuple[int, int],
    number: str,
    within: Rect,
    written: list[Rect],
    belongs: Callable[[tuple[int, int]], bool],
) -> tuple[int, int]:
    size, best, least = legible_size(sheet.image.width), spot, inf
    for row, column in product(range(-8, 9), repeat=2):
        middle = spot[0] + column * size // 4, spot[1] + row * size // 4
        left, top, right, bottom = box = plate(middle, number, size)
        inside = within[0] <= left and within[1] <= top and right <= within[2] and bottom <= within[3]
        if hypot(row, column) > 8 or not inside or not belongs(middle):
            continue
        area, cost = (right - left) * (bottom - top), 0.02 * dist(middle, spot) / size
        for low, up, high, down in written:
            wide, tall = min(right, high) - max(left, low), min(bottom, down) - max(top, up)
            cost += WRITTEN * (wide * tall if wide > 0 and tall > 0 else 0) / area
        cost += 1 - max(sheet.image.crop(box).histogram()) / area
        if cost < least:
            best, least = middle, cost
    return best


@pytest.mark.parametrize(("pointed", "corner"), [(False, "ink"), (True, "land")])
def test_a_pointed_plate_is_no_square(pointed: bool, corner: str) -> None:
    """Square pieces have numbers too. A tag leaves the ground free at its corners on the left."""
    sheet, middle = Sheet(PALETTE, Image.new("L", (80, 80), PALETTE["land"])), (40, 40)
    draw_number(sheet, middle, "12", 40, pointed=pointed)
    left, top, right, bottom = plate(middle, "12", 40)
    corners = [(left, top), (left, bottom - 1), (right - 1, top), (right - 1, bottom - 1)]
    free = [sheet.image.getpixel(each) for each in corners]
    assert free == [PALETTE[corner]] * 2 + [PALETTE["ink"]] * 2


def test_numbers_of_buttons_stand_where_the_answers_lie() -> None:
    assert number_marks(("delhi", "agra")) == {"delhi": "1", "agra": "2"}
    assert number_marks(("delhi agra", "", "agra")) == {"delhi": "1", "agra": "1,3"}, "of several places each"
    here = sheet()
    before = here.image.copy()
    draw_number(here, (100, 100), "12")
    box = ImageChops.difference(before, here.image).getbbox()
    assert box is not None
    left, top, right, bottom = plate((100, 100), "12", 44)
    assert (left, top, right, bottom) == box


@pytest.mark.parametrize("size", [36, 44, 58, 60])
def test_a_number_stands_in_the_middle_of_its_plate(size: int) -> None:
    here = sheet()
    draw_number(here, (100, 100), "8", size)
    _, top, _, bottom = plate((100, 100), "8", size)
    [text] = [each for each in read_texts(here.image) if each.text == "8"]
    assert abs((text.box[1] - top) - (bottom - text.box[3])) <= 1


def test_words_are_wrapped_and_cut_with_a_word_for_it() -> None:
    assert wrap("one two three", 7) == ["one two", "three"]
    assert wrap("") == [""]
    assert fit_sentences(["one.", "two."]) == "one. two."
    assert fit_sentences(["one.", "x" * 60], 40) == "one. The rest: /board view:text."


@dataclass(frozen=True)
class ToyView:
    """A view with five seats, by an option, and a mat for each."""

    game: str = "toy"
    seats: tuple[str, ...] = ("n", "e", "s", "w", "c")
    gold: int = 3
    headline: str = ""
    standing: tuple[tuple[str, Stand], ...] = ()


def drawn(_view: ToyView, marks: tuple[str, ...] = ()) -> Drawn:
    here = sheet()
    for number, _ in enumerate(marks, 1):
        draw_number(here, (60 * number, 60), str(number))
    return finish(here, PALETTE.table())


TOY: Painter[ToyView, object] = Painter(
    sizes=("phone",),
    themes=("day",),
    draw=lambda view, _lit, _size, _theme: drawn(view),
    crop=lambda view, _space, _lit, _theme: drawn(view),
    changed=lambda _before, _after: frozenset(),
    alt_text=lambda view, _lit: f"{view.gold} gold.",
    text_table=lambda view: str(view.gold),
    spaces=lambda view: view.seats,
    read=lambda view, tale: view.gold - tale.before.gold,
    tell=lambda view, _tale, _size, _theme: drawn(view),
    tell_alt=lambda _view, tale: f"{tale.deeds} more gold.",
    kinds={
        "lands": Kind(
            lambda view, _tale, _theme: drawn(view),
            lambda _view, _tale: "The lands.",
            lambda view, marks, _theme: drawn(view, marks),
            lambda _view, marks: "; ".join(f"{n}: {key}" for n, key in enumerate(marks, 1)),
        ),
        "hand": Kind(lambda view, _tale, _theme: drawn(view), lambda _view, _tale: "A hand."),
    },
)


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> ToyView:
    monkeypatch.setattr(render, "PAINTERS", {"toy": TOY})
    return ToyView()


def test_what_happened_is_of_the_games_own_type(toy: ToyView) -> None:
    assert render.picture(ToyView(gold=5), since=toy).alt == "2 more gold."
    assert render.picture(toy, deeds="lots of").alt == "lots of more gold."
    assert TOY.tale(ToyView(gold=1), toy) == Tale(toy, None, -2)


def test_close_ups_are_those_that_a_view_has(toy: ToyView) -> None:
    assert render.spaces(toy) == ("n", "e", "s", "w", "c")
    assert render.spaces(ToyView(seats=("n", "s"))) == ("n", "s")


def test_a_kind_numbers_the_answers_of_a_question(toy: ToyView) -> None:
    marked = render.picture(toy, size="lands", marks=("delhi", "agra"))
    assert marked.alt == "1: delhi; 2: agra"
    assert marked.file != render.picture(toy, size="lands").file
    for kind in ("hand", "phone"):
        with pytest.raises(ValueError, match=f"toy: a {kind} has no numbers for answers"):
            render.picture(toy, size=kind, marks=("delhi",))


@pytest.mark.parametrize(
    ("game", "never"),
    [
        ("", ("PIL", "rules.face", "rules.kernel", "pydantic")),
        ("vijayanagara", ("render.aadu_huli",)),
        ("aadu_huli", ("render.vijayanagara", "rules.vijayanagara")),
    ],
)
def test_nothing_is_loaded_before_it_is_needed(game: str, never: tuple[str, ...]) -> None:
    """`import render` draws nothing, and one game's painter loads no other's."""
    code = "import sys, render\n" + (f"render.PAINTERS[{game!r}]\n" if game else "") + "print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found = {name for name in loaded.stdout.split() for part in never if f"{name}.".startswith(f"{part}.")}
    assert not found
