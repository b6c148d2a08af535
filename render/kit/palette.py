"""Define colours by name, at most 256. A picture holds indices; each theme has its own colours for them.

The modules of `render/kit` use the names in `ROLES`. A game must define the names that its pictures use.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from threading import get_ident

from PIL import Image

from render.kit.written import carry

Rgb = tuple[int, int, int]
Themes = Mapping[str, Mapping[str, str]]  # for each theme: the named colours that it replaces

ROLES: Mapping[str, str] = {
    "ink": "letters and outlines",
    "paper": "what words and plates stand on",
    "rubric": "letters that stand out: changes, codes",
    "stone": "what was there before, or is out of play",
    "lamp": "the ground of what has just happened",
    "glow": "the ring or line round what has just happened",
    "gold": "ornaments",
    "ochre": "the darker parts of ornaments, thin lines",
    "terracotta": "the border of a picture",
}


class Palette:
    """At most 256 colours: the named colours, and shades between two named colours.

    Shades are made for those pairs of colours that meet at anti-aliased edges. Raises `ValueError` for more
    than 256 colours. Also raises it for two named colours that are too similar: `match` would confuse them.
    """

    def __init__(self, colours: Mapping[str, str], ramps: Sequence[tuple[str, str]], steps: int = 5) -> None:
        self.rgb: Mapping[str, Rgb] = {name: rgb(colour) for name, colour in colours.items()}
        self._recipe: list[tuple[str, str, float]] = [(name, name, 0.0) for name in colours]
        for a, b in combinations(colours, 2):
            if _distance(self.rgb[a], self.rgb[b]) < 150:
                raise ValueError(f"{a} and {b} are too much alike")
        seen = [self.rgb[name] for name in colours]
        for a, b in ramps:
            for step in range(1, steps + 1):
                colour = mix(self.rgb[a], self.rgb[b], step / (steps + 1))
                if all(_distance(colour, other) > 60 for other in seen):
                    seen.append(colour)
                    self._recipe.append((a, b, step / (steps + 1)))
        if len(seen) > 256:
            raise ValueError(f"a palette holds 256 colours, not {len(seen)}")
        self._colours = seen
        self.plain = self.table()  # the palette of a PNG without a theme; `match` uses these colours
        self._index = {name: number for number, name in enumerate(colours)}

    def __getitem__(self, name: str) -> int:
        return self._index[name]

    def __len__(self) -> int:
        return len(self._colours)

    def table(self, theme: Mapping[str, str] | None = None) -> bytes:
        """Return the palette for a PNG, three bytes per colour.

        `theme`: new colours for some of the names.
        """
        named = {**self.rgb, **{name: rgb(colour) for name, colour in (theme or {}).items()}}
        return bytes(part for a, b, t in self._recipe for part in mix(named[a], named[b], t))

    def nearest(self, colour: Rgb) -> int:
        """Return the index of the nearest colour."""
        return min(range(len(self._colours)), key=lambda i: _distance(self._colours[i], colour))

    def ramp(self, a: str, b: str, count: int) -> list[int]:
        """Return the indices of `count` colours from one named colour to another.

        If the palette has at least two shades between these two colours, the result has only these shades and
        the two colours themselves.
        """
        among = [i for i, (start, end, _) in enumerate(self._recipe) if {start, end} <= {a, b}]
        shades = [mix(self.rgb[a], self.rgb[b], step / (count - 1)) for step in range(count)]
        if len(among) < 4:
            return [self.nearest(shade) for shade in shades]
        return [min(among, key=lambda i: _distance(self._colours[i], shade)) for shade in shades]

    def match(self, picture: Image.Image, only: frozenset[str] | None = None) -> Image.Image:
        """Convert an RGB picture into palette indices (mode "L"): each pixel becomes the nearest colour.

        It does not dither. `only`: the names of the colours that the picture was painted with. Without
        `only`, a pixel could become a shade between two colours that the painter did not use. In another
        theme, this shade could look quite different.
        """
        among = None if only is None else [i for i, (a, b, _) in enumerate(self._recipe) if {a, b} <= only]
        colours = self.plain if among is None else bytes(p for i in among for p in self._colours[i])
        matched = picture.quantize(palette=_look_up(colours, get_ident()), dither=Image.Dither.NONE)
        indices = Image.frombytes("L", matched.size, matched.tobytes())
        if among is not None:
            indices = indices.point(among + among[:1] * (256 - len(among)))
        carry(picture, indices)
        return indices


@lru_cache(maxsize=16)
def _look_up(colours: bytes, _thread: int) -> Image.Image:
    """Return an image with these colours as its palette, for one thread.

    For each colour that `quantize` meets, it notes in this image which palette colour is nearest, and looks
    there the next time. The notes take half a megabyte. Two threads must not write them at the same time.
    """
    table = Image.new("P", (1, 1))
    table.putpalette(colours)
    return table


def rgb(colour: str) -> Rgb:
    """Return the red, green and blue parts of "#rrggbb"."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mix(a: Rgb, b: Rgb, t: float) -> Rgb:
    """Return the colour at the fraction `t` of the way from `a` to `b`."""
    red, green, blue = (round(x + (y - x) * t) for x, y in zip(a, b, strict=True))
    return red, green, blue


def _distance(a: Rgb, b: Rgb) -> int:
    red, green, blue = a[0] - b[0], a[1] - b[1], a[2] - b[2]
    return red * red + green * green + blue * blue


def tables(palette: Palette, themes: Themes) -> Mapping[str, bytes]:
    """Return the `Palette.table` of each theme, for `canvas.finish`."""
    return {name: palette.table(theme) for name, theme in themes.items()}
