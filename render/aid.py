"""Draw the player aid as a picture: one column of words, legible on a phone and on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PIL import Image

from render.kit.canvas import Drawn, Font, Sheet, finish, lines, width
from render.kit.palette import Palette, tables
from rules.lessons.aid import Chapter

COLOURS: Mapping[str, str] = {
    "ink": "#241a13",
    "paper": "#faf3e0",
    "rubric": "#8f1f14",
    "gold": "#d9a441",
    "stone": "#8a7763",
}
PALETTE = Palette(
    COLOURS, [("ink", "paper"), ("rubric", "paper"), ("gold", "paper"), ("stone", "paper")], steps=5
)
THEMES: Mapping[str, Mapping[str, str]] = {
    "day": {},
    "night": {"paper": "#1c1a18", "ink": "#efe6d4", "rubric": "#ffb089", "stone": "#a3968a"},
    "contrast": {"paper": "#ffffff", "ink": "#000000", "rubric": "#a00000", "stone": "#404040"},
    "print": {"paper": "#ffffff"},
}
TABLES = tables(PALETTE, THEMES)
WIDE, EDGE, INDENT = 1080, 44, 26  # pixels, the same as on the boards for phones
TITLE, CHAPTER = Font("Yrsa-Bold", 54), Font("Yrsa-Bold", 42)
HEAD, BODY = Font("DurbarSans-CondensedBold", 36), Font("DurbarSans-Condensed", 36)
STEP = 46  # pixels from line to line


def draw(title: str, chapters: Sequence[Chapter], theme: str = "day") -> Drawn:
    """Draw a sheet of the aid. Raises `KeyError` for an unknown theme."""
    table = TABLES[theme]
    rows = list(_rows(title, chapters))
    high = rows[-1][1] + EDGE + 20
    sheet = Sheet(PALETTE, Image.new("L", (WIDE, high), PALETTE["paper"]))
    sheet.rectangle((10, 10, WIDE - 10, high - 10), None, "gold", 4)
    for x, y, text, font, ink in rows:
        if ink == "gold":
            sheet.rectangle((EDGE, y, WIDE - EDGE, y + 3), "gold")
        else:
            sheet.text(x, y, text, font, ink, "paper")
    return finish(sheet, table)


def _rows(title: str, chapters: Sequence[Chapter]) -> list[tuple[int, int, str, Font, str]]:
    """Return each line as (left x, middle y, words, font, colour).

    For a gold stroke, y is the top of the stroke and not its middle.
    """
    found = [(EDGE, 66, title, TITLE, "ink")]
    y = 112
    for chapter in chapters:
        found += [(EDGE, y, "", BODY, "gold"), (EDGE, y + 40, chapter.title, CHAPTER, "rubric")]
        y += 96
        for item in chapter.items:
            head = f"{item.title}  "
            room = WIDE - 2 * EDGE - INDENT
            found.append((EDGE, y, head.rstrip(), HEAD, "ink"))
            if item.number:
                found.append((EDGE + width(head, HEAD), y, item.number, BODY, "stone"))
            y += STEP
            for line in lines(" ".join(item.text.split()), BODY, room):
                found.append((EDGE + INDENT, y, line, BODY, "ink"))
                y += STEP
            y += 12
        y += 12
    return [*found, (EDGE, y, "", BODY, "paper")]
