"""Store sentences so that they can later be read in any language."""

from __future__ import annotations

import json
from typing import Any

from rules.words import AS_IS, Plural, Said, Words

BEGIN = '{"text":'  # how a stored sentence in parts begins; no sentence as people read it begins like this


def write_stored(said: Said) -> str:
    """Return a sentence as a text to store. Raises `TypeError` if one of its values can't be stored."""
    if isinstance(said, str):
        return said
    return json.dumps(_pack(said), ensure_ascii=False, separators=(",", ":"))


def read_stored(text: str) -> Said:
    """Return a stored sentence. A text that was stored as people read it is returned unchanged."""
    return _unpack(json.loads(text)) if text.startswith(BEGIN) else text


def _pack(words: Words) -> dict[str, Any]:
    """Return words as data for JSON. Leave out parts with default values. Call args that are functions."""
    args = {place: _pack_value(value) for place, value in words.args.items()}
    parts = {
        "as_is": words.args is AS_IS,
        "args": args,
        "row": words.row,
        "most": words.most,
        "instead": [_pack(each) for each in words.instead],
    }
    text = [*words.text] if isinstance(words.text, Plural) else words.text
    return {"text": text, **{name: part for name, part in parts.items() if part}}


def _pack_value(value: object) -> object:
    value = value() if callable(value) else value
    return _pack(value) if isinstance(value, Words) else value


def _unpack(data: dict[str, Any]) -> Words:
    text, args = data["text"], data.get("args", {})
    read = {place: _unpack(value) if isinstance(value, dict) else value for place, value in args.items()}
    parts = (
        Plural(*text) if isinstance(text, list) else text,
        AS_IS if data.get("as_is") else read,
        data.get("row", ""),
        data.get("most", 0),
        tuple(_unpack(each) for each in data.get("instead", ())),
    )
    return Words._make(parts)
