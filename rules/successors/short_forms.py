"""Expand the short forms of typed orders to the words that the questions of the game expect.

Examples: "MAC-THR-HEL", "sail 2 LYD", "buy 2i 1c home", "retreat 1i to PAL", "raid 1c MED blue".
French short forms are read too, in any language: "marche de MAC vers THR", "acheter 2i 1c patrie".
"""

from __future__ import annotations

import re
from itertools import pairwise

from rules.kernel import NotAllowed
from rules.successors.board import BORDERS, CODE, IS_SEA, LANES
from rules.successors.forces import FORCES
from rules.successors.moving.fleets import count_sailors, find_lanes
from rules.successors.moving.march import STEPS, get_points
from rules.successors.state import COMBAT, MOVEMENT, REVENUE, SET_UP, State
from rules.successors.tables import list_chits
from rules.words import say

RAIDS = list_chits("raid")
_WAY = re.compile(r"(?:\b(march|sail)\s+(?:(\d+)\s+)?)?\b([a-z]{3}(?:-[a-z]{3})+)\b", re.IGNORECASE)
_LABELS = re.compile(rf"\b(?:{'|'.join(label for label in CODE if CODE[label] != label)})\b", re.IGNORECASE)
_MOVE = re.compile(r"\bmove\b", re.IGNORECASE)
_ATTACK = re.compile(r"\battack\b", re.IGNORECASE)
_RECRUIT = re.compile(r"\b(?:recruit|raise|recrut(?:e|er|ez))\b", re.IGNORECASE)
_FROM = r"(?:(?:from|de|depuis)\s+)?"
_TO = r"(?:to|vers|à)"
_UNITS = r"\d+\s*[^\W\d]+"
_SAIL = re.compile(rf"\bsail\s+(\d+)\s+(?:(?:fleets?|flottes?)\s+{_FROM})?([a-z]{{3}})\b", re.IGNORECASE)
_ALL_SAIL = re.compile(rf"\bsail\s+{_FROM}([a-z]{{3}})\s+{_TO}(?!\w)", re.IGNORECASE)
_RETREAT = re.compile(
    rf"\b(retreat|retraite|se\s+retirer)\s+(?:(?:with|avec)\s+)?"
    rf"((?:{_UNITS}|leader|chef|all|tou\w+)(?:[\s,]+(?:{_UNITS}|leader|chef))*)\s+{_TO}\s+([a-z]{{3,}})",
    re.IGNORECASE,
)
_RAID = re.compile(
    rf"\braid\s+(?:1\s*c\w*\s+)?{_FROM}([a-z]{{3}})\s+(?:(?:against|contre)\s+)?([^\W\d]+)", re.IGNORECASE
)
_BASKET = re.compile(
    rf"\s*(?:(?:buy|ach[eè]te[rz]?)\s+)?((?:{_UNITS}\s+){{2,}})"
    r"((?:(?:at|in|with|à|dans|avec)\s+)?(?:(?:la|le)\s+)?[^\W\d]+)\s*",
    re.IGNORECASE,
)
_ITEM = re.compile(_UNITS)
_NO_BATTLE = re.compile(
    r"(?<![^;,])\s*(?:(?:fight|livrer|ne\s+livrer)\s+)?(?:no(?:\s+more)?|(?:ne\s+)?(?:pas|plus)|aucune?)\s+"
    r"(?:(?:de\s+|d['’]\s*)?(?:autres?\s+)?)?(?:battles?|fights?|batailles?|combats?)\s*(?![^;,])",
    re.IGNORECASE,
)
# French verbs before the code of a place, with the English verb
_BEFORE_CODE = (
    rf"\s+(?=(?:\d+\s+(?:flottes?\s+)?)?(?:(?:de|depuis|to|vers|à)\s+)?(?:{'|'.join((*BORDERS, *LANES))})\b)"
)
_FRENCH_VERBS = [
    (re.compile(rf"\b(?:{verb}){_BEFORE_CODE}", re.IGNORECASE), english)
    for verb, english in (
        ("(?:march|boug|dépla[cç])(?:e|er|ez)", "march "),
        ("navigu(?:e|er|ez)", "sail "),
        ("(?:se +)?retir(?:e|er|ez)|retraite", "retreat "),
    )
]


def spell_out(s: State, seat: str, text: str) -> str:
    """Return a typed order with its short forms expanded.

    Raises `NotAllowed` if the order names a way that its units can't take.
    """
    text = _LABELS.sub(lambda found: CODE[found[0].upper()], text)
    text = _RETREAT.sub(r"\1 to \3 with \2", text)
    for verb, english in _FRENCH_VERBS:
        text = verb.sub(english, text)
    if s.phase == MOVEMENT:
        text = _MOVE.sub("march", text)
        text = _WAY.sub(lambda found: _spell_way(s, seat, found), text)
        text = _SAIL.sub(r"sail \2 \1f", text)
        text = _ALL_SAIL.sub(lambda found: _spell_all_sail(s, seat, found), text)
        held = next((chit for chit in RAIDS if s.chits.get(chit) == seat), RAIDS[0] if RAIDS else "")
        return _RAID.sub(rf"chit {held} from \1 against \2", text)
    if s.phase == COMBAT:
        text = _NO_BATTLE.sub(" done" if seat == s.seat else " no", text)
        return _ATTACK.sub("fight", text)
    if s.phase in (REVENUE, SET_UP):
        text = _RECRUIT.sub("buy", text)
        return ",".join(_spell_basket(part) for part in text.split(","))
    return text


def _spell_basket(part: str) -> str:
    """Return "2i home, 1c home" for "2i 1c home"."""
    found = _BASKET.fullmatch(part)
    if found is None:
        return part
    return ",".join(f" {item} {found[2]}" for item in _ITEM.findall(found[1]))


def _spell_all_sail(s: State, seat: str, found: re.Match[str]) -> str:
    """Return a voyage without a number of fleets as a voyage of all fleets."""
    return f"sail {found[1]} all to" if count_sailors(s, seat, found[1].upper()) > 1 else found[0]


def _spell_way(s: State, seat: str, found: re.Match[str]) -> str:
    """PA-15, PA-18: return the order that sends units along a chain of places: "march MAC to HEL".

    Raises `NotAllowed` if they can't take this way.
    """
    verb, number, chain = found.groups()
    places = chain.upper().split("-")
    if any(place not in BORDERS and place not in LANES for place in places):
        return found[0]
    voyage = verb == "sail" or bool(set(places) & IS_SEA) or number is not None
    if voyage:
        _check_voyage(s, seat, places)
        return f"sail {f'{number} ' if number else ''}{places[0]} to {places[-1]}"
    _check_march(s, seat, places)
    return f"march {places[0]} to {places[-1]}"


def _check_march(s: State, seat: str, places: list[str]) -> None:
    left = get_points(s, places[0])
    for one, other in pairwise(places):
        cost = dict(STEPS[one]).get(other)
        if cost is None:
            raise NotAllowed(say("PA-15: {one} and {other} have no common border.", one=one, other=other))
        left -= cost
        if left < 0:
            raise NotAllowed(say("PA-15: not enough movement points to reach {other}.", other=other))
        if one != places[0] and s.hostile_land(one, seat):
            raise NotAllowed(say("PA-16: unfriendly units are in {one}, so a march must end there.", one=one))


def _check_voyage(s: State, seat: str, places: list[str]) -> None:
    for one, other in pairwise(places):
        if other not in LANES.get(one, ()):
            raise NotAllowed(
                say("PA-18: {one} and {other} are not next to each other.", one=one, other=other)
            )
        if one != places[0] and one in IS_SEA and s.hostile_fleets(one, seat) and not s.fair_winds:
            raise NotAllowed(
                say("PA-18: unfriendly Fleets are in {one}, so your Fleets must stop there.", one=one)
            )
        if other not in IS_SEA and other not in find_lanes(s, seat, one, 1):
            raise NotAllowed(say("PA-19: unfriendly units hold the port of {other}.", other=other))
    if len(places) - 1 > FORCES.moves.fleets:
        text = "PA-18: this route costs {n} movement points, and Fleets have {most}."
        raise NotAllowed(say(text, n=len(places) - 1, most=FORCES.moves.fleets))
