"""What the picture shows, in words, for those who do not see it: what changed, then the table in order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from render.kit.texts import ROOM, fitted
from render.painter import Tale
from render.vijayanagara import words
from render.vijayanagara.changes import Changes, Dice, read, thrown
from rules.vijayanagara.board import ADJACENT, SPACES
from rules.vijayanagara.view import FactionView, SpaceView, View
from rules.vijayanagara.vocabulary import PIECES, SEATS

LEAST = 520  # characters that what happened may take, however long the state of play is
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
    """The lit spaces in full, then the state of play and the other spaces, in short if it is long."""
    lit = [_full(space) for space in view.spaces if space.key in highlight]
    first = [f"Lit: {'; '.join(lit)}."] if lit else []
    if view.fight is not None:
        rolled = "; ".join(_roll(side) for side in thrown(view.fight))
        first.append(f"Attack in {view.space(view.fight.space).name}: {rolled}.")
    return _with_state(first, view, highlight)


def crop_alt(view: View, space: str) -> str:
    """The space in full, its neighbours in short, then the state of play."""
    near = [other for other in view.spaces if other.key in ADJACENT[view.meeting_points][space]]
    round_it = f"Around it: {'; '.join(_brief(other) for other in near)}."
    return _with_state([f"{_full(view.space(space))}.", round_it], view, frozenset(SPACES))


def tell_alt(view: View, tale: Tale) -> str:
    """What happened, then the state of play as `alt_text` has it."""
    return _with_state([_told(happened(view, tale.deeds), view) or "Nothing has changed."], view, frozenset())


def film_alt(views: Sequence[View]) -> str:
    """What came of it all from the first view to the last, then the state of play."""
    last = views[-1]
    begun = replace(views[0], fight=last.fight)  # the dice of the last battle are no news of all of it
    during = tuple(replace(view, fight=None) for view in views[:-1])
    changes = read(last, Tale(begun, during))
    told, tie = _told(happened(last, changes), last), last.tie_break
    if not told and tie is not None and tie.told:
        return alt_text(last)  # the rounds of the tie-break are all that happened
    if not told:
        turned = any(view.spaces != last.spaces for view in views)
        told = "In the end the map is as it was at the beginning." if turned else "The map stays as it is."
    return _with_state([told], last, frozenset())


def _told(deeds: list[str], view: View) -> str:
    """The deeds in a sentence that leaves room for the state of play in short; "" if there are none."""
    if not deeds:
        return ""
    room = max(LEAST, ROOM - len(" ".join(_state(view, frozenset(), True))) - len("; and 99 more. "))
    text, rest = f"What happened: {deeds[0]}", deeds[1:]
    while rest and len(text) + 2 + len(rest[0]) <= room:
        text += f"; {rest.pop(0)}"
    return f"{text}; and {len(rest)} more." if rest else f"{text}."


def happened(view: View, told: Changes, numbers: bool = True) -> list[str]:
    """What happened, a deed each, the map first: "3 Troops from Delhi to Punjab".

    `numbers`: whether dice, Resources and the like are told too.
    """
    before = told.before
    names = {space.key: space.name for space in view.spaces}
    found = [f"Attack in {names[told.fought]}"] if told.fought else []
    found += [_roll(side) for side in told.dice] if numbers else []
    for space, status in told.statuses.items():
        now, then = words.status(view.space(space).status), words.status(status)
        found.append(f"{names[space]} is now {now}, was {then}")
    found += [
        f"{words.counted(m.kind, m.number)} from {names[m.start]} to {names[m.end]}" for m in told.moves
    ]
    come, gone = ("more in", "fewer in") if told.summed else ("placed in", "removed from")
    found += [f"{words.pieces(kinds)} {come} {names[space]}" for space, kinds in told.placed.items()]
    found += [f"{words.pieces(kinds)} {gone} {names[space]}" for space, kinds in told.removed.items()]
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


def _with_state(first: list[str], view: View, lit: frozenset[str]) -> str:
    """These sentences and the state of play, without the spaces that they told in full; the state in few
    words where there is no room for more."""
    parts = [*first, *_state(view, lit, False)]
    return fitted(parts) if len(" ".join(parts)) <= ROOM else fitted([*first, *_state(view, lit, True)])


def _state(view: View, lit: frozenset[str], brief: bool) -> list[str]:
    """The state of play, a sentence each, the weightiest first."""
    parts = [f"{view.headline.rstrip('.')}."]
    parts += view.tie_break.told if view.tie_break is not None else ()
    factions = [_faction(view, f, brief) for f in view.factions]
    return [*parts, *(f"{faction}." for faction in factions), *_lands(view, lit, brief), _deck(view, brief)]


def _lands(view: View, lit: frozenset[str], brief: bool) -> list[str]:
    """All spaces that are not empty and as they were at the start: a sentence for each status."""
    found: dict[str, list[str]] = {}
    for space in view.spaces:
        if space.key not in lit and (space.pieces or space.status not in ("", "tributary")):
            name = space.code if brief else space.name
            found.setdefault(STATUS.get(space.status, ""), []).append(f"{name} {short(space.pieces)}")
    ranked = [status for status in ("", *STATUS.values()) if status in found]
    rows = [f"{status}: {', '.join(found[status])}." if status else ", ".join(found[status]) + "."
            for status in ranked]  # fmt: skip
    empty = "All other spaces are empty and Tributary where they are Provinces."
    return rows if brief or not rows or lit else [*rows, empty]


def _deck(view: View, brief: bool) -> str:
    dynasty, left = words.DYNASTIES[view.dynasty], words.block(view.deck)
    if brief:
        boxes = f"Pool {view.cavalry_pool}, Mongols {view.mongol_box}"
        return f"{left}, {words.cards(view.deck)} in all. {boxes}."
    return (
        f"{dynasty} dynasty. {left}, {words.cards(view.deck)} in all. Cavalry pool {view.cavalry_pool}, "
        f"Mongols waiting {view.mongol_box}."
    )


def _full(space: SpaceView) -> str:
    held = words.pieces(space.pieces)
    return f"{space.name} ({words.status(space.status)}): {held}" if space.status else f"{space.name}: {held}"


def _brief(space: SpaceView) -> str:
    status = f" ({STATUS[space.status]})" if space.status else ""
    return f"{space.name}{status} {short(space.pieces)}"


STATUS: Mapping[str, str] = {
    **{key: seat.adjective for key, seat in SEATS.items()},
    "uncontrolled": "Uncontrolled",
    "tributary": "Tributary",
}


def short(stock: Mapping[str, int]) -> str:
    """ "T3 G1 oA2": the letters on the pieces, "o" for Obedient and "r" for Rebelling."""
    kinds = sorted((kind for kind, number in stock.items() if number), key=list(PIECES).index)
    return " ".join(f"{SHORT[kind]}{stock[kind]}" for kind in kinds) or "–"


def _faction(view: View, faction: FactionView, brief: bool) -> str:
    """Its numbers, and where it is on the sequence of play while the game goes on."""
    place = "its turn" if faction.acting else words.PLACES[faction.place]
    places = [] if view.winners or view.tie_break is not None else [place]
    if brief:
        parts = [f"{faction.key.title()} {faction.vp} VP, {faction.resources} Res, {faction.cavalry} Cav"]
        parts += [] if faction.influence is None else [f"Inf {faction.influence}"]
        return ", ".join([*parts, *places])
    coins = "1 Resource" if faction.resources == 1 else f"{faction.resources} Resources"
    parts = [f"{faction.name}: {faction.vp} VP", coins, f"{faction.cavalry} Cavalry"]
    parts += [] if faction.influence is None else [f"Influence {faction.influence}"]
    if places and faction.acting:
        places = [words.PLACES[faction.place], "its turn"]
    return ", ".join([*parts, *places])
