"""Define the colours: tesserae of a Hellenistic floor, bronze and silver coins, the four seats."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.palette import Palette, Themes, tables

COLOURS: Mapping[str, str] = {
    "ink": "#1d1410",
    "paper": "#fbf2dc",
    "rubric": "#8c1c13",
    "stone": "#8f8678",
    "lamp": "#ffe07a",
    "glow": "#e2401f",
    "gold": "#d8a23a",
    "ochre": "#8a5a1a",
    "terracotta": "#a8492a",
    "silver": "#d9d6cc",
    "deep": "#174a5e",  # the sea: stones of three shades
    "sea": "#1f5f74",
    "wave": "#2c7487",
    "foam": "#9cc7bd",
    "chart": "#efe6d0",  # letters on the sea
    "umber": "#54361f",  # the line of the coast
    "cream": "#f0e2bf",  # land: stones of three shades
    "straw": "#e4d0a2",
    "tan": "#d5bb84",
    "dust": "#c2a877",  # land outside the game: stones of two shades
    "clay": "#b3966a",
    "road": "#9a6b3c",
    "red": "#a92a20",
    "rose": "#e59a86",
    "blush": "#d67c66",
    "blue": "#23468f",
    "sky": "#9db8e6",
    "azure": "#7797d2",
    "green": "#256b2f",
    "leaf": "#a3cf98",
    "moss": "#7db573",
    "yellow": "#c98d00",
    "lemon": "#ffe089",
    "honey": "#f2c244",
    "white": "#ffffff",
}
RAMPS = (
    ("ink", "paper"), ("ink", "gold"), ("ink", "silver"), ("ink", "lamp"), ("ink", "red"), ("ink", "blue"),
    ("ink", "green"), ("ink", "yellow"), ("ink", "white"), ("ink", "cream"), ("ink", "sea"), ("ink", "wave"),
    ("rubric", "paper"), ("rubric", "lamp"), ("rubric", "silver"), ("rubric", "gold"), ("gold", "ochre"),
    ("gold", "paper"), ("ochre", "paper"), ("white", "red"), ("white", "blue"), ("white", "green"),
    ("paper", "red"), ("paper", "blue"), ("paper", "green"), ("paper", "yellow"), ("silver", "stone"),
    ("paper", "stone"), ("glow", "lamp"), ("glow", "paper"), ("ink", "glow"), ("chart", "deep"),
    ("chart", "sea"), ("terracotta", "paper"), ("terracotta", "gold"), ("ink", "terracotta"),
    ("lamp", "gold"),
)  # fmt: skip
PALETTE = Palette(COLOURS, RAMPS, steps=4)
TINTS: Mapping[str, tuple[str, str, str]] = {  # a seat's own colour, and its tesserae
    "red": ("red", "rose", "blush"),
    "blue": ("blue", "sky", "azure"),
    "green": ("green", "leaf", "moss"),
    "yellow": ("yellow", "lemon", "honey"),
}
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#05070a", "paper": "#cfc5ab", "lamp": "#f0c850", "silver": "#a9a69c", "deep": "#0a1c26",
        "sea": "#0f2733", "wave": "#153441", "foam": "#3f6a6c", "chart": "#b9b09a", "umber": "#120c08",
        "cream": "#5d5440", "straw": "#544b38", "tan": "#4a4130", "dust": "#38311f", "clay": "#30291b",
        "road": "#8a6a45", "rose": "#8d4b3d", "blush": "#7c3c30", "sky": "#4a659c", "azure": "#3d5689",
        "leaf": "#4b7a45", "moss": "#3e6a39", "lemon": "#9a7f35", "honey": "#876c22", "gold": "#b88a2e",
        "white": "#e6dfcf",
    },
    "contrast": {
        "ink": "#000000", "paper": "#ffffff", "rubric": "#a00000", "deep": "#c3d8e2", "sea": "#cfe1ea",
        "wave": "#d9e9f0", "foam": "#3f7f9a", "chart": "#00283a", "umber": "#000000",
        "cream": "#ffffff", "straw": "#fbfbf8", "tan": "#f4f4ef", "dust": "#dcdcd6", "clay": "#d2d2cb",
        "road": "#5b5b5b", "silver": "#f2f2f2",
        "red": "#b00000", "rose": "#ffb3a6", "blush": "#ff8f7d", "blue": "#0033a0", "sky": "#b3ccff",
        "azure": "#86aaff", "green": "#006414", "leaf": "#b0eeb0", "moss": "#7fd880", "yellow": "#b07a00",
        "lemon": "#fff2a8", "honey": "#ffd84a", "gold": "#e8a800", "ochre": "#5a3a00",
    },
    "print": {
        "paper": "#ffffff", "lamp": "#fff3c4", "deep": "#e6eef1", "sea": "#eef4f6", "wave": "#f4f8f9",
        "foam": "#8fb3c0", "chart": "#174a5e", "cream": "#ffffff", "straw": "#fcfaf5",
        "tan": "#f8f4ea", "dust": "#efebe0", "clay": "#eae5d8", "silver": "#f6f5f1", "rose": "#f6d3ca",
        "blush": "#efb9ac", "sky": "#d5e0f5",
        "azure": "#bccdec", "leaf": "#d6ead1", "moss": "#bddcb6", "lemon": "#fff3cf", "honey": "#fbe3a3",
    },
}  # fmt: skip
TABLES: Mapping[str, bytes] = tables(PALETTE, THEMES)
