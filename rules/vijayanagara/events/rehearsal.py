"""What an Event would do, tried on a copy of the table: the forecast that players read before they choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace

from rules.chance import Roll
from rules.kernel import Ask, Turn
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import Scene
from rules.vijayanagara.state import State

STANDING = "as things stand, "


def copied(s: State) -> State:
    """A state of its own that begins as this one stands, with an empty story."""
    twin = copy(s)
    twin.board = {space: spot.copy() for space, spot in s.board.items()}
    twin.used = {space: units.copy() for space, units in s.used.items()}
    twin.status, twin.box, twin.sequence = s.status.copy(), s.box.copy(), s.sequence.copy()
    twin.resources, twin.cavalry, twin.influence = s.resources.copy(), s.cavalry.copy(), s.influence.copy()
    twin.left, twin.owed, twin.played, twin.offers = s.left.copy(), s.owed.copy(), s.played[:], s.offers[:]
    twin.stays, twin.barred, twin.story = s.stays.copy(), s.barred.copy(), []
    return twin


def at_random(steps: Turn, number: Callable[[int], int]) -> int:
    """Carry out, with any answer to each question; `number(n)` is below n. Returns how many entries it
    took."""
    entries = 0
    answer: object = None
    while True:
        try:
            pending = steps.send(answer)
        except StopIteration:
            return entries
        entries += 1
        match pending:
            case Ask():
                values = list(pending.menu().values())
                answer = values[number(len(values))]
            case Roll():
                answer = [1 + number(6) for _ in range(pending.dice)]
            case _:
                answer = pending.pile[number(len(pending.pile))]


def without_asking(steps: Turn) -> bool:
    """Carry out up to the first question that leaves a choice, or the first chance; True if there was
    none."""
    answer: object = None
    while True:
        try:
            pending = steps.send(answer)
        except StopIteration:
            return True
        if not isinstance(pending, Ask) or not pending.forced:
            steps.close()
            return False
        (answer,) = pending.menu().values()


def forecast(steps: Sequence[Effect], s: State, scene: Scene) -> str:
    """What the steps would do, in a few words: "+2 Resources; place 1 of 2 Units".

    A step that leaves nothing to decide is carried out on a copy, and those after it are foreseen from there.
    Behind the first decision or die they are said as things stand.
    """
    parts: list[str] = []
    certain, opening = True, ""
    for step in steps:
        if text := step.now(s, scene):
            parts.append(opening + text)
            opening = ""
        if certain and step.able(s, scene):
            twin, same = copied(s), replace(scene, counted=scene.counted.copy())
            certain = without_asking(step.run(twin, same))
            if certain:
                s, scene = twin, same
            else:
                opening = STANDING
    return "; ".join(parts)
