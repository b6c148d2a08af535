"""Describe what a faction has won and lost since its own last turn, apart from points and goods."""

from __future__ import annotations

from collections import Counter

from rules.asking import count
from rules.vijayanagara.board import BOX, PIECES, PROVINCES
from rules.vijayanagara.influence import CARD_GAIN
from rules.vijayanagara.state import TRIBUTARY
from rules.vijayanagara.view import View
from rules.words import Line, Words, listed, say

MOST = 3  # at most this many Provinces are named
HELD = {"sultanate": TRIBUTARY}  # the status of Provinces that the Sultanate counts as its own


def describe_changes(before: View, after: View, seat: str) -> list[Words]:
    """1.6, 1.7: return the Provinces that changed hands, or else the pieces lost on the map."""
    held, delhi = HELD.get(seat, seat), seat in HELD
    lost, won = (
        [each for each in PROVINCES if was.space(each).status == held != now.space(each).status]
        for was, now in ((before, after), (after, before))
    )
    found = []
    if lost:
        text = "{spaces} no longer pay Delhi" if delhi else "you lost Control of {spaces}"
        text = "{spaces} no longer pays Delhi" if delhi and len(lost) == 1 else text
        found.append(say(text, spaces=_name_provinces(lost)))
    if won:
        text = "{spaces} pay Delhi again" if delhi else "you won Control of {spaces}"
        text = "{spaces} pays Delhi again" if delhi and len(won) == 1 else text
        found.append(say(text, spaces=_name_provinces(won)))
    return found or _tell_lost_pieces(before, after, seat)


def name_cause(line: Line, _: str) -> Words | None:
    """Return the card or the Event that a line of the story tells of; None if it tells of another thing."""
    if line.kind == "card":
        return say("the card {card}", card=line.parts["card"])
    if line.kind == CARD_GAIN:
        return say("the Succession card")
    if line.kind == "event":
        return say("{faction}: Event {card}", faction=line.parts["faction"], card=line.parts["card"])
    return None


def _name_provinces(provinces: list[str]) -> Words:
    rest = len(provinces) - MOST
    if rest <= 0:
        return listed(provinces)
    return listed([*provinces[:MOST], say("{n} more", n=rest)])


def _tell_lost_pieces(before: View, after: View, seat: str) -> list[Words]:
    """1.4: return how many fewer pieces the faction has on the map, by sort."""
    then, now = (_count_on_map(view, seat) for view in (before, after))
    gone = [count(n, sort) for sort, n in (then - now).items()]
    return [say("you lost {pieces}", pieces=listed(gone))] if gone else []


def _count_on_map(view: View, seat: str) -> Counter[str]:
    found = Counter[str]()
    for space in view.spaces:
        for kind in PIECES[seat]:
            found[BOX[kind]] += space.pieces.get(kind, 0)
    return found
