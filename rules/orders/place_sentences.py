"""Join a sentence about one place to the earlier sentence that lists the places."""

from __future__ import annotations

import re

from rules.orders.tokenizer import SMALL

_STOP = re.compile(r"\.\s+")
_JOINT = re.compile(r"^(?:[,;](?: and )?| and )\s*")  # before the next place of a list
_ABOUT = re.compile(r"(?P<place>[^:]+?)\s?:\s+(?P<details>.+)", re.DOTALL)


def unfold_places(text: str) -> str:
    """Return an order in which each sentence about one place is joined to the sentence that lists the places.

    "March to Delhi and Sindh. Delhi: 1 Troop from Punjab." becomes "March to Delhi, 1 Troop from Punjab, to
    Sindh.". A text without such sentences stays as it is.
    """
    found: list[str] = []
    start = 0  # the index after the last details that were joined to the sentence with the places
    lead, joined = "", False  # the small word before the places in that sentence, such as "to"
    for sentence in _STOP.split(text):
        about = _ABOUT.fullmatch(sentence.strip())
        end = _find_end(found[-1], about["place"], start) if about is not None and found else None
        if about is None or end is None:
            found.append(sentence)
            start, lead = 0, ""
            continue
        opening, rest = found[-1][:end], found[-1][end:]
        if not start:
            lead = next((word for word in opening.lower().split()[::-1] if word in SMALL), "")
        opening += f", {about['details'].rstrip('.')}"
        start, joined = len(opening), True
        found[-1] = opening + _JOINT.sub(f", {lead} ", rest, count=1)
    return ". ".join(found) if joined else text


def _find_end(sentence: str, place: str, start: int) -> int | None:
    """Return the index at which the name of a place ends in a list of places; None if it is not there.

    Only the part from `start` on is searched.
    """
    listed = re.compile(rf"(?<!\w){re.escape(place)}(?=[,;]| and |$)", re.IGNORECASE)
    found = listed.search(sentence, start)
    return None if found is None else found.end()
