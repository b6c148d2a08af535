"""2.3.4 Executing the Event: carry out the card's text, as far as possible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel

from rules.asking import pick
from rules.vijayanagara import wording
from rules.vijayanagara.board import RIVALS
from rules.vijayanagara.events.briefs import label_whole, list_parts
from rules.vijayanagara.events.effect import Effect
from rules.vijayanagara.events.parts import Scene, make_short_key
from rules.vijayanagara.events.rehearsal import foresee
from rules.vijayanagara.events.steps import is_any_able, run
from rules.vijayanagara.state import State
from rules.words import Words, as_is, in_turn, mark_text, say

SIDES = ("unshaded", "shaded")
HEADINGS = {"unshaded": say("Light text (Unshaded):"), "shaded": say("Dark text (Shaded):")}
SHADES = {"unshaded": ("light", "light text"), "shaded": ("dark", "dark text")}  # as players may type them
WITH = "with {rival} as Challenger, {what}"


def is_written(s: State) -> bool:
    """Return whether the open card has effects."""
    return s.card is not None and s.deck.events[s.card].written


async def execute(s: State, faction: str) -> None:
    """2.3.4: let the executing faction choose a side, and carry it out.

    On a Stay Eligible card the faction stays Eligible.
    """
    assert s.card is not None, "an Event is executed on an open card"
    card = s.deck.events[s.card]
    if card.stay_eligible:
        s.stays.add(faction)
    sides = [side for side in SIDES if card.side(side)]

    def now(side: str) -> Words:
        return describe_outlook(s, faction, card.side(side))

    def label(side: str) -> Words:
        if len(list_challengers(faction, card.side(side))) > 1:
            return say("{side}: you name a rival as Challenger", side=side)
        return label_whole(side, now(side), card.side(side))

    def both() -> Words:
        lines = []
        for side in sides:
            lines += [HEADINGS[side], *_list_lines(now(side))]
        return in_turn(lines, "\n")

    text = "{card}: choose a text of the card. What each would do now:"
    if faction in RIVALS and any(_speaks_of_challenger(step) for side in sides for step in card.side(side)):
        text = "{card}: choose a text of the card. You are its Challenger. What each would do now:"
    prompt = say(text, card=mark_text(card.title))
    side = await pick(
        faction,
        in_turn([prompt, both], "\n"),
        sides,
        kind="side",
        about=s.card,
        form="act",
        also=lambda side: SHADES[side],
        label=label,
        phrase=wording.SIDE,
        skip="never",
        card=True,
    )
    how = say("unshaded") if side == "unshaded" else say("shaded")
    data = {"faction": faction, "card": card.title, "side": side}
    s.tell("event", "{faction} executes {card}, {side}.", data, faction=faction, card=card.title, side=how)
    await carry_out(s, faction, card.side(side))


async def carry_out(s: State, faction: str, steps: Sequence[Effect]) -> Scene:
    """2.3.4: execute a side of an Event. The returned scene says which steps did less than the card asks."""
    title = "" if s.card is None else s.deck.events[s.card].title
    scene = Scene(faction, await ask_challenger(s, faction, steps, title), title=title)
    before = len(s.story)
    await run(steps, s, scene)
    if len(s.story) == before:
        s.tell("nothing", "Nothing happens: no part of the Event is possible now.")
    return scene


def describe_outlook(s: State, faction: str, steps: Sequence[Effect]) -> Words:
    """Return what a side would do now if the faction executed it, in a few words.

    If the Sultanate must name a Challenger, the words give the effect for each rival. If the effect is
    the same for both rivals, the words give it once.
    """
    texts = {rival: foresee(steps, s, Scene(faction, rival)) for rival in list_challengers(faction, steps)}
    if not can_do_something(s, faction, steps):
        return say("no effect now")
    first, *others = texts.values()
    if all(other == first for other in others):
        return first or say("nothing")
    return in_turn(
        [say(WITH, rival=make_short_key(rival), what=what or say("nothing")) for rival, what in texts.items()]
    )


def _list_lines(now: Words, indent: str = "") -> Iterator[Words]:
    """Yield a line for each effect that a side would have now.

    If the Challenger is still open, there is a line for each possible Challenger, with the effects below it.
    """
    what = now.args.get("what")
    if now.text == WITH and isinstance(what, Words):
        yield say("- with {rival} as Challenger:", rival=now.args["rival"])
        yield from _list_lines(what, "  ")
    elif list_parts(now) == [now]:
        yield say("{indent}- {effect}", indent=as_is(indent), effect=now)
    else:
        for part in list_parts(now):
            yield from _list_lines(part, indent)


def can_do_something(s: State, faction: str, steps: Sequence[Effect]) -> bool:
    """Return whether a side would do or offer anything now if the faction executed it."""
    return any(is_any_able(steps, s, Scene(faction, rival)) for rival in list_challengers(faction, steps))


async def ask_challenger(s: State, faction: str, steps: Sequence[Effect], title: str) -> str:
    """Return the Challenger. If the side mentions a Challenger and there is a choice, ask the faction.

    If a rival executes the side, this rival is the Challenger. If the Sultanate does, it names a rival.
    """
    rivals = list_challengers(faction, steps)
    if len(rivals) == 1:
        return rivals[0]
    prompt = say("{card}: which rival is the Challenger?", card=mark_text(title))
    return await pick(faction, prompt, rivals, kind="challenger", phrase=wording.CHALLENGER)


def list_challengers(faction: str, steps: Sequence[Effect]) -> tuple[str, ...]:
    """Return the factions that can be the Challenger. If the Challenger doesn't matter, return only one."""
    if faction in RIVALS:
        return (faction,)
    return RIVALS if any(_speaks_of_challenger(step) for step in steps) else RIVALS[:1]


def _speaks_of_challenger(part: Any) -> bool:
    """Return whether CH or CO occurs anywhere in an effect."""
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
