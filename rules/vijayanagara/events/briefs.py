"""Write what an Event does in so few words that they fit on a button."""

from __future__ import annotations

from collections.abc import Sequence

from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import OF
from rules.vijayanagara.events.rehearsal import STANDING
from rules.words import Words, in_turn, say

LABEL_MAX = 42  # characters of a label that a phone shows; the question has the whole text
BRIEFS = {
    "gain": say("goods gained"),
    "lose": say("goods lost"),
    "give": say("a gift"),
    "pay": say("a payment"),
    "influence": say("an Influence shift"),
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
# sorts of effects, those that matter most first; choices and dice, of which a label can say little, are not
# listed and come last
GREATEST = (
    *("tributary", "independent", "flip", "place", "remove", "replace", "influence", "decree", "command"),
    *("campaign", "mongol", "move", "give", "gain", "lose", "pay", "eligible"),
)


def frame_label(label: str | int, now: Words) -> Words:
    """Return the label of a choice, followed by what the choice does."""
    return say("{label}: {now}", label=label, now=now)


def list_parts(now: Words) -> list[Words]:
    """Return the effects that a text lists. If it lists none, return the text itself."""
    return [part for part in now.args.values() if isinstance(part, Words)] if now.row == "; " else [now]


def label_whole(label: str | int, text: Words, steps: Sequence[Effect], now: Words | None = None) -> Words:
    """Return the label of a choice: all its effects, or as many as a button holds.

    The label never stops within an effect. If not all effects fit, the label has the first ones, as many as
    fit, if the greatest effect is among them. Else it has the greatest effect that fits. In both cases the
    label names the sorts of the rest, or says that there is more. If no effect fits, the label names the
    sorts of effects.

    Args:
        label: the key or number of the choice
        text: what it does
        steps: its effects
        now: what its effects do now, in fewer words than `text`; None if `text` already says what they do now
    """
    shorter: list[Words] = [] if now is None else [now]
    for words in [text, *shorter]:
        parts = _split(words)
        single = len(parts) == len(steps) and all(len(step.list_sorts()) == 1 for step in steps)
        shorter.append(in_turn(parts))
        told_of = steps if single else ()  # each part is one step, so `steps` tells what is left out
        for places in _list_shorter(len(parts), told_of):
            some = in_turn([parts[place] for place in places])
            if told_of and places == [*range(len(places))]:
                rest = dict.fromkeys(sort for step in steps[len(places) :] for sort in step.list_sorts())
                shorter.append(in_turn([some, *(BRIEFS[sort] for sort in rest)], ", "))
            shorter += [say("{some}, and more", some=some), say("{some}, etc.", some=some)]
    sorts = list(dict.fromkeys(sort for step in steps for sort in step.list_sorts()))
    shorter += [in_turn([BRIEFS[each] for each in sorts[:n]], ", ") for n in range(len(sorts), 0, -1)]
    first, *others = [frame_label(label, each) for each in (text, *shorter)]
    return first._replace(most=LABEL_MAX, instead=tuple(others))


def _list_shorter(parts: int, steps: Sequence[Effect]) -> list[list[int]]:
    """Return which of the effects a shorter label may have, as lists of their indexes, the best list first.

    First come the first effects, as many as possible, if the greatest is among them, then the greatest alone,
    then the other lists. `steps`: the effects, or () if they are unknown; then the first effect counts as the
    greatest.
    """
    sorts = [[GREATEST.index(sort) for sort in step.list_sorts() if sort in GREATEST] for step in steps]
    ranked = sorted(
        range(parts), key=lambda place: min(sorts[place], default=len(GREATEST)) if sorts else place
    )
    firsts = [[*range(n)] for n in range(parts - 1, 0, -1)]
    led = [places for places in firsts if ranked[0] in places]
    singly = [[place] for place in ranked]
    return [*led, *singly[:1], *firsts[len(led) :], *singly[1:]]


def _split(part: Words) -> list[Words]:
    """Return the effects of a part, each with its faction. Leave out "as it stands before that"."""
    if part.row == "; ":
        return [short for each in list_parts(part) for short in _split(each)]
    if part.text == STANDING:
        what = part.args["what"]
        assert isinstance(what, Words)
        return _split(what)
    what = part.args.get("what")
    if part.text == OF and isinstance(what, Words) and what.row == ", ":
        who = part.args["who"]
        return [short for each in what.args.values() for short in _split(say(OF, who=who, what=each))]
    return [part]
