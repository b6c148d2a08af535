"""1.9 Deccan Influence and 1.10 Cavalry: shift Influence and gain Cavalry, with the choices involved."""

from __future__ import annotations

from rules.asking import amounts, count, pick
from rules.vijayanagara import wording
from rules.vijayanagara.board import (
    CAVALRY_TOTAL,
    FACTIONS,
    INFLUENCE_SLOTS,
    INFLUENCE_TOP,
    PROVINCES,
    RESOURCES_TOP,
    UNIT_BOX,
    UNITS,
)
from rules.vijayanagara.state import State
from rules.words import Words, say

SLOT = 2  # the number of Units on a level of an Influence track
NOBODY = "nobody"
CARD_GAIN = "card-gain"  # the kind of story line about a gain from a Succession card


def can_shift(s: State, rival: str, by: int) -> bool:
    """1.9: return whether the marker would stay on the track."""
    return 0 <= s.influence[rival] + by <= INFLUENCE_TOP


def tell_unmoved(s: State, rival: str) -> None:
    """1.9: add to the story that a marker stays where it is, because it is at the end of its track."""
    text = "{rival}'s Influence stays at {level}, the end of its track."
    s.tell("unmoved", text, rival=rival, level=s.influence[rival])


async def shift_influence(s: State, rival: str, by: int, why: Words) -> None:
    """1.9 Influence: move a rival's marker one level up (+1) or down (-1). A shift off the track is ignored.

    On the way up, Units that wait on the new level go to their box. On the way down, the owner fills an
    emptied slot again, from its box or from the map. `why`: the act or the Event that moves the marker.
    """
    if not can_shift(s, rival, by):
        tell_unmoved(s, rival)
        return
    level, sort = s.influence[rival], UNIT_BOX[rival]
    going_back = await _ask_going_back(s, rival, why) if by < 0 and level in INFLUENCE_SLOTS[rival] else {}
    s.influence[rival] += by
    verb = "rises" if by > 0 else "falls"
    s.tell(
        "influence",
        f"{{rival}}'s Influence {verb} from {{then}} to {{now}} ({{why}}).",
        rival=rival,
        why=why,
        then=level,
        now=level + by,
    )
    if by > 0 and level + 1 in INFLUENCE_SLOTS[rival]:
        s.box[sort] += SLOT
        s.tell("freed", "{units} from the Influence track become Available.", units=count(SLOT, sort))
    for source, n in going_back.items():
        kind, _, space = source.partition("-in-")
        if space:
            s.remove(space, kind, n)
        s.box[sort] -= n
        units = count(n, source if space else sort)
        data = {"faction": rival, "units": {kind: n} if space else {}, "space": space}
        s.tell("track", "Back onto the Influence track: {units}.", data, units=units)


async def _ask_going_back(s: State, rival: str, why: Words) -> dict[str, int]:
    """1.9: ask the owner for the two Units that fill the emptied slot again.

    A key of the answer is "available", or a kind with its space, such as "rebelling-amirs-in-andhra".
    """
    on_map = {f"{kind}-in-{sp}": s.board[sp][kind] for sp in PROVINCES for kind in UNITS[rival]}
    text = "{why}: your Influence falls. Which {n} of your Units go back onto the Influence track?"
    prompt = say(text, why=why, n=SLOT)
    supply = {"available": s.box[UNIT_BOX[rival]], **on_map}
    return await amounts(
        rival, prompt, supply, SLOT, SLOT, kind="back", lead="back", alone=True, phrase=wording.BACK
    )


async def gain_cavalry(s: State, faction: str, n: int, *, kind: str = "gain") -> int:
    """1.10 Cavalry: take tokens from the pool. Return how many were gained.

    When the pool is empty, the faction may take tokens from another faction of its choice. `kind`: the kind
    of the story line on tokens from the pool.
    """
    pooled = min(n, s.pool)
    s.cavalry[faction] += pooled
    if pooled:
        data = {"faction": faction, "gained": {"cavalry": pooled}}
        s.tell(kind, "{faction} gains {n} Cavalry.", data, faction=faction, n=pooled)
    gained = pooled
    for _ in range(n - pooled):
        if not s.pool:
            prompt = say("The Cavalry pool is empty: from whom do you take 1 Cavalry?")
            # the menu is made again later: a trade (1.5.2) may take a faction's last token before the answer
            loser = await pick(
                faction,
                prompt,
                lambda: [*list_holders(s, faction), NOBODY],
                kind="take-cavalry",
                lead="from",
                alone=True,
                phrase=wording.TAKE_CAVALRY,
            )
            if loser == NOBODY:
                break
            s.cavalry[loser] -= 1
            s.tell("take-cavalry", "{faction} takes 1 Cavalry from {loser}.", faction=faction, loser=loser)
        s.cavalry[faction] += 1
        gained += 1
    return gained


def gain_from_card(s: State, faction: str, resources: int) -> None:
    """2.5.1, 2.5.2: gain Resources from a Succession card."""
    n = s.gain(faction, resources)
    data = {"faction": faction, "gained": {"resources": n}}
    s.tell(CARD_GAIN, "{faction} gains {gain}.", data, faction=faction, gain=count(n, "resources"))


def limit_gains(s: State, faction: str, resources: int, cavalry: int = 0) -> dict[str, int]:
    """1.8, 1.10: return these gains, as far as the faction can hold them and the game has tokens."""
    return {
        "resources": min(resources, RESOURCES_TOP - s.resources[faction]),
        "cavalry": min(cavalry, CAVALRY_TOTAL - s.cavalry[faction]),
    }


def list_holders(s: State, faction: str) -> list[str]:
    """1.10: return the other factions that have a Cavalry token."""
    return [other for other in FACTIONS if other != faction and s.cavalry[other]]


async def gain_mix(s: State, faction: str, n: int) -> None:
    """2.5.2: gain up to `n` Resources and Cavalry in any combination."""
    text = "Rise of the Rebel Sultans: gain how many Resources and Cavalry, up to {n} in all?"
    prompt = say("Rise of the Rebel Sultans: gain 1 Resource or 1 Cavalry?" if n == 1 else text, n=n)
    mix = await amounts(
        faction, prompt, {"resources": n, "cavalry": n}, n, kind="gain", lead="gain", phrase=wording.GAIN
    )
    if resources := mix.get("resources", 0):
        gain_from_card(s, faction, resources)
    await gain_cavalry(s, faction, mix.get("cavalry", 0), kind=CARD_GAIN)
