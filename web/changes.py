"""What has changed from one page of a game to the next, as onlookers are sent it: all of them the same.

A browser that has the page before makes the next page of it, and asks for nothing.
"""

from __future__ import annotations

import gzip
import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from web.served_page import Packed

Edit = tuple[int, int, list[str]]  # lines from, up to, and what stands there now


def write_change(old: Packed, new: Packed, words: Mapping[str, Packed]) -> str:
    """Return in letters what leads from the old page to the new one, and these words that it loads."""
    before, after = (gzip.decompress(each.gzip).decode().split("\n") for each in (old, new))
    content = {
        "lines": compare_lines(before, after),
        "words": {name: json.loads(gzip.decompress(each.gzip)) for name, each in words.items()},
    }
    return b64encode(zlib.compress(json.dumps(content, ensure_ascii=False).encode(), 6)).decode()


def compare_lines(before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """Return the lines that differ, from the first to the last."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        (first, end, list(after[start:stop]))
        for kind, first, end, start, stop in matcher.get_opcodes()
        if kind != "equal"
    ]
