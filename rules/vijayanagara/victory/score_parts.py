"""5.1 to 5.3: describe what a faction's victory points consist of, for the end of a game."""

from __future__ import annotations

from collections.abc import Mapping

from rules.vijayanagara.board import STRUCTURE
from rules.vijayanagara.state import TRIBUTARY
from rules.vijayanagara.view import FactionView, View
from rules.words import Words, listed, of_kind, say, signed


def describe_scores(view: View) -> Mapping[str, Words]:
    """Return the parts of each faction's victory points.

    Parts of 0 are left out, except the Sultanate's tribute.
    """
    return {faction.key: listed(_list_parts(view, faction)) for faction in view.factions}


def _list_parts(view: View, faction: FactionView) -> list[Words]:
    if faction.influence is None:
        tribute = _sum_prosperity(view, TRIBUTARY)
        parts = [say("{n} for the Prosperity of its Tributary Provinces", n=tribute)]
        delhi = faction.vp - tribute  # 5.1: nothing before Timur
        return parts + ([say("{n} for Delhi after Timur", n=signed(delhi))] if delhi else [])
    kind = STRUCTURE[faction.key]
    structures = sum(space.pieces.get(kind, 0) for space in view.spaces)
    parts = [say("{n} for the Prosperity that it Controls", n=_sum_prosperity(view, faction.key))]
    parts += [say("{n} for its {kind}", n=structures, kind=of_kind(structures, kind))]
    parts += [say("{n} for Influence", n=faction.influence)]
    return [part for part in parts if part.args["n"]] or [say("{n} in all", n=0)]


def _sum_prosperity(view: View, status: str) -> int:
    return sum(space.prosperity for space in view.spaces if space.status == status)
