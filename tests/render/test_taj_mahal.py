"""The pictures of Taj Mahal: approved pictures, their words, and what must be visible."""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from render.games import PAINTERS
from render.kit import numbers
from render.kit.bands import band
from render.kit.canvas import Sheet
from render.kit.language import use_names
from render.kit.pieces import Pieces
from render.kit.shapes import Rect, Spot
from render.kit.written import Written, read_pieces, read_texts
from render.taj_mahal import PAINTER, hand
from render.taj_mahal.draw import extent, list_panels, number_cities
from render.taj_mahal.hand import HEAD, draw_strip
from render.taj_mahal.layout import (
    CITY,
    EDGE,
    LAYOUT,
    LEFT,
    LINE,
    MAP_BOTTOM,
    PLACES,
    RIGHT,
    WIDE,
    cell,
)
from render.taj_mahal.palette import PALETTE
from render.taj_mahal.panels import Pen, lying
from render.taj_mahal.pieces import BANNERS, LETTERS, PALACES, back, card_height, face, symbols_left
from render.taj_mahal.pieces import palace as draw_palace
from render.taj_mahal.words import strip_alt
from rules import taj_mahal
from rules.kernel import Ask, Game, resume, settle, submit
from rules.loading.games import GAMES
from rules.orders.notation import parse
from rules.taj_mahal.board import ALL_CITIES, CITIES, PROVINCES
from rules.taj_mahal.cards import COLOURED, KINDS, SPECIALS
from rules.taj_mahal.description import describe_cards, describe_withdrawal, list_cards
from rules.taj_mahal.digest import write_forecast
from rules.taj_mahal.hidden_cards import sample_state
from rules.taj_mahal.names import name
from rules.taj_mahal.view import View
from tests.games.taj_mahal.table import GAME
from tests.legible import LEAST, find_overlaps, measure_smallest

GOLDEN, DOCS = Path(__file__).parent / "golden", Path(__file__).parents[2] / "docs"
PATCH, FAR = 12, 20  # as in test_golden: pixels square, and how far a patch's mean may stray, of 255
MOMENTS = ("taj-opening", "taj-middle", "taj-late")


@cache
def seen(moment: str, seat: str | None = None, *orders: str) -> View:
    """Return a position of the docs as a seat sees it, after these orders of the asked seats."""
    text = (DOCS / "positions" / f"{moment}.yaml").read_text(encoding="utf-8")
    step = settle(taj_mahal, Game("seed", 50, taj_mahal.dump(taj_mahal.load(text))))
    for order in orders:
        asked = step.live.pending
        assert isinstance(asked, Ask)
        step = submit(taj_mahal, step.game, asked.seat, parse(GAME, step.game, asked.seat, order))
    return taj_mahal.view(resume(taj_mahal, step.game).state, seat)


def pixels(picture: render.Picture) -> Image.Image:
    return Image.open(BytesIO(picture.file)).convert("RGB")


def differing(a: Image.Image, b: Image.Image) -> int:
    """Return the largest difference of two pictures in any patch."""
    assert a.size == b.size
    return max(ImageChops.difference(a, b).convert("L").reduce(PATCH).tobytes())


def check(name: str, picture: render.Picture, rewrite: bool) -> None:
    file = GOLDEN / f"taj-mahal-{name}.png"
    if rewrite:
        with Image.open(BytesIO(picture.file)) as drawn:
            drawn.save(file, optimize=True)
    with Image.open(file) as then:
        assert differing(pixels(picture), then.convert("RGB")) <= FAR, (
            f"{file} is another picture: see both, then `make golden`"
        )


@pytest.mark.parametrize("moment", MOMENTS)
def test_whole_table(moment: str, rewrite: bool) -> None:
    check(moment, render.picture(seen(moment)), rewrite)


@pytest.mark.parametrize("theme", [theme for theme in render.PAINTERS["taj_mahal"].themes if theme != "day"])
def test_themes(theme: str, rewrite: bool) -> None:
    check(f"taj-middle-{theme}", render.picture(seen("taj-middle"), theme=theme), rewrite)


def test_what_happened(rewrite: bool) -> None:
    before = seen("taj-middle", None, "gmc.")
    after = seen("taj-middle", None, "gmc.", "out palace 1, 2 take rvg, yem")
    check("since", render.picture(after, since=before), rewrite)
    alt = render.picture(after, since=before).alt
    assert alt.startswith("Brown won")
    assert all(
        name(city) in alt.partition(" scored ")[0] for city in set(after.palaces) - set(before.palaces)
    )


def test_the_strip_is_enough_after_a_play(rewrite: bool) -> None:
    before, after = seen("taj-middle"), seen("taj-middle", None, "gmc.")
    assert render.small(after, before) == "strip"
    assert render.small(seen("taj-middle", None, "gmc.", "out palace 1, 2 take rvg, yem"), after) is None
    check("strip", render.picture(after, size="strip", since=before), rewrite)
    assert ", ".join(map(name, after.player("blue").table)) in render.picture(after, size="strip").alt


def test_a_seat_that_took_cards_sees_them_in_its_hand() -> None:
    """The preview had shown the map, where nothing had changed."""
    before = seen("taj-middle", "brown", "gmc.")
    player = replace(before.player("brown"), hand={"red-eg": 2})
    players = tuple(player if each.key == "brown" else each for each in before.players)
    after = replace(before, players=players, supply={})
    assert render.small(after, before) == "supply"
    assert render.small(replace(after, viewer=None), replace(before, viewer=None)) is None, "no hand to see"
    assert render.small(replace(after, visit=before.visit + 1), before) is None


def test_the_strip_shows_how_many_cards_of_each_colour_a_seat_has_played() -> None:
    """The last card with its symbols, and the others as backs of their colours, within the row."""
    view = seen("taj-middle", None, "gmc.")
    tables = (
        ("red-ep", "white-e"),
        ("violet-ev", "special-2", "white-v", "violet-gm"),
        (*["green-em"] * 8, "special-2", "white-c", "special-c", "white-e", "green-em"),
        (),
    )
    players = (replace(own, table=held) for own, held in zip(view.players, tables, strict=True))
    sheet = draw_strip(replace(view, players=tuple(players)), None, "day")
    rows = defaultdict[int, list[Written]](list)
    for text in sorted(read_texts(sheet), key=lambda text: text.box[0]):
        row = (text.box[1] - EDGE - HEAD - LAYOUT.table.head) // LAYOUT.table.row
        if row >= 0 and text.box[0] > LEFT + LAYOUT.table.things:
            rows[row].append(text)
    assert max(text.box[2] for row in rows.values() for text in row) < RIGHT
    found = {row: [text.text for text in texts if text.text.isdecimal()] for row, texts in rows.items()}
    assert found == {0: [], 1: ["2"], 2: ["9", "2", "2"]}


@pytest.mark.parametrize("other", ["white-e", "special-e", "special-2", "special-any"])
def test_the_strip_draws_both_cards_of_a_turn_with_their_symbols(other: str) -> None:
    """A special card was drawn large, and the coloured card that it was played with was a small back."""
    view, drawn = seen("taj-middle", None, "gmc."), dict[str, int]()
    for card in ("yellow-em", "red-vg"):
        own = replace(view.players[0], table=(card, other))
        sheet = draw_strip(replace(view, players=(own, *view.players[1:])), None, "day")
        left, top = LEFT + LAYOUT.table.things, EDGE + HEAD + LAYOUT.table.head
        row = sheet.crop((left, top, RIGHT, top + LAYOUT.table.row))
        for kind in (card, other):
            picture = face(kind, LAYOUT.table.symbol, "paper")
            drawn[kind] = sum(
                row.crop((x, y, x + picture.width, y + picture.height)).tobytes() == picture.tobytes()
                for x in range(row.width - picture.width)
                for y in range(row.height - picture.height)
            )
    assert all(n == 1 for n in drawn.values()), drawn


def test_the_sign_of_a_won_province_has_the_outline_of_no_palace() -> None:
    """Without colours, a palace in the octagon looked like a further palace in the province."""

    def outline(pieces: Pieces, seat: str) -> bytes:
        drawn, ground = pieces.sprite(seat, 60, "paper"), PALETTE.rgb["paper"]
        return bytes(drawn.getpixel((x, y)) != ground for x in range(60) for y in range(60))

    banners, palaces = ({outline(each, seat) for seat in LETTERS} for each in (BANNERS, PALACES))
    (banner,) = banners
    for palace in palaces:
        assert sum(one != other for one, other in zip(banner, palace, strict=True)) > 60 * 60 / 10


def test_each_kind_of_card_has_a_back_of_its_own() -> None:
    suits = {kind.partition("-")[0] for kind in KINDS} | {"special"}
    drawn = {back(LAYOUT.table.played, "paper", suit).tobytes() for suit in suits}
    assert len(drawn) == len(suits)


def test_a_withdrawal_that_goes_on_does_not_say_that_nothing_was_won() -> None:
    before, after = seen("taj-middle", None, "gmc."), seen("taj-middle", None, "gmc.", "out")
    tale = PAINTER.tale(after, before)
    assert not tale.deeds.withdrew
    assert strip_alt(after, tale) == strip_alt(after, None)
    later = seen("taj-middle", None, "gmc.", "out palace 1, 2 take rvg, yem")
    assert PAINTER.tale(later, after).deeds.withdrew


def test_the_hand_is_for_its_seat_alone(rewrite: bool) -> None:
    view = seen("taj-middle", "blue")
    own = render.picture(view, size="hand")
    check("hand", own, rewrite)
    player = view.player("blue")
    assert own.alt.startswith(describe_withdrawal(view, player).read(name))
    assert list_cards(player.hand).read(name) in own.alt
    assert hand.playable(player) == ["green-mc"]
    assert hand.leads(view, player, "green-mc") == ["C"]
    assert own.alt.endswith(f"{name('green-mc')} (leads in {name('C')}).")
    gallery = render.picture(seen("taj-middle"), size="hand")
    assert not any(name(card) in gallery.alt for card in player.hand)


def test_the_supply_is_shown_with_the_hand_of_the_viewer_alone() -> None:
    """Another hand of the same seat changes nothing that others see."""
    view = seen("taj-middle", "blue")
    held = list_cards(view.player("blue").hand).read(name)
    assert held in render.picture(view, size="supply").alt
    for other in (None, "maroon"):
        assert held not in render.picture(seen("taj-middle", other), size="supply").alt
    alone = render.picture(seen("taj-middle"), size="supply")
    assert alone.height < render.picture(view, size="supply").height


def test_other_pictures_never_show_a_hand() -> None:
    """A seat's own view gives the same pictures as a spectator's, except those with the hand."""
    own_cards = ("hand", "supply")
    for kind in render.kinds("taj_mahal"):
        own, all_ = (render.picture(seen("taj-middle", seat), size=kind) for seat in ("blue", None))
        assert (own.file == all_.file) == (kind not in own_cards), kind
        assert (own.alt == all_.alt) == (kind not in own_cards), kind
    assert render.text_table(seen("taj-middle", "blue")) == render.text_table(seen("taj-middle"))


def test_buttons_are_numbered_where_they_act(rewrite: bool) -> None:
    view = seen("taj-middle", "blue")
    check("hand-numbers", render.picture(view, size="hand", marks=("green-mc", "withdraw")), rewrite)
    check("province-numbers", render.picture(view, size="province", marks=("kas-1", "kas-2")), rewrite)
    numbered = render.picture(view, size="supply", marks=("red-ep", "red-vg"))
    check("supply-numbers", numbered, rewrite)
    assert numbered.alt.startswith(f"1 {name('red-ep')}, 2 {name('red-vg')}.")
    with pytest.raises(ValueError, match="has no numbers for answers"):
        render.picture(view, size="strip", marks=("red-ep",))


def test_a_question_tells_once_what_a_withdrawal_brings() -> None:
    """The entry of “Withdraw” tells it, so the picture and its alt text don't."""
    view = seen("taj-middle", "blue")
    told = describe_withdrawal(view, view.player("blue")).read(name)
    assert told in render.picture(view, size="hand").alt
    assert told not in render.picture(view, size="hand", marks=("green-mc", "withdraw")).alt


def test_a_special_card_played_last_does_not_hide_what_a_withdrawal_brings() -> None:
    view = seen("taj-late", "blue")
    special, withdrawal, *_ = write_forecast(sample_state(view, lambda _: 0), "blue", None)
    told = describe_withdrawal(view, view.player("blue")).read(name)
    assert told == withdrawal.read(name)
    assert told != special.read(name)


def test_cards_are_counted_alike_in_every_picture() -> None:
    view = seen("taj-late")
    player = max(view.players, key=lambda each: len(each.specials))
    assert player.specials
    drawn = hand.draw_hand(seen("taj-late", player.key), None, "day")
    count = describe_cards(player).read(name)
    assert count in {text.text for text in read_texts(drawn)}
    assert count in strip_alt(view, None)
    assert f"{player.points:>3} {player.cards:>5}" in PAINTERS[view.game].text_table(view)


@pytest.mark.parametrize(("kind", "marks"), [("hand", KINDS), ("supply", KINDS), ("province", ALL_CITIES)])
def test_numbers_are_legible(kind: str, marks: Sequence[str]) -> None:
    """Each province is tested with and without palaces."""
    number = PAINTERS["taj_mahal"].kinds[kind].number
    assert number is not None
    for province in PROVINCES if kind == "province" else ("kas",):
        view = replace(seen("taj-middle", "blue"), province=province)
        here = [mark for mark in marks if kind != "province" or mark.startswith(province)]
        drawn = number(view, tuple(here), "day")
        assert measure_smallest(drawn) >= LEAST
        assert list(find_overlaps(drawn)) == []


@pytest.mark.parametrize("kind", ["hand", "supply"])
def test_a_large_hand_has_no_margins_on_a_full_screen(kind: str) -> None:
    """Cards in rows of seven made a picture that was drawn small, between empty margins."""
    view = seen("taj-middle", "blue")
    held = dict.fromkeys((*COLOURED[:7], *COLOURED[-3:]), 1)
    own = replace(view.player("blue"), hand=held, bound="", table=(), specials=SPECIALS[:3])
    view = replace(view, players=tuple(own if each.key == "blue" else each for each in view.players))
    marks = tuple(hand.playable(own) if kind == "hand" else lying(view))
    most = {"hand": 0.4, "supply": 0.58}[kind]
    picture = render.picture(view, size=kind, marks=marks, most=most)
    assert picture.width == WIDE
    assert picture.height <= most * WIDE
    assert PAINTERS["taj_mahal"].kinds[kind].flat
    for flatten in PAINTERS["taj_mahal"].kinds[kind].flat:
        drawn = flatten(view, marks, "day")
        assert measure_smallest(drawn) >= LEAST
        assert list(find_overlaps(drawn)) == []


@pytest.mark.parametrize("n", [8, 9, 14])
def test_a_hand_of_more_than_a_row_has_large_cards_in_equal_rows_if_there_is_room(
    monkeypatch: pytest.MonkeyPatch, n: int
) -> None:
    """Eight cards made a thin strip of small cards, although two rows of large ones fitted."""
    view = seen("taj-middle", "blue")
    own = replace(view.player("blue"), hand=dict.fromkeys(COLOURED[:n], 1), bound="", table=(), specials=())
    view = replace(view, players=tuple(own if each.key == "blue" else each for each in view.players))
    drawn = list[tuple[float, int]]()
    monkeypatch.setattr(Pen, "card", lambda _pen, _kind, _x, y, wide, *_, **__: drawn.append((y, wide)))
    render.picture(view, size="hand", marks=tuple(hand.playable(own)), most=0.5)
    rows = Counter(drawn[-n:])
    assert {wide for _, wide in rows} == {hand.LARGE.wide}
    assert len(rows) == 2
    assert max(rows.values()) - min(rows.values()) <= 1


def test_no_number_covers_a_symbol_of_its_card_or_reads_as_part_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A plate lay on the symbols of small cards, and "1" beside "+2" read "1+2"."""
    view, cards, plates = (
        seen("taj-middle", "blue"),
        dict[tuple[float, float], tuple[str, int]](),
        list[Rect](),
    )
    own = replace(
        view.player("blue"), hand=dict.fromkeys(KINDS[:10], 1), bound="", specials=SPECIALS, table=()
    )
    view = replace(view, players=tuple(own if each.key == "blue" else each for each in view.players))

    def note(sheet: Sheet, middle: Spot, number: str, size: int) -> None:
        plates.append(numbers.plate(middle, number, size))

    def keep(pen: Pen, kind: str, left: float, top: float, wide: int, *_: object, **__: object) -> None:
        cards[left, top] = kind, wide

    monkeypatch.setattr(hand, "draw_number", note)
    monkeypatch.setattr(Pen, "card", keep)
    chosen = (*KINDS[:10], *SPECIALS)
    for draw, marks in (
        (hand.number_hand, KINDS),
        (hand.flatten_hand, chosen),
        (hand.shrink_hand, chosen),
        (hand.number_supply, lying(view)),
        (hand.flatten_supply, lying(view)),
    ):
        cards.clear()
        plates.clear()
        draw(view, tuple(marks), "day")
        assert plates
        for left, top, right, bottom in plates:
            x, y = max((x, y) for x, y in cards if x <= right and y <= top + 1)
            kind, wide = cards[x, y]
            high_on_special = kind in SPECIALS and bottom <= y + card_height(wide) * 0.5
            assert right <= x + symbols_left(wide) + 1 or high_on_special
            assert left >= EDGE


def test_cards_of_the_supply_are_never_smaller_than_those_of_the_hand(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view, drawn = seen("taj-middle", "blue"), list[tuple[str, int]]()
    monkeypatch.setattr(Pen, "card", lambda _pen, kind, _x, _y, wide, *_, **__: drawn.append((kind, wide)))
    for n in range(1, 10):
        drawn.clear()
        supply = dict.fromkeys(KINDS[-n:], 1)
        hand.flatten_supply(replace(view, supply=supply), tuple(supply), "day")
        of_supply, of_hand = drawn[:n], drawn[n:]
        assert {kind for kind, _ in of_supply} == {*supply}
        assert min(wide for _, wide in of_supply) >= max(wide for _, wide in of_hand)


def test_whoever_chooses_a_card_sees_the_symbols_that_others_show() -> None:
    view = seen("taj-middle", "blue")
    rivals = [each for each in view.players if each.table and not each.is_out]
    alone = replace(view, players=tuple(replace(each, table=()) for each in view.players))
    kind = PAINTERS["taj_mahal"].kinds["hand"]
    for draw in (kind.number, *kind.flat):
        assert rivals
        assert draw is not None
        full, bare = draw(view, ("green-mc",), "day"), draw(alone, ("green-mc",), "day")
        assert full.height > bare.height
    assert all(
        name(each.key) in render.picture(view, size="hand", marks=("green-mc",)).alt for each in rivals
    )


def test_the_map_and_the_table_name_provinces_and_seats_in_the_language_of_the_picture() -> None:
    """The French map said "Kabul", and the question below it "Kaboul"."""
    view = seen("taj-middle")
    games = LocalizedGames(GAMES)
    with speak_within("fr"), use_names(lambda key: games[key].name):
        drawn, table_ = PAINTER.draw(view, frozenset(), "phone", "day"), PAINTER.text_table(view)
    assert name("kab") not in {text.text for text in read_texts(drawn)}
    assert name("maroon") not in table_


def test_pieces_have_the_letters_of_the_names_in_the_language_of_the_picture() -> None:
    """French palaces of "Bordeaux" had "Ma", which is nowhere in a French text."""
    games = LocalizedGames(GAMES)
    english = [draw_palace(seat, 48, "silk").tobytes() for seat in taj_mahal.SEATS]
    for language in ("en", "fr"):
        with speak_within(language), use_names(lambda key: games[key].name):
            letters = [PAINTER.badges[seat].letter for seat in taj_mahal.SEATS]
            drawn = [draw_palace(seat, 48, "silk").tobytes() for seat in taj_mahal.SEATS]
            assert letters == [games["taj_mahal"].name(seat)[:2] for seat in taj_mahal.SEATS]
            assert len({*letters}) == len(letters)
        same = [one == other for one, other in zip(drawn, english, strict=True)]
        assert same == [each == LETTERS[seat] for each, seat in zip(letters, taj_mahal.SEATS, strict=True)]


def test_a_province_that_nothing_joins_is_shown_with_its_neighbours_to_come() -> None:
    view = replace(seen("taj-middle"), province="guj", visit=1)
    marks = CITIES["guj"]
    numbered = number_cities(view, marks, "day")
    ended = number_cities(replace(view, visit=12), marks, "day")
    names = {text.text for text in read_texts(numbered)}
    assert {name(key) for key in ("guj", "agr", "sin", "mal")} <= names
    assert name("agr") not in {text.text for text in read_texts(ended)}


@pytest.mark.parametrize("tall", [0.45, 0.55, 0.75, 1.1])
def test_a_cut_picture_cuts_no_card_of_the_supply(tall: float) -> None:
    """A preview that was cut to its provinces began in the middle of the open cards."""
    view, tops = seen("taj-middle"), set[int]()
    whole, panels = PAINTER.draw(view, frozenset(), "phone", "day"), list_panels(view, None, "phone")
    for province in PROVINCES:
        part = extent(view, frozenset((f"{province}-1",)), "phone")
        assert part is not None
        upper = band(whole, part, round(tall * WIDE), panels).crop((0, 0, WIDE, 60)).tobytes()
        fits = (y for y in range(whole.height) if whole.crop((0, y, WIDE, y + 60)).tobytes() == upper)
        tops.add(next(fits))
    above, below = EDGE + LAYOUT.head.high, EDGE + LAYOUT.head.high + LAYOUT.supply.high
    assert [top for top in tops if above < top < below] == []


def test_the_number_of_a_city_touches_its_city(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only cities with a palace are numbered here, and each palace is noted as a piece of the picture."""
    view, gaps = seen("taj-late", "blue"), list[float]()

    def note(sheet: Sheet, middle: Spot, number: str, size: int) -> None:
        left, top, right, bottom = numbers.plate(middle, number, size)
        gaps.append(
            min(
                max(box[0] - right, left - box[2], box[1] - bottom, top - box[3])
                for box in read_pieces(sheet.image)
            )
        )

    monkeypatch.setattr(sys.modules[number_cities.__module__], "draw_number", note)
    for province in view.provinces:
        built = tuple(city.key for city in province.cities if city.palace or city.crown)
        number_cities(replace(view, province=province.key), built, "day")
    assert len(gaps) > len(view.provinces)
    assert max(gaps) <= 3, "pixels between a number and the nearest city"


def test_close_up(rewrite: bool) -> None:
    check("close-up", render.crop(seen("taj-middle"), "awa"), rewrite)
    alt = render.crop(seen("taj-middle"), "awa").alt
    assert alt.startswith("Awadh: visit 6,")
    assert "Awadh 3: palace of Maroon, crown palace of Blue." in alt


@pytest.mark.parametrize("tallest", [0.3, 0.5, 0.7, 1.0])
@pytest.mark.parametrize("province", PROVINCES)
def test_new_palaces_are_shown_close_up_and_whole(province: str, tallest: float) -> None:
    """4.3: also if there is so little room that a picture of the whole map would be cut through palaces."""
    before = seen("taj-middle")
    city = CITIES[province][-1]
    built = {each: replace(each, palace="gray", crown="gray") for each in before.place(province).cities}
    there = replace(before.place(province), cities=tuple(built.values()))
    provinces = tuple(there if each.key == province else each for each in before.provinces)
    after = replace(before, provinces=provinces)
    tale = PAINTER.tale(after, before)
    assert city in tale.deeds.cities
    assert PAINTER.near is not None
    near = PAINTER.near(after, tale, "day", tallest)
    assert near is not None
    assert all(
        left >= 0 and top >= 0 and right <= near.width and bottom <= near.height
        for left, top, right, bottom in read_pieces(near)
    )
    picture = render.picture(after, since=before, tallest=tallest)
    assert picture.width == near.width <= WIDE
    assert picture.height == near.height <= max(tallest, 0.9) * near.width


@pytest.mark.parametrize("province", PROVINCES)
def test_a_question_about_cities_has_a_low_picture_if_the_screen_has_little_room(province: str) -> None:
    """With the far ends of its roads, the picture was higher than wide and left no room for the question."""
    view = replace(seen("taj-middle", "blue"), province=province)
    picture = render.picture(view, size="province", marks=tuple(CITIES[province]), most=0.7)
    assert picture.height <= 0.7 * picture.width
    free = render.picture(view, size="province", marks=tuple(CITIES[province]))
    assert free.height >= picture.height or free.width == WIDE


def test_palaces_in_several_provinces_are_shown_on_the_map() -> None:
    after = seen("taj-middle")
    provinces = [
        replace(each, cities=tuple(replace(city, palace="") for city in each.cities))
        if each.key in ("lah", "sin")
        else each
        for each in after.provinces
    ]
    before = replace(after, provinces=tuple(provinces))
    assert PAINTER.near is not None
    assert PAINTER.near(after, PAINTER.tale(after, before), "day", 1.0) is None


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_text_table_fits_a_phone(moment: str, rewrite: bool) -> None:
    text = render.text_table(seen(moment)) + "\n"
    file = GOLDEN / f"taj-mahal-{moment}.txt"
    if rewrite:
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text
    assert max(map(len, text.splitlines())) <= 34


def test_sizes() -> None:
    for moment in MOMENTS:
        assert len(render.picture(seen(moment)).file) <= 200 * 1024
        assert len(render.picture(seen(moment)).alt) <= render.ALT
    phone, board = render.picture(seen("taj-middle")), render.picture(seen("taj-middle"), size="board")
    assert (phone.width, board.width) == (1080, 1620)


def test_what_is_not_known_is_named() -> None:
    view = seen("taj-middle")
    for wrong in ("poster",):
        with pytest.raises(KeyError, match=wrong):
            render.picture(view, size=wrong)
    with pytest.raises(KeyError, match="neon"):
        render.picture(view, theme="neon")
    with pytest.raises(KeyError, match="no such city: xyz"):
        render.picture(view, frozenset({"xyz"}))
    with pytest.raises(KeyError, match="no such province: xyz"):
        render.crop(view, "xyz")


def test_no_two_cities_touch_and_all_lie_in_their_province() -> None:
    for (a, (x, y)), (b, (u, v)) in combinations(PLACES.items(), 2):
        assert max(abs(x - u), abs(y - v)) >= CITY + 4, (a, b)
    for province in PROVINCES:
        left, top, right, bottom = cell(province)
        assert 0 < left < right < WIDE
        for city, (x, y) in PLACES.items():
            if city.startswith(province):
                assert left + CITY / 2 < x < right - CITY / 2
                assert top + CITY / 2 < y < bottom - CITY / 2


def test_palaces_are_told_apart_without_colour() -> None:
    """Any two players' palaces differ in shape or letter by much more than a shade of grey."""
    drawn = {
        seat: PALACES.sprite(seat, 48, "silk").convert("L").point(lambda level: 255 * (level > 150))
        for seat in PALACES.designs
    }
    for one, other in combinations(drawn, 2):
        apart = ImageChops.difference(drawn[one], drawn[other]).histogram()[255]
        assert apart > 150, (one, other)


def test_an_animation() -> None:
    views = [seen("taj-middle"), seen("taj-middle", None, "gmc.")]
    animation = render.animate(views)
    assert animation.ending == "gif"
    assert animation.alt.startswith("Step by step. From visit 7 to visit 7.")


@pytest.mark.parametrize("moment", MOMENTS)
def test_cards_lie_in_the_order_of_their_buttons(moment: str) -> None:
    """From left to right and from top to bottom the numbers are 1, 2, 3 ..."""
    text = (DOCS / "positions" / f"{moment}.yaml").read_text(encoding="utf-8")
    step = settle(taj_mahal, Game("seed", 50, taj_mahal.dump(taj_mahal.load(text))))
    asked = step.live.pending
    assert isinstance(asked, Ask)
    view = taj_mahal.view(step.live.state, asked.seat)
    player = next(each for each in view.players if each.key == asked.seat)
    shown = [kind for row in hand.rows(player) for kind in row]
    buttons = [key for key in asked.menu() if key in shown]
    assert buttons
    assert [kind for kind in shown if kind in buttons] == buttons
    assert lying(view) == [kind for kind in KINDS if kind in view.supply]


def test_margins_have_another_colour_than_the_frame() -> None:
    """A frame's colour would make thick bars at both sides of a picture that got margins."""
    whole = render.picture(seen("taj-middle"))
    wide = pixels(render.picture(seen("taj-middle"), tallest=0.97 * whole.height / whole.width))
    assert wide.width > whole.width
    assert wide.getpixel((0, 0)) != pixels(whole).getpixel((0, 0))


@pytest.mark.parametrize("room", [0.9, 1.0, 1.1, 1.2, 1.3])
def test_a_cut_picture_never_ends_just_below_the_head_of_the_table(room: float) -> None:
    view = seen("taj-middle")
    whole, part = (pixels(render.picture(view, frozenset({"ajm-1"}), tallest=high)) for high in (None, room))
    tops = range(whole.height - part.height + 1)
    top = next(y for y in tops if whole.crop((0, y, whole.width, y + part.height)) == part)
    head = MAP_BOTTOM + LINE
    assert not head < top + part.height < head + LAYOUT.table.head + LAYOUT.table.row
