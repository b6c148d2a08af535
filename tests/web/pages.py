"""Make pages of recorded games for tests, and read their contents."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from functools import cache
from html import unescape
from pathlib import Path
from struct import unpack_from
from typing import Any

from bot.story.game_page import make_page
from rules.loading.games import GAMES
from rules.records.record import Record, load_record
from web.source import GameSource, read_source

GOLDEN = Path(__file__).parents[1] / "games"
SHORT = 5  # turns of a record that is shown partly


def read_golden(game: str, name: str = "random-1") -> Record:
    """Return a golden game's record."""
    return load_record((GOLDEN / game / f"{name}.play").read_text(encoding="utf-8"))


def source_of(record: Record, *, named: bool = True) -> GameSource:
    """Return the source of a page of this record."""
    return read_source(GAMES[record.game], record, named=named)


def page_of(record: Record, language: str = "en", *, named: bool = True) -> str:
    """Return the page of a record."""
    return make_page(record.game, source_of(record, named=named), language).decode()


@cache
def golden_page(game: str, language: str = "en") -> str:
    """Return the page of a golden game."""
    return page_of(read_golden(game), language)


def script(page: str, name: str) -> str:
    """Return the content of a data script element."""
    found = re.search(rf'<script type="[^"]+" id="{name}">(.*?)</script>', page, re.DOTALL)
    assert found is not None, name
    return found[1]


def packed(page: str, name: str) -> Any:
    """Return the decompressed content of a data script element."""
    return json.loads(zlib.decompress(b64decode(script(page, name))))


def meta(page: str) -> Any:
    """Return the data for the page's script."""
    return json.loads(script(page, "meta"))


def all_text(page: str) -> str:
    """Return all texts of a page, compressed or not, without pictures."""
    body = re.sub(r'<script type="text/plain" id="reel-\d">.*?</script>', "", page, flags=re.DOTALL)
    parts = [unescape(body), json.dumps(packed(page, "spoken"), ensure_ascii=False)]
    return "\n".join([*parts, json.dumps(packed(page, "proof"), ensure_ascii=False)])


def frames(page: str, number: int) -> list[tuple[bytes, bytes]]:
    """Return the pictures of all steps as a browser builds them: plain, and with highlighted changes."""
    about = meta(page)["boards"][number]
    whole, *chunks = [zlib.decompress(b64decode(part)) for part in script(page, f"reel-{number}").split("\n")]
    plain = _patches(chunks[: about["chunks"]])
    lit = _patches(chunks[about["chunks"] :])
    pictures = {about["at"]: bytearray(whole)}
    for step in range(about["at"], len(plain)):
        pictures[step + 1] = apply_patch(pictures[step], plain[step], about["width"])
    for step in range(about["at"], 0, -1):
        pictures[step - 1] = apply_patch(pictures[step], plain[step - 1], about["width"])
    return [
        (bytes(pictures[step]), bytes(apply_patch(pictures[step], patch, about["width"])))
        for step, patch in enumerate(lit)
    ]


def _patches(chunks: list[bytes]) -> list[bytes]:
    found = []
    for chunk in chunks:
        at = 0
        while at < len(chunk):
            (size,) = unpack_from(">I", chunk, at)
            found.append(chunk[at + 4 : at + 4 + size])
            at += 4 + size
    return found


def apply_patch(picture: bytearray, patch: bytes, width: int) -> bytearray:
    """Return a picture with a patch laid over it, as the page's script does it."""
    found = bytearray(picture)
    (boxes,) = unpack_from(">H", patch)
    at = 2 + 8 * boxes
    for box in range(boxes):
        x, y, wide, high = unpack_from(">4H", patch, 2 + 8 * box)
        for row in range(y, y + high):
            place = slice(row * width + x, row * width + x + wide)
            mixed = int.from_bytes(found[place], "big") ^ int.from_bytes(patch[at : at + wide], "big")
            found[place] = mixed.to_bytes(wide, "big")
            at += wide
    return found
