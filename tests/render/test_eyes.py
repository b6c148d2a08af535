"""Colours that must be distinct are different enough for every eye, in every palette."""

from __future__ import annotations

from itertools import combinations
from types import ModuleType
from typing import NamedTuple

import pytest
from PIL import Image

from render.aadu_huli import palette as goat_palette
from render.kit.brush import Window
from render.kit.palette import Rgb
from render.rajas_of_the_ganges import palette as rajas_palette
from render.taj_mahal import palette as taj_palette
from render.vijayanagara.map.ground import CITY_INK, LIT, Look, paint
from render.vijayanagara.palette import BAND, CARD_BANDS, COLOURS, GROUND, PALETTE, THEMES
from render.vijayanagara.pieces import PIECES
from rules.vijayanagara.board import PROVINCES
from tests.render.eyes import EYES, apart, contrast, lab, linear


class Need(NamedTuple):
    """The least difference of two colours: in colour for any eye, and in light alone."""

    hue: float
    light: float


LANDS = tuple(
    GROUND[status] for status in ("tributary", "uncontrolled", "sultanate", "bahmani", "vijayanagara")
)
NEEDS = {  # (the default palette, the others)
    ("pieces", tuple(sorted({design.fill for design in PIECES.designs.values()}))): (
        Need(19, 9),
        Need(11, 6),
    ),
    ("bands", tuple(BAND.values())): (Need(11, 9), Need(9, 9)),
    ("lands", LANDS): (Need(10, 4), Need(6, 3)),
}
CASES = [(theme, eye) for theme in THEMES for eye in EYES]


@pytest.mark.parametrize(("theme", "eye"), CASES)
def test_colours_that_must_differ_do(theme: str, eye: str) -> None:
    colours = {**COLOURS, **THEMES[theme]}
    close = []
    for (what, names), (default, other) in NEEDS.items():
        need = default if theme == "day" else other
        least = need.light if eye == "greyscale" else need.hue
        close += [
            f"{what}: {a} and {b} are {far:.1f} apart, not {least}"
            for a, b in combinations(names, 2)
            if (far := apart(colours[a], colours[b], eye)) < least
        ]
    assert not close, "\n".join(close)


@pytest.mark.parametrize(("theme", "eye"), CASES)
def test_what_glows_stands_out(theme: str, eye: str) -> None:
    """The colour of highlighted borders, arrows and rings is visible against every land."""
    colours = {**COLOURS, **THEMES[theme]}
    grounds = {*GROUND.values(), "paper"}
    dim = {g: round(far, 1) for g in grounds if (far := apart(colours["glow"], colours[g], eye)) < 15}
    assert not dim


@pytest.mark.parametrize("theme", THEMES)
def test_the_outline_of_what_changed_is_seen_from_both_sides(theme: str) -> None:
    """A dark line is inside on the land; outside, a light line is next to a dark one.

    So one of them is always visible.
    """
    colours = {**COLOURS, **THEMES[theme]}
    inner, *_, light, outer = (colour for colour, _ in LIT)
    dim = {g: ratio for g in GROUND.values() if (ratio := contrast(colours[inner], colours[g])) < 3}
    assert dim == {}
    assert contrast(colours[light], colours[outer]) >= 3


@pytest.mark.parametrize("theme", THEMES)
def test_the_head_of_every_card_is_read(theme: str) -> None:
    """White letters on the bands have a contrast of at least 4.5 to 1 (WCAG)."""
    colours = {**COLOURS, **THEMES[theme]}
    bands = {band: contrast(colours["white"], colours[band]) for band in CARD_BANDS.values()}
    assert {band: ratio for band, ratio in bands.items() if ratio < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_names_are_read_on_every_land(theme: str) -> None:
    """Names of spaces and Cities, numbers and words have a contrast of at least 4.5 to 1 (WCAG)."""
    colours = {**COLOURS, **THEMES[theme]}
    grounds = {*GROUND.values(), "paper", "lamp"}
    ratios = {(i, g): contrast(colours[i], colours[g]) for g in grounds for i in ("ink", "rubric", CITY_INK)}
    assert {pair: ratio for pair, ratio in ratios.items() if ratio < 4.5} == {}


UNDER = {  # palette to what rings, frames and arrows lie upon
    taj_palette: ("silk", "meadow", "sun", "fallow", "water", "sandstone", "brick", "edge", "paper"),
    rajas_palette: ("paper", "cloth", "sand", "shade", "river", "foam"),
}


@pytest.mark.parametrize("eye", EYES)
@pytest.mark.parametrize(
    ("palette", "theme"), [(palette, theme) for palette in UNDER for theme in palette.THEMES]
)
def test_outlines_of_what_changed_stand_out(palette: ModuleType, theme: str, eye: str) -> None:
    """They glow within an edge of ink. One of the two is visible on every ground."""
    colours = {**palette.COLOURS, **palette.THEMES[theme]}
    grounds = UNDER[palette]
    clearest = {
        ground: max(apart(colours[line], colours[ground], eye) for line in ("glow", "ink"))
        for ground in grounds
    }
    assert {ground: far for ground, far in clearest.items() if far < 20} == {}


@pytest.mark.parametrize("theme", goat_palette.THEMES)
def test_the_names_of_points_are_read(theme: str) -> None:
    """Letters are dark in a pale rim, on any ground; the words on the polished bands are tested too."""
    colours = {**goat_palette.COLOURS, **goat_palette.THEMES[theme]}
    pairs = [("ink", "rim"), *((ink, "basalt") for ink in ("ivory", "fawn", "lamp"))]
    weak = {pair: ratio for pair in pairs if (ratio := contrast(*(colours[c] for c in pair))) < 4.5}
    assert weak == {}


@pytest.mark.parametrize("theme", THEMES)
def test_arrows_have_an_edge_that_stands_out(theme: str) -> None:
    """If an arrow's own colour is not visible, its ink edge is: at least 3 to 1 (WCAG)."""
    colours = {**COLOURS, **THEMES[theme]}
    weak = {g: ratio for g in GROUND.values() if (ratio := contrast(colours["ink"], colours[g])) < 3}
    assert not weak


@pytest.mark.parametrize(("theme", "eye"), [(theme, eye) for theme in rajas_palette.THEMES for eye in EYES])
def test_fame_and_money_of_a_seat_differ(theme: str, eye: str) -> None:
    """The fame bar has the seat's colour; the money bar is gold."""
    colours = {**rajas_palette.COLOURS, **rajas_palette.THEMES[theme]}
    fills = {seat: fill for seat, (fill, _) in rajas_palette.SEAT_COLOURS.items()}
    near = {s for s, fill in fills.items() if apart(colours[fill], colours["gold"], eye) < 4}
    assert near == set()


def test_control_is_told_without_colour() -> None:
    """The bands along the borders of Controlled land differ in pattern, and not only in colour."""
    window = Window(440, 720, 700, 890, 1.0)  # Gondwana's middle and a good part of its border
    shapes = []
    for status in BAND:
        looks = {**dict.fromkeys((*PROVINCES, "punjab", "mountain-passes", "delhi"), Look("tributary"))}
        picture = paint(window, {**looks, "gondwana": Look(status)})
        ground, band = (light(PALETTE.rgb[name]) for name in (GROUND[status], BAND[status]))
        nearer = [abs(band - light(colour)) < abs(ground - light(colour)) for colour in _pixels(picture)]
        shapes.append(nearer)
    for a, b in combinations(shapes, 2):
        differing = sum(x != y for x, y in zip(a, b, strict=True))
        assert differing > len(a) / 100


def light(colour: Rgb) -> float:
    """Return how light a colour looks, from 0 to 100."""
    return lab(linear(colour))[0]


def _pixels(picture: Image.Image) -> list[tuple[int, int, int]]:
    raw = picture.tobytes()
    return list(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))


def test_the_distances_are_what_they_should_be() -> None:
    assert apart("#000000", "#ffffff", "full colour") == pytest.approx(100, abs=0.1)
    assert apart("#777777", "#777777", "protanopia") == 0
    assert apart("#ff0000", "#808000", "deuteranopia") < apart("#ff0000", "#808000", "full colour") / 2
    assert apart("#ff0000", "#7f7f7f", "greyscale") < 10
