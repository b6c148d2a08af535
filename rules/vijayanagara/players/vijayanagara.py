"""The Vijayanagara Empire's sheet. Commands: strike, else gather. Decrees: build, else compel, else tax."""

from __future__ import annotations

from collections.abc import Iterator

from rules.asking import count
from rules.vijayanagara.board import PROSPERITY, PROVINCES
from rules.vijayanagara.players import rivals
from rules.vijayanagara.players.proposal import Proposal, Sheet
from rules.vijayanagara.players.survey import count_needed
from rules.vijayanagara.state import State
from rules.words import say

REACH = 3  # with enough Influence, Compel makes up for a shortage of up to this many pieces


def tax(s: State, me: str) -> Iterator[Proposal]:
    """Tax: gain the Prosperity of the Provinces under Control, and 1 Resource for each Temple (4.4.1)."""
    if s.prosperity(me) + s.on_map("temples"):
        yield Proposal("tax", "tax", rivals.explain_income(s, me, "tax"))


def compel(s: State, me: str) -> Iterator[Proposal]:
    """Compel where at most three more pieces would outnumber all others (4.4.3).

    Provinces that need one or two pieces come first, then the richest.
    """
    own = [p for p in PROVINCES if s.pieces(p, me)]
    sites = [p for p in PROVINCES if 0 < count_needed(s, p, me) <= REACH and s.within_reach(p, own)]
    sites.sort(key=lambda p: (count_needed(s, p, me) > 2, -PROSPERITY[p], count_needed(s, p, me)))
    for site in sites[:2]:
        text = "to Compel in {province}, where it takes {units} more to outnumber all others"
        wanting = count_needed(s, site, me)
        why = say(text, province=site, units=count(wanting, "rajas"))
        yield Proposal("compel", "compel", why, details={"compel-in": (site,)})


SHEET = Sheet(
    commands=rivals.COMMANDS,
    decrees=(("build", rivals.build), ("compel", compel), ("tax", tax)),
)
