"""What the picture shows, in words, for those who do not see it: what changed, then the table in order."""

from __future__ import annotations

from collections.abc import Mapping

from render.painter import Dice, Tale
from render.vijayanagara import words
from render.vijayanagara.changes import read, thrown
from rules.vijayanagara.board import ADJACENT, SPACES
from rules.vijayanagara.view import FactionView, SpaceView, View

LONGEST = 1024  # characters Discord takes
TELLING = 620  # of them, at most, for what happened
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
    first = [f"Changed: {'; '.join(lit)}."] if lit else []
    if view.fight is not None:
        rolled = "; ".join(_roll(side) for side in thrown(view.fight))
        first.append(f"Attack in {view.space(view.fight.space).name}: {rolled}.")
    return fitted([*first, *_state(view, highlight)], LONGEST)


def crop_alt(view: View, space: str) -> str:
    """At most 1024 characters: the space in full, its neighbours in short, then the state of play."""
    near = [other for other in view.spaces if other.key in ADJACENT[view.meeting_points][space]]
    round_it = f"Around it: {'; '.join(_brief(other) for other in near)}."
    return fitted([f"{_full(view.space(space))}.", round_it, *_state(view, frozenset(SPACES))], LONGEST)


def tell_alt(view: View, tale: Tale) -> str:
    """At most 1024 characters: what happened, then the state of play as `alt_text` has it."""
    return fitted([_told(happened(view, tale)), *_state(view, frozenset())], LONGEST)


def _told(deeds: list[str]) -> str:
    """The deeds in a sentence that leaves room for the state of play."""
    if not deeds:
        return "Nothing has changed."
    text, rest = f"What happened: {deeds[0]}", deeds[1:]
    while rest and len(text) + len(rest[0]) < TELLING:
        text += f"; {rest.pop(0)}"
    return f"{text}; and {len(rest)} more." if rest else f"{text}."


def happened(view: View, tale: Tale, numbers: bool = True) -> list[str]:
    """What happened, a deed each, the map first: "3 Troops from Delhi to Punjab".

    `numbers`: whether dice, Resources and the like are told too.
    """
    told, before = read(tale, view), tale.before
    names = {space.key: space.name for space in view.spaces}
    found = [f"Attack in {names[told.fought]}"] if told.fought else []
    found += [_roll(side) for side in told.dice] if numbers else []
    for space, status in told.statuses.items():
        now, then = words.status(view.space(space).status), words.status(status)
        found.append(f"{names[space]} is now {now}, was {then}")
    found += [
        f"{words.counted(m.kind, m.number)} from {names[m.start]} to {names[m.end]}" for m in told.moves
    ]
    found += [f"{words.pieces(kinds)} placed in {names[space]}" for space, kinds in told.placed.items()]
    found += [f"{words.pieces(kinds)} removed from {names[space]}" for space, kinds in told.removed.items()]
    for space, kinds in told.flipped.items():
        found += [f"{words.counted(kind, n)} turned over in {names[space]}" for kind, n in kinds.items()]
    return [*found, *(_scores(before, view) if numbers else []), *_rest(view, before)]


def _scores(before: View, view: View) -> list[str]:
    found = []
    for old, new in zip(before.factions, view.factions, strict=True):
        numbers = (
            ("VP", old.vp, new.vp),
            ("Resources", old.resources, new.resources),
            ("Cavalry", old.cavalry, new.cavalry),
            ("Influence", old.influence, new.influence),
        )
        shifts = [f"{what} {was} to {now}" for what, was, now in numbers if was != now]
        found += [f"{new.name} {', '.join(shifts)}"] if shifts else []
    return found


def _rest(view: View, before: View) -> list[str]:
    """Dynasty and card."""
    found = []
    if view.dynasty != before.dynasty:
        found.append(f"the {words.DYNASTIES[view.dynasty]} dynasty rules")
    if view.card is not None and (before.card is None or view.card.key != before.card.key):
        found.append(f"the open card is {view.card.title}")
    return found


def _roll(side: Dice) -> str:
    """ "Bahmani rolled 6 1 3, now out 1 2, 1 Cavalry spent, 2 hits"."""
    hits = sum(face is not None and face <= side.reach for face in side.now)
    text = f"{side.faction.title()} rolled {' '.join(map(str, side.faces))}"
    if side.now != side.faces:
        text += f", now {' '.join('out' if face is None else str(face) for face in side.now)}"
    text += f", {side.spent} Cavalry spent" if side.spent else ""
    return f"{text}, {hits} hit{'s' * (hits != 1)}"


def _state(view: View, lit: frozenset[str]) -> list[str]:
    """The state of play, a sentence each, without the spaces that were told in full."""
    parts = [f"{view.headline.rstrip('.')}."]
    parts += view.tie_break.told if view.tie_break is not None else ()
    parts += [f"{_faction(faction)}." for faction in view.factions]
    parts.append(
        f"{words.DYNASTIES[view.dynasty]} dynasty. {words.block(view.deck)}, {view.deck.remaining} cards in "
        f"all. Cavalry pool {view.cavalry_pool}, Mongols waiting {view.mongol_box}."
    )
    return [*parts, *(f"{_brief(space)}." for space in view.spaces if space.key not in lit and space.pieces)]


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
