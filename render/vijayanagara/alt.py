"""What the picture shows, in words, for those who do not see it: what changed, then the table in order."""

from __future__ import annotations

from collections.abc import Mapping

from render.vijayanagara import words
from rules.vijayanagara.view import FactionView, SpaceView, View

LONGEST = 1024  # characters Discord takes
SHORT: Mapping[str, str] = {
    "troops": "T",
    "governors": "G",
    "qasbahs": "Q",
    "obedient-amirs": "oA",
    "rebelling-amirs": "rA",
    "forts": "F",
    "obedient-rajas": "oR",
    "rebelling-rajas": "rR",
    "temples": "Te",
    "mongols": "M",
    "amirs": "A",
    "rajas": "R",
}


def alt_text(view: View, highlight: frozenset[str] = frozenset()) -> str:
    """At most 1024 characters: the lit spaces in full, the state of play, then the other spaces in short.

    What does not fit is left out from the end, whole sentences at a time.
    """
    lit = [_full(space) for space in view.spaces if space.key in highlight]
    parts = [f"Changed: {'; '.join(lit)}."] if lit else []
    parts.append(f"{view.headline.rstrip('.')}.")
    parts += [f"{_faction(faction)}." for faction in view.factions]
    parts.append(
        f"{words.DYNASTIES[view.dynasty]} dynasty. {words.block(view.deck)}, {view.deck.remaining} cards in "
        f"all. Cavalry pool {view.cavalry_pool}, Mongols waiting {view.mongol_box}."
    )
    parts += [f"{_brief(space)}." for space in view.spaces if space.key not in highlight and space.pieces]
    return fitted(parts, LONGEST)


def fitted(parts: list[str], longest: int) -> str:
    """As many parts as fit, joined by spaces; a first part that is too long alone is cut with an ellipsis."""
    text = parts[0] if len(parts[0]) <= longest else parts[0][: longest - 1] + "…"
    for part in parts[1:]:
        if len(text) + 1 + len(part) > longest:
            break
        text += f" {part}"
    return text


def _full(space: SpaceView) -> str:
    held = words.pieces(space.pieces)
    return f"{space.name} ({words.status(space.status)}): {held}" if space.status else f"{space.name}: {held}"


def _brief(space: SpaceView) -> str:
    status = f" {STATUS[space.status]}" if space.status else ""
    return f"{space.name}{status} {short(space.pieces)}"


STATUS: Mapping[str, str] = {
    "tributary": "trib.",
    "uncontrolled": "indep.",
    "sultanate": "Sult.",
    "bahmani": "Bahm.",
    "vijayanagara": "Vij.",
}


def short(stock: Mapping[str, int]) -> str:
    """ "T3 G1 oA2": the letters on the pieces, "o" for Obedient and "r" for Rebelling."""
    kinds = sorted((kind for kind, number in stock.items() if number), key=list(words.PIECES).index)
    return " ".join(f"{SHORT[kind]}{stock[kind]}" for kind in kinds) or "–"


def _faction(faction: FactionView) -> str:
    coins = "1 Resource" if faction.resources == 1 else f"{faction.resources} Resources"
    parts = [f"{faction.name}: {faction.vp} VP", coins, f"{faction.cavalry} Cavalry"]
    parts += [] if faction.influence is None else [f"Influence {faction.influence}"]
    parts += [words.PLACES[faction.place], *(["acts now"] if faction.acting else [])]
    return ", ".join(parts)
