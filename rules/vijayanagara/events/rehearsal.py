"""Try an Event on a copy of the table, for the forecast that players read, and for reports on decks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from rules.chance import draw_by_numbers
from rules.kernel import Ask, Turn
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import Scene, join_by_faction
from rules.vijayanagara.state import State
from rules.words import Words, in_turn, say

STANDING = "{what} (as it stands before that)"


def run_at_random(steps: Turn, number: Callable[[int], int]) -> int:
    """Execute the steps with random answers. Return how many answers, rolls and draws the steps took.

    `number(n)` returns a random number below n.
    """
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
            case _:
                answer = pending.read(draw_by_numbers(number, pending))


def run_without_asking(steps: Turn) -> bool:
    """Execute the steps up to the first question with a choice, or the first roll.

    Return True if there was neither.
    """
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


def foresee(steps: Sequence[Effect], s: State, scene: Scene) -> Words | None:
    """Return the effects of the steps in a few words: "+2 Resources; place 1 of 2 Units".

    Steps before the first decision or die are executed on a copy of the state, and the next step is forecast
    from this copy. Later steps aren't executed. Their forecasts use the state before that decision or die. If
    a later step could do nothing in that state, its forecast may say what the step may still do.
    """
    parts: list[Words] = []
    certain, opens = True, False
    for step in steps:
        later = None if certain or step.able(s, scene) else step.perhaps(scene)
        if later is not None:
            parts.append(later)
        elif (words := step.now(s, scene)) is not None:
            parts.append(say(STANDING, what=words) if opens else words)
            opens = False
        if certain and step.able(s, scene):
            twin, same = (
                s.copy(),
                replace(
                    scene,
                    counted=scene.counted.copy(),
                    short=[],
                    granted=set(),
                    begun=scene.begun.copy(),
                ),
            )
            certain = run_without_asking(step.run(twin, same))
            if certain:
                s, scene = twin, same
            else:
                opens = True
    return in_turn(join_by_faction(parts)) if parts else None
