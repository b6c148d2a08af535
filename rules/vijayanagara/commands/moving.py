"""3.2.2 March, 3.3.2 and 3.4.2 Migrate: how Units move into a selected space."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from math import ceil

from rules.asking import DONE, amounts, count, pick, pick_or_done
from rules.presentation import Filling
from rules.vijayanagara.board import REBELLING, SPACES
from rules.vijayanagara.commands.selecting import explain_not_adjacent
from rules.vijayanagara.state import State
from rules.words import Words, join_list, say

MOVE = {"sultanate": "march", "bahmani": "migrate", "vijayanagara": "migrate"}
MOVES = {"sultanate": "3.2.2 March", "bahmani": "3.3.2 Migrate", "vijayanagara": "3.4.2 Migrate"}

ALONG, BEHIND = "along", "behind"
MANNERS = {  # by Command: other ways in which the bot can fill in the Units that move
    "march": {ALONG: say("Governors too"), BEHIND: say("Leave 1 Unit behind in each space")},
    "migrate": {BEHIND: say("Leave 1 Unit behind in each space")},
}

NOTHING_TURNS: Mapping[str, str] = {}


def _fill_with(key: str, _: Filling) -> str:
    return key


def _fill_origin(s: State, faction: str, to: str, filling: Filling) -> str | None:
    """Return the default space from which Units come.

    It is the neighbour with the most unused Units. Neighbours that are also selected spaces come last.
    """
    near = [origin for origin in SPACES if origin in s.adjacent[to] and s.list_unused(origin, faction)]
    apart = [origin for origin in near if origin not in filling.left] or near
    return max(apart, key=lambda origin: sum(s.list_unused(origin, faction).values()), default=None)


def _fill_units(s: State, faction: str, origin: str, to: str, filling: Filling) -> dict[str, int]:
    """Return how many Units come from `origin` by default: all, or an equal share.

    The Units are shared if some of them are to go to other selected spaces. Governors stay, unless they are
    the only Units or the manner includes them. The manner `BEHIND` leaves one Unit. If `to` is the only
    selected space and no manner is chosen, nothing is filled in: a default would save few taps, and could
    empty a space.
    """
    if not filling.left and not filling.manner:
        return {}
    others = [space for space in filling.left if space in SPACES and space != to]
    sharing = 1 + sum(_fill_origin(s, faction, space, filling) == origin for space in others)
    found = {kind: ceil(n / sharing) for kind, n in s.list_unused(origin, faction).items()}
    if filling.manner == BEHIND and sum(found.values()) > 1:
        largest = max(found, key=found.__getitem__)
        found[largest] -= 1
    units = {kind: n for kind, n in found.items() if kind != "governors" and n}
    return found if filling.manner == ALONG or not units else units


async def move_units_in(
    s: State, faction: str, to: str, most: int, arriving: Mapping[str, str] = NOTHING_TURNS
) -> int:
    """3.2.2, 3.3.2, 3.4.2: move at least one and at most `most` Units from adjacent spaces to `to`.

    Return how many Units moved. `arriving`: the kinds that change on arrival, each with its new kind.
    """
    origins: list[str] = []
    moved = 0
    while moved < most:
        origin = await _pick_origin(s, faction, to, origins)
        if origin is None:
            break
        origins.append(origin)
        units = await _pick_units(s, faction, origin, to, most - moved)
        for kind, n in units.items():
            new = arriving.get(kind, kind)
            s.march(kind, n, origin, to, new)
            s.use(to, new, n)
        _tell_move(s, faction, origin, to, units, arriving)
        s.adjust_control(origin, to)
        moved += sum(units.values())
    return moved


async def _pick_origin(s: State, faction: str, to: str, origins: Sequence[str]) -> str | None:
    """Ask for the next space from which Units come, each space once; return None for "done"."""
    near, command = s.adjacent[to], MOVE[faction]
    ask = pick_or_done if origins else pick
    return await ask(
        faction,
        say("{command} to {to}: from where?", command=command, to=to),
        (*near, *(space for space in SPACES if space not in (to, *near))),
        lambda origin: _why_not_from(s, faction, origin, to, origins),
        kind=f"{command}-from",
        form="place",
        about=to,
        lead="from",
        default=partial(_fill_with, DONE) if origins else partial(_fill_origin, s, faction, to),
    )


def _why_not_from(s: State, faction: str, origin: str, to: str, origins: Sequence[str]) -> Words | None:
    """3.1.2, 3.2.2, 3.3.2, 3.4.2: return why no Unit moves from `origin` to `to`; None if one can."""
    rule = MOVES[faction]
    if origin not in s.adjacent[to]:
        return explain_not_adjacent(rule, origin, to)
    if origin in origins:
        text = "{rule}: you have moved Units from {origin} to {to} already"
        return say(text, rule=rule, origin=origin, to=to)
    if s.has_unused(origin, faction):
        return None
    if s.units(origin, faction):
        return say("3.1.2: all your Units in {origin} have acted in this Command", origin=origin)
    return say("{rule}: you have no Units in {origin}", rule=rule, origin=origin)


async def _pick_units(s: State, faction: str, origin: str, to: str, most: int) -> dict[str, int]:
    """Ask how many Units of each kind move."""
    command, supply = MOVE[faction], s.list_unused(origin, faction)
    text = "{command} from {origin} to {to}: which Units?"
    if most < sum(supply.values()):
        text = "{command} from {origin} to {to}: which Units? At most {n}."
    return await amounts(
        faction,
        say(text, command=command, origin=origin, to=to, n=most),
        supply,
        most,
        1,
        kind=f"{command}-units",
        about=f"{origin} {to}",
        fill=partial(_fill_units, s, faction, origin, to),
        manners=MANNERS[command],
    )


def _tell_move(
    s: State, faction: str, origin: str, to: str, units: Mapping[str, int], arriving: Mapping[str, str]
) -> None:
    """Add to the story which Units have moved. If their kind changed, name the new kind."""
    pieces = join_list([count(n, kind) for kind, n in units.items()])
    turned = {new for kind, new in arriving.items() if kind in units}
    text = "{command} takes {pieces} from {origin} to {to}."
    if turned:
        text = "{command} takes {pieces} from {origin} to {to}. They become Obedient."
        if turned <= {*REBELLING.values()}:
            text = "{command} takes {pieces} from {origin} to {to}. They become Rebelling."
    command, facts = MOVE[faction], {"faction": faction, "units": dict(units), "origin": origin, "to": to}
    data = {"command": command, "pieces": pieces, **facts}
    s.tell("move", text, data, command=command, pieces=pieces, origin=origin, to=to)
