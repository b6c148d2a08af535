"""Texts in other scripts: each letter in a font that has it, shaped, nothing lost."""

from __future__ import annotations

import pytest
from PIL import Image, features

from render.kit.canvas import Font, Sheet, load, missing, width, write
from render.kit.palette import Palette
from render.kit.scripts import list_scripts, split
from render.kit.written import read_texts

FONT = Font("DurbarSans-Bold", 44)
PALETTE = Palette({"ink": "#000000", "paper": "#ffffff"}, [("ink", "paper")])
TEXTS = {
    "Devanagari": "विजयनगर", "Tamil": "விஜயநகரம்", "Telugu": "విజయనగరం", "Kannada": "ವಿಜಯನಗರ",
    "Bengali": "বিজয়", "Gujarati": "વિજય", "Gurmukhi": "ਵਿਜੈ", "Malayalam": "വിജയം", "Oriya": "ବିଜୟ",
    "Sinhala": "විජය", "Arabic": "سلطنت", "Hebrew": "דלהי", "GreekCyrillic": "Δελχί",
}  # fmt: skip


@pytest.mark.parametrize(("script", "text"), TEXTS.items(), ids=TEXTS)
def test_a_script_is_drawn_in_its_own_font(script: str, text: str) -> None:
    assert missing(text, FONT) == frozenset()
    assert {face for face, _ in split(text, FONT.face)} == {f"scripts/NotoSans{script}"}
    sheet = Sheet(PALETTE, Image.new("L", (600, 90), PALETTE["paper"]))
    after = sheet.text(20, 45, text, FONT, "ink", "paper")
    assert after == 20 + width(text, FONT)
    assert len(sheet.image.getcolors() or ()) > 2


def test_every_font_has_its_text_here() -> None:
    assert set(list_scripts()) == {f"scripts/NotoSans{script}" for script in TEXTS}


def test_a_text_in_two_scripts_keeps_its_letters_and_its_order() -> None:
    text = "Delhi: दिल्ली, 2 Troops"
    parts = list(split(text, FONT.face))
    assert "".join(part for _, part in parts) == text
    assert [face for face, _ in parts] == [FONT.face, "scripts/NotoSansDevanagari", FONT.face]


def test_our_own_letters_stay_in_our_own_font() -> None:
    text = "Taj Mahal – 3 étoiles"
    assert list(split(text, FONT.face)) == [(FONT.face, text)]
    assert width(text, FONT) == round(load(FONT).getlength(text))


def test_letters_are_shaped() -> None:
    """A vowel sign is drawn before its letter though it is spoken after it, and two letters become one."""
    assert features.check("raqm"), "Pillow's own wheels have it"
    assert width("क्ष", FONT) < width("क", FONT) + width("ष", FONT)


@pytest.mark.parametrize("anchor", ["ls", "ms", "rs", "mm"])
def test_a_tile_is_written_from_its_anchor(anchor: str) -> None:
    image = Image.new("L", (900, 120))
    write(image, (450, 70), "Delhi दिल्ली", FONT, 255, anchor)
    (text,) = read_texts(image)
    left, _, right, _ = text.box
    long = width("Delhi दिल्ली", FONT)
    start = {"l": 450.0, "m": 450 - long / 2, "r": 450.0 - long}[anchor[0]]
    assert (left, right) == pytest.approx((start, start + long), abs=6)
