"""The picture of Successors: the approved picture, its words, and what must be visible."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from math import dist
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from render.kit.canvas import Sheet
from render.kit.numbers import legible_size, number_marks, plate
from render.kit.shapes import Rect, Spot, shrunk
from render.kit.texts import ALT, WIDE
from render.kit.written import read_pieces, read_texts
from render.painter import Tale
from render.successors import kinds
from render.successors.changes import Deeds, arrows
from render.successors.dice import add_dice, describe_throw
from render.successors.draw import AT, SIZES, find_ship_spot, list_homes, sheet_of
from render.successors.kinds import KINDS, STRIP
from render.successors.layout import LAYOUT, WHOLE, panels_of, read_layout, spot_in
from render.successors.mosaic import cells
from render.successors.palette import PALETTE, TINTS
from render.successors.panels import FRAME, in_order
from rules import successors
from rules.kernel import Ask, Live
from rules.loading.games import GAMES
from rules.successors.board import AREAS, LABEL, PORTS, PROVINCES
from rules.successors.forces import COLOURS
from rules.successors.sight import REACH, find_place
from rules.successors.state import Fight, Walk
from rules.successors.view import View
from tests.legible import overlap

GOLDEN = Path(__file__).parent / "golden"
LETTERS_CLEAR = 9  # pixels between a number and the letters of a code
PATCH, FAR = 12, 20  # as in test_golden: pixels square, and how far a patch's mean may stray, of 255
MIDDLE = """
game_turn: 4
phase: movement
seat: green
homes: {red: SYR, blue: BAB, green: MAC, yellow: EGY}
leaders: {red: CIL, blue: MED, green: LEV, yellow: PAL}
talents: {red: 7, blue: 3, green: 5, yellow: 12}
order: [blue, green, yellow, red]
chits: {"8": red, "16": blue, "19": blue, "3": yellow}
allies: [[red, yellow]]
units:
  SYR: {red: 2i 1l}
  CIL: {red: 3i 1c}
  MES: {red: 1i, blue: 2i 1c}
  PHO: {red: 1l 2f}
  BAB: {blue: 2i}
  MED: {blue: 2c 1l 1hi}
  SUS: {blue: 1l 1f}
  PER: {blue: 1i, white: 2l}
  PAR: {blue: 1c}
  NIN: {white: 2i 1e}
  ARI: {blue: 1l}
  MAC: {green: 3i 1c}
  THR: {green: 1c}
  GRE: {green: 2i 1f}
  HEL: {green: 1l}
  LYD: {green: 1i, yellow: 1l}
  AEG: {green: 2f}
  LEV: {green: 2f 2i, yellow: 3f}
  EGY: {yellow: 3i 1f}
  PAL: {yellow: 2i 1c}
  CYR: {yellow: 1c}
  CYP: {yellow: 1l}
  CAP: {white: 2c}
"""
OUT = """
game_turn: 10
ended: true
phase: combat
order: [blue, red]
homes: {red: SYR, blue: BAB}
captives: {red: bank}
talents: {red: 1, blue: 3}
units: {BAB: {blue: 8i 6c 8l}, SYR: {red: 1l}}
"""


@cache
def spots(place: str) -> list[Spot]:
    """Return the spot of a place in each panel that shows it."""
    return [spot_in(panel, place) for panel in panels_of(place)]


def seen(moment: str) -> View:
    if moment == "begin":
        return successors.view(successors.setup(successors.Options()), None)
    return successors.view(successors.load({"middle": MIDDLE, "out": OUT}[moment]), None)


@cache
def since() -> tuple[View, View, tuple[View, ...]]:
    """Return a Movement with marches and a battle at sea: its start, its end, and the views between."""
    before = seen("middle")
    live: Live[successors.State, View] = Live(successors, successors.load(MIDDLE))
    orders = ("march-MAC", "HEL", "all", "sail-AEG", "all", "LEV", "done", "yellow")
    for key in orders:
        _forced(live)
        live.enter("green", key)
    _forced(live)
    live.enter("chance", "62511")
    while isinstance(live.pending, Ask):
        menu = live.pending.menu()
        live.enter(live.pending.seat, "done" if "done" in menu else next(iter(menu)))
    after = successors.view(live.state, None)
    return before, after, (after,)


def _forced(live: Live[successors.State, View]) -> None:
    while isinstance(live.pending, Ask) and live.pending.forced:
        live.enter(live.pending.seat, next(iter(live.pending.menu())))


def pixels(picture: render.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.file)).convert("RGB")


def check(name: str, picture: render.Picture, rewrite: bool) -> None:
    file = GOLDEN / f"successors-{name}.png"
    if rewrite:
        with Image.open(BytesIO(picture.file)) as drawn:
            drawn.save(file, optimize=True)
    with Image.open(file) as then:
        far = ImageChops.difference(pixels(picture), then.convert("RGB")).convert("L").reduce(PATCH)
        assert max(far.tobytes()) <= FAR, f"{file} is another picture: see both, then `make golden`"


def test_the_line_of_a_seat_has_the_shapes_of_its_allies() -> None:
    """A player saw alliances only in words."""
    allies = {"red": ("yellow", "blue"), "blue": ("red",)}
    alone, joined = (give_allies(seen("middle"), each) for each in ({}, allies))
    left, top, right, bottom = LAYOUT.strip.box
    middle = (left + right) // 2, (top + bottom) // 2
    for at, seat in enumerate(in_order(joined)):
        x, y = (left, middle[0])[at % 2], (top, middle[1])[at // 2]
        box = (x, y, x + LAYOUT.lines.cells[0] + FRAME, y + (bottom - top) // 2)
        before, after = (sheet_of(view, frozenset(), WHOLE).image.crop(box) for view in (alone, joined))
        for ally in COLOURS:
            more = count_pixels(after, ally) > count_pixels(before, ally)
            assert more is (ally in allies.get(seat.key, ())), (seat.key, ally)


def count_pixels(picture: Image.Image, colour: str) -> int:
    """Return how many pixels have this colour of the palette."""
    return picture.histogram()[PALETTE[colour]]


def give_allies(view: View, allies: Mapping[str, tuple[str, ...]]) -> View:
    """Return the view with these allies of each seat."""
    return replace(view, seats=tuple(replace(each, allies=allies.get(each.key, ())) for each in view.seats))


@pytest.mark.parametrize("moment", ["begin", "middle", "out"])
def test_whole_table(moment: str, rewrite: bool) -> None:
    check(moment, render.picture(seen(moment)), rewrite)


@pytest.mark.parametrize("theme", ["night", "contrast", "print"])
def test_themes(theme: str, rewrite: bool) -> None:
    check(f"middle-{theme}", render.picture(seen("middle"), theme=theme), rewrite)


def test_since(rewrite: bool) -> None:
    before, after, during = since()
    check("since", render.picture(after, since=before, during=during), rewrite)


@pytest.mark.parametrize("place", ["MES", "LEV"])
def test_close_up(place: str, rewrite: bool) -> None:
    check(f"close-up-{place}", render.crop(seen("middle"), place), rewrite)


def test_strip(rewrite: bool) -> None:
    check("strip", render.picture(seen("middle"), size=STRIP), rewrite)


def test_the_numbers_of_the_buttons_stand_where_they_act(rewrite: bool) -> None:
    number = KINDS[REACH].number
    assert number is not None
    plain = pixels(render.picture(seen("middle")))
    numbered = number(seen("middle"), ("HEL", "EPI", "LYD"), "day").convert("RGB")
    box = ImageChops.difference(plain, numbered).getbbox()
    assert box is not None
    assert box[3] < 500, "all of them are in the north-west"
    assert [find_place(key) for key in ("HEL", "march-EPI", "fight-LYD-yellow", "done")] == [
        "HEL",
        "EPI",
        "LYD",
        "",
    ]


@pytest.mark.parametrize("place", list(AREAS)[::2])
def test_a_place_has_a_close_up(place: str) -> None:
    picture = render.crop(seen("middle"), place)
    assert 0 < len(picture.alt) <= ALT
    assert (picture.width, picture.height) == (720, 600)


def test_no_picture_is_too_large() -> None:
    before, after, during = since()
    for picture in (render.picture(seen("middle")), render.picture(after, since=before, during=during)):
        assert len(picture.file) <= 200 * 1024
        assert len(picture.alt) <= ALT


def test_a_march_and_a_voyage_are_arrows_and_a_battle_is_told() -> None:
    before, after, during = since()
    assert [walk.how for walk in after.walks] == ["march", "voyage"]
    picture = render.picture(after, since=before, during=during)
    for named in ("Macedonia", "Hellespontine Phrygia", "Levantine Sea", "Green", "Yellow"):
        assert named in picture.alt


def test_a_way_through_both_panels_is_drawn_in_both() -> None:
    walk = Walk("march", "red", ("SYR", "MES", "MED"), (("i", 1),))
    assert len(arrows(Deeds((walk,), ()))) == 2


def test_a_quiet_step_needs_the_strip_only() -> None:
    view = seen("middle")
    small = render.PAINTERS["successors"].small
    assert small is not None
    assert small(view, Tale(view, (), Deeds((), ()))) == STRIP
    before, after, _ = since()
    assert small(after, Tale(before, (), Deeds(after.walks, after.fights))) is None


def test_the_table_in_text_fits_a_phone() -> None:
    text = render.text_table(seen("middle"))
    assert all(len(line) <= WIDE for line in text.splitlines())
    assert "MED* (3) 2C 1L 1HI leader" in text
    assert "CAP 2C" in text


def test_every_province_has_stones_of_its_own_and_a_place() -> None:
    owned = {cell.province for cell in cells().values()}
    assert owned == {*PROVINCES, ""}
    assert all(spots(place) for place in AREAS)
    assert len(TINTS) == 4


def test_what_there_is_not_is_refused() -> None:
    view = seen("middle")
    with pytest.raises(KeyError, match="no size large"):
        render.PAINTERS["successors"].draw(view, frozenset(), "large", "day")
    with pytest.raises(KeyError, match="no place XYZ"):
        render.crop(view, "XYZ")
    with pytest.raises(KeyError, match="no place XYZ"):
        render.picture(view, frozenset({"XYZ"}))
    assert SIZES == ("phone",)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("EPI = [76, 173]", "EPI = [5, 173]", "panels.west.places.EPI: outside the panel"),
        ("EPI = [76, 173]", "XPI = [76, 173]", "panels: EPI is in no panel"),
        ("EPI = [76, 173]", "EPI = [190, 173]", "two provinces overlap"),
        ("ION = [77, 680]", "", "panels: ION must be in one panel"),
    ],
)
def test_a_bad_layout_is_refused(old: str, new: str, why: str) -> None:
    from importlib.resources import files

    text = files("render.successors").joinpath("layout.toml").read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(ValueError, match=why):
        read_layout(text.replace(old, new, 1))
    assert LAYOUT.wide == 1080


def _spell(label: str, name: str) -> bool:
    """Return whether the letters of a label stand in a name, in this order."""
    rest = iter(name.casefold())
    return all(letter in rest for letter in label.casefold())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_letters_on_a_coin_are_those_of_its_own_name_alone(language: str) -> None:
    game = LocalizedGames(GAMES)["successors"]
    with speak_within(language):
        names = {code: game.name(code) for code in PROVINCES}
    for code in PROVINCES:
        assert language != "en" or _spell(LABEL[code], names[code]), names[code]
        for other in PROVINCES:
            words = re.findall(r"\w+", names[other])
            own = re.findall(r"\w+", names[code])[-1]
            assert (
                other == code
                or own in words
                or not [word for word in words if word.upper().startswith(LABEL[code])]
            ), (LABEL[code], names[other])


def test_signs_on_coins_are_whole_in_the_picture() -> None:
    for panel in LAYOUT.panels.values():
        left, _, right, _ = panel.box
        for place, (x, _) in panel.places.items():
            reach = AT * LAYOUT.print.coin + LAYOUT.print.value
            assert left <= x - reach, place
            assert x + reach <= right, place


PLACES = (AREAS, ("CIL", "SYR", "PHR"), ("BAB", "MES", "ARA"), ("HEL", "GRE", "MAC", "AEG"))


@pytest.mark.parametrize("marks", PLACES)
@pytest.mark.parametrize("moment", ["begin", "middle"])
def test_numbers_stand_on_their_own_coins(
    moment: str, marks: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Touching a coin, and much nearer to its middle than to that of any other place.

    Only a number that would hide something there is farther away, and still nearest to its own coin.
    """
    view, placed, hides = seen(moment), dict[str, list[tuple[int, int]]](), list[str]()

    def note(sheet: Sheet, middle: tuple[int, int], number: str, size: int, *_: object, **__: object) -> None:
        placed.setdefault(number, []).append(middle)
        left, top, right, bottom = plate(middle, number, size)
        things = [*read_pieces(sheet.image), *(text.box for text in read_texts(sheet.image))]
        hides.extend(number for x, y, w, h in things if x < right and left < w and y < bottom and top < h)

    monkeypatch.setattr("render.kit.numbers.draw_number", note)
    draw_numbered = KINDS[REACH].number
    assert draw_numbered is not None
    strict, crowded = (30.0, 0.65), (kinds.CROWDED * legible_size(LAYOUT.wide), kinds.OWN_CROWDED)
    for further in (False, True):
        placed.clear()
        with monkeypatch.context() as patch:
            if not further:
                patch.setattr(kinds, "CROWDED", kinds.FARTHEST)
                patch.setattr(kinds, "OWN_CROWDED", kinds.OWN)
            draw_numbered(view, tuple(mark for mark in marks if mark in AREAS), "day")
        most, share = crowded if further and hides else strict
        for mark, number in number_marks(tuple(mark for mark in marks if mark in AREAS)).items():
            for spot in placed[number]:
                far = min(dist(spot, each) for each in spots(mark))
                others = [dist(spot, each) for other in AREAS if other != mark for each in spots(other)]
                assert far <= LAYOUT.print.coin + most, (mark, far)
                assert far <= share * min(others), (mark, far, min(others))


@pytest.mark.parametrize(
    "marks", [("THR", "HEL", "LYD", "PHR", "CAP", "CIL", "ARM"), ("BAC", "PAR", "ARA", "GED")]
)
def test_numbers_keep_clear_of_codes_and_homes(
    marks: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A plate that touches the letters of a coin makes the code hard to read on a phone."""
    plates = list[Rect]()

    def note(sheet: Sheet, middle: tuple[int, int], number: str, size: int, *_: object, **__: object) -> None:
        plates.append(plate(middle, number, size))

    monkeypatch.setattr("render.kit.numbers.draw_number", note)
    draw_numbered = KINDS[REACH].number
    assert draw_numbered is not None
    view = seen("begin")
    draw_numbered(view, marks, "day")
    codes = [
        text.box
        for text in read_texts(sheet_of(view, frozenset(), WHOLE).image)
        if text.text in LABEL.values()
    ]
    assert len(plates) >= len(marks)
    for box in plates:
        assert not [code for code in codes if overlap(box, shrunk(code, -LETTERS_CLEAR))], box
        assert not [home for home in list_homes(view, WHOLE) if overlap(box, home)], box


def test_ships_stand_nearest_to_their_own_port() -> None:
    for port in PORTS:
        for panel in panels_of(port):
            spot = spot_in(panel, port)
            room = find_ship_spot(port, spot, 60, WHOLE)
            others = [dist(room, each) for other in PROVINCES if other != port for each in spots(other)]
            assert dist(room, spot) < min(others), port


def test_a_throw_frames_each_die_that_hits_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """PA-26: a leader's +1 turns the first 4 of the infantry into a hit."""
    own = (("i", 5), ("i", 4), ("i", 4), ("l", 1))
    fight = Fight("SYR", "round", ("red", "blue"), (own, (("c", 1),)), (2, 0), ((1,), ()))
    framed = list[tuple[int, int, bool]]()

    def note(_: object, face: int, was: int, hits: bool, *__: object) -> Image.Image:
        framed.append((face, was, hits))
        return Image.new("L", (1, 1))

    monkeypatch.setattr("render.successors.dice.die", note)
    add_dice(Sheet(PALETTE, Image.new("L", (1080, 100))), fight)
    assert framed == [(5, 5, True), (4, 3, True), (4, 4, False), (1, 1, False), (1, 1, False)]
    assert re.search(r"5 4 4 1 \(2 hits, .*\+1 on the 4\)", describe_throw(fight))
