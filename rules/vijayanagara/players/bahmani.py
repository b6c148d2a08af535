"""The Bahmani Kingdom's sheet. Commands: strike, else gather. Decrees: build, else conspire, else trade."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asking import count
from rules.vijayanagara.board import PROSPERITY, PROVINCES, UNIT_BOX
from rules.vijayanagara.decrees.rivals import INFLUENTIAL, list_victims
from rules.vijayanagara.players import rivals
from rules.vijayanagara.players.proposal import Proposal, Sheet
from rules.vijayanagara.players.survey import NEVER, count_needed
from rules.vijayanagara.state import State
from rules.words import say

FEW = 5  # pieces


def trade(s: State, me: str) -> Iterator[Proposal]:
    """Trade: gain a Resource for each Province with a Bahmani piece, and Cavalry (4.3.1)."""
    if any(s.pieces(province, me) for province in PROVINCES):
        yield Proposal("trade", "trade", rivals.explain_income(s, me, "trade"))


def conspire(s: State, me: str) -> Iterator[Proposal]:
    """Conspire where a piece that changes sides counts most (4.3.3).

    Provinces where one or two pieces are needed come first, then the richest.
    """
    near = s.influence[me] >= INFLUENTIAL
    own = [p for p in PROVINCES if s.pieces(p, me)]
    sites = [
        p
        for p in PROVINCES
        if list_victims(s, me, p) and (s.within_reach(p, own) if near else s.pieces(p, me))
    ]
    if not sites:
        return

    def urgency(p: str) -> tuple[bool, int, int]:
        wanting = count_needed(s, p, me) if s.pieces(p, me) else NEVER
        return not 0 < wanting <= 2, -PROSPERITY[p], wanting

    sites.sort(key=urgency)
    why = say("to win over a piece in {province}", province=sites[0])
    if 0 < (wanting := count_needed(s, sites[0], me)) < FEW:
        text = "to win over a piece in {province}, where it takes {units} more to outnumber all others"
        why = say(text, province=sites[0], units=count(wanting, UNIT_BOX[me]))
    yield Proposal("conspire", "conspire", why, details={"conspire-in": tuple(sites[:2])})


SHEET = Sheet(
    commands=rivals.COMMANDS,
    decrees=(("build", rivals.build), ("conspire", conspire), ("trade", trade)),
)
