"""Write what an Event does in so few words that they fit on a button."""

from __future__ import annotations

from collections.abc import Sequence

from rules.vijayanagara.events.effect import Effect
from rules.words import Words, in_turn, say

LABEL_MAX = 42  # characters of a label that a phone shows; the question has the whole text
BRIEFS = {
    "gain": say("gains"),
    "lose": say("losses"),
    "give": say("gifts"),
    "pay": say("payment"),
    "influence": say("Influence"),
    "eligible": say("Stay Eligible"),
    "command": say("a free Command"),
    "decree": say("a free Decree"),
    "campaign": say("a Campaign"),
    "mongol": say("a Mongol Command"),
    "place": say("pieces placed"),
    "remove": say("pieces removed"),
    "replace": say("pieces replaced"),
    "move": say("pieces moved"),
    "flip": say("Provinces change"),
    "tributary": say("a new Tributary Province"),
    "independent": say("a new Independent Province"),
    "roll": say("a die decides"),
    "choose": say("a choice"),
    "pick": say("a choice"),
}


def frame_label(label: str | int, now: Words) -> Words:
    """Return the label of a choice with what it does."""
    return say("{label}: {now}", label=label, now=now)


def list_parts(now: Words) -> list[Words]:
    """Return the effects that a text lists. If it lists none, return the text itself."""
    return [part for part in now.args.values() if isinstance(part, Words)] if now.row == "; " else [now]


def label_whole(label: str | int, now: Words, steps: Sequence[Effect]) -> Words:
    """Return the label of a choice: all that it does now, or else as much as a button holds.

    The label never stops within a sentence. If not all effects fit, it has the first ones and says that there
    are more. If none fits, it names the sorts of effects.

    Args:
        label: the key or number of the choice
        now: what it does now
        steps: its effects
    """
    parts = list_parts(now)
    sorts = list(dict.fromkeys(sort for step in steps for sort in step.list_sorts()))
    shorter = [
        *(say("{some}, and more", some=in_turn(parts[:n])) for n in range(len(parts) - 1, 0, -1)),
        *(in_turn([BRIEFS[each] for each in sorts[:n]], ", ") for n in range(len(sorts), 0, -1)),
    ]
    first, *others = [frame_label(label, each) for each in (now, *shorter)]
    return first._replace(most=LABEL_MAX, instead=tuple(others))
