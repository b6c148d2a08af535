"""5.1 to 5.3: describe what a faction's victory points consist of, for the end of a game."""

from __future__ import annotations

from collections.abc import Mapping

from rules.vijayanagara.board import STRUCTURE
from rules.vijayanagara.state import TRIBUTARY
from rules.vijayanagara.view import FactionView, View
from rules.words import Words, in_turn, of_kind, say, signed


def describe_scores(view: View) -> Mapping[str, Words]:
    """Return the parts of each faction's victory points.

    Parts of 0 and factions without points are left out.
    """
    found = {faction.key: _list_parts(view, faction) for faction in view.factions}
    return {key: in_turn(parts, ", ") for key, parts in found.items() if parts}


def _list_parts(view: View, faction: FactionView) -> list[Words]:
    if faction.influence is None:
        tribute = _sum_prosperity(view, TRIBUTARY)
        delhi = faction.vp - tribute  # 5.1: 0 before Timur comes
        parts = [say("Tributary Provinces {n}", n=tribute)] if tribute else []
        return parts + ([say("Delhi after Timur {n}", n=signed(delhi))] if delhi else [])
    kind = STRUCTURE[faction.key]
    structures = sum(space.pieces.get(kind, 0) for space in view.spaces)
    parts = [say("Controlled Prosperity {n}", n=_sum_prosperity(view, faction.key))]
    parts += [say("{kind} {n}", n=structures, kind=of_kind(structures, kind))]
    parts += [say("Influence {n}", n=faction.influence)]
    return [part for part in parts if part.args["n"]]


def _sum_prosperity(view: View, status: str) -> int:
    return sum(space.prosperity for space in view.spaces if space.status == status)
