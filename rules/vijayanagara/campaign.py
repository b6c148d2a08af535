"""4.2.2 Campaign: the Sultanate's long march along one route, by Decree and by Succession card (2.5.1,
2.5.2)."""

from __future__ import annotations

from rules.asking import amounts, count, pick, pick_or_done
from rules.vijayanagara.board import SPACES
from rules.vijayanagara.selecting import Terms
from rules.vijayanagara.state import State
from rules.words import Words, listed, say

STEPS = 3
PICK_UP, DROP_OFF = "pick-up", "drop-off"


async def campaign(s: State, faction: str, terms: Terms) -> None:
    """4.2.2 Campaign: any Units go from one space along one route of up to three steps, no space twice; on
    the way Units may be picked up and dropped off. `terms.among`: the spaces that the route keeps to."""
    prompt = say("Campaign from which space?")
    origin = await pick(
        faction, prompt, SPACES, lambda sp: why_not_origin(s, faction, sp, terms), lead="from"
    )
    taken = await amounts(
        faction, say("Which Units Campaign from {origin}?", origin=origin), _there(s, origin), 99, 1
    )
    route, carried = [origin], dict(taken)
    s.tell("Campaign: {pieces} set out from {origin}.", pieces=_listed(carried), origin=origin)
    while len(route) <= STEPS and carried:
        to = await _next_step(s, faction, route, carried, terms)
        if to is None:
            break
        for kind, n in carried.items():
            s.shift(route[-1], kind, -n)
            s.shift(to, kind, n)
        s.settle(route[-1], to)
        route.append(to)
        s.tell("Campaign: {pieces} reach {to}.", pieces=_listed(carried), to=to)


async def _next_step(
    s: State, faction: str, route: list[str], carried: dict[str, int], terms: Terms
) -> str | None:
    """The next space of the route, after what is picked up and dropped off here; None where the Campaign
    ends."""
    here, done = route[-1], [] if len(route) > 1 else [PICK_UP, DROP_OFF]

    def why_not(answer: str) -> Words | None:
        if answer in (PICK_UP, DROP_OFF):
            return _why_not_change(s, here, answer, done, carried)
        if answer in route:
            return say("4.2.2 Campaign: the route has passed {space} already", space=answer)
        return None if terms.among is None or answer in terms.among else outside(answer)

    while carried:
        prompt = say("Campaign with {pieces}, now in {here}: where to?", pieces=_listed(carried), here=here)
        changes = tuple(change for change in (DROP_OFF, PICK_UP) if why_not(change) is None)
        answer = await (pick_or_done if len(route) > 1 else pick)(
            faction, prompt, (*s.adjacent[here], *changes), why_not, lead="to"
        )
        if answer not in (PICK_UP, DROP_OFF):
            return answer
        done.append(answer)
        if answer == DROP_OFF:
            left = await amounts(faction, say("Drop off which Units in {here}?", here=here), carried, 99, 1)
            for kind, n in left.items():
                carried[kind] -= n
            s.tell("Campaign: {pieces} stay in {here}.", pieces=_listed(left), here=here)
        else:
            others = {kind: n - carried.get(kind, 0) for kind, n in _there(s, here).items()}
            more = await amounts(faction, say("Pick up which Units in {here}?", here=here), others, 99, 1)
            for kind, n in more.items():
                carried[kind] = carried.get(kind, 0) + n
            s.tell("Campaign: {pieces} join in {here}.", pieces=_listed(more), here=here)
        for kind in [kind for kind, n in carried.items() if not n]:
            del carried[kind]
    return None


def _why_not_change(
    s: State, here: str, change: str, done: list[str], carried: dict[str, int]
) -> Words | None:
    if change in done:
        return say("4.2.2 Campaign: once per space")
    if change == PICK_UP and all(n <= carried.get(kind, 0) for kind, n in _there(s, here).items()):
        return say("4.2.2 Campaign: nobody else to pick up in {here}", here=here)
    return None


def _there(s: State, space: str) -> dict[str, int]:
    return {kind: s.board[space][kind] for kind in ("troops", "governors")}


def _listed(pieces: dict[str, int]) -> Words:
    return listed([count(n, kind) for kind, n in pieces.items()])


def outside(space: str) -> Words:
    """2.5.1, 2.5.2: why a Campaign of a Succession card may not go there."""
    return say("2.5: this Campaign keeps to Delhi and Provinces, so not to {space}", space=space)


def why_not_origin(s: State, faction: str, space: str, terms: Terms) -> Words | None:
    """4.2.2: Units must be there, with somewhere to go."""
    if terms.among is not None and space not in terms.among:
        return outside(space)
    if not s.units(space, faction):
        return say("4.2.2 Campaign: {space} has no Troops or Governors", space=space)
    if terms.among is None or any(near in terms.among for near in s.adjacent[space]):
        return None
    return say("4.2.2 Campaign: from {space} there is nowhere to go", space=space)


def why_not_campaign(s: State, faction: str, terms: Terms) -> Words | None:
    """4.2.2: a space with Units is needed."""
    if any(why_not_origin(s, faction, space, terms) is None for space in SPACES):
        return None
    return say("4.2.2 Campaign: no Troops or Governors could set out")
