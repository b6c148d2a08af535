"""Describe a space for a list: what a Command or Decree brings, who holds it, whose pieces it has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.aadu_huli import entries as aadu_huli
from rules.ask import Ask
from rules.asking import count
from rules.vijayanagara.board import (
    FACTIONS,
    MONGOLS,
    OBEDIENT,
    PIECES,
    PROSPERITY,
    RIVALS,
    STRUCTURE,
    UNIT_BOX,
)
from rules.vijayanagara.commands.attack import list_targets
from rules.vijayanagara.commands.battle import count_dice
from rules.vijayanagara.commands.rivals import count_rally
from rules.vijayanagara.commands.sultanate import count_conscript
from rules.vijayanagara.decrees.rivals import COMPEL_UNITS, list_victims
from rules.vijayanagara.sides import HIT_TOP
from rules.vijayanagara.state import TRIBUTARY, UNCONTROLLED, State
from rules.words import Plural, Words, in_turn, join_list, say

# Name up to this many kinds of pieces. If there are more, give a total for each faction.
FEW = 3
FEW_SPACES = 2  # name up to this many spaces from which Units can come; of more, give the number
# Kinds of questions whose entries leave out who holds a space: it is clear, or matters less than the gain.
UNHELD = ("attack-in", "rebel-in", "demand-in", "govern-in", "build-in", "conspire-in")
ENTERED = ("march-to", "migrate-to")  # kinds of questions in which Units move into a space
LED = ("advance-from", "plunder-in")  # 2.4.1: kinds of questions in which the asked faction leads the Mongols


def describe_entry(s: State, ask: Ask, key: str) -> Words | None:
    """Return what a Command or Decree may bring in a space, who holds the space, and which pieces are there.

    The pieces of the asked faction, or the Mongols that it leads, come first. Return None if the answer is
    not a space or a target. In the tie-break, the answer is a move of Aadu-Huli aata, and that game describes
    it.
    """
    if s.duel is not None:
        return aadu_huli.describe_entry(s.duel, ask, key)
    if ask.kind == "attack-against" and key in PIECES:
        return _describe_dice(s, ask.seat, ask.about, [key])
    if key not in s.board:
        return None
    brings = describe_gain(s, ask, key)
    known = brings is not None and ask.kind in UNHELD
    status = None if known else _describe_status(s.status.get(key, ""))
    side = MONGOLS if ask.kind in LED else ask.seat
    describe = _count_sides if ask.kind in ENTERED else _describe_pieces
    parts = [brings, status, describe(s.board[key], side)]
    return in_turn([part for part in parts if part is not None], "; ")


def describe_reached(s: State, ask: Ask, key: str) -> Words | None:
    """Return who held a space before Units came to it, and whose pieces were there."""
    if s.duel is not None or key not in s.board:
        return describe_entry(s, ask, key)
    parts = [_describe_status(s.status.get(key, "")), _count_sides(s.board[key], ask.seat)]
    return in_turn([part for part in parts if part is not None], "; ")


def describe_gain(s: State, ask: Ask, space: str) -> Words | None:
    """3.0, 4.0: return what a Command or Decree may bring there: pieces, points, or an Attack's dice."""
    if ask.kind == "rally-in":
        sort, most = UNIT_BOX[ask.seat], count_rally(s, ask.seat, space)
    elif ask.kind == "conscript-in":
        sort, most = "troops", count_conscript(s, space)
    elif ask.kind in ENTERED:
        return _describe_arrivals(s, ask.seat, space)
    elif ask.kind == "attack-in":
        return _describe_dice(s, ask.seat, space, list_targets(s, ask.seat, space))
    elif ask.kind == "compel-in":
        sort, most = UNIT_BOX[ask.seat], COMPEL_UNITS
    else:
        return _describe_act(s, ask, space)
    n = min(most, s.box[sort])
    return say("+{pieces}", pieces=count(n, sort)) if n else None


def _describe_arrivals(s: State, faction: str, to: str) -> Words | None:
    """3.2.2, 3.3.2, 3.4.2: return how many Units can come from which adjacent spaces, the most first."""
    near = {space: sum(s.list_unused(space, faction).values()) for space in s.adjacent[to]}
    found = sorted((space for space in near if near[space]), key=lambda space: -near[space])
    if len(found) > FEW_SPACES:
        return say("{n} from {spaces} spaces", n=sum(near.values()), spaces=len(found))
    parts = [say("{n} from {space}", n=near[space], space=space) for space in found]
    return in_turn(parts, ", ") if parts else None


def _describe_act(s: State, ask: Ask, space: str) -> Words | None:
    """3.2.3, 3.3.3, 3.4.3, 4.2.3, 4.3.2 to 4.4.2: return what Govern, Rebel and some Decrees bring there."""
    if ask.kind == "build-in":
        return say("+{piece}: +1 VP", piece=count(1, STRUCTURE[ask.seat]))
    if ask.kind == "rebel-in":
        return say("you take Control: +{n} VP", n=PROSPERITY[space])
    if ask.kind == "demand-in":
        return say("Tributary again: +{gain}", gain=count(PROSPERITY[space], "resources"))
    if ask.kind == "conspire-in":
        victims = [count(1, kind) for kind in list_victims(s, ask.seat, space)]
        return say("replace {pieces}", pieces=join_list(victims, "or"))
    if ask.kind != "govern-in":
        return None
    if not s.board[space]["governors"]:
        return say("+{pieces}", pieces=count(1, "governors"))
    n, found = min(2, sum(s.board[space][OBEDIENT[rival]] for rival in RIVALS)), list[Words]()
    if n:
        found.append(say("−{n} Obedient", n=n))
    if not s.board[space]["qasbahs"] and s.box["qasbahs"]:
        found.append(say("+{pieces}", pieces=count(1, "qasbahs")))
    return in_turn(found, ", ") if found else None


def _describe_dice(s: State, seat: str, space: str, foes: Sequence[str]) -> Words | None:
    """3.2.4: return the dice of an Attack and the faces that hit. Units that may join are not counted.

    If there are several targets, describe only the attacker's dice. Return None if the attacker has no unused
    Units in the space. Then only Units that join could attack.
    """
    reach = min(sum(s.list_unused(space, seat).values()), HIT_TOP)
    if not reach:
        return None
    dice = {count_dice(s, space, seat, foe) for foe in foes}
    own = {"n": max(dice), "reach": _describe_reach(reach)}
    if len(foes) != 1:
        return say("{n} dice hit on {reach}", **own)
    theirs = min(s.units(space, foes[0]), HIT_TOP)
    if not theirs:
        return say("{n} dice hit on {reach}, their 2 dice can't hit", **own)
    text = "{n} dice hit on {reach}, their 2 dice on {theirs}"
    return say(text, **own, theirs=_describe_reach(theirs))


def _describe_reach(reach: int) -> Words:
    """3.2.4: return the faces on which dice hit: "1", or "1–3"."""
    return say("1–{reach}", reach=reach) if reach > 1 else say("{n}", n=reach)


def _describe_status(status: str) -> Words | None:
    """1.3.1, 1.7: return who holds a Province; None for a space that is no Province."""
    if not status:
        return None
    if status == TRIBUTARY:
        return say("Tributary")
    if status == UNCONTROLLED:
        return say("no Control")
    return say("Control: {faction}", faction=f"{status}-in-short")


def _count_sides(spot: Mapping[str, int], seat: str) -> Words:
    """1.4: return how many pieces a faction and all others have in a space."""
    own = sum(spot[kind] for kind in PIECES[seat])
    others = sum(spot[kind] for kinds in PIECES.values() for kind in kinds) - own
    return say("yours {own}, others {others}", own=own, others=others) if own or others else say("empty")


def _describe_pieces(spot: Mapping[str, int], seat: str) -> Words:
    """1.4: return the pieces in a space by kind, or by faction if there are more than `FEW` kinds."""
    own = [count(spot[kind], kind) for kind in PIECES.get(seat, ()) if spot[kind]]
    others = [faction for faction in (*FACTIONS, MONGOLS) if faction != seat]
    theirs = [count(spot[kind], kind) for faction in others for kind in PIECES[faction] if spot[kind]]
    if len(own) + len(theirs) > FEW:
        pieces = Plural("{n} piece", "{n} pieces")
        own = [say(pieces, n=sum(spot[kind] for kind in PIECES[seat]))] if own else []
        totals = ((faction, sum(spot[kind] for kind in PIECES[faction])) for faction in others)
        theirs = [say("{faction} {n}", faction=_shorten(faction), n=n) for faction, n in totals if n]
    if not own:
        return say("others: {pieces}", pieces=in_turn(theirs, ", ")) if theirs else say("empty")
    if seat == MONGOLS:
        led = say("you lead {own}", own=in_turn(own, ", "))
        return say("{led}; others: {pieces}", led=led, pieces=in_turn(theirs, ", ")) if theirs else led
    if not theirs:
        return say("yours: {own}", own=in_turn(own, ", "))
    return say("yours: {own}; others: {pieces}", own=in_turn(own, ", "), pieces=in_turn(theirs, ", "))


def _shorten(faction: str) -> str:
    return faction if faction == MONGOLS else f"{faction}-in-short"
