"""The helpers: distinct colours in palettes, texts within their room, files."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageDraw

from render.kit import canvas
from render.kit.canvas import Font, Sheet, finish, lines, png, shorten, width
from render.kit.palette import Palette, _look_up, mix
from render.vijayanagara.palette import COLOURS, PALETTE, THEMES
from tests.render.eyes import contrast

FONT = Font("DurbarSans-Regular", 20)


def test_matching_keeps_every_named_colour() -> None:
    """A named colour in the painting is the same colour in the file, in every theme."""
    for name in COLOURS:
        tile = PALETTE.match(Image.new("RGB", (1, 1), PALETTE.rgb[name]))
        assert tile.getpixel((0, 0)) == PALETTE[name], name


def test_matching_can_keep_to_what_was_painted() -> None:
    """A mix of two colours may look like a step between two others, which must not be used."""
    palette = Palette({"a": "#000000", "b": "#ffffff", "c": "#808000", "d": "#8080ff"}, [("c", "d")], steps=1)
    mixed = Image.new("RGB", (1, 1), (0x80, 0x80, 0x80))
    assert palette.match(mixed).getpixel((0, 0)) == 4, "the step between c and d"
    assert palette.match(mixed, frozenset("abc")).getpixel((0, 0)) == palette["c"]


def test_what_matching_has_found_is_kept_for_one_thread_alone() -> None:
    """Pillow writes into the palette's image while other threads run."""
    first = _look_up(PALETTE.plain, 1)
    assert _look_up(PALETTE.plain, 1) is first
    assert _look_up(PALETTE.plain, 2) is not first
    picture = Image.linear_gradient("L").convert("RGB")
    assert PALETTE.match(picture).tobytes() == PALETTE.match(picture).tobytes()


@pytest.mark.parametrize("corner", [(40, 30), (-90, -35), (130, 120)])
def test_masks_are_blended_in_strips_as_they_would_be_whole(
    corner: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = []
    for strip in (7, 1000):
        monkeypatch.setattr(canvas, "STRIP", strip)
        sheet = Sheet(PALETTE, Image.linear_gradient("L").point([PALETTE["sea"], PALETTE["paper"]] * 128))
        layers = []
        for colour, thick in (("ink", 15), ("paper", 7)):
            mask = Image.new("L", (600, 500))
            ImageDraw.Draw(mask).line((30, 40, 500, 450), fill=255, width=thick * 3)
            layers.append((colour, mask.reduce(3)))
        before = sheet.image.tobytes()
        sheet.blend(layers, *corner)
        assert sheet.image.tobytes() != before
        drawn.append(sheet.image.tobytes())
    assert drawn[0] == drawn[1]


def test_letters_take_the_steps_between_ink_and_ground() -> None:
    """So the steps are in order in another theme with other colours too."""
    among = {PALETTE["paper"], PALETTE["ink"]} | {
        PALETTE.nearest(mix(PALETTE.rgb["paper"], PALETTE.rgb["ink"], part / 3)) for part in (1, 2)
    }
    ramp = PALETTE.ramp("paper", "ink", 16)
    assert (ramp[0], ramp[-1]) == (PALETTE["paper"], PALETTE["ink"])
    assert set(ramp) == among
    assert len(PALETTE.ramp("sea", "gold", 5)) == 5, "whatever there is"


def test_colours_too_much_alike_are_refused() -> None:
    with pytest.raises(ValueError, match="snow and milk are too much alike"):
        Palette({"snow": "#ffffff", "milk": "#fefefa"}, ())


def test_a_palette_holds_256_colours() -> None:
    with pytest.raises(ValueError, match="256"):
        Palette({f"{n}": f"#{n % 17 * 15:02x}{n // 17 * 15:02x}00" for n in range(17 * 17)}, ())


def test_themes_change_colours_that_exist() -> None:
    for name, theme in THEMES.items():
        assert set(theme) <= set(COLOURS), name
        assert len(PALETTE.table(theme)) == 3 * len(PALETTE)


@pytest.mark.parametrize("theme", THEMES)
def test_words_stand_out_from_their_ground(theme: str) -> None:
    """The contrast of letters to each ground is at least 4.5 to 1 (WCAG AA), in every theme."""
    colours = {**COLOURS, **THEMES[theme]}
    pairs = [(ink, ground) for ink in ("ink", "rubric") for ground in ("paper", "parchment", "open", "lamp")]
    pairs += [
        ("ink", ground) for ground in ("clay", "capital", "verdigris", "saffron", "shade", "grey", "yellow")
    ]
    pairs += [("white", piece) for piece in ("black", "teal", "red")]
    weak = {pair: ratio for pair in pairs if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < 4.5}
    assert not weak


def test_a_drawn_sheet_comes_back_from_its_file() -> None:
    sheet = Sheet(PALETTE, Image.new("L", (40, 30), PALETTE["sea"]))
    sheet.rectangle((5, 5, 20, 20), "teal")
    end = sheet.text(22, 15, "I", FONT, "paper", "sea")
    assert end == 22 + width("I", FONT)
    with Image.open(BytesIO(png(finish(sheet, PALETTE.table())))) as read:
        assert read.mode == "P"
        colours = read.convert("RGB")
    assert colours.getpixel((10, 10)) == PALETTE.rgb["teal"]
    assert colours.getpixel((0, 0)) == PALETTE.rgb["sea"]


def test_text_is_broken_at_spaces() -> None:
    assert list(lines("one two three four", FONT, width("one two", FONT))) == ["one two", "three", "four"]
    assert list(lines("", FONT, 100)) == []


def test_text_is_shortened_to_its_room() -> None:
    short = shorten("one two three", FONT, width("one two", FONT))
    assert short.endswith("…")
    assert width(short, FONT) <= width("one two", FONT)
    assert shorten("one", FONT, 500) == "one"
