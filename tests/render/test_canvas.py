"""The helpers: palettes that mistake no colour for another, text in the room it has, files."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image

from render.canvas import Font, Palette, Sheet, finish, lines, png, rgb, shorten, width
from render.vijayanagara.palette import COLOURS, PALETTE, THEMES

FONT = Font("DurbarSans-Regular", 20)


def test_matching_keeps_every_named_colour() -> None:
    """What is painted in a named colour has that colour in the file, in every theme."""
    for name in COLOURS:
        tile = PALETTE.match(Image.new("RGB", (1, 1), PALETTE.rgb[name]))
        assert tile.getpixel((0, 0)) == PALETTE[name], name


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
    """At least 4.5 to 1 (WCAG AA) between the letters and each ground they stand on, in every theme."""
    colours = {**COLOURS, **THEMES[theme]}
    pairs = [(ink, ground) for ink in ("ink", "rubric") for ground in ("paper", "parchment", "open", "lamp")]
    pairs += [
        ("ink", ground) for ground in ("clay", "capital", "verdigris", "saffron", "shade", "grey", "yellow")
    ]
    pairs += [("white", piece) for piece in ("black", "teal", "red")]
    weak = {pair: ratio for pair in pairs if (ratio := contrast(colours[pair[0]], colours[pair[1]])) < 4.5}
    assert not weak


# Machado, Oliveira and Fernandes (2009), severity 1: what is left of red, green and blue.
BLINDNESS = {
    "protanopia": (0.152, 1.053, -0.205, 0, 0.115, 0.786, 0.099, 0, -0.004, -0.048, 1.052, 0),
    "deuteranopia": (0.367, 0.861, -0.228, 0, 0.280, 0.673, 0.047, 0, -0.012, 0.043, 0.969, 0),
    "tritanopia": (1.256, -0.077, -0.179, 0, -0.078, 0.931, 0.148, 0, 0.005, 0.691, 0.304, 0),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eye", BLINDNESS)
def test_factions_keep_their_colours_apart_for_every_eye(eye: str, theme: str) -> None:
    colours = {**COLOURS, **THEMES[theme]}
    for group in (("grey", "black", "teal", "yellow", "red"), ("open", "verdigris", "saffron", "shade")):
        seen = {
            name: Image.new("RGB", (1, 1), colours[name]).convert("RGB", BLINDNESS[eye]).tobytes()
            for name in group
        }
        for a, b in combinations(group, 2):
            apart = sum((x - y) ** 2 for x, y in zip(seen[a], seen[b], strict=True)) ** 0.5
            assert apart >= (30 if group[0] == "grey" else 18), (a, b, apart)


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours as WCAG 2 defines it."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    parts = [part / 255 for part in rgb(colour)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


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
