"""Write the change from the old version of a game's page to the new one.

All spectators of the old page get the same change. A browser has the old page. It makes the new page from the
old page and the change, without another request.
"""

from __future__ import annotations

import gzip
import json
import zlib
from base64 import b64encode
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher

from web.served_page import Packed

# the numbers of the first old line and of the line after the last old line, and the new lines
Edit = tuple[int, int, list[str]]


def write_change(old: Packed, new: Packed, words: Mapping[str, Packed]) -> str:
    """Return the change from the old page to the new page: JSON, compressed with zlib, in base64.

    `words`: JSON files to add to the change.
    """
    before, after = (gzip.decompress(each.gzip).decode().split("\n") for each in (old, new))
    content = {
        "lines": compare_lines(before, after),
        "words": {name: json.loads(gzip.decompress(each.gzip)) for name, each in words.items()},
    }
    return b64encode(zlib.compress(json.dumps(content, ensure_ascii=False).encode(), 6)).decode()


def compare_lines(before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """Return the edits that turn the old lines into the new lines, sorted by line."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        (first, end, list(after[start:stop]))
        for kind, first, end, start, stop in matcher.get_opcodes()
        if kind != "equal"
    ]
