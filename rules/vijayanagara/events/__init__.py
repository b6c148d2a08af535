"""2.3.4 Executing the Event: the card's text carried out, as much as possible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from rules.asking import pick
from rules.kernel import Ask
from rules.vijayanagara.board import RIVALS
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.flow import able, run
from rules.vijayanagara.events.parts import Scene
from rules.vijayanagara.state import State
from rules.words import Words, say

SIDES = ("unshaded", "shaded")


def is_written(s: State) -> bool:
    """True if the open card has effects."""
    return s.card is not None and s.deck.events[s.card].written


async def execute(s: State, faction: str) -> None:
    """2.3.4: the executing faction chooses a side and carries it out; on a Stay Eligible card it stays
    Eligible."""
    assert s.card is not None, "an Event is executed on an open card"
    card = s.deck.events[s.card]
    if card.stay_eligible:
        s.stays.add(faction)
    sides = [side for side in SIDES if card.side(side)]

    def label(side: str) -> Words:
        scene = Scene(faction, faction if faction in RIVALS else RIVALS[0])
        nothing = "" if able(card.side(side), s, scene) else " (nothing would happen now)"
        return say(f"{side.title()}{nothing}")

    prompt = say("Which side of {card}?", card=card.title)
    side = await Ask(faction, prompt, lambda: {side: side for side in sides}, label=label, anyway=True)
    s.tell("{faction} executes {card}, {side}.", faction=faction, card=card.title, side=say(side))
    scene = Scene(faction, await challenger(s, faction, card.side(side)))
    before = len(s.story)
    await run(card.side(side), s, scene)
    if len(s.story) == before:
        s.tell("Nothing happens.")


async def challenger(s: State, faction: str, steps: Sequence[Effect]) -> str:
    """The Challenger: the executing faction if it is a rival; else, where the side speaks of one, the rival
    it names."""
    if faction in RIVALS:
        return faction
    if not any(_speaks_of_challenger(step) for step in steps):
        return RIVALS[0]
    return await pick(faction, say("Which rival is the Challenger?"), RIVALS)


def _speaks_of_challenger(part: Any) -> bool:
    """True if CH or CO stands anywhere in an effect."""
    match part:
        case str():
            return part in ("CH", "CO")
        case BaseModel():
            return any(_speaks_of_challenger(value) for _, value in part)
        case dict():
            return any(_speaks_of_challenger(value) for value in part.values())
        case tuple() | list():
            return any(_speaks_of_challenger(value) for value in part)
        case _:
            return any(owner in ("CH", "CO") for owner, _ in getattr(part, "sorts", ()))
