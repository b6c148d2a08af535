"""The public face of `render`: sizes, errors, highlights, alt text, thread safety."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import combinations
from time import process_time
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

import render
from render.kit.canvas import Font, shorten
from render.kit.written import read_texts
from render.vijayanagara.card import draw_card
from render.vijayanagara.draw import extent, list_panels
from render.vijayanagara.layout import LAYOUT
from render.vijayanagara.palette import GROUND, PALETTE
from render.vijayanagara.panels import card_panel, panels
from render.vijayanagara.pieces import sprite
from rules.loading.games import GAMES
from rules.state import View
from rules.vijayanagara.board import KINDS, SPACES
from rules.vijayanagara.description import describe_space
from rules.vijayanagara.names import name as named
from rules.vijayanagara.view import DiceView, FightView
from tests.render.views import CARD, crowded, end, later, middle, put, start

STACKED = 20  # how far apart stacks of two kinds are, which bear the same number


def pixels(picture: render.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.file)).convert("RGB")


def test_sizes() -> None:
    assert render.sizes("vijayanagara") == ("phone", "board", "large")
    assert render.kinds("vijayanagara") == ("phone", "board", "large", "card", "strip", "map", "table")
    phone, board = render.picture(start()), render.picture(start(), size="board")
    assert (phone.width, phone.height) == (1080, 1548)
    assert (board.width, board.height) == (1600, 1200)


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_files_stay_small(size: str) -> None:
    assert len(render.picture(middle(), size=size).file) <= 200 * 1024
    assert len(render.picture(later(), size=size, since=middle()).file) <= 230 * 1024


def test_the_same_view_gives_the_same_picture() -> None:
    assert render.picture(middle()) == render.picture(middle())


def test_what_is_not_known_is_named() -> None:
    with pytest.raises(KeyError, match="chess"):
        render.picture(replace(start(), game="chess"))
    with pytest.raises(KeyError, match="poster"):
        render.picture(start(), size="poster")
    for kind in render.kinds("vijayanagara"):
        with pytest.raises(KeyError, match="neon"):
            render.picture(start(), size=kind, theme="neon")
    with pytest.raises(KeyError, match="no such space: atlantis"):
        render.picture(start(), frozenset({"atlantis"}))
    with pytest.raises(KeyError, match="no such space: atlantis"):
        render.crop(start(), "atlantis")


def test_changed_spaces_are_lit() -> None:
    before = start()
    after = put(before, {"sindh": {}}, {"andhra": "uncontrolled"})
    lit = render.find_changed(before, after)
    assert lit == {"sindh", "andhra"}
    plain, glowing = pixels(render.picture(after)), pixels(render.picture(after, lit))
    box = ImageChops.difference(plain, glowing).getbbox()
    assert box is not None
    left, top, right, bottom = box
    assert left < 120 < 700 < right, "both Sindh in the west and Andhra in the east must glow"
    assert top < 420 < 1000 < bottom


@pytest.mark.parametrize("key", ["sultanate", "bahmani", "vijayanagara"])
@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_nothing_breaks_the_frame_of_who_acts(size: str, key: str) -> None:
    """All numbers have two digits and have changed. The glowing line still surrounds the panel."""
    before = middle()
    busy = tuple(
        replace(faction, vp=28, resources=24, cavalry=10, acting=faction.key == key)
        for faction in before.factions
    )
    picture = pixels(render.picture(replace(before, factions=busy), size=size, since=before))
    left, top, right, bottom = LAYOUT.scenes[size].factions.rects[key]
    line = [(x, y) for x in range(left + 20, right - 20) for y in (top + 4, bottom - 5)]
    line += [(x, y) for y in range(top + 20, bottom - 20) for x in (left + 4, right - 5)]
    assert {picture.getpixel(spot) for spot in line} == {PALETTE.rgb["glow"]}


@pytest.mark.parametrize("space", list(SPACES)[::2])
def test_a_space_has_a_close_up(space: str) -> None:
    picture = render.crop(crowded(), space, frozenset({space}))
    assert 300 < picture.width <= 1000
    assert 300 < picture.height <= 1000
    assert picture.alt.startswith(describe_space(crowded().space(space)).read(named))
    assert "Around it: " in picture.alt
    assert len(picture.alt) <= 1024


def test_many_threads_draw_the_same_pictures() -> None:
    views = [start(), middle(), end(), crowded()] * 4
    alone = [render.picture(view, size="board").file for view in views]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda view: render.picture(view, size="board").file, views))
    assert together == alone


def test_a_warm_picture_is_quick() -> None:
    """The limit is far above the target in docs/lab/, for slow machines.

    It is in processor time, for busy ones. Only a lost cache takes so long.
    """
    view = middle()
    render.picture(view, size="board")
    times = []
    for _ in range(5):
        begun = process_time()
        render.picture(view, size="board")
        times.append(process_time() - begun)
    assert min(times) < 0.1


def test_kinds_are_told_apart_without_colour() -> None:
    """Shape and letter must be enough: the sprites differ in grey, and as bare outlines."""
    for ground in sorted(set(GROUND.values())):
        grey = {kind: sprite(kind, 42, ground).convert("L") for kind in KINDS}
        for a, b in combinations(KINDS, 2):
            apart = ImageStat.Stat(ImageChops.difference(grey[a], grey[b])).rms[0]
            assert apart > 28, (a, b, apart)
        stacks = {kind: sprite(kind, 42, ground, text="4").convert("L") for kind in KINDS}
        for a, b in combinations(KINDS, 2):
            apart = ImageStat.Stat(ImageChops.difference(stacks[a], stacks[b])).rms[0]
            assert apart > STACKED, (a, b, apart)


@pytest.mark.parametrize("view", [start(), middle(), end(), crowded()])
@pytest.mark.parametrize(
    "lit", [frozenset[str](), frozenset({"andhra"}), frozenset(s.key for s in start().spaces)]
)
def test_alt_text_fits(view: View, lit: frozenset[str]) -> None:
    alt = render.picture(view, lit).alt
    assert 100 < len(alt) <= 1024
    assert alt.endswith((".", "…"))


def test_alt_text_says_first_what_changed() -> None:
    alt = render.picture(middle(), frozenset({"karnataka"})).alt
    first = "Highlighted: Karnataka (Controlled by Vijayanagara): 1 Troop, 5 Rebelling Rajas, 1 Temple. "
    assert alt.startswith(f"{first}The Raya Rides")
    assert "Bahmani Kingdom: 7 VP, 3 Resources, 2 Cavalry, Influence 2, Ineligible." in alt
    assert "Vijayanagara Empire: 12 VP, 9 Resources, 4 Cavalry, Influence 3, Eligible, its turn." in alt
    assert "Left in this block: 3 Events, 1 Mongol Invasion. Left in the deck: 13 cards." in alt


@pytest.mark.parametrize("view", [start(), middle(), end(), crowded()])
def test_text_table_fits_a_phone_and_a_message(view: View) -> None:
    table = render.text_table(view)
    assert max(len(line) for line in table.splitlines()) <= 34
    assert len(table) <= 1980  # a message holds 2000, fences included


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_the_end_without_a_card_and_a_shared_win(size: str) -> None:
    over = replace(end(), card=None, winners=("bahmani", "vijayanagara"))
    alone = replace(over, winners=("bahmani",))
    assert (
        pixels(render.picture(over, size=size)).tobytes()
        != pixels(render.picture(alone, size=size)).tobytes()
    )


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_long_words_stay_in_their_panels(size: str) -> None:
    """An extremely long title, headline and text change nothing outside their panels."""
    view = middle()
    card = replace(
        CARD, title="Interminable " * 20, text=("word " * 400, "Donaudampfschiff" * 30 + " x" * 300)
    )
    long = replace(view, card=card, headline="on and on " * 60)
    change = ImageChops.difference(*(pixels(render.picture(each, size=size)) for each in (view, long)))
    scene = LAYOUT.scenes[size]
    rects = [scene.card.rect, scene.sequence.rect]
    for rect in rects:
        change.paste((0, 0, 0), rect)
    assert change.getbbox() is None


def test_a_card_without_text_and_no_card() -> None:
    bare = replace(start(), card=replace(CARD, text=()))
    none = replace(start(), card=None)
    assert render.picture(bare, size="board").file != render.picture(none, size="board").file


@pytest.mark.parametrize("theme", render.PAINTERS["vijayanagara"].themes)
def test_meeting_points_that_do_not_hold_are_not_marked(theme: str) -> None:
    """1.3.5: the option leaves the bare points out, on the map and in the legend."""
    held, left_out = start(), replace(start(), meeting_points=False)
    change = ImageChops.difference(
        *(pixels(render.picture(view, size="board", theme=theme)) for view in (held, left_out))
    )
    scene = LAYOUT.scenes["board"]
    for name in LAYOUT.map.meeting.points:
        x, y = LAYOUT.map.vertices[name]
        at = round(x * scene.scale) + scene.map[0], round(y * scene.scale) + scene.map[1]
        around = (at[0] - 16, at[1] - 16, at[0] + 16, at[1] + 16)
        assert change.crop(around).getbbox() is not None
        change.paste((0, 0, 0), around)
    assert scene.legend is not None
    change.paste((0, 0, 0), scene.legend.notes)
    assert change.getbbox() is None


def test_the_card_alone_shows_all_of_its_text() -> None:
    """The card grows with the length of its two sides, and nothing is shortened."""
    texts = ("word " * 110, "and more " * 66)
    card = replace(CARD, text=texts, title="A Title as Long as the Deck's File Allows", years="1336 to 1370")
    short = render.picture(start(), size="card")
    long = render.picture(replace(start(), card=card), size="card")
    assert short.width == long.width == 1080
    assert long.height > short.height + 700
    assert "1336 to 1370" in long.alt
    assert short.alt.startswith("Treasure of Devagiri. Event 1. Order: Delhi Sultanate, Bahmani Kingdom")
    assert "Unshaded: Tribute" in short.alt
    assert "Shaded: The treasure" in short.alt


def test_the_number_of_an_answer_has_a_colour_that_no_count_of_pieces_has() -> None:
    """A dark number on a light square looked like 4 Troops."""
    plain, numbered = (
        pixels(render.picture(crowded(), frozenset(SPACES), "map", marks=marks))
        for marks in ((), ("delhi", "malwa"))
    )
    plate = PALETTE.rgb["indigo"]
    assert plate not in {colour for _, colour in plain.getcolors(plain.width * plain.height) or ()}
    assert plate in {colour for _, colour in numbered.getcolors(numbered.width * numbered.height) or ()}


@pytest.mark.parametrize("most", [0.6, 0.3])
def test_a_card_that_is_too_high_for_the_screen_loses_its_head_and_no_text(most: float) -> None:
    """It lost its bottom, and the dark text ended in the middle of a sentence."""
    whole = render.picture(start(), size="card")
    [first] = [row for row in read_texts(draw_card(start())) if row.text.startswith("Tribute from the")]
    cut = render.picture(start(), size="card", most=most)
    assert whole.height > most * whole.width
    assert whole.height - cut.height < first.box[1]
    bottom = (0, whole.height - cut.height, whole.width, whole.height)
    assert pixels(cut).tobytes() == pixels(whole).crop(bottom).tobytes()


def test_a_table_without_a_card_has_a_card_picture() -> None:
    assert render.picture(replace(start(), card=None), size="card").alt == "No card is open."
    assert render.picture(end(), size="card").alt.startswith("Timur Invades Delhi. Timurid Empire.")


def test_the_strip_shows_the_corner_that_changed() -> None:
    before = middle()
    near = put(before, {"karnataka": {"rebelling-rajas": 2}}, {})
    strip = render.picture(near, size="strip", since=before)
    everywhere = render.picture(later(), size="strip", since=before)
    bare = render.picture(before, size="strip")
    assert strip.width == everywhere.width == bare.width == 1080
    assert max(picture.height for picture in (strip, everywhere, bare)) <= 760
    shown = {colour for _, colour in pixels(strip).crop((60, 60, 300, 300)).getcolors(1 << 16) or []}
    assert PALETTE.rgb["saffron"] in shown, "Karnataka's land"
    lit = {colour for _, colour in pixels(everywhere).getcolors(1 << 16) or []}
    assert PALETTE.rgb["saffron"] not in lit, "too much for a piece of the map: only words"
    assert strip.alt.startswith("What happened: ")
    assert bare.alt == render.picture(before).alt


def test_an_animation_tells_each_step() -> None:
    views = [start(), start(), middle(), later(), end()]
    with Image.open(BytesIO(render.animate(views).file)) as animation:
        assert animation.format == "GIF"
        assert getattr(animation, "n_frames") == 5  # noqa: B009 - Image.Image does not declare it
        animation.seek(2)
        step = pixels(render.picture(later(), since=middle(), during=(middle(),)))
        assert ImageChops.difference(animation.convert("RGB"), step).getbbox() is None


def test_an_animation_fits_its_limit() -> None:
    boards = [put(start(), {"delhi": {"troops": number}}, {}) for number in range(1, 30)]
    whole, least = (len(render.animate(views).file) for views in (boards, [boards[0], boards[-1]]))
    half = render.animate(boards, limit=(whole + least) // 2).file
    assert len(half) <= (whole + least) // 2
    with Image.open(BytesIO(half)) as animation:
        assert 5 < getattr(animation, "n_frames") < 28  # noqa: B009
    with pytest.raises(ValueError, match="smallest"):
        render.animate(boards, limit=1000)
    with pytest.raises(ValueError, match="needs a view"):
        render.animate([])
    assert len(render.animate([start(), start()]).file) > 1000, "nothing happened: one frame"


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_no_title_or_text_of_the_deck_is_cut(size: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each card of the built-in deck is tested on every picture of the whole table."""
    cut: list[str] = []

    def watched(text: str, font: Font, room: int) -> str:
        shown = shorten(text, font, room)
        cut.extend([shown] * shown.endswith("…"))
        return shown

    for module in (card_panel, panels):
        monkeypatch.setattr(module, "shorten", watched)
    rules = GAMES["vijayanagara"]
    state: Any = rules.setup(rules.Options())
    for card in state.deck.events:
        state.card = card
        render.picture(rules.view(state, None), size=size)
    assert cut == []


def test_where_the_whole_could_not_be_read_a_band_around_what_is_lit_is_shown() -> None:
    lit = frozenset({"andhra", "tamilakam"})
    whole, band = render.picture(middle(), lit), render.picture(middle(), lit, tallest=0.5)
    assert band.width == 1080
    assert 400 < band.height < 600, "it may be lower, to cut no label, or higher, to cut no panel"
    drawn, shown, tall = pixels(whole), pixels(band), band.height
    tops = [y for y in range(whole.height - tall + 1) if drawn.crop((0, y, 1080, y + tall)) == shown]
    left, top, right, bottom = extent(middle(), lit, "phone") or (0, 0, 0, 0)
    assert tops
    assert tops[0] <= top < bottom <= tops[0] + tall
    assert 0 < left < right < 1080
    first, _, rest = band.alt.partition(". ")
    assert all(named(space) in first for space in lit), "a cut picture says first what is in it"
    assert whole.alt.startswith(rest.removesuffix("…"))
    assert len(band.alt) <= render.ALT


def test_a_band_keeps_to_an_edge_so_that_no_panel_there_is_cut() -> None:
    spaces = frozenset({"delhi", "malwa"})
    whole, band = (pixels(render.picture(middle(), spaces, tallest=room)) for room in (None, 0.7))
    assert whole.crop((0, 0, 1080, band.height)) == band


@pytest.mark.parametrize("room", [0.6, 0.7, 0.85, 1.0])
@pytest.mark.parametrize("space", ["maharashtra", "malwa", "orissa", "tamilakam"])
def test_a_band_cuts_through_no_panel(space: str, room: float) -> None:
    lit = frozenset({space})
    whole, band = render.picture(middle(), lit), render.picture(middle(), lit, tallest=room)
    drawn, shown = pixels(whole), pixels(band)
    tall = band.height
    top = next(y for y in range(whole.height - tall + 1) if drawn.crop((0, y, 1080, y + tall)) == shown)
    for _, first, _, last in list_panels(middle(), None, "phone"):
        assert not first < top < last
        assert not first < top + tall < last
    assert tall <= round(1080 * room)


def test_a_single_card_is_one_card() -> None:
    last = replace(middle(), deck=replace(middle().deck, remaining=1))
    assert "Left in the deck: 1 card." in render.picture(last).alt


def test_a_band_is_as_high_as_what_is_lit_needs_and_the_whole_stays_where_it_can_be_read() -> None:
    spread = frozenset({"punjab", "tamilakam"})
    tall = render.picture(middle(), spread, tallest=0.5)
    assert tall.height > 540
    assert tall.width == 1080, "margins as wide as that would make it too small to be read"
    assert render.picture(middle(), spread, tallest=1.42).height == 1548
    assert render.picture(middle(), tallest=0.5).height == 1548, "nothing is lit"


def test_a_flat_picture_gets_higher_rather_than_leaving_out_a_lit_place() -> None:
    """The preview of an order in Gujarat and Tamilakam showed Gujarat alone."""
    lit = frozenset({"gujarat", "tamilakam"})
    flat = render.picture(middle(), lit, tallest=0.5, most=0.5)
    box = extent(middle(), lit, "phone")
    assert box is not None
    assert flat.width == 1080
    assert flat.height >= box[3] - box[1]
    assert "part of the table: Gujarat, Tamilakam." in flat.alt


def test_a_band_gets_higher_rather_than_cutting_a_panel() -> None:
    """The preview of a Campaign to Andhra ended in the middle of the panel of the deck."""
    lit = frozenset({"delhi", "malwa", "maharashtra", "andhra", "gondwana"})
    whole, band = (render.picture(middle(), lit, tallest=room, most=room) for room in (None, 0.8))
    drawn, shown, tall = pixels(whole), pixels(band), band.height
    top = next(y for y in range(whole.height - tall + 1) if drawn.crop((0, y, 1080, y + tall)) == shown)
    for _, first, _, last in list_panels(middle(), None, "phone"):
        assert not first < top < last
        assert not first < top + tall < last


def test_the_dice_of_a_battle_are_a_panel() -> None:
    """A preview of an order in a battle cut the dice in two."""
    sides = (DiceView("sultanate", (6, 3), (6, 2), 3, 1), DiceView("bahmani", (4, 2), (4, 2), 4, 0))
    fought = replace(middle(), fight=FightView(1, "delhi", sides))
    assert {*list_panels(fought, None, "phone")} - {*list_panels(middle(), None, "phone")} == {
        LAYOUT.scenes["phone"].dice.rect
    }


def test_what_has_changed_is_shown_in_a_band_too() -> None:
    changed = render.find_changed(middle(), later())
    assert changed
    told = render.picture(later(), since=middle(), tallest=0.5)
    assert told.height < 1548
