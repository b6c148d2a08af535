"""Measure the size and speed of a game's page: `python -m tests.web.measure FILE.play [ORDERS]`.

It draws the narrow pictures of the first orders (default: 60), plain and highlighted. It prints the cost of
storing the changes between them in several formats, which explains the chosen one. Then it makes the page and
opens it in Chromium, with the processor at full speed and 4 times slower.
"""

from __future__ import annotations

import io
import sys
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import Path

from PIL import Image, ImageChops
from selenium.webdriver.support.ui import WebDriverWait

from render.games import PAINTERS
from rules.loading.games import GAMES
from rules.records.record import Record, load_record
from tests.browser import PHONE, launched
from tests.web.pages import page_of, source_of
from web.frames import draw_reel
from web.telling import Step, tell_game

OPENED = "return document.documentElement.dataset.opened || ''"
TIMES = 5  # how often a page is opened; the median counts


def first_orders(record: Record, orders: int) -> tuple[Record, list[Step]]:
    """Return the first turns of a record, with at least `orders` orders, and their steps."""
    rules, source, found = GAMES[record.game], source_of(record), 0
    for number, game in enumerate(source.games, 1):
        steps = tell_game(rules, [game], source.reader, rules.load(game.start)).steps
        found += sum(bool(step.order) for step in steps)
        if found >= orders:
            record = replace(record, turns=record.turns[:number])
            break
    source = source_of(record)
    return record, tell_game(rules, source.games, source.reader, rules.load(source.start)).steps


def trace(picture: Image.Image) -> bytes:
    """Return a picture as vectors that look the same: compressed, with a line for each run of a colour."""
    wide, high = picture.size
    pixels, paths = picture.tobytes(), dict[int, list[str]]()
    for y in range(high):
        x = 0
        for colour, run in groupby(pixels[y * wide : (y + 1) * wide]):
            long = len(list(run))
            paths.setdefault(colour, []).append(f"M{x} {y}h{long}")
            x += long
    text = "".join(f'<path stroke="{colour}" d="{"".join(lines)}"/>' for colour, lines in paths.items())
    return zlib.compress(text.encode(), 9)


def changes(pictures: Sequence[Image.Image]) -> Iterator[Image.Image]:
    """Yield the part of each picture that differs from the previous one."""
    for before, now in pairwise(pictures):
        box = ImageChops.difference(before.convert("RGB"), now.convert("RGB")).getbbox()
        if box is not None:
            yield now.crop(box)


def encode(picture: Image.Image, kind: str) -> bytes:
    """Return a picture as a lossless file of this kind."""
    out = io.BytesIO()
    if kind == "PNG":
        picture.save(out, kind, optimize=True)
    else:
        picture.convert("RGB").save(out, kind, lossless=True, quality=80, method=3)
    return out.getvalue()


def measure_pictures(record: Record, steps: Sequence[Step]) -> None:
    """Print the size and time of each format for the pictures."""
    painter, views = PAINTERS[record.game], [step.view for step in steps]
    size = painter.sizes[0]
    plain: list[Image.Image] = [painter.draw(view, frozenset(), size, "day") for view in views]
    lit = [
        pair
        for before, (old, new) in zip(plain[1:], pairwise(views), strict=True)
        if painter.tell is not None
        for pair in (before, painter.tell(new, painter.tale(new, old, (), past=True), size, "day"))
    ]
    parts = [*changes(plain), *(part for at in range(0, len(lit), 2) for part in changes(lit[at : at + 2]))]
    ways: dict[str, Callable[[Image.Image], bytes]] = {
        "PNG": lambda part: encode(part, "PNG"),
        "WebP": lambda part: encode(part, "WEBP"),
        "SVG, traced": trace,
    }
    print(f"{len(steps)} steps of {plain[0].width} x {plain[0].height} pixels")
    for name, way in ways.items():
        whole, rest = len(way(plain[0])), sum(len(way(part)) for part in parts)
        print(f"{name}, one palette: {whole / 2**20:.2f} MiB and {rest / 2**20:.2f} MiB of changes")
    reel = draw_reel(painter, views, size, 0)
    rest = sum(map(len, (*reel.plain, *reel.lit)))
    print(f"patches, all palettes: {len(reel.whole) / 2**20:.2f} MiB and {rest / 2**20:.2f} MiB of changes")


def measure_page(record: Record) -> None:
    """Print the time to make the page, its size, and the time to open it."""
    began = time.perf_counter()
    page = page_of(record).encode()
    print(f"page: {len(page) / 2**20:.2f} MiB, made in {time.perf_counter() - began:.1f} s")
    with tempfile.TemporaryDirectory() as folder, launched(PHONE) as browser:
        file = Path(folder) / "page.html"
        file.write_bytes(page)
        for rate in (1, 4):
            browser.execute_cdp_cmd("Emulation.setCPUThrottlingRate", {"rate": rate})
            took = []
            for _ in range(TIMES):
                browser.get("about:blank")
                browser.get(file.as_uri())
                WebDriverWait(browser, 60, 0.05).until(lambda browser: browser.execute_script(OPENED))
                took.append(int(browser.execute_script(OPENED)))
            middle = sorted(took)[TIMES // 2]
            print(f"opens in {middle} ms ({min(took)} to {max(took)}), processor {rate} x as slow")


def main(file: str, orders: str = "60") -> None:
    """Print all measurements."""
    record, steps = first_orders(load_record(Path(file).read_text(encoding="utf-8")), int(orders))
    measure_pictures(record, steps)
    measure_page(record)


if __name__ == "__main__":
    main(*sys.argv[1:])
