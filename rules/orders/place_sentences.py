"""Join a sentence about one place to the earlier sentence that lists the places."""

from __future__ import annotations

import re

from rules.orders.tokenizer import SMALL, read_word

_STOP = re.compile(r"\.\s+")
_JOINT = re.compile(r"^(?:[,;](?: (?:and|et) )?| (?:and|et) )\s*")  # before the next place of a list
_ARTICLE = re.compile(r"(?:the|les?|la)\s+|l[’']", re.IGNORECASE)  # "Le Malwa: ..." is about "au Malwa"
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
            said = map(read_word, opening.split()[::-1])
            lead = next((word for word in said if word in SMALL), "")
        details = about["details"].rstrip(".")
        opening += f" {details}" if details[0].isdigit() else f", {details}"
        start, joined = len(opening), True
        led = read_word(_JOINT.sub("", rest).partition(" ")[0]) in SMALL  # French: "au Malwa et en Orissa"
        found[-1] = opening + _JOINT.sub(", " if led else f", {lead} ", rest, count=1)
    return ". ".join(found) if joined else text


def _find_end(sentence: str, place: str, start: int) -> int | None:
    """Return the index at which the name of a place ends in a list of places; None if it is not there.

    Only the part from `start` on is searched.
    """
    article = _ARTICLE.match(place)
    named = place if article is None else place[article.end() :]
    listed = re.compile(rf"(?<!\w){re.escape(named)}(?=[,;]| (?:and|et) |$)", re.IGNORECASE)
    found = listed.search(sentence, start)
    return None if found is None else found.end()
