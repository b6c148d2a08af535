"""Ask how many units of each kind to take, with few taps."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from rules.asking import DONE, choose
from rules.presentation import Filling
from rules.successors import wording
from rules.successors.forces import CLASS, KIND, OWNER, RANKED, make_piece_key
from rules.successors.names import say_units
from rules.successors.stacks import Stack
from rules.successors.state import State, Walk
from rules.words import Plural, Words, join_list, say

LEADER = "leader"
ALL, BUT = "all", "all-but-1-"
MANNERS = {BUT: say("Leave 1 of your cheapest units in each place"), ALL: say("Take all units along")}
MORE = "Which other units go along? So far: {units}."  # the question after the first kind
CHEAPEST = ("hl", "l", "hi", "i", "hc", "c", "e", "f")


class Answer(NamedTuple):
    """The units that an answer adds. `last`: whether the answer ends the choice."""

    units: Stack
    last: bool = False


def name_supply(seat: str, stack: Stack) -> Stack:
    """Return pieces as a seat names them: its own by kind ("i"), others with their colour ("blue-i")."""
    return {KIND[one] if OWNER[one] == seat else one: n for one, n in stack.items()}


def find_piece(seat: str, said: str) -> str:
    """Return the piece that a seat calls by this name."""
    return said if said in OWNER else make_piece_key(seat, said)


@dataclass(slots=True)
class UnitChoice:
    """A choice of units out of a supply, one kind at a time.

    Attributes:
        least: the fewest units, leaders not counted.
        most: the most units, leaders not counted.
        optional: whether the seat may choose no unit at all.
    """

    supply: Callable[[], Stack]
    least: int
    most: int
    optional: bool
    chosen: Stack = field(default_factory=dict)

    def list_left(self) -> Stack:
        """Return the kinds that have not been chosen yet, with their numbers."""
        return {said: n for said, n in self.supply().items() if said not in self.chosen}

    def is_over(self) -> bool:
        """Return whether nothing more can be chosen."""
        left = self.list_left()
        return not left or (
            bool(self.chosen) and count_units(self.chosen) >= self.most and LEADER not in left
        )

    def list_legal(self) -> dict[str, Answer]:
        """Return the legal answers by key."""
        found = {} if self.chosen else self._list_whole()
        left, taken = self.list_left(), count_units(self.chosen)
        units = count_units(left)
        for said, n in left.items():
            if said == LEADER:
                if self.least <= taken or units > 0:
                    found["1-leader"] = Answer({LEADER: 1})
                continue
            fewest = max(1, self.least - taken - (units - n))  # with fewer, the others can't reach `least`
            for number in range(min(n, self.most - taken), fewest - 1, -1):
                found[f"{number}-{said}"] = Answer({said: number})
        if self.optional or (self.chosen and taken >= self.least):
            found[DONE] = Answer({}, last=True)
        return found

    def _list_whole(self) -> dict[str, Answer]:
        """Return the answers that take all units, or all units except one of the cheapest kind."""
        supply = self.supply()
        units = count_units(supply)
        if not self.least <= units <= self.most or units + (LEADER in supply) <= 1:
            return {}
        found = {ALL: Answer(supply, last=True)}
        if units > max(1, self.least) and (spare := _find_cheapest(supply)):
            rest = {**supply, spare: supply[spare] - 1}
            found[BUT + spare] = Answer({said: n for said, n in rest.items() if n}, last=True)
        return found


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
    risky: Callable[[Stack], bool] = lambda _: False,
    note: Callable[[Stack], None] | None = None,
) -> Stack:
    """Ask for units out of the `supply`, and return the number of each kind, as the seat names them.

    Args:
        need: the fewest units, leaders not counted.
        most: the most units, leaders not counted.
        optional: whether the seat may choose no unit at all.
        whole: whether autofill takes all units, if that is legal.
        risky: returns whether the preview warns of an order with these units. If an order with all units is
            risky, autofill leaves one unit behind.
        note: is called after each answer with the units chosen so far; for example `note_leaving`.
    """
    choice = UnitChoice(supply, need, most, optional)
    while not choice.is_over():
        answer = await choose(
            seat,
            say(MORE, units=join_list(list_units(choice.chosen))) if choice.chosen else prompt,
            choice.list_legal,
            kind=kind,
            about=about,
            lead="" if choice.chosen else lead,
            phrase=wording.MIXED.get(kind, wording.WITH),
            label=partial(_label, choice.supply()),
            also=partial(_also, choice.supply()),
            amounts=True,
            part=len(choice.chosen),
            parts=partial(_list_parts, choice.supply()),
            default=partial(_fill_in, choice.list_legal, risky) if whole else None,
            manners=MANNERS if whole else None,
        )
        choice.chosen |= answer.units
        if note is not None:
            note(choice.chosen)
        if answer.last:
            break
    return choice.chosen


def _fill_in(
    menu: Callable[[], Mapping[str, Answer]], risky: Callable[[Stack], bool], filling: Filling
) -> str | None:
    """Return the answer for autofill: all units, or all but one of the cheapest.

    If the player has chosen no manner, return the first of these two that is not `risky`; None if both are.
    """
    offered = menu()
    ways = [key for key in offered if key == ALL or key.startswith(BUT)]  # `_list_whole` gives `ALL` first
    if filling.manner:
        return next((key for key in ways if key.startswith(filling.manner)), None)
    return next((key for key in ways if not risky(offered[key].units)), None)


def note_leaving(s: State, how: str, seat: str, way: tuple[str, str], chosen: Stack) -> None:
    """Note the units that are chosen so far. Previews show them at the end of their way."""
    s.leaving = Walk(how, seat, way, tuple(chosen.items()))


def foresee(s: State) -> State:
    """Return the state with the units chosen so far at the end of their way; `s` itself if there are none."""
    if s.leaving is None:
        return s
    _, seat, (origin, to), who = s.leaving
    twin = s.copy()
    twin.leaving = None
    for said, n in who:
        if said == LEADER:
            twin.leaders[seat] = to
        else:
            twin.shift(origin, to, find_piece(seat, said), n)
    return twin


def count_units(chosen: Mapping[str, int]) -> int:
    """Return how many units there are, the leader not counted."""
    return sum(n for said, n in chosen.items() if said != LEADER)


def _find_cheapest(supply: Mapping[str, int]) -> str:
    return next((kind for kind in CHEAPEST if supply.get(kind)), "")


ALL_UNITS = Plural("All ({n} unit)", "All ({n} units)")
ALL_LED = Plural("All ({n} unit and leader)", "All ({n} units and leader)")


def _label(supply: Stack, key: str) -> Words:
    """Return the label of an answer about this supply of units."""
    if key == ALL:
        return say(ALL_LED if LEADER in supply else ALL_UNITS, n=count_units(supply))
    if key.startswith(BUT):
        return say("All but 1 {kind}", kind=f"1-{key.removeprefix(BUT)}")
    if key == "1-leader":
        return say("Leader")
    number, _, said = key.partition("-")
    if not number.isdigit():
        return say("{key}", key=key)
    return say_units(int(number), said)


def _list_parts(supply: Stack, key: str) -> tuple[str, ...]:
    """Return what an answer about this supply means, kind by kind: "all" is ("2-i", "1-leader")."""
    if key != ALL and not key.startswith(BUT):
        return (key,)
    spare = key.removeprefix(BUT)
    left = {said: n - (said == spare) for said, n in supply.items()}
    return tuple(f"{n}-{said}" for said, n in left.items() if n)


def _also(supply: Stack, key: str) -> tuple[str, ...]:
    """Return the other spellings of an answer about this supply. A single unit has no answer `ALL`."""
    leader = ("leader",) if key == "1-leader" else ()
    return (*leader, ALL) if sum(supply.values()) == 1 and key != ALL else leader


def list_units(chosen: Mapping[str, int]) -> list[Words]:
    """Return the chosen units in words, the leader first."""
    first = [say("the leader")] if chosen.get(LEADER) else []
    return first + [say_units(n, said) for said, n in chosen.items() if said != LEADER]


def list_types(stack: Stack) -> list[str]:
    """Return the classes of the land units in a stack, best first."""
    there = {CLASS[one] for one in stack}
    return [kind for kind in RANKED if kind in there]
