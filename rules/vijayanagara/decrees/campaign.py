"""4.2.2 Campaign: the Sultanate's long march along one route.

It comes by Decree, by two Succession cards (2.5.1, 2.5.2), and by Events.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from rules.asking import amounts, count, fill_most, pick, pick_or_done
from rules.vijayanagara import wording
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.commands.selecting import explain_not_adjacent
from rules.vijayanagara.commands.terms import ANY, Terms
from rules.vijayanagara.state import State, Walk
from rules.words import Words, agreeing, join_list, say

STEPS = ANY.steps
PICK_UP, DROP_OFF = "pick-up", "drop-off"


@dataclass(slots=True)
class Column:
    """A group of Units on the march.

    It has its route so far, its Units, and the changes in each space: lost pieces (-) and new pieces (+).
    """

    route: list[str]
    units: dict[str, int]
    changes: list[tuple[str, str, int]]  # space, kind, pieces

    def take(self, space: str, units: dict[str, int]) -> None:
        """Let Units of the space join the column. Negative numbers: Units that leave the column."""
        for kind, n in units.items():
            self.units[kind] = self.units.get(kind, 0) + n
            self.changes.append((space, kind, -n))
        self.units = {kind: n for kind, n in self.units.items() if n}


async def campaign(s: State, faction: str, terms: Terms) -> None:
    """4.2.2 Campaign: move Units from one space along a route of at most `terms.steps` steps.

    The route visits no space twice, and uses only spaces of `terms.among`. Units may be picked up and dropped
    off on the way. Pieces are moved only when the whole route is known, because Units on their way Control
    nothing (1.7).
    """
    prompt = say("Campaign from which space?")
    origin = await pick(
        faction,
        prompt,
        SPACES,
        lambda sp: why_not_origin(s, faction, sp, terms),
        kind="campaign-from",
        form="place",
        default=lambda _: _find_largest(s, faction, terms),
        lead="from",
        phrase=wording.FROM,
    )
    prompt = say("Campaign from {origin}: which Units set out?", origin=origin)
    column = Column([origin], {}, [])
    column.take(
        origin,
        await amounts(
            faction,
            prompt,
            there := _there(s, origin),
            99,
            1,
            kind="campaign-units",
            about=origin,
            fill=fill_most(there, 99) if terms.to is None else None,
            phrase=wording.WITH,
        ),
    )
    set_out = agreeing(sum(column.units.values()), "set out")
    text = "Campaign: {pieces} {set_out} from {origin}."
    s.tell("campaign-from", text, pieces=_list_pieces(column.units), set_out=set_out, origin=origin)
    walks: list[Walk] = []
    while column.units and len(column.route) <= terms.steps:
        to = await _ask_next_step(s, faction, column, terms)
        if to is None:
            break
        walks += [Walk(kind, n, column.route[-1], to) for kind, n in column.units.items()]
        column.route.append(to)
        go = agreeing(sum(column.units.values()), "go")
        text = "Campaign: {pieces} {go} on to {to}."
        s.tell("campaign-to", text, pieces=_list_pieces(column.units), go=go, to=to)
    column.take(column.route[-1], {kind: -n for kind, n in column.units.items()})
    for space, kind, n in column.changes:
        s.shift(space, kind, n)
    s.walks += walks
    s.adjust_control(*column.route)


def _find_largest(s: State, faction: str, terms: Terms) -> str | None:
    """Return the space with the most Units that can set out.

    Return None if an Event prescribes where the Campaign ends. In that case the faction itself must choose
    the start.
    """
    if terms.to is not None:
        return None
    starts = [space for space in SPACES if why_not_origin(s, faction, space, terms) is None]
    return max(starts, key=lambda space: sum(_there(s, space).values()), default=None)


def _find_next_step(s: State, terms: Terms, route: Sequence[str]) -> str | None:
    """Return the next step of the shortest way to the end that an Event prescribes.

    Return None if no Event prescribes an end, or if no way leads to the end.
    """
    if terms.to is None:
        return None
    near = [space for space in s.adjacent[route[-1]] if space not in route]
    for steps in range(terms.steps - len(route) + 1):
        for space in near:
            if _can_reach(s, space, terms.to, steps, {*route, space}):
                return space
    return None


async def _ask_next_step(s: State, faction: str, column: Column, terms: Terms) -> str | None:
    """Ask for Units to pick up and drop off here, and then for the next space of the route.

    Return None if the Campaign ends.
    """
    here, on_the_way = column.route[-1], len(column.route) > 1
    changes = [DROP_OFF] * on_the_way + [PICK_UP] * (on_the_way and s.units(here, faction) > 0)

    def why_not(answer: str) -> Words | None:
        if answer in column.route:
            return say("4.2.2 Campaign: your route has passed {space} already", space=answer)
        if answer in changes:
            return None
        if answer not in s.adjacent[here]:
            return explain_not_adjacent("4.2.2 Campaign", here, answer)
        return why_not_to(s, answer, terms, column.route)

    there = on_the_way and (terms.to is None or here in terms.to)
    if not there and sum(column.units.values()) == 1 and DROP_OFF in changes:
        changes.remove(DROP_OFF)  # at least one Unit must arrive
    while column.units and any(why_not(near) is None for near in s.adjacent[here]):
        pieces = _list_pieces(column.units)
        prompt = say("Campaign with {pieces}, now in {here}: where to?", pieces=pieces, here=here)
        answer = await (pick_or_done if there else pick)(
            faction,
            prompt,
            (*s.adjacent[here], *changes, *(space for space in SPACES if space not in s.adjacent[here])),
            why_not,
            kind="campaign-to",
            form="place",
            default=lambda _: None if there else _find_next_step(s, terms, column.route),
            route=True,
            about=here,
            lead="to",
            bare=(PICK_UP, DROP_OFF),
            phrase=wording.GO_ON,
        )
        if answer not in (PICK_UP, DROP_OFF):
            return answer
        changes.remove(answer)
        if answer == DROP_OFF:
            prompt = say("Campaign: drop off which Units in {here}?", here=here)
            most = sum(column.units.values()) - (not there)  # at least one Unit must arrive
            left = await amounts(
                faction, prompt, column.units, most, 1, kind=DROP_OFF, about=here, phrase=wording.DROP_OFF
            )
            column.take(here, {kind: -n for kind, n in left.items()})
            stay = agreeing(sum(left.values()), "stay")
            s.tell(
                "drop-off",
                "Campaign: {pieces} {stay} in {here}.",
                pieces=_list_pieces(left),
                stay=stay,
                here=here,
            )
        else:
            prompt = say("Campaign: pick up which Units in {here}?", here=here)
            more = await amounts(
                faction, prompt, _there(s, here), 99, 1, kind=PICK_UP, about=here, phrase=wording.PICK_UP
            )
            column.take(here, more)
            join = agreeing(sum(more.values()), "join")
            s.tell(
                "pick-up",
                "Campaign: {pieces} {join} in {here}.",
                pieces=_list_pieces(more),
                join=join,
                here=here,
            )
    return None


def _there(s: State, space: str) -> dict[str, int]:
    return {kind: s.board[space][kind] for kind in ("troops", "governors")}


def _list_pieces(pieces: dict[str, int]) -> Words:
    return join_list([count(n, kind) for kind, n in pieces.items()])


def why_not_outside(space: str) -> Words:
    """2.5.1, 2.5.2: return why a Campaign of a Succession card may not enter the space."""
    return say("2.5: this Campaign uses Delhi and Provinces only, not {space}", space=space)


def why_not_to(s: State, space: str, terms: Terms, route: Sequence[str]) -> Words | None:
    """4.2.2: return why the Campaign can't go on to this space: it isn't allowed, or too far from the end."""
    if terms.among is not None and space not in terms.among:
        return why_not_outside(space)
    if terms.to is None or _can_reach(s, space, terms.to, terms.steps - len(route), {*route, space}):
        return None
    text = "4.2.2 Campaign: from {space} you can't reach the destination that the Event names"
    return say(text, space=space)


def _can_reach(s: State, space: str, ends: Collection[str], steps: int, passed: set[str]) -> bool:
    """Return whether one of the ends is at most `steps` steps away, through spaces not yet passed."""
    if space in ends:
        return True
    onward = [near for near in s.adjacent[space] if near not in passed]
    return steps > 0 and any(_can_reach(s, near, ends, steps - 1, {*passed, near}) for near in onward)


def why_not_origin(s: State, faction: str, space: str, terms: Terms) -> Words | None:
    """4.2.2: return why no Campaign starts in the space: it needs Units that can go somewhere."""
    if terms.among is not None and space not in terms.among:
        return why_not_outside(space)
    if not s.units(space, faction):
        return say("4.2.2 Campaign: no Troops or Governors are in {space}", space=space)
    if any(why_not_to(s, near, terms, [space]) is None for near in s.adjacent[space]):
        return None
    return say("4.2.2 Campaign: there is nowhere to go from {space}", space=space)


def list_origins(s: State, faction: str, terms: Terms) -> list[str]:
    """4.2.2: return the spaces from which a Campaign can start."""
    return [space for space in SPACES if why_not_origin(s, faction, space, terms) is None]


def why_not_campaign(s: State, faction: str, terms: Terms) -> Words | None:
    """4.2.2: return why there is no Campaign: it needs Units that can set out."""
    if list_origins(s, faction, terms):
        return None
    return say("4.2.2 Campaign: none of your Troops or Governors can set out")
