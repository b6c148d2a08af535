"""Define the colours: garden beds and water, inlaid white marble, the pigments of Mughal miniatures."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.palette import Palette, Themes, tables

COLOURS: Mapping[str, str] = {
    "ink": "#26201c",
    "paper": "#fbf6ea",  # white marble
    "rubric": "#a3261c",
    "stone": "#a39a8c",
    "lamp": "#ffe27a",
    "glow": "#e2461f",
    "gold": "#d9a63a",
    "ochre": "#a8741f",
    "veil": "#e4dccb",  # marble in the shade: seats that withdrew, unplayable cards
    "meadow": "#b4ca8c",  # a bed that waits for its visit
    "grass": "#8fae68",
    "leaf": "#47773f",
    "sun": "#f6dc8c",  # the bed of the current visit
    "fallow": "#d9cdb0",  # a bed that was visited
    "water": "#6fb0bd",
    "deep": "#3b7f92",
    "foam": "#b9dde0",
    "edge": "#8c6a48",
    "sandstone": "#c4583c",
    "brick": "#8a3324",
    "lapis": "#2c4a8c",
    "rose": "#e0788a",
    "white": "#ffffff",
    "maroon": "#7a1f3d",
    "blue": "#2f6fc4",
    "brown": "#6b4423",
    "gray": "#6f7780",
    "tan": "#e3c08f",
    "red": "#d2372c",
    "yellow": "#f4c62e",
    "green": "#4f9a4c",
    "violet": "#80509e",
    "orange": "#ee8b28",
    "silk": "#f3ead4",
}
LIGHT = ("paper", "veil", "sun", "meadow", "fallow", "lamp", "silk")
RAMPS = (
    *((ground, "ink") for ground in LIGHT),
    *((seat, ink) for seat in ("maroon", "blue", "brown", "gray") for ink in ("white", "ink")),
    ("tan", "ink"),
    ("paper", "rubric"),
    ("lamp", "rubric"),
    ("paper", "stone"),
    ("veil", "stone"),
    ("paper", "gold"),
    ("paper", "lapis"),
    ("paper", "leaf"),
    ("paper", "sandstone"),
    ("gold", "ink"),
    ("meadow", "grass"),
    ("meadow", "leaf"),
    ("sun", "gold"),
    ("sun", "leaf"),
    ("sun", "glow"),
    ("fallow", "stone"),
    ("fallow", "edge"),
    ("meadow", "edge"),
    ("sun", "edge"),
    ("paper", "edge"),
    ("water", "deep"),
    ("water", "foam"),
    ("water", "edge"),
    ("water", "paper"),
    ("sandstone", "brick"),
    ("sandstone", "paper"),
    ("brick", "ink"),
    ("rose", "meadow"),
    ("rose", "white"),
    ("lapis", "gold"),
    ("lapis", "white"),
    *((card, ink) for card in ("red", "yellow", "green", "violet", "orange") for ink in ("ink", "white")),
    ("lamp", "glow"),
)
PALETTE = Palette(COLOURS, RAMPS, steps=3)

# For each theme: the named colours that it replaces. The palette indices of the pixels stay the same.
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#0b0d12", "paper": "#b9b6ad", "veil": "#8d8a82", "meadow": "#7f9a6a", "grass": "#5f7a4c",
        "leaf": "#27401f", "sun": "#a98f4a", "fallow": "#989080", "water": "#27525e", "deep": "#173641",
        "foam": "#4b7d87", "edge": "#3d2f22", "silk": "#aaa595", "lamp": "#e0b94a",
        "white": "#e6e2d6", "stone": "#5d5850", "lapis": "#1c2f5e", "rose": "#a8566a", "tan": "#b6976a",
    },
    "contrast": {
        "ink": "#000000", "paper": "#ffffff", "veil": "#ececec", "meadow": "#e8f3dc", "grass": "#d4e6c2",
        "leaf": "#1d4d18", "sun": "#fff2a8", "fallow": "#dcdcdc", "water": "#c6e4f2", "deep": "#5d9ab8",
        "foam": "#e6f5fb", "edge": "#000000", "silk": "#f8f8f4", "stone": "#6b6b6b",
        "glow": "#c00000", "rubric": "#a00000", "maroon": "#6a0026", "blue": "#0047b3", "brown": "#4a2400",
        "gray": "#4a4f55", "tan": "#f4cf93",
    },
    "print": {
        "paper": "#ffffff", "veil": "#f1eee6", "meadow": "#f0f6e6", "grass": "#dfead0", "sun": "#fff4cc",
        "fallow": "#f2eee4", "water": "#e4f1f4", "deep": "#a9cbd3", "foam": "#f4fafb",
        "silk": "#fcfaf4",
    },
}  # fmt: skip
TABLES = tables(PALETTE, THEMES)
