"""4.3, 4.4: the Decrees of the two rivals.

The Bahmani Kingdom has Trade, Build and Conspire, the Vijayanagara Empire Tax, Build and Compel.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Unpack

from rules.asking import DONE, How, amounts, count, fill_most, pick, pick_or_done
from rules.vijayanagara import wording
from rules.vijayanagara.board import OBEDIENT, PROVINCES, REBELLING, SPACES, STRUCTURE, UNIT_BOX, UNITS
from rules.vijayanagara.commands.rivals import find_arriving_kinds
from rules.vijayanagara.commands.selecting import why_not_province
from rules.vijayanagara.influence import gain_cavalry, limit_gains
from rules.vijayanagara.names import aliases
from rules.vijayanagara.state import State
from rules.words import Words, agreeing, join_list, say

INFLUENTIAL = 2  # 1.9.1, 1.9.2: from this level on, Conspire and Compel do more
CONSPIRE_TIMES, COMPEL_UNITS = 2, 2
NOBODY = "nobody"
BUILD = {"bahmani": "4.3.2 Build", "vijayanagara": "4.4.2 Build"}


async def trade(s: State, faction: str) -> None:
    """4.3.1, 1.9.1 Trade: gain 1 Resource for each Province with a Bahmani piece, and Cavalry.

    Trade brings 1 Cavalry; from Influence 1 on it brings 2, and from Influence 3 on it brings 3.
    """
    n = s.gain(faction, _count_trades(s, faction))
    s.tell("trade", "Trade: {faction} gains {gain}.", faction=faction, gain=count(n, "resources"))
    await gain_cavalry(s, faction, _count_horses(s, faction))


def calculate_trade_gains(s: State, faction: str) -> Mapping[str, int]:
    """4.3.1: return what Trade gains."""
    return limit_gains(s, faction, _count_trades(s, faction), _count_horses(s, faction))


def _count_trades(s: State, faction: str) -> int:
    return sum(s.pieces(province, faction) > 0 for province in PROVINCES)


def _count_horses(s: State, faction: str) -> int:
    return 1 + (s.influence[faction] >= 1) + (s.influence[faction] >= 3)


async def build(s: State, faction: str) -> None:
    """4.3.2, 4.4.2 Build: place a Fort (Temple) in one Province with an Amir (Raja)."""
    prompt = say("Build a {structure} in which Province?", structure=f"1-{STRUCTURE[faction]}")
    province = await pick(
        faction,
        prompt,
        SPACES,
        lambda p: _why_not_site(s, faction, p),
        kind="build-in",
        form="place",
        lead="in",
        phrase=wording.make_where("build"),
    )
    kind = STRUCTURE[faction]
    data = {"province": province, "units": {kind: 1}}
    s.tell("build", "Build brings {piece} to {province}.", data, piece=count(1, kind), province=province)
    s.place(province, kind, 1)


def _why_not_site(s: State, faction: str, province: str) -> Words | None:
    if (why := why_not_province(faction, province)) is not None:
        return why
    if not s.units(province, faction):
        text = "{rule}: none of your {units} is in {province}"
        return say(text, rule=BUILD[faction], province=province, units=UNIT_BOX[faction])
    if s.board[province][STRUCTURE[faction]]:
        text = "1.4.4: a {structure} stands in {province} already"
        return say(text, province=province, structure=f"1-{STRUCTURE[faction]}")
    return None


def why_not_build(s: State, faction: str) -> Words | None:
    """4.3.2, 4.4.2: return why nothing can be built.

    A Structure must be Available, and a Province with a Unit of the faction must have room for it.
    """
    if not s.box[STRUCTURE[faction]]:
        return say(
            "{rule}: none of your {structures} is Available",
            rule=BUILD[faction],
            structures=STRUCTURE[faction],
        )
    if all(_why_not_site(s, faction, province) is not None for province in PROVINCES):
        return say(
            "{rule}: no Province with your {units} has room for another Structure",
            rule=BUILD[faction],
            units=UNIT_BOX[faction],
        )
    return None


async def conspire(s: State, faction: str) -> None:
    """4.3.3 Conspire: replace a Governor with an Amir in up to two Provinces with a Bahmani piece.

    From Influence 2 on, a Raja can be replaced too, and a Bahmani piece in an adjacent Province is enough.
    The Amir is Rebelling if it replaces a Rebelling Raja, or if the Bahmanis Control the Province. Otherwise
    the faction chooses. The faction can also remove the Governor or Raja without replacement, and must do so
    if no Amir is Available (1.4.6).
    """
    chosen: list[str] = []

    def why_not(province: str) -> Words | None:
        if province in chosen:
            return say("4.3.3 Conspire: you have selected {province} already", province=province)
        return _why_not_plot(s, faction, province)

    while len(chosen) < CONSPIRE_TIMES:
        prompt = say("Conspire in which Province?")
        province = await (pick_or_done if chosen else pick)(
            faction,
            prompt,
            SPACES,
            why_not,
            kind="conspire-in",
            form="place",
            lead="in",
            phrase=wording.make_where("conspire"),
        )
        if province is None:
            break
        chosen.append(province)
        prompt = say("Conspire in {province}: which piece do you replace?", province=province)
        victim = await _ask_for_one(
            faction,
            prompt,
            list_victims(s, faction, province),
            kind="conspire-whom",
            about=province,
            phrase=wording.REPLACE,
        )
        amirs = [REBELLING[faction], OBEDIENT[faction]]
        if victim == REBELLING["vijayanagara"] or s.status[province] == faction:  # 4.3.3, 1.4.5
            amirs.remove(OBEDIENT[faction])
        text = "Conspire in {province}: which piece replaces the {victim}?"
        prompt = say(text, province=province, victim=f"1-{victim}")
        kinds = amirs if s.box["amirs"] else ()
        amir = await _ask_for_one(
            faction, prompt, kinds, NOBODY, kind="conspire-by", about=province, lead="by", phrase=wording.BY
        )
        gone = "Conspire in {province}: {victim} removed, not replaced."
        text = gone if amir == NOBODY else "Conspire in {province}: {amir} replaces {victim}."
        data = {"faction": faction, "units": {victim: 1}, "space": province, "new": amir}
        s.tell("conspire", text, data, province=province, amir=count(1, amir), victim=count(1, victim))
        s.shift(province, victim, -1)
        if amir != NOBODY:
            s.shift(province, amir, 1)
        s.adjust_control(province)


async def _ask_for_one(
    faction: str, prompt: Words, kinds: Sequence[str], *more: str, **how: Unpack[How]
) -> str:
    """Ask for a kind of piece, named in the singular ("Governor"), or for one of the answers in `more`."""
    answer = await pick(faction, prompt, [*(f"1-{kind}" for kind in kinds), *more], **how)
    return answer.removeprefix("1-")


def list_victims(s: State, faction: str, province: str) -> list[str]:
    """4.3.3: return the kinds of piece in the Province that Conspire could replace.

    The reach of Conspire is not checked.
    """
    kinds = ("governors", *UNITS["vijayanagara"]) if s.influence[faction] >= INFLUENTIAL else ("governors",)
    return [kind for kind in kinds if s.board[province][kind]]


def _why_not_plot(s: State, faction: str, province: str) -> Words | None:
    if (why := why_not_province(faction, province)) is not None:
        return why
    influential = s.influence[faction] >= INFLUENTIAL
    near = s.within_reach(province, [p for p in PROVINCES if s.pieces(p, faction)])
    if not (near if influential else s.pieces(province, faction)):
        text = "4.3.3 Conspire: you have no piece in or next to {province}" if influential else (
            "4.3.3 Conspire: you have no piece in {province} (with Influence 2 or more, a piece "
            "next to it is enough)"
        )  # fmt: skip
        return say(text, province=province)
    if list_victims(s, faction, province):
        return None
    text = f"4.3.3 Conspire: no Governor{' and no Raja' if influential else ''} is in {{province}}"
    return say(text, province=province)


def why_not_conspire(s: State, faction: str) -> Words | None:
    """4.3.3: return why Conspire can replace nothing; None if it can."""
    if any(_why_not_plot(s, faction, province) is None for province in PROVINCES):
        return None
    return say("4.3.3 Conspire: you can replace no piece within your reach")


async def tax(s: State, faction: str) -> None:
    """4.4.1 Tax: gain the Prosperity of Vijayanagara-Controlled Provinces, and 1 Resource per Temple."""
    n = s.gain(faction, _count_taxes(s, faction))
    s.tell("tax", "Tax: {faction} gains {gain}.", faction=faction, gain=count(n, "resources"))


def why_idle_tax(s: State, faction: str) -> Words | None:
    """4.4.1: return why there is nothing to tax."""
    if _count_taxes(s, faction):
        return None
    return say("4.4.1 Tax: you Control no Province and have no Temple on the map")


def calculate_tax_gains(s: State, faction: str) -> Mapping[str, int]:
    """4.4.1: return what Tax gains."""
    return limit_gains(s, faction, _count_taxes(s, faction))


def _count_taxes(s: State, faction: str) -> int:
    return s.prosperity(faction) + s.on_map("temples")


async def compel(s: State, faction: str) -> None:
    """4.4.3 Compel: bring up to two Rajas into a Province. They come from the box, from a neighbour, or both.

    The Province must have a Vijayanagara piece or be next to one. From Influence 2 on, the faction also gains
    1 Cavalry and may remove a Troop, Governor or Amir there. If the removed piece is a Sultanate Unit, the
    Rajas that Compel brought become Rebelling.
    """
    prompt = say("Compel in which Province?")
    province = await pick(
        faction,
        prompt,
        SPACES,
        lambda p: _why_not_compel_in(s, faction, p),
        kind="compel-in",
        form="place",
        lead="in",
        phrase=wording.make_where("compel"),
    )
    new = await _bring_rajas(s, faction, province)
    if s.influence[faction] < INFLUENTIAL:
        return
    await gain_cavalry(s, faction, 1)
    kinds = [kind for kind in ("troops", "governors", *UNITS["bahmani"]) if s.board[province][kind]]
    if not kinds:
        return
    prompt = say("Compel in {province}: remove which piece?", province=province)
    victim = await _ask_for_one(
        faction,
        prompt,
        kinds,
        DONE,
        kind="compel-remove",
        about=province,
        lead="remove",
        phrase=wording.REMOVE,
    )
    if victim == DONE:
        return
    data = {"faction": faction, "units": {victim: 1}, "space": province}
    text = "Compel in {province} removes {victim}."
    s.tell("compel-remove", text, data, victim=count(1, victim), province=province)
    if victim in UNITS["sultanate"]:
        if flipped := min(new, s.board[province][OBEDIENT[faction]]):
            pieces, become = count(flipped, OBEDIENT[faction]), agreeing(flipped, "become")
            text = "Compel in {province}: {pieces} {become} Rebelling."
            s.tell("turn", text, province=province, pieces=pieces, become=become)
        s.flip(province, OBEDIENT[faction], new)
    s.remove(province, victim, 1)


def _move(space: str) -> tuple[str, ...]:
    return tuple(f"move {word}{short}" for short in (space, *aliases(space)) for word in ("", "from "))


async def _bring_rajas(s: State, faction: str, province: str) -> int:
    """4.4.3: place and move Rajas. Return how many of them arrive as Obedient Rajas."""
    placed = moved = 0
    if s.box["rajas"]:
        prompt = say("Compel in {province}: place how many Rajas?", province=province)
        supply, how = {"rajas": s.box["rajas"]}, "compel-place"
        chosen = await amounts(
            faction,
            prompt,
            supply,
            COMPEL_UNITS,
            kind=how,
            about=province,
            lead="place",
            phrase=wording.PLACE,
            fill=fill_most(supply, COMPEL_UNITS),
        )
        placed = chosen.get("rajas", 0)
    turned = find_arriving_kinds(s, faction, province)
    obedient = placed
    if placed:
        s.tell(
            "compel-place",
            "Compel in {province} brings {pieces}.",
            {"units": {OBEDIENT[faction]: placed}},
            pieces=count(placed, "rajas"),
            province=province,
        )
        s.place(province, OBEDIENT[faction], placed)
    origins = [near for near in s.adjacent[province] if near in PROVINCES and s.units(near, faction)]
    if placed < COMPEL_UNITS and origins:
        prompt = say("Compel in {province}: Rajas come from which Province?", province=province)
        origin = await pick_or_done(
            faction,
            prompt,
            origins,
            kind="compel-from",
            form="place",
            about=province,
            lead="from",
            also=_move,
        )
        if origin is not None:
            there = {kind: s.board[origin][kind] for kind in UNITS[faction]}
            text = "Compel in {province}: which Rajas move there from {origin}?"
            prompt = say(text, province=province, origin=origin)
            about = f"{origin} {province}"
            units = await amounts(
                faction,
                prompt,
                there,
                COMPEL_UNITS - placed,
                1,
                kind="compel-units",
                about=about,
                phrase=wording.MOVE,
            )
            pieces = join_list([count(n, kind) for kind, n in units.items()])
            changed = {turned[kind] for kind in units if kind in turned}
            text = "Compel in {province} brings {pieces} from {origin}."
            if REBELLING[faction] in changed:
                text = "Compel in {province} brings {pieces} from {origin}. They become Rebelling."
            elif changed:
                text = "Compel in {province} brings {pieces} from {origin}. They become Obedient."
            s.tell("compel-move", text, pieces=pieces, origin=origin, province=province)
            for kind, n in units.items():
                arrived = turned.get(kind, kind)
                s.march(kind, n, origin, province, arrived)
                obedient += n if arrived == OBEDIENT[faction] else 0
            s.adjust_control(origin, province)
            moved = sum(units.values())
    if not placed + moved:
        s.tell("compel-none", "Compel in {province}: no Raja comes.", province=province)
    return obedient


def _why_not_compel_in(s: State, faction: str, province: str) -> Words | None:
    if (why := why_not_province(faction, province)) is not None:
        return why
    if s.within_reach(province, [p for p in PROVINCES if s.pieces(p, faction)]):
        return None
    return say("4.4.3 Compel: you have no piece in or next to {province}", province=province)


def why_not_compel(s: State, faction: str) -> Words | None:
    """4.4.3: return why there is no Compel: it needs a piece on the map."""
    if any(s.pieces(province, faction) for province in PROVINCES):
        return None
    return say("4.4.3 Compel: you have no piece on the map")
