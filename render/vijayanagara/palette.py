"""Define the colours of a Deccan manuscript: parchment, indigo, ochre, terracotta and verdigris."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.palette import Palette, Themes, tables

COLOURS: Mapping[str, str] = {
    "ink": "#2b1d16",
    "paper": "#f9f0dc",
    "parchment": "#f1e2be",  # land that pays tribute
    "open": "#fff8ea",  # independent land that nobody Controls
    "clay": "#dcb98a",  # the Mongol Invasion Regions
    "capital": "#e6cf9f",  # Delhi
    "beyond": "#c9ad80",  # land outside the game
    "dune": "#d6be98",  # the lighter hills outside the game
    "fell": "#bb9a6e",  # the darker hills outside the game
    "leaf": "#8f8a52",
    "ridge": "#a9855a",
    "slope": "#b98d62",  # the Vindhya Range
    "sea": "#2c4a78",
    "swell": "#355480",
    "indigo": "#253f6a",  # the band of an Event card; unlike the sea, it stays dark in the theme for printing
    "russet": "#8f3f24",  # the band of a Succession card
    "wave": "#466593",
    "river": "#4f7fb5",
    "ochre": "#b9822f",
    "terracotta": "#a4452c",
    "rubric": "#84190f",
    "gold": "#e0a526",
    "grey": "#a39d92",
    "stone": "#504d4b",
    "black": "#141214",
    "white": "#ffffff",
    "teal": "#10797a",
    "verdigris": "#93d2c1",
    "tide": "#1a877e",
    "yellow": "#f4bd1c",
    "saffron": "#f3d069",
    "amber": "#c98a0b",
    "red": "#a71c1a",
    "glow": "#e4502a",
    "shade": "#bcb19f",
    "lamp": "#fff6c9",
}

_GROUNDS = ("paper", "parchment", "open", "clay", "capital", "verdigris", "saffron", "shade", "lamp")
RAMPS = (
    *((ground, ink) for ground in _GROUNDS for ink in ("ink", "rubric")),
    *(
        ("ink", colour)
        for colour in ("grey", "teal", "yellow", "red", "white", "gold", "sea", "beyond", "slope")
    ),
    *(("white", colour) for colour in ("teal", "red", "black", "stone", "terracotta", "indigo", "russet")),
    *(("stone", colour) for colour in ("shade", "terracotta")),
    *((ground, "stone") for ground in ("paper", "lamp", "parchment", "open", "verdigris", "saffron")),
    *(("paper", colour) for colour in ("sea", "teal", "glow", "amber", "terracotta")),
    *(("parchment", colour) for colour in ("terracotta", "ochre", "glow")),
    *(("verdigris", colour) for colour in ("tide", "terracotta", "glow")),
    *(("saffron", colour) for colour in ("amber", "terracotta", "glow")),
    *(("clay", colour) for colour in ("terracotta", "glow")),
    *((ground, "river") for ground in ("parchment", "open", "verdigris", "saffron", "shade", "clay")),
    *((ground, "ridge") for ground in ("parchment", "open", "verdigris", "saffron", "shade")),
    ("ink", "glow"),
    ("sea", "wave"),
    ("sea", "terracotta"),
    *((ground, "ridge") for ground in ("beyond", "dune", "fell")),
    ("gold", "sea"),
    ("slope", "ink"),
    ("beyond", "terracotta"),
    ("slope", "terracotta"),
)
PALETTE = Palette(COLOURS, RAMPS, steps=2)

# For each theme: the named colours that it replaces. The palette indices of the pixels stay the same.
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#fbf2de",
        "paper": "#262119",
        "parchment": "#393226",
        "open": "#4f483c",
        "clay": "#33281b",
        "capital": "#483b25",
        "beyond": "#221c15",
        "dune": "#2a231a",
        "fell": "#1c1711",
        "leaf": "#34371f",
        "ridge": "#3b3124",
        "slope": "#4b3a28",
        "sea": "#0e1a2e",
        "swell": "#132239",
        "indigo": "#15294a",
        "russet": "#74351f",
        "wave": "#1b2c49",
        "river": "#3a6596",
        "terracotta": "#c4684b",
        "rubric": "#ffbda6",
        "grey": "#5c5751",
        "stone": "#beb7ac",
        "black": "#000000",
        "verdigris": "#0e4a45",
        "tide": "#1e8c83",
        "yellow": "#866500",
        "saffron": "#6a5200",
        "shade": "#23211f",
        "lamp": "#51430f",
        "glow": "#ff6f45",
        "teal": "#0a4546",
        "red": "#600b0a",
        "amber": "#d08a10",
    },
    "contrast": {
        "ink": "#000000",
        "paper": "#ffffff",
        "parchment": "#eceae2",
        "open": "#ffffff",
        "clay": "#d9d9d4",
        "capital": "#efefe8",
        "beyond": "#b9b9b4",
        "dune": "#c6c6c1",
        "fell": "#adada8",
        "leaf": "#8f9484",
        "ridge": "#8a8a86",
        "slope": "#777772",
        "sea": "#16307a",
        "swell": "#1c3884",
        "indigo": "#102868",
        "russet": "#6e2010",
        "wave": "#2a4494",
        "river": "#4a66c0",
        "terracotta": "#1a1010",
        "rubric": "#8f0000",
        "grey": "#a9a9a9",
        "stone": "#2e2e2e",
        "black": "#000000",
        "teal": "#004c4c",
        "verdigris": "#8fe2d6",
        "tide": "#006058",
        "yellow": "#ffd000",
        "saffron": "#ffe05c",
        "amber": "#ad7400",
        "red": "#c40000",
        "glow": "#e00000",
        "shade": "#bdbdb8",
        "lamp": "#ffff9e",
    },
    "print": {
        "paper": "#ffffff",
        "parchment": "#faf3e1",
        "verdigris": "#b2dfd3",
        "saffron": "#f8df8a",
        "shade": "#cdc5b8",
        "open": "#ffffff",
        "clay": "#ece6da",
        "capital": "#f3ecdc",
        "beyond": "#f0ede6",
        "dune": "#f7f5f0",
        "fell": "#e6e2d9",
        "leaf": "#d3d2bd",
        "ridge": "#d8d2c6",
        "slope": "#cfc4b4",
        "sea": "#ffffff",
        "swell": "#f0f3f8",
        "wave": "#d3dbe8",
        "river": "#a9bcd6",
    },
}
TABLES = tables(PALETTE, THEMES)

FACTION_COLOUR = {"sultanate": "black", "bahmani": "teal", "vijayanagara": "yellow", "mongols": "red"}
FACTION_LETTER = {"sultanate": "S", "bahmani": "B", "vijayanagara": "V", "mongols": "M"}
GROUND = {  # the colour of a space's land, by its status, or by its type if it has no status
    "tributary": "parchment",
    "uncontrolled": "open",
    "sultanate": "shade",
    "bahmani": "verdigris",
    "vijayanagara": "saffron",
    "region": "clay",
    "delhi": "capital",
}
BAND = {"sultanate": "stone", "bahmani": "tide", "vijayanagara": "amber"}  # the inner edge of Controlled land
CARD_BANDS = {"event": "indigo", "mongol": "red", "succession": "russet", "timurid": "black"}
