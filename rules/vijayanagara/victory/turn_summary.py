"""Describe what a faction has won and lost since its own last turn, apart from points and goods."""

from __future__ import annotations

from collections import Counter

from rules.asking import count
from rules.vijayanagara.board import BOX, DELHI, FACTIONS, MONGOLS, OBEDIENT, PIECES, PROVINCES, UNITS
from rules.vijayanagara.cards import LASTING_CARD, NEW_CARD
from rules.vijayanagara.influence import CARD_GAIN
from rules.vijayanagara.names import name_actor
from rules.vijayanagara.state import TRIBUTARY
from rules.vijayanagara.view import SpaceView, View
from rules.words import Line, Plural, Words, join_list, say

# At most this many Provinces are named, and the others are only counted. A single other one is named too.
MOST = 3
HELD = {"sultanate": TRIBUTARY}  # the status of Provinces that the Sultanate counts as its own


def describe_changes(before: View, after: View, seat: str) -> list[Words]:
    """1.6, 1.7: return the seat's lost and won Provinces, lost pieces, Influence change, and new enemies."""
    held, delhi = HELD.get(seat, seat), seat in HELD
    lost, won = (
        [each for each in PROVINCES if was.space(each).status == held != now.space(each).status]
        for was, now in ((before, after), (after, before))
    )
    found = []
    if lost:
        text = "you lost the tribute of {spaces}" if delhi else "you lost Control of {spaces}"
        found.append(say(text, spaces=_name_provinces(lost)))
    if won:
        text = "you won the tribute of {spaces} again" if delhi else "you won Control of {spaces}"
        found.append(say(text, spaces=_name_provinces(won)))
    found += _tell_lost_pieces(before, after, seat)
    then, now = before.faction(seat).influence, after.faction(seat).influence
    if then is not None and now is not None and then != now:
        text = "your Influence rose from {then} to {now}"
        if now < then:
            text = "your Influence fell from {then} to {now}"
        found.append(say(text, then=then, now=now))
    return [*found, *_tell_enemies(before, after, seat)]


def name_cause(line: Line, seat: str) -> Words | None:
    """Return the card, the Event or the seat's own attack that a line is about; None for other lines."""
    if line.kind == "losses" and line.parts["attacker"] == seat:
        return say("your attack in {space}", space=line.parts["space"])
    if line.kind in (NEW_CARD, LASTING_CARD):
        return say("the card {card}", card=line.parts["card"])
    if line.kind == CARD_GAIN:
        return say("the Succession card")
    if line.kind == "event":
        return say("Event “{card}” by {faction}", faction=line.parts["faction"], card=line.parts["card"])
    return None


def _name_provinces(provinces: list[str]) -> Words:
    if len(provinces) <= MOST + 1:  # the last name is as short as "1 more"
        return join_list(provinces)
    return join_list([*provinces[:MOST], say("{n} more", n=len(provinces) - MOST)])


def _tell_lost_pieces(before: View, after: View, seat: str) -> list[Words]:
    """1.4: return how many fewer pieces the faction has on the map, by sort."""
    then, now = (_count_on_map(view, seat) for view in (before, after))
    gone = [count(n, sort) for sort, n in (then - now).items()]
    return [say("you lost {pieces}", pieces=join_list(gone))] if gone else []


def _tell_enemies(before: View, after: View, seat: str) -> list[Words]:
    """1.4.1: return a clause for each enemy that has new Units in spaces that the faction holds."""
    found: dict[str, list[str]] = {}
    for now in after.spaces:
        if now.status != HELD.get(seat, seat) and not (seat in HELD and now.key == DELHI):
            continue
        then = before.space(now.key)
        for enemy in (*FACTIONS, MONGOLS):
            if enemy != seat and _has_hostile(now, enemy) and not _has_hostile(then, enemy):
                found.setdefault(enemy, []).append(now.key)
    text = Plural("{enemy} threatens {spaces}", "{enemy} threaten {spaces}")
    return [
        say(text, n=2 if enemy == MONGOLS else 1, enemy=name_actor(enemy), spaces=_name_provinces(spaces))
        for enemy, spaces in found.items()
    ]


def _has_hostile(space: SpaceView, faction: str) -> bool:
    """Return whether any of a faction's Units in a space is not Obedient."""
    return any(space.pieces.get(kind) for kind in UNITS[faction] if kind not in OBEDIENT.values())


def _count_on_map(view: View, seat: str) -> Counter[str]:
    found = Counter[str]()
    for space in view.spaces:
        for kind in PIECES[seat]:
            found[BOX[kind]] += space.pieces.get(kind, 0)
    return found
