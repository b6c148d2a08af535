"""Which units: the questions for some of several kinds of units, in few taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from rules.asking import DONE, choose
from rules.presentation import Filling
from rules.successors import wording
from rules.successors.forces import CLASS, KIND, OWNER, RANKED, piece
from rules.successors.names import say_units
from rules.successors.stacks import Stack
from rules.words import Words, say

LEADER = "leader"
ALL, BUT = "all", "all-but-1-"
MANNERS = {BUT: say("Leave 1 of the cheapest behind everywhere")}
CHEAPEST = ("hl", "l", "hi", "i", "hc", "c", "e", "f")


def supply_of(seat: str, stack: Stack) -> Stack:
    """Pieces as a seat names them: its own by their kind ("i"), those of others with their colour
    ("blue-i")."""
    return {KIND[one] if OWNER[one] == seat else one: n for one, n in stack.items()}


def piece_of(seat: str, said: str) -> str:
    """The piece that a seat names so."""
    return said if said in OWNER else piece(seat, said)


async def choose_units(
    seat: str,
    prompt: Words,
    supply: Callable[[], Stack],
    *,
    kind: str,
    about: str = "",
    lead: str = "with",
    most: int = 99,
    need: int = 0,
    optional: bool = False,
    whole: bool = False,
) -> dict[str, int]:
    """Some of the `supply`, a kind at a time, or all of it at once: kinds as the seat names them, the leader
    among them.

    `most`: so many units, leaders not counted; `need`: so many units at least; `optional`: none will do as
    well; `whole`: all of it is filled in, where that may be.
    """
    chosen: dict[str, int] = {}

    def left() -> Stack:
        return {said: n for said, n in supply().items() if said not in chosen}

    def menu() -> dict[str, tuple[str, int]]:
        rest, taken = left(), _units(chosen)
        room, found = most - taken, dict[str, tuple[str, int]]()
        if not chosen:
            units = _units(rest)
            if need <= units <= room and units + (LEADER in rest) > 1:
                found[ALL] = (ALL, 0)
                if units > max(1, need) and (spare := _cheapest(rest)):
                    found[BUT + spare] = (BUT, 0)
        for said, n in rest.items():
            if said == LEADER:
                if need <= taken or _units(rest) > 0:
                    found["1-leader"] = (LEADER, 1)
                continue
            least = max(1, need - taken - (_units(rest) - n))  # each kind is named once
            for number in range(min(n, room), least - 1, -1):
                found[f"{number}-{said}"] = (said, number)
        if optional or (chosen and taken >= need):
            found[DONE] = (DONE, 0)
        return found

    while (rest := left()) and (not chosen or _units(chosen) < most or LEADER in rest):
        said, number = await choose(
            seat,
            prompt,
            menu,
            kind=kind,
            about=about,
            lead="" if chosen else lead,
            phrase=wording.MIXED.get(kind, wording.WITH),
            label=_label,
            also=_also,
            amounts=True,
            part=len(chosen),
            default=partial(_filled, menu) if whole else None,
            manners=MANNERS if whole else None,
        )
        if said == DONE:
            break
        if said in (ALL, BUT):
            chosen = dict(supply())
            if said == BUT:
                spare = _cheapest(chosen)
                chosen[spare] -= 1
                chosen = {one: n for one, n in chosen.items() if n}
            break
        chosen[said] = number
    return chosen


def _filled(menu: Callable[[], Mapping[str, object]], filling: Filling) -> str | None:
    """All of it; in the other manner all but one of the cheapest, where there are several."""
    offered = menu()
    if filling.manner == BUT:
        return next((key for key in offered if key.startswith(BUT)), None)
    return ALL if ALL in offered else None


def _units(chosen: Mapping[str, int]) -> int:
    return sum(n for said, n in chosen.items() if said != LEADER)


def _cheapest(supply: Mapping[str, int]) -> str:
    return next((kind for kind in CHEAPEST if supply.get(kind)), "")


def _label(key: str) -> Words:
    if key.startswith(BUT):
        return say("All but 1 {kind}", kind=f"1-{key.removeprefix(BUT)}")
    if key == "1-leader":
        return say("Leader")
    number, _, said = key.partition("-")
    if not number.isdigit():
        return say("{key}", key=key)
    return say_units(int(number), said)


def _also(key: str) -> tuple[str, ...]:
    return ("leader",) if key == "1-leader" else ()


def list_units(chosen: Mapping[str, int]) -> list[Words]:
    """What was chosen in words, the leader first."""
    first = [say("the leader")] if chosen.get(LEADER) else []
    return first + [say_units(n, said) for said, n in chosen.items() if said != LEADER]


def types_of(stack: Stack) -> list[str]:
    """The classes of land units in a stack, the best first."""
    there = {CLASS[one] for one in stack}
    return [kind for kind in RANKED if kind in there]
