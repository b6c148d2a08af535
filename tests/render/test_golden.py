"""The approved pictures, and their words."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops

import render
from rules.vijayanagara.view import View
from tests.render.test_changes import fighting, thrown
from tests.render.views import crowded, end, later, middle, put, start

GOLDEN = Path(__file__).parent / "golden"
DEEDS = thrown(middle(), later())
LIT = frozenset({"andhra", "delhi", "sindh"})
NOTHING: frozenset[str] = frozenset()
MOMENTS: dict[str, tuple[Callable[[], View], frozenset[str]]] = {
    "start": (start, NOTHING),
    "middle": (middle, LIT),
    "crowded": (crowded, NOTHING),
    "end": (end, NOTHING),
}
PATCH = 12  # pixels square: about the size of half a digit
FAR = (
    20  # of 255: how far a patch's mean may stray, for font libraries differ a little at the edges of letters
)


def differing(a: Image.Image, b: Image.Image) -> int:
    """Return the largest difference of two pictures in any patch."""
    assert a.size == b.size
    apart = ImageChops.difference(a.convert("RGB"), b.convert("RGB")).convert("L").reduce(PATCH)
    return max(apart.tobytes())


def check(name: str, picture: render.Picture, rewrite: bool) -> None:
    file = GOLDEN / f"{name}.png"
    if rewrite:
        file.parent.mkdir(exist_ok=True)
        with Image.open(BytesIO(picture.file)) as drawn:
            drawn.save(file, optimize=True)
    with Image.open(BytesIO(picture.file)) as now, Image.open(file) as then:
        assert now.size == (picture.width, picture.height)
        assert differing(now, then) <= FAR, f"{file} shows another picture: look at both, then `make golden`"


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
@pytest.mark.parametrize("moment", MOMENTS)
def test_whole_table(moment: str, size: str, rewrite: bool) -> None:
    view, lit = MOMENTS[moment]
    check(f"{moment}-{size}", render.picture(view(), lit, size), rewrite)


@pytest.mark.parametrize("theme", [t for t in render.PAINTERS["vijayanagara"].themes if t != "day"])
def test_themes(theme: str, rewrite: bool) -> None:
    check(f"middle-phone-{theme}", render.picture(middle(), LIT, "phone", theme), rewrite)


@pytest.mark.parametrize("size", render.sizes("vijayanagara"))
def test_what_happened(size: str, rewrite: bool) -> None:
    check(f"since-{size}", render.picture(later(), size=size, since=middle(), deeds=DEEDS), rewrite)


@pytest.mark.parametrize("theme", [t for t in render.PAINTERS["vijayanagara"].themes if t != "day"])
def test_what_happened_in_other_light(theme: str, rewrite: bool) -> None:
    check(f"since-phone-{theme}", render.picture(later(), theme=theme, since=middle(), deeds=DEEDS), rewrite)


@pytest.mark.parametrize("moment", ["middle", "end"])
def test_card_alone(moment: str, rewrite: bool) -> None:
    check(f"card-{moment}", render.picture(MOMENTS[moment][0](), size="card"), rewrite)


def test_strip(rewrite: bool) -> None:
    near = put(middle(), {"karnataka": {"rebelling-rajas": 3}}, {"andhra": "uncontrolled"})
    check("strip", render.picture(near, size="strip", since=middle()), rewrite)
    check("strip-bare", render.picture(middle(), size="strip"), rewrite)


def test_a_battle(rewrite: bool) -> None:
    for size in ("phone", "strip"):
        check(f"battle-{size}", render.picture(fighting("andhra"), size=size, since=middle()), rewrite)


def test_close_up(rewrite: bool) -> None:
    check("close-up", render.crop(middle(), "maharashtra", LIT), rewrite)


@pytest.mark.parametrize("moment", ["start", "middle", "end"])
def test_text_table(moment: str, rewrite: bool) -> None:
    file = GOLDEN / f"{moment}.txt"
    text = render.text_table(MOMENTS[moment][0]()) + "\n"
    if rewrite:
        file.write_text(text, encoding="utf-8")
    assert file.read_text(encoding="utf-8") == text


def test_the_comparison_sees_a_moved_piece() -> None:
    """A tolerance that accepts everything would test nothing."""
    other = put(start(), {"delhi": {"troops": 3}}, {})
    a, b = (Image.open(BytesIO(render.picture(view).file)) for view in (start(), other))
    assert differing(a, b) > 2 * FAR
    assert differing(a, a) == 0
