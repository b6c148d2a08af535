"""Draw small signs: seals, Control markers, Prosperity, Cities, dice, victory points, Resources, Cavalry."""

from __future__ import annotations

from functools import lru_cache, partial

from PIL import Image, ImageChops

from render.kit import stamps
from render.kit.brush import Brush, Window
from render.kit.stamps import Stamp
from render.vijayanagara.map.ornaments import draw_city
from render.vijayanagara.palette import FACTION_COLOUR, FACTION_LETTER, PALETTE

die = partial(stamps.die, PALETTE)
flower = partial(stamps.lotus, PALETTE)
pip = partial(stamps.lozenge, PALETTE)  # 1.3.1: one point of Prosperity


def badge(faction: str, size: int, ground: str, halo: bool = False) -> Image.Image:
    """Return a faction's round seal with its colour and its letter.

    `halo`: whether a glowing ring is around it.
    """
    ink = "ink" if faction == "vijayanagara" else "white"
    return stamps.seal(PALETTE, size, ground, FACTION_LETTER[faction], FACTION_COLOUR[faction], ink, halo)


def old_badge(faction: str, size: int, ground: str) -> Image.Image:
    """Return a hollow seal with a dotted edge. It marks the place where a faction's seal was before."""
    return stamps.draw_dots(PALETTE, size, ground, FACTION_LETTER[faction])


@lru_cache(maxsize=128)
def marker(status: str, size: int, ground: str, ring: bool = False) -> Image.Image:
    """1.6, 1.7: return a Tributary marker (a coin with a T), a Control marker, or an empty dotted ring.

    `ring`: draw a ring, because the status has changed.
    """
    if ring and status in FACTION_LETTER:
        return badge(status, size, ground, halo=True)
    if ring:
        return stamps.draw_ring(PALETTE, size, ground, marker(status, stamps.within(size), ground))
    if status in FACTION_LETTER:
        return badge(status, size, ground)
    if status == "uncontrolled":
        return stamps.draw_dots(PALETTE, size, ground, ink="ink", dot=0.065)
    return stamps.coin(PALETTE, size, ground, "T")


@lru_cache(maxsize=8)
def city(size: int, ground: str) -> Image.Image:
    """1.3.4: return a City as it looks on the map."""
    brush = Brush(PALETTE, Window(-15, -18, 15, 12, size / 30), ground)
    draw_city(brush, (0, 0))
    return PALETTE.match(brush.finish())


@lru_cache(maxsize=8)
def city_mask(size: int) -> Image.Image:
    """Return the mask of a City's picture: the pixels that look the same on every ground."""
    on_sea, on_sand = city(size, "sea"), city(size, "clay")
    return ImageChops.difference(on_sea, on_sand).point([255] + [0] * 255)


def crossing(size: int, ground: str) -> Image.Image:
    """1.3.5: return the sign of a point where four lands meet."""
    return stamps.lozenge(PALETTE, size, ground, "terracotta", "lamp", 0.16)


def sign(kind: str, size: int, ground: str) -> Image.Image:
    """Return a star for victory points, a coin for Resources, or a horseshoe for Cavalry."""
    drawn = {"vp": stamps.star, "resources": stamps.money}.get(kind)
    return horseshoe(size, ground) if drawn is None else drawn(PALETTE, size, ground)


@lru_cache(maxsize=32)
def horseshoe(size: int, ground: str) -> Image.Image:
    """Return the sign of Cavalry."""
    stamp = Stamp(PALETTE, size, ground)
    stamp.disc(0.46, "ink", 0.5, 0.48)
    stamp.shape([(0.08, 0.6), (0.92, 0.6), (0.8, 0.98), (0.2, 0.98)], "ink")
    stamp.disc(0.22, ground, 0.5, 0.46)
    stamp.shape([(0.28, 0.46), (0.72, 0.46), (0.62, 1.0), (0.38, 1.0)], ground)
    return stamp.finish()
