"""Define the colours: Hampi granite, ivory Goats, ochre Tigers, vermilion and lamp light."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.palette import Palette, Themes, tables

COLOURS: Mapping[str, str] = {
    "ink": "#1f1815",
    "basalt": "#38302b",  # the polished bands above and below the board
    "pit": "#57493d",  # the floor of a carved line
    "deep": "#8a7763",
    "granite": "#b09a80",
    "pale": "#cdb89b",
    "rim": "#eddcc0",  # an edge that the light falls on
    "ivory": "#fbf4e2",
    "fawn": "#dcc48a",
    "horn": "#7b5c3d",
    "ochre": "#e08a24",
    "rust": "#a8500f",
    "white": "#ffffff",
    "vermilion": "#c22d18",
    "lamp": "#ffd95a",
    "iron": "#33414f",
    "steel": "#b9c6d0",
}
RAMPS = (
    ("pit", "deep"),
    ("deep", "granite"),
    ("granite", "pale"),
    ("pale", "rim"),
    ("ink", "pit"),
    ("ink", "deep"),
    ("ink", "granite"),
    ("ink", "pale"),
    ("ink", "rim"),
    ("ink", "ivory"),
    ("ink", "ochre"),
    ("ink", "horn"),
    ("ink", "basalt"),
    ("basalt", "ivory"),
    ("basalt", "ochre"),
    ("basalt", "lamp"),
    ("basalt", "fawn"),
    ("ivory", "fawn"),
    ("ivory", "horn"),
    ("ochre", "rust"),
    ("ochre", "white"),
    ("lamp", "granite"),
    ("lamp", "pale"),
    ("lamp", "deep"),
    ("lamp", "pit"),
    ("lamp", "white"),
    ("vermilion", "granite"),
    ("vermilion", "pale"),
    ("vermilion", "pit"),
    ("vermilion", "white"),
    ("vermilion", "lamp"),
    ("iron", "steel"),
    ("iron", "ochre"),
    ("steel", "ochre"),
    ("iron", "granite"),
    ("iron", "ink"),
)
PALETTE = Palette(COLOURS, RAMPS, steps=4)

# For each theme: the named colours that it replaces. The palette indices of the pixels stay the same.
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#06070a",
        "basalt": "#101318",
        "pit": "#0d1016",
        "deep": "#39434f",
        "granite": "#4c5867",
        "pale": "#5d6b7c",
        "rim": "#8a9bb0",
        "ivory": "#e9dfc8",
        "fawn": "#b3a080",
        "ochre": "#cf7a1c",
        "white": "#efe9dc",
        "lamp": "#f5c542",
        "iron": "#0c0f14",
        "steel": "#93a4b4",
    },
    "contrast": {
        "ink": "#000000",
        "basalt": "#000000",
        "pit": "#000000",
        "deep": "#e2e2de",
        "granite": "#f1f1ed",
        "pale": "#fafaf7",
        "rim": "#ffffff",
        "ivory": "#ffffff",
        "fawn": "#e4dcc8",
        "horn": "#5a3a16",
        "ochre": "#ff9a1f",
        "vermilion": "#c00000",
        "lamp": "#ffd400",
        "iron": "#101820",
        "steel": "#ffffff",
    },
    "print": {
        "basalt": "#4d4640",
        "deep": "#ece7de",
        "granite": "#f7f4ee",
        "pale": "#fdfcf9",
        "rim": "#ffffff",
        "ivory": "#ffffff",
    },
}
TABLES = tables(PALETTE, THEMES)
