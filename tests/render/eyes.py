"""Simulate how colours look to other eyes, and measure the difference of two colours."""

from __future__ import annotations

from collections.abc import Mapping
from math import dist

from render.kit.palette import Rgb, rgb

# Machado, Oliveira and Fernandes (2009), severity 1: matrices for linear red, green and blue.
BLINDNESS: Mapping[str, tuple[tuple[float, float, float], ...]] = {
    "protanopia": ((0.1523, 1.0526, -0.2049), (0.1145, 0.7863, 0.0992), (-0.0039, -0.0481, 1.0520)),
    "deuteranopia": ((0.3673, 0.8606, -0.2280), (0.2801, 0.6725, 0.0474), (-0.0118, 0.0429, 0.9689)),
    "tritanopia": ((1.2555, -0.0767, -0.1788), (-0.0784, 0.9308, 0.1476), (0.0047, 0.6914, 0.3039)),
    "greyscale": ((0.2126, 0.7152, 0.0722),) * 3,
}
EYES = ("full colour", *BLINDNESS)


def seen(colour: str, eye: str) -> tuple[float, float, float]:
    """Return a colour "#rrggbb" as linear light, as the eye sees it."""
    light = linear(rgb(colour))
    if eye == "full colour":
        return light
    red, green, blue = (
        min(1.0, max(0.0, sum(part * share for part, share in zip(light, row, strict=True))))
        for row in BLINDNESS[eye]
    )
    return red, green, blue


def apart(a: str, b: str, eye: str) -> float:
    """Return the distance of two colours in CIE L*a*b* (1976).

    A distance of 2 is just visible; black and white are 100 apart.
    """
    return dist(lab(seen(a, eye)), lab(seen(b, eye)))


def linear(colour: Rgb) -> tuple[float, float, float]:
    """Return the linear light of an sRGB colour, 0 to 1."""
    red, green, blue = (
        part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return red, green, blue


def lab(light: tuple[float, float, float]) -> tuple[float, float, float]:
    """Return linear light in CIE L*a*b*, for daylight (D65)."""
    r, g, b = light
    x = (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505
    y = 0.2126 * r + 0.7152 * g + 0.0722 * b
    z = (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def contrast(a: str, b: str) -> float:
    """Return the contrast ratio of two colours by WCAG 2."""
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """Return the luminance of a colour, 0 to 1."""
    red, green, blue = linear(rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
