"""5.1 to 5.3: describe what a faction's victory points consist of, for the end of a game."""

from __future__ import annotations

from collections.abc import Mapping

from rules.vijayanagara.board import STRUCTURE
from rules.vijayanagara.state import TRIBUTARY
from rules.vijayanagara.view import FactionView, View
from rules.words import Words, in_turn, of_kind, say, sign


def describe_scores(view: View) -> Mapping[str, Words]:
    """Return the parts of each faction's victory points.

    Parts of 0 and factions without points are left out.
    """
    found = {faction: [*parts.values()] for faction, parts in list_parts(view).items()}
    return {faction: in_turn(parts, ", ") for faction, parts in found.items() if parts}


def list_parts(view: View) -> Mapping[str, Mapping[str, Words]]:
    """5.1 to 5.3: return the parts of each faction's victory points, by kind. Parts of 0 are left out."""
    return {faction.key: _list_parts_of(view, faction) for faction in view.factions}


def _list_parts_of(view: View, faction: FactionView) -> dict[str, Words]:
    if faction.influence is None:
        tribute = _sum_prosperity(view, TRIBUTARY)
        delhi = faction.vp - tribute  # 5.1: 0 before Timur comes
        parts = {"tribute": say("Tributary Provinces {n}", n=tribute)} if tribute else {}
        return parts | ({"delhi": say("Delhi after Timur {n}", n=sign(delhi))} if delhi else {})
    kind = STRUCTURE[faction.key]
    structures = sum(space.pieces.get(kind, 0) for space in view.spaces)
    parts = {
        "control": say("Controlled Prosperity {n}", n=_sum_prosperity(view, faction.key)),
        "structures": say("{kind} {n}", n=structures, kind=of_kind(structures, kind)),
        "influence": say("Influence {n}", n=faction.influence),
    }
    return {name: part for name, part in parts.items() if part.args["n"]}


def _sum_prosperity(view: View, status: str) -> int:
    return sum(space.prosperity for space in view.spaces if space.status == status)
