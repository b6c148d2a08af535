"""5 Palace: carry out what the chambers and terraces give. A river space can give a chamber's action too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.asking import pick
from rules.rajas_of_the_ganges import wording
from rules.rajas_of_the_ganges.action_spaces.quarry import can_cover
from rules.rajas_of_the_ganges.action_spaces.river import why_not_portuguese
from rules.rajas_of_the_ganges.board import CHAMBERS, WHITE, Gain
from rules.rajas_of_the_ganges.stacks import draw_white_tile, turn_up
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.wording import describe_gain
from rules.words import Words, say

GIVES: Mapping[str, tuple[Gain, ...]] = {  # 5.4, in the rulebook's order
    "mogul": (Gain("fame", 2),),
    "dancer": (Gain("dice", 2), Gain("white")),
    "yogi": (Gain("karma", 2), Gain("dice", 1)),
    "raja": (Gain("upgrade"), Gain("money", 3)),
    "builder": (Gain("builder"),),
    "portuguese": (Gain("portuguese"),),
}
TERRACE = (Gain("money", 2), Gain("reroll"))  # 5.1
DOES = {
    "mogul": "2 fame and the elephant",
    "dancer": "2 dice and a white tile",
    "yogi": "2 karma and a die",
    "raja": "an upgrade and 3 money",
    "builder": "cover a tile",
    "portuguese": "sail 6 river spaces, skipping other boats",
}


async def choose_chamber(s: State, seat: str) -> Sequence[Gain]:
    """6.1: ask for the action of one of the chambers 2 to 6, and return its gains.

    The seat needs no worker and no die for the action. It may choose a chamber where another worker stands.
    """
    await turn_up(s)  # refill the display for the Master builder, because this turn may have taken a tile
    realm = s.realms[seat]

    def why_not(chamber: str) -> Words | None:
        if chamber == "portuguese":
            return why_not_portuguese(realm)
        if chamber == "builder" and not can_cover(s, seat, realm.dice, realm.karma):
            return say("5.4: you cannot cover any of your tiles now")
        return None

    def label(chamber: str) -> Words:
        return say("{chamber} ({does})", chamber=chamber, does=say(DOES[chamber]))

    offered = [chamber for chamber in CHAMBERS if chamber != "mogul"]
    prompt = say("Take which palace action?")
    chosen = await pick(
        seat, prompt, offered, why_not, kind="palace", form="act", label=label, phrase=wording.PALACE
    )
    s.tell("palace", "{seat} takes the action of {chamber}.", seat=seat, chamber=f"at-{chosen}")
    return GIVES[chosen]


async def draw_white(s: State, seat: str) -> Sequence[Gain]:
    """5.4: draw a white tile and return its gain."""
    gain = WHITE[await draw_white_tile(s, seat)]
    s.tell("white", "{seat} draws a white tile: {gain}.", seat=seat, gain=describe_gain(gain))
    return (gain,)
