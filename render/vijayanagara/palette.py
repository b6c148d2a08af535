"""The colours: a Deccan manuscript's parchment, indigo, ochre, terracotta and verdigris."""

from __future__ import annotations

from collections.abc import Mapping

from render.canvas import Palette

COLOURS: Mapping[str, str] = {
    "ink": "#2b1d16",
    "paper": "#f9f0dc",
    "parchment": "#f1e2be",  # land that pays tribute
    "open": "#fff8ea",  # independent land that nobody Controls
    "clay": "#dcb98a",  # the Mongol Invasion Regions
    "capital": "#e6cf9f",  # Delhi
    "beyond": "#c9ad80",  # land outside the game
    "ridge": "#a9855a",
    "slope": "#b98d62",  # the Vindhya Range
    "sea": "#2c4a78",
    "wave": "#466593",
    "ochre": "#b9822f",
    "terracotta": "#a4452c",
    "rubric": "#a3281e",
    "gold": "#e0a526",
    "grey": "#bcb7ae",
    "stone": "#5d5a58",
    "black": "#141214",
    "white": "#ffffff",
    "teal": "#13807f",
    "verdigris": "#c7e3da",
    "yellow": "#f4bd1c",
    "saffron": "#f9e29a",
    "amber": "#c98a0b",
    "red": "#b3211f",
    "glow": "#e4502a",
    "shade": "#dcd4c6",
    "lamp": "#fff6c9",
}

_GROUNDS = ("paper", "parchment", "open", "clay", "capital", "verdigris", "saffron", "shade", "lamp")
RAMPS = (
    *((ground, ink) for ground in _GROUNDS for ink in ("ink", "rubric")),
    *(
        ("ink", colour)
        for colour in ("grey", "teal", "yellow", "red", "white", "gold", "sea", "beyond", "slope")
    ),
    *(("white", colour) for colour in ("teal", "red", "black", "stone", "terracotta")),
    *(("paper", colour) for colour in ("sea", "teal", "glow", "amber", "terracotta")),
    *(("parchment", colour) for colour in ("sea", "terracotta", "ochre", "glow")),
    *(("verdigris", colour) for colour in ("teal", "terracotta", "glow")),
    *(("saffron", colour) for colour in ("amber", "terracotta", "glow")),
    *(("clay", colour) for colour in ("terracotta", "glow")),
    ("sea", "wave"),
    ("sea", "terracotta"),
    ("beyond", "ridge"),
    ("beyond", "terracotta"),
    ("slope", "terracotta"),
)
PALETTE = Palette(COLOURS, RAMPS, steps=4)

# What another light changes: the picture stays the same, only its palette is another.
THEMES: Mapping[str, Mapping[str, str]] = {
    "day": {},
    "night": {
        "ink": "#f0e6d0",
        "paper": "#262119",
        "parchment": "#3b3326",
        "open": "#4d4639",
        "clay": "#33281b",
        "capital": "#483b25",
        "beyond": "#221c15",
        "ridge": "#3b3124",
        "slope": "#4b3a28",
        "sea": "#0e1a2e",
        "wave": "#1b2c49",
        "terracotta": "#c4684b",
        "rubric": "#ff9d7c",
        "grey": "#5d5953",
        "stone": "#b1aaa0",
        "black": "#000000",
        "verdigris": "#12433f",
        "yellow": "#876000",
        "saffron": "#54430f",
        "shade": "#2d2b29",
        "lamp": "#51430f",
    },
    "contrast": {
        "ink": "#000000",
        "paper": "#ffffff",
        "parchment": "#fdfdf8",
        "open": "#ffffff",
        "clay": "#d9d9d4",
        "capital": "#efefe8",
        "beyond": "#b9b9b4",
        "ridge": "#8a8a86",
        "slope": "#777772",
        "sea": "#16307a",
        "wave": "#2a4494",
        "terracotta": "#1a1010",
        "rubric": "#8f0000",
        "grey": "#cfcfcf",
        "stone": "#2e2e2e",
        "black": "#000000",
        "teal": "#005c5c",
        "verdigris": "#a9ece4",
        "yellow": "#ffd000",
        "saffron": "#ffef9a",
        "amber": "#9a6400",
        "red": "#b80000",
        "glow": "#e00000",
        "shade": "#c8c8c4",
        "lamp": "#ffff9e",
    },
    "print": {
        "paper": "#ffffff",
        "parchment": "#fdfaf2",
        "open": "#ffffff",
        "clay": "#ece6da",
        "capital": "#f3ecdc",
        "beyond": "#f0ede6",
        "ridge": "#d8d2c6",
        "slope": "#cfc4b4",
        "sea": "#ffffff",
        "wave": "#d3dbe8",
        "shade": "#d6d0c4",
    },
}
TABLES: Mapping[str, bytes] = {name: PALETTE.table(theme) for name, theme in THEMES.items()}

FACTION_COLOUR = {"sultanate": "black", "bahmani": "teal", "vijayanagara": "yellow", "mongols": "red"}
FACTION_LETTER = {"sultanate": "S", "bahmani": "B", "vijayanagara": "V", "mongols": "M"}
GROUND = {  # what a space's land is painted with, by its status or, where it has none, its type
    "tributary": "parchment",
    "uncontrolled": "open",
    "sultanate": "shade",
    "bahmani": "verdigris",
    "vijayanagara": "saffron",
    "region": "clay",
    "delhi": "capital",
}
BAND = {"sultanate": "stone", "bahmani": "teal", "vijayanagara": "amber"}  # the inner edge of Controlled land
