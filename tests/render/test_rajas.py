"""The pictures of Rajas of the Ganges: approved pictures, their words, and what must be visible."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from bot.language.game_language import SpokenLanguage
from bot.language.words import speak_within
from render.games import PAINTERS
from render.kit.language import use_names
from render.kit.texts import ROOM, WIDE
from render.kit.written import read_pieces, read_texts
from render.rajas_of_the_ganges.draw import CLOSE_UPS, draw_spaces, find_free_corner, list_panels
from render.rajas_of_the_ganges.layout import EDGE, LAYOUT, LINE
from render.rajas_of_the_ganges.layout import WIDE as WIDE_BOARD
from render.rajas_of_the_ganges.names import find_letter
from render.rajas_of_the_ganges.palette import PALETTE, TAG, TAG_INK
from render.rajas_of_the_ganges.parts import corner
from render.rajas_of_the_ganges.signs import BODY
from render.rajas_of_the_ganges.table import river_height, river_spot
from rules import rajas_of_the_ganges as rajas
from rules.kernel import Ask, Live
from rules.loading.games import GAMES
from rules.rajas_of_the_ganges.board import CHAMBERS, COLOURS
from rules.rajas_of_the_ganges.province import TURNS
from rules.rajas_of_the_ganges.sight import NEXT
from rules.rajas_of_the_ganges.view import View
from tests.legible import LEAST, PHONE, find_overlaps, measure_smallest

GOLDEN = Path(__file__).parent / "golden"
PATCH, FAR = (
    12,
    12,
)  # pixels square, and how far a patch's mean may stray, of 255: a die that shows a 5 is no 6
DISPLAY = (
    "display: {orange-snake: orange-s5, orange-cow: orange-c5, orange-tiger: orange-t5, "
    "green-snake: green-s3, green-cow: green-c4, green-tiger: green-t3, "
    "blue-snake: blue-s1, blue-cow: blue-c4, blue-tiger: blue-t2, "
    "purple-snake: purple-s6, purple-cow: purple-c2}"
)
BEFORE = f"""{{elephant: varanasi, to_act: haridwar, round: 4, {DISPLAY},
    taken: {{quarry: [varanasi], outer: [monghyr, monghyr], dancer: [kannauj], balcony-blue: [varanasi]}},
    realms: {{
      haridwar: {{money: 13, fame: 11, boat: 8, karma: 2, dice: {{orange: 36, blue: 245, purple: 1}},
        values: {{temple: 3}}, bonuses: {{money: 1, fame: 1}}, yields: [a1-w],
        province: {{b1: orange-c3 es, b2: green-s1 ns, d1: blue-s5 esw, e1: blue-s6 sw}},
        under: {{b1: orange-s3}}}},
      kannauj: {{money: 22, fame: 16, boat: 9, waiting: [], dice: {{green: 111222333, purple: 6}},
        bonuses: {{money: 1, fame: 1}}}},
      varanasi: {{money: 0, fame: 4, boat: 0, karma: 0, dice: {{}}}},
      monghyr: {{money: 41, fame: 17, boat: 18, waiting: [], karma: 3, dice: {{orange: 12, green: 6}},
        bonuses: {{money: 2, fame: 1}}}}}}}}"""
AFTER = BEFORE.replace("boat: 8,", "boat: 11,").replace("e1: blue-s6 sw", "e1: blue-s6 sw, c2: blue-s4 ns")
AFTER = AFTER.replace("money: 13, fame: 11", "money: 17, fame: 11").replace(
    "[varanasi], outer", "[varanasi, haridwar], outer"
)
END = BEFORE.replace("to_act: haridwar", "over: true, crossed: [monghyr]").replace(
    "money: 41, fame: 17", "money: 71, fame: 31"
)
END = END.replace(
    "karma: 3, dice: {orange: 12, green: 6},\n        bonuses: {money: 2, fame: 1}",
    "bonuses: {money: 4, fame: 3}",
)
TWO = "{options: {seats: 2}, elephant: haridwar, to_act: kannauj}"
BEND = ("ne", "es", "sw", "wn")
MOMENTS = {"begin": "{}", "middle": BEFORE, "end": END, "two": TWO}


def seen(text: str, seat: str | None = None) -> View:
    return rajas.view(rajas.load(text), seat)


def asked(*keys: str) -> tuple[View, tuple[str, ...]]:
    """Return what Haridwar sees after these keys, and its possible answers."""
    live: Live[rajas.State, View] = Live(rajas, rajas.load(BEFORE))
    for key in keys:
        live.enter("haridwar", key)
    assert isinstance(live.pending, Ask)
    return rajas.view(live.state, "haridwar"), tuple(live.pending.menu())


def pixels(picture: render.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.file)).convert("RGB")


def differing(a: Image.Image, b: Image.Image) -> int:
    """Return the largest difference of two pictures in any patch."""
    assert a.size == b.size
    return max(ImageChops.difference(a.convert("RGB"), b.convert("RGB")).convert("L").reduce(PATCH).tobytes())


def check(name: str, picture: render.Picture, rewrite: bool) -> None:
    file = GOLDEN / f"rajas-{name}.png"
    if rewrite:
        with Image.open(BytesIO(picture.file)) as drawn:
            drawn.save(file, optimize=True)
    with Image.open(file) as then:
        assert differing(pixels(picture), then) <= FAR, (
            f"{file} is another picture: see both, then `make golden`"
        )
    assert len(picture.file) <= (200 if picture.width <= LAYOUT.wide else 240) * 1024
    assert 0 < len(picture.alt) <= ROOM


@pytest.mark.parametrize("moment", MOMENTS)
def test_whole_table(moment: str, rewrite: bool) -> None:
    check(moment, render.picture(seen(MOMENTS[moment])), rewrite)


def test_the_spaces_for_workers_are_right_above_the_question_of_a_post() -> None:
    """The river was between them, so a phone showed the spaces and the answers on two screens."""
    view = seen(BEFORE)
    picture = render.picture(view)
    box = render.PAINTERS["rajas_of_the_ganges"].extent
    assert box is not None
    chambers = box(view, frozenset(CHAMBERS), "phone")
    assert chambers is not None
    assert chambers[3] == picture.height - EDGE


def test_for_a_screen(rewrite: bool) -> None:
    check("board", render.picture(seen(BEFORE), size="board"), rewrite)


@pytest.mark.parametrize("theme", [t for t in render.PAINTERS["rajas_of_the_ganges"].themes if t != "day"])
def test_themes(theme: str, rewrite: bool) -> None:
    check(f"middle-{theme}", render.picture(seen(BEFORE), theme=theme), rewrite)


def test_what_happened(rewrite: bool) -> None:
    picture = render.picture(seen(AFTER), since=seen(BEFORE))
    assert picture.alt.startswith("Haridwar laid blue 5")
    assert " from 8 to 11." in picture.alt
    check("since", picture, rewrite)


def test_a_picture_of_the_past_shows_the_province_of_the_seat_that_acted() -> None:
    """A replay of a turn showed the province of the next seat, so the new tile was nowhere."""
    now = seen(AFTER.replace("to_act: haridwar", "to_act: kannauj"))
    here = list_panels(now, None, "phone")[1]
    own, past, following = (
        pixels(render.picture(view, since=seen(BEFORE), past=past)).crop(here)
        for view, past in ((seen(AFTER), False), (now, True), (now, False))
    )
    assert own.tobytes() == past.tobytes()
    assert own.tobytes() != following.tobytes()
    told = [render.picture(now, since=seen(BEFORE), past=past).alt for past in (True, False)]
    assert ["Province of Haridwar" in alt for alt in told] == [True, False]


def test_a_boat_that_went_back_is_drawn() -> None:
    """For example, after an undo, or in another game in the same channel."""
    picture = render.picture(seen(BEFORE), since=seen(AFTER))
    assert picture.file


@pytest.mark.parametrize("kind", ["strip", "voyage", "province"])
def test_other_kinds(kind: str, rewrite: bool) -> None:
    check(kind, render.picture(seen(BEFORE), size=kind), rewrite)


@pytest.mark.parametrize("space", ["haridwar", "river", "display", "spaces"])
def test_close_ups(space: str, rewrite: bool) -> None:
    check(f"close-{space}", render.crop(seen(BEFORE), space), rewrite)


def test_the_placements_are_numbered_as_the_buttons_are(rewrite: bool) -> None:
    view, marks = asked("quarry", "blue-c4")
    assert view.order.choices == marks
    picture = render.picture(view, size="placement", marks=marks)
    assert rajas.name(view.order.tile) in picture.alt.partition(":")[0]
    assert f": 1 {rajas.name(marks[0])}, 2 " in picture.alt
    check("placement", picture, rewrite)
    bare = render.picture(view, size="placement")
    assert bare.file == picture.file


def test_each_placement_has_a_place_of_its_own_in_the_picture() -> None:
    view, marks = asked("quarry", "blue-c4")
    first = pixels(render.picture(view, size="placement", marks=marks[:1]))
    both = pixels(render.picture(view, size="placement", marks=marks[:2]))
    assert differing(first, both) > FAR


def test_numbers_of_placements_hide_no_junction() -> None:
    view, (first, *_) = asked("quarry", "blue-c4")
    picture = pixels(render.picture(view, size="placement", marks=(first,)))
    x, y = corner(first[:2], LAYOUT.province.large)
    middle = LAYOUT.province.large // 2
    left, top = EDGE + LAYOUT.panel.pad, EDGE - LAYOUT.panel.tab[1] + LAYOUT.panel.top
    shown = picture.getpixel((left + x + middle, top + y + middle))
    assert shown not in {PALETTE.rgb[TAG], PALETTE.rgb[TAG_INK]}
    for turn in (each for road in ("bend", "tee") for each in TURNS[road]):
        across, down = find_free_corner(turn)
        assert sum(side in turn for side in ("we"[across], "ns"[down])) <= 1


def test_dice_for_the_harbour_come_with_the_spaces_that_they_reach() -> None:
    """6: the picture showed only the dice, so nobody saw where they lead."""
    view, marks = asked("harbour")
    number = PAINTERS["rajas_of_the_ganges"].kinds["dice"].number
    assert number is not None
    drawn = number(view, marks, "day")
    assert {"1,4", "3,5", "2,6"} <= {text.text for text in read_texts(drawn)}
    assert not list(find_overlaps(drawn))


def test_dice_have_the_letters_of_the_language() -> None:
    """ "G" stood on green dice in French, where green is "vert"."""
    assert [find_letter(colour) for colour in COLOURS] == ["O", "G", "B", "P"]
    with speak_within("fr"), use_names(lambda game: SpokenLanguage(GAMES[game])):
        assert [find_letter(colour) for colour in COLOURS] == ["O", "Ve", "B", "Vi"]


WHOLE = 48  # the side of a tile whose roads can be told apart on a phone, in pixels


def test_numbers_of_placements_are_legible() -> None:
    """There is one number in a square, or one for each of the four turns of a bend."""
    view, _ = asked("quarry", "blue-c4")
    for marks in (("c2-ns", "d2-ns"), tuple(f"{at}-{turn}" for at in ("c2", "d2", "e2") for turn in BEND)):
        picture = PAINTERS["rajas_of_the_ganges"].kinds["placement"].number
        assert picture is not None
        drawn = picture(view, marks, "day")
        assert measure_smallest(drawn) >= LEAST
        assert list(find_overlaps(drawn)) == []


def test_several_turns_in_one_square_are_whole_tiles_in_a_strip() -> None:
    """Three turns in quarters of a square were 22 pixels wide on a phone."""
    view, _ = asked("quarry", "blue-c4")
    number = PAINTERS["rajas_of_the_ganges"].kinds["placement"].number
    assert number is not None
    one, several = (number(view, marks, "day") for marks in (("c2-ns",), ("c2-ns", "c2-ew", "d2-ns")))
    assert several.height >= one.height + LAYOUT.province.large
    assert LAYOUT.province.large * PHONE / several.width >= WHOLE
    shown = [[text.text for text in read_texts(drawn)] for drawn in (one, several)]
    assert [shown[1].count(n) - shown[0].count(n) for n in "12"] == [1, 2]


def test_6_a_boat_that_may_sail_on_has_its_next_free_space_numbered() -> None:
    """Haridwar's boat is on space 8, Kannauj's on 9: the next free space is 10."""
    river = PAINTERS["rajas_of_the_ganges"].kinds["river"]
    assert river.number is not None
    view = seen(BEFORE)
    numbered = read_texts(river.number(view, (NEXT, ""), "day"))
    assert numbered == read_texts(river.number(view, ("river-10", ""), "day"))
    assert numbered != read_texts(river.number(view, ("river-9", ""), "day"))
    assert river.number_alt is not None
    assert river.number_alt(view, (NEXT, "")) == river.number_alt(view, ("river-10", ""))


def test_three_goods_in_one_space_are_as_high_as_a_legible_letter() -> None:
    assert LAYOUT.spaces.good * PHONE / LAYOUT.wide >= LEAST


def test_signs_on_the_smallest_tile_are_as_high_as_a_legible_letter() -> None:
    square = min(LAYOUT.province.phone, LAYOUT.province.board)
    assert max(round(square * LAYOUT.tile.sign), LAYOUT.tile.sign_least) * PHONE / LAYOUT.wide >= LEAST


def test_a_figure_on_a_building_lies_within_its_walls() -> None:
    drawn = PAINTERS["rajas_of_the_ganges"].draw(seen(BEFORE), frozenset(), "phone", "day")
    figure = min(text.tall for text in read_texts(drawn))
    assert figure <= (BODY[3] - BODY[1]) * LAYOUT.seat.value


def test_each_chamber_has_its_name_in_the_picture() -> None:
    drawn = draw_spaces(seen(BEFORE)).image
    assert {rajas.name(chamber) for chamber in CHAMBERS} <= {text.text for text in read_texts(drawn)}


def test_dice_hide_none_of_their_numbers() -> None:
    number = PAINTERS["rajas_of_the_ganges"].kinds["dice"].number
    assert number is not None
    drawn = number(seen(BEFORE, "haridwar"), ("green-4 blue-5",) * 3, "day")
    texts = sorted((text.box[0], text.box[2], text.text) for text in read_texts(drawn))
    (_, end, one), (left, right, face), (_, end2, two), (left2, right2, face2) = texts[1:]
    assert (one, face, two, face2) == ("1,2,3", "4", "1,2,3", "5")
    half = LAYOUT.numbered.sign // 2
    assert end <= (left + right) // 2 - half
    assert end2 <= (left2 + right2) // 2 - half


@pytest.mark.parametrize("boats", [(8, 8, 3, 3), (8, 8, 8, 3), (25, 25, 25, 25), (0, 0, 0, 0)])
def test_boats_that_share_a_space_hide_no_letter(boats: tuple[int, ...]) -> None:
    view = seen(BEFORE)
    realms = tuple(replace(realm, boat=at) for realm, at in zip(view.realms, boats, strict=True))
    drawn = PAINTERS[view.game].kinds["voyage"].draw(replace(view, realms=realms), None, "day")
    assert list(find_overlaps(drawn)) == []
    assert {realm.key[0].upper() for realm in realms} <= {text.text for text in read_texts(drawn)}


def test_markers_that_just_meet_are_drawn() -> None:
    """That holds anywhere on the tracks."""
    marks = [(fame, money) for fame in range(1, 61) for money in (120 - 2 * fame, 121 - 2 * fame)]
    view = seen(END)
    for at in range(0, len(marks), len(view.realms)):
        stood = zip(view.realms, marks[at : at + len(view.realms)], strict=False)
        realms = tuple(replace(realm, fame=fame, money=money) for realm, (fame, money) in stood)
        assert render.picture(replace(view, realms=(*realms, *view.realms[len(realms) :]))).file


def test_a_unknown_place_is_refused() -> None:
    with pytest.raises(KeyError, match="no such place"):
        render.crop(seen(BEFORE), "delhi")


def test_little_is_shown_small() -> None:
    other = seen(BEFORE.replace("money: 13", "money: 15"))
    assert render.small(other, seen(BEFORE)) == "strip"
    sailed = seen(BEFORE.replace("boat: 8", "boat: 10"))
    assert render.small(sailed, seen(BEFORE)) == "voyage"
    assert render.small(seen(AFTER), seen(BEFORE)) is None


def test_where_only_a_boat_went_the_river_alone_is_shown() -> None:
    """Its signs are legible on a phone, and the boat's way is drawn."""
    sailed = seen(BEFORE.replace("boat: 8", "boat: 10"))
    told = render.picture(sailed, size="voyage", since=seen(BEFORE))
    assert told.height < told.width / 2
    assert differing(pixels(told), pixels(render.picture(sailed, size="voyage"))) > FAR


def test_every_change_is_seen() -> None:
    """A die, a marker, a worker, a boat, a tile: each changes the picture."""
    start = pixels(render.picture(seen(BEFORE)))
    for old, new in (("orange: 36", "orange: 35"), ("fame: 11", "fame: 14"), ("boat: 8", "boat: 7"),
                     ("dancer: [kannauj]", "yogi: [kannauj]"), ("karma: 2", "karma: 3"),
                     ("d1: blue-s5 esw", "d1: blue-s5 nsw")):  # fmt: skip
        text = BEFORE.replace(old, new)
        if "nsw" in new:
            text = text.replace(", e1: blue-s6 sw", "")
        assert differing(start, pixels(render.picture(seen(text)))) > FAR, new


@pytest.mark.parametrize("moment", MOMENTS)
def test_text_table(moment: str, rewrite: bool) -> None:
    file = GOLDEN / f"rajas-{moment}.txt"
    text = render.text_table(seen(MOMENTS[moment])) + "\n"
    assert all(len(line) <= WIDE for line in text.splitlines())
    if rewrite:
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("tallest", [1.0, 0.6])
def test_the_preview_of_a_tile_shows_the_province_large(tallest: float) -> None:
    """A square is at least 45 CSS pixels wide on a phone, and no square is cut."""
    after = AFTER.replace("boat: 11,", "boat: 8,")
    picture = render.picture(seen(after), since=seen(BEFORE), tallest=tallest)
    assert LAYOUT.province.large * PHONE / picture.width > 45
    assert picture.height / picture.width < max(tallest, 0.65)
    large = Image.open(BytesIO(render.crop(seen(after), "haridwar").file))
    assert picture.width == large.width


def test_the_preview_of_a_tile_hides_nothing_of_the_tiles_beside_it() -> None:
    """An arrow to the new tile lay on the next square."""
    after = AFTER.replace("boat: 11,", "boat: 8,")
    preview = render.picture(seen(after), since=seen(BEFORE), tallest=1.2)
    changed = ImageChops.difference(pixels(preview), pixels(render.crop(seen(after), "haridwar"))).getbbox()
    assert changed is not None
    left, top, right, bottom = changed
    assert right - left <= LAYOUT.province.large
    assert bottom - top <= LAYOUT.province.large


@pytest.mark.parametrize(("square", "rows"), [("d2", "123"), ("b3", "234")])
def test_a_low_preview_of_a_tile_keeps_the_dice_and_the_rows_beside_the_tile(square: str, rows: str) -> None:
    """The preview was cut through the dice, and through the tiles above the new one."""
    after = BEFORE.replace("e1: blue-s6 sw", f"e1: blue-s6 sw, {square}: blue-s4 ns")
    preview = pixels(render.picture(seen(after), since=seen(BEFORE), tallest=0.4, most=0.4))
    large = pixels(render.crop(seen(after), "haridwar"))
    wide, high = preview.size
    side = LAYOUT.province.large

    def find(left: int, top: int, right: int, bottom: int) -> bool:
        part = large.crop((left, top, right, bottom))
        shown = (preview.crop((left, y, right, y + bottom - top)) for y in range(high - bottom + top + 1))
        return any(each.tobytes() == part.tobytes() for each in shown)

    assert find(0, large.height - EDGE - LAYOUT.hand.high, wide, large.height)
    for key in (f"{column}{row}" for column in "abcde" for row in rows):
        if key != square:  # the new tile has a bright frame
            x, y = corner(key, side)
            x, y = x + EDGE + LAYOUT.panel.pad, y + EDGE - LAYOUT.panel.tab[1] + LAYOUT.panel.top
            assert find(x, y, x + side, y + side), key


def test_tiles_of_two_provinces_are_shown_on_the_whole_table() -> None:
    after = AFTER.replace("kannauj: {money: 22", "kannauj: {province: {d1: blue-s2 sw}, money: 22")
    picture = render.picture(seen(after), since=seen(BEFORE), tallest=2.5)
    assert picture.width == LAYOUT.wide


def test_hints_that_differ_in_the_river_space_have_their_numbers_there() -> None:
    """Two hints to sail from the harbour both had their number at the harbour, as "1,2"."""
    view, _ = asked()
    marks = ("harbour river-9", "harbour river-11", "quarry", "harbour river-9")
    picture = render.picture(view, size="spaces", marks=marks)
    assert picture.alt == "Answers: 1,4 river 9, 2 river 11, 3 Quarry."
    alone = render.picture(view, size="spaces", marks=("harbour", "quarry"))
    assert picture.height > alone.height + LAYOUT.river.row
    assert "1 Harbour" in render.picture(view, size="spaces", marks=("harbour river-9", "quarry")).alt


def test_many_dice_to_choose_from_have_no_margins_on_a_full_screen() -> None:
    """Ten pairs of dice in two columns were as high as wide. Beside them were empty margins."""
    view, _ = asked()
    pairs = [f"{one}-{two}" for at, one in enumerate(COLOURS) for two in COLOURS[at:]]
    picture = render.picture(view, size="dice", marks=tuple(pairs), most=0.6)
    assert picture.width == LAYOUT.wide
    with Image.open(BytesIO(picture.file)) as drawn:
        assert drawn.height <= 0.6 * drawn.width


def test_5_1_dice_chosen_for_a_reroll_stay_in_the_picture() -> None:
    """They vanished, so a player with many dice no longer saw what was chosen."""
    kind = PAINTERS["rajas_of_the_ganges"].kinds["dice"]
    assert kind.number is not None
    for chosen in ((), ("orange-3",), ("orange-3", "blue-4")):
        view, (*dice, _done) = asked("outer", *chosen)
        hand, drawn = (read_texts(kind.number(view, marks, "day")) for marks in ((), tuple(dice)))
        assert len(drawn) == len(hand) + len(dice), "each die that can still be chosen has a number"


def test_rows_without_an_answer_have_no_room_for_numbers() -> None:
    view, _ = asked()
    heights = [
        render.picture(view, size="spaces", marks=marks).height
        for marks in (("quarry",), ("quarry", "outer"), ("quarry", "harbour"))
    ]
    assert heights[0] == heights[1] == heights[2] - LAYOUT.numbered.raised


def test_a_close_up_has_a_title() -> None:
    """The close-up of the river had none, so nobody saw what the picture was."""
    for space in CLOSE_UPS:
        drawn = PAINTERS["rajas_of_the_ganges"].crop(seen("{}"), space, frozenset(), "day")
        assert rajas.name(space) in {text.text for text in read_texts(drawn)}


def test_boats_lie_within_the_outlines_of_their_spaces() -> None:
    drawn, it = PAINTERS["rajas_of_the_ganges"].crop(seen("{}"), "river", frozenset(), "day"), LAYOUT.river
    above = drawn.height - 2 * EDGE - river_height()  # the title
    x, y = river_spot(0, EDGE, EDGE + above, WIDE_BOARD - 2 * EDGE)
    inside = x - it.box[0] // 2 + LINE, y - it.box[1] // 2 + LINE
    boats = [box for box in read_pieces(drawn) if box[3] <= EDGE + above + it.row]
    assert len(boats) == 4
    for left, top, right, bottom in boats:
        assert left >= inside[0]
        assert top >= inside[1]
        assert right <= inside[0] + it.box[0] - 2 * LINE
        assert bottom <= inside[1] + it.box[1] - 2 * LINE


def test_colours_of_new_dice_come_with_the_tiles_that_need_them() -> None:
    """Whoever chose colours of dice saw no tile. If there is little room, the dice stay alone."""
    view, _ = asked()
    pairs = tuple(f"{one}-{two}" for at, one in enumerate(COLOURS) for two in COLOURS[at:])
    kind = PAINTERS["rajas_of_the_ganges"].kinds["dice"]
    assert kind.number is not None
    [flatten] = kind.flat
    both, alone = kind.number(view, pairs, "day"), flatten(view, pairs, "day")
    assert "Tiles on display" in {text.text for text in read_texts(both)}
    assert "Tiles on display" not in {text.text for text in read_texts(alone)}
    assert both.height <= both.width * 1.1
    for drawn in (both, alone):
        assert measure_smallest(drawn) >= LEAST
        assert list(find_overlaps(drawn)) == []
    assert "Tiles on display" not in {
        text.text for text in read_texts(kind.number(view, ("orange-3", "orange-6"), "day"))
    }


def test_a_turned_die_has_the_sign_of_its_karma() -> None:
    """An orange 6 and an orange 1 turned to 6 looked the same."""
    view = seen(BEFORE, "haridwar")
    as_rolled, turned = (
        pixels(render.picture(view, size="dice", marks=(mark,))) for mark in ("orange-6", "orange-1t")
    )
    assert differing(as_rolled, turned) > FAR
