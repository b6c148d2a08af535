"""Define the colours: cloth printed with indigo and madder, Banaras sandstone, the green river."""

from __future__ import annotations

from collections.abc import Mapping

from render.kit.palette import Palette, Themes, tables

COLOURS: Mapping[str, str] = {
    "ink": "#2b1b17",
    "paper": "#fcf5e3",
    "cloth": "#f1e3c3",
    "buti": "#e6d2a6",  # the print of the cloth
    "stone": "#8d7762",
    "sand": "#dfbb8f",
    "shade": "#bb8f64",
    "indigo": "#25396d",
    "denim": "#6384b8",
    "rubric": "#9a2a21",
    "rose": "#e7ab98",
    "lotus": "#f7c6d9",  # pink, the only pale colour of a seat
    "river": "#2f7c82",
    "wave": "#4d9a9a",
    "foam": "#d2eae0",
    "lamp": "#ffe59b",
    "glow": "#e2502a",
    "gold": "#e3a927",
    "ochre": "#a66c12",
    "orange": "#ec8a2e",
    "green": "#4c9440",
    "blue": "#3b7bd0",
    "purple": "#8a4ca8",
    "teal": "#136455",
}
RAMPS = (
    *(
        (edge, ground)
        for edge in ("ink", "rubric", "indigo", "stone", "ochre", "gold", "glow", "teal")
        for ground in ("paper", "cloth", "sand", "lamp")
    ),
    *(
        ("ink", other)
        for other in (
            "orange",
            "green",
            "blue",
            "purple",
            "gold",
            "river",
            "shade",
            "foam",
            "rose",
            "lotus",
            "rubric",
            "indigo",
            "teal",
            "denim",
        )
    ),
    *(
        ("paper", other)
        for other in ("orange", "green", "blue", "purple", "river", "indigo", "rubric", "teal", "buti")
    ),
    ("sand", "shade"),
    ("river", "wave"),
    ("river", "foam"),
    ("indigo", "denim"),
    ("indigo", "gold"),
    ("cloth", "buti"),
    ("river", "sand"),
    ("gold", "ochre"),
)
PALETTE = Palette(COLOURS, RAMPS, steps=3)
SEAT_COLOURS: Mapping[str, tuple[str, str]] = {  # the ground and the ink of each seat's seal
    "haridwar": ("rubric", "paper"),
    "kannauj": ("indigo", "paper"),
    "varanasi": ("lotus", "ink"),
    "monghyr": ("teal", "paper"),
}

# The colours that each theme replaces. The palette indices of the pixels stay the same.
THEMES: Themes = {
    "day": {},
    "night": {
        "ink": "#0a0b10",
        "paper": "#c9c2b2",
        "cloth": "#8f8a80",
        "buti": "#847f76",
        "stone": "#5a544b",
        "sand": "#9a8b76",
        "shade": "#74664f",
        "river": "#123b42",
        "wave": "#1d5058",
        "foam": "#9dbab4",
        "lamp": "#f0cf74",
    },
    "contrast": {
        "ink": "#000000",
        "paper": "#ffffff",
        "cloth": "#ffffff",
        "buti": "#f4f4f0",
        "stone": "#4c4c4c",
        "sand": "#f2ead8",
        "shade": "#8a6a3c",
        "rubric": "#a00000",
        "indigo": "#001a66",
        "river": "#00505a",
        "wave": "#1d6a74",
        "lamp": "#ffe000",
    },
    "print": {
        "paper": "#ffffff",
        "cloth": "#ffffff",
        "buti": "#f6f2ea",
        "sand": "#f3e9da",
        "river": "#bfe0e0",
        "wave": "#a9d2d2",
        "foam": "#ffffff",
    },
}
TAG, TAG_INK = "ink", "lamp"  # numbers of answers: dark plates, which look unlike coins and dice
TABLES = tables(PALETTE, THEMES)
