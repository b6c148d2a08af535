"""3.1 Commands in general: the terms of a Command, the selection of its spaces, and how Units come into
one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil

from rules.asking import DONE, amount_label, amounts, count, most_of, pick, pick_or_done
from rules.face import Turn
from rules.presentation import Filling
from rules.vijayanagara import wording
from rules.vijayanagara.board import MAP, PROVINCES, REBELLING, SPACES
from rules.vijayanagara.cards import TIMURID
from rules.vijayanagara.state import State
from rules.words import Words, agreeing, listed, say


@dataclass(frozen=True, slots=True)
class Terms:
    """On what terms a Command is executed: how many spaces, at what cost, where."""

    least: int = 0
    most: int | None = None  # None: any number
    free: bool = False  # 3.1.3
    among: frozenset[str] | None = None  # None: wherever the rules allow
    khalji: bool = False  # 2.7.1 is lifted: Rebel even under the Khaljis
    alone: bool = False  # 2.3.3: no Decree comes with it, so that in no space it does nothing at all
    against: str = ""  # the only faction that an Attack may target
    to: frozenset[str] | None = None  # 4.2.2: where a Campaign must end
    steps: int = 3  # 4.2.2: how far a Campaign may go


MOST_PLACED = 5  # 3.2.1: in Delhi; nothing else places as many in a space
FEWER = "fewer"  # 3.2.1, 3.3.1, 3.4.1: the answer that asks for fewer pieces than there could be
INTO = ("march", "migrate")  # the Commands whose selected spaces Units move into
SELECT = {  # what the Commands ask as they select their spaces
    "conscript": "Conscript in which space?",
    "march": "March to which space?",
    "govern": "Govern in which space?",
    "attack": "Attack in which space?",
    "rally": "Rally in which Province?",
    "migrate": "Migrate to which Province?",
    "rebel": "Rebel in which Province?",
}
ANOTHER = {  # the same once more: what was selected stands
    "conscript": "Conscript in another space too?",
    "march": "March to another space too?",
    "govern": "Govern in another space too?",
    "attack": "Attack in another space too?",
    "rally": "Rally in another Province too?",
    "migrate": "Migrate to another Province too?",
    "rebel": "Rebel in another Province too?",
}
MOVE = {"sultanate": "march", "bahmani": "migrate", "vijayanagara": "migrate"}
MOVES = {"sultanate": "3.2.2 March", "bahmani": "3.3.2 Migrate", "vijayanagara": "3.4.2 Migrate"}

ALONG, BEHIND = "along", "behind"
MANNERS = {  # other ways to fill in which Units move
    "march": {ALONG: say("Governors too"), BEHIND: say("Leave 1 Unit")},
    "migrate": {BEHIND: say("Leave 1 Unit")},
}

APART = frozenset(map(frozenset, MAP.vindhya.apart))
ANY = Terms()
SHADOW = 1  # 5.5, Timur's Shadow: spaces of a Command
LIMITED = Terms(least=1, most=1)  # 2.3.5
FREE_LIMITED = Terms(least=1, most=1, free=True)  # 2.5.2, 3.1.3


def shadowed(s: State) -> bool:
    """5.5, Timur's Shadow: True where the variant is played and its first card has come."""
    return s.options.timurs_shadow and TIMURID in s.played


def in_shadow(s: State, terms: Terms) -> Terms:
    """5.5, Timur's Shadow limits every Command to one space, those of Events too."""
    return replace(terms, most=SHADOW) if shadowed(s) and terms.most != SHADOW else terms


WhyNot = Callable[[State, str, str], Words | None]  # state, faction, space


@dataclass(frozen=True, slots=True)
class Command:
    """One of a faction's Commands: its rule, the coroutine that executes it, and why a space can't be
    selected."""

    rule: str
    execute: Callable[[State, str, Terms], Turn]
    why_not: WhyNot


@dataclass(slots=True)
class UpTo:
    """3.2.1, 3.3.1, 3.4.1: a Command places "up to" so many pieces of a sort in a space: all of them, unless
    fewer are asked for."""

    sort: str
    most: Callable[[str], int]  # in this space
    fewer: int | None = None  # so many in the space just selected; None: all

    def choices(self, spaces: Iterable[str]) -> list[str]:
        """The numbers that would be fewer than all in one of these spaces: "1-troops"."""
        return self.below(max(map(self.most, spaces), default=0))

    def below(self, most: int = MOST_PLACED) -> list[str]:
        """The numbers that are fewer than so many."""
        return [f"{n}-{self.sort}" for n in range(1, most)]


async def select(
    s: State,
    faction: str,
    command: str,
    chosen: list[str],
    terms: Terms,
    why_not: WhyNot,
    up_to: UpTo | None = None,
) -> str | None:
    """3.1.1 Selecting Spaces: the next space of this Command, each once, paid for; None when the selection
    is complete.

    `command` is its key; `chosen` collects the spaces. `up_to`: what it places there; nobody is asked whether
    he wants fewer, but fewer may be typed ("3 Troops in Delhi") or asked for.
    """
    if terms.most is not None and len(chosen) >= terms.most:
        _tell_cost(s, faction, command, chosen, terms)
        return None
    lead = "to" if command in INTO else "in"

    def barred(space: str) -> Words | None:
        if space in chosen:
            return say("3.1.1: you have selected {space} for this Command already", space=space)
        return why_not_selected(s, faction, space, terms, why_not)

    hollow = terms.alone and not chosen
    question = say(SELECT[command])
    if chosen:
        question = say("{another} So far: {spaces}.", another=say(ANOTHER[command]), spaces=listed(chosen))
    kind = f"{command}-{lead}"

    def numbers() -> list[str]:
        return [] if up_to is None else up_to.choices([space for space in SPACES if barred(space) is None])

    def items() -> Iterator[str]:
        yield from SPACES  # first, and the rest only for whoever looks on: numbers take longer
        found = numbers()
        yield from found
        if found:
            yield FEWER

    def why(key: str) -> Words | None:
        return None if key in extra else barred(key)

    def label(key: str) -> Words:
        return amount_label(key) if key in typed else say("{key}", key=key)

    def many() -> int:
        if command == "attack":  # the dice of one decide whether there is another
            return 1
        affordable = len(SPACES) if terms.free else s.resources[faction]
        return min(affordable, len(SPACES) if terms.most is None else terms.most - len(chosen))

    typed = [] if up_to is None else up_to.below()
    extra = {*typed, FEWER}
    ask = pick if len(chosen) < terms.least else pick_or_done
    space = await ask(
        faction,
        question,
        items,
        why,
        kind=kind,
        form="place",
        lead=lead,
        phrase=wording.where(command, lead, FEWER),
        hollow=hollow,
        many=many,
        bare=(*typed, FEWER),
        typed=(*typed, FEWER),
        label=label,
    )
    if up_to is not None:
        up_to.fewer = None
        if space == FEWER:
            how = say("{command}: at most how many {pieces}?", command=command, pieces=up_to.sort)
            space = await pick(faction, how, numbers, kind="fewer", label=amount_label, amounts=True)
        if space in typed:
            up_to.fewer = int(space.partition("-")[0])
            space = await pick(
                faction,
                question,
                SPACES,
                barred,
                kind=kind,
                form="place",
                about=FEWER,
                lead=lead,
                phrase=wording.where(command, lead),
            )
    if space is None:
        _tell_cost(s, faction, command, chosen, terms)
        return None
    chosen.append(space)
    s.pay(faction, 0 if terms.free else 1)
    s.owed.clear()
    return space


def _tell_cost(s: State, faction: str, command: str, chosen: Sequence[str], terms: Terms) -> None:
    """3.1: what the Command has cost, once its spaces are selected."""
    if chosen and not terms.free:
        cost = count(len(chosen), "resources")
        s.tell("cost", "{command}: {faction} pays {cost}.", command=command, faction=faction, cost=cost)


def why_not_selected(s: State, faction: str, space: str, terms: Terms, why_not: WhyNot) -> Words | None:
    """3.1.1: why this space can't be selected on these terms, whatever the Command under way has selected
    before."""
    if terms.among is not None and space not in terms.among:
        return say("3.1.3: the Event does not grant this Command in {space}", space=space)
    if not terms.free and s.resources[faction] < 1:
        return say("3.1: each selected space costs 1 Resource, and you have none left")
    return no_province(faction, space) or why_not(s, faction, space)


def not_adjacent(rule: str, origin: str, to: str) -> Words:
    """1.3.5, 1.3.6: why no Unit goes from one of these spaces to the other."""
    if {origin, to} in APART:
        return say("1.3.6: the Vindhya Range lies between {origin} and {to}", origin=origin, to=to)
    return say("{rule}: {origin} and {to} are not adjacent", rule=rule, origin=origin, to=to)


def no_province(faction: str, space: str) -> Words | None:
    """3.1.1: the rivals select Provinces only, for their Commands and their Decrees."""
    if faction == "sultanate" or space in PROVINCES:
        return None
    text = "3.1.1: {space} is not a Province, and you can select Provinces only"
    return say(text, space=space)


async def how_many(s: State, faction: str, space: str, up_to: UpTo) -> int:
    """How many pieces to place in the space just selected: all, unless fewer were asked for; asked where the
    box could run out (1.4.6), for else more is seldom worse."""
    sort, most = up_to.sort, up_to.most(space)
    there = s.box[sort]
    if up_to.fewer is not None:
        return min(up_to.fewer, most, there)
    if there > most or min(there, most) == 1:
        return min(there, most)
    text = "Only {left} {are} Available: how many do you place in {space}?"
    prompt = say(text, left=count(there, sort), are=agreeing(there, "are"), space=space)
    supply = {sort: min(there, most)}
    fill = most_of(supply, most)
    return (
        await amounts(
            faction, prompt, supply, most, 1, kind="place", about=space, fill=fill, phrase=wording.PLACE
        )
    )[sort]


def _filled_in(key: str, _: Filling) -> str:
    return key


def _source(s: State, faction: str, to: str, filling: Filling) -> str | None:
    """Where Units come from, if nothing is said: the neighbour that has most of those that may still move,
    and is not chosen itself."""
    near = [origin for origin in SPACES if origin in s.adjacent[to] and s.unused(origin, faction)]
    apart = [origin for origin in near if origin not in filling.left] or near
    return max(apart, key=lambda origin: sum(s.unused(origin, faction).values()), default=None)


def _share(s: State, faction: str, origin: str, to: str, filling: Filling) -> dict[str, int]:
    """How many come from there, if nothing is said: all, or an even part where others of the chosen spaces
    have none nearer; Governors stay, unless they are all there is or may go along. Nothing is filled in where
    nothing else is chosen: a space may be left empty by it, and few taps are spent so far."""
    if not filling.left and not filling.manner:
        return {}
    others = [space for space in filling.left if space in SPACES and space != to]
    sharing = 1 + sum(_source(s, faction, space, filling) == origin for space in others)
    found = {kind: ceil(n / sharing) for kind, n in s.unused(origin, faction).items()}
    if filling.manner == BEHIND and sum(found.values()) > 1:
        largest = max(found, key=found.__getitem__)
        found[largest] -= 1
    units = {kind: n for kind, n in found.items() if kind != "governors" and n}
    return found if filling.manner == ALONG or not units else units


async def gather(s: State, faction: str, to: str, most: int, arriving: dict[str, str] | None = None) -> int:
    """Units from spaces adjacent to `to` move in, `most` at most and one at least; `arriving` says what a
    kind turns into.

    Used by March (3.2.2) and Migrate (3.3.2, 3.4.2). Returns how many moved.
    """
    origins: list[str] = []
    moved = 0
    near = s.adjacent[to]
    spaces = (*near, *(space for space in SPACES if space not in (to, *near)))

    def why_not(origin: str) -> Words | None:
        rule = MOVES[faction]
        if origin not in near:
            return not_adjacent(rule, origin, to)
        if origin in origins:
            return say(
                "{rule}: you have moved Units from {origin} to {to} already", rule=rule, origin=origin, to=to
            )
        if s.has_unused(origin, faction):
            return None
        if s.units(origin, faction):
            return say("3.1.2: all your Units in {origin} have acted in this Command", origin=origin)
        return say("{rule}: you have no Units in {origin}", rule=rule, origin=origin)

    command = MOVE[faction]
    while moved < most:
        prompt = say("{command} to {to}: from where?", command=command, to=to)
        ask = pick_or_done if moved else pick
        origin = await ask(
            faction,
            prompt,
            spaces,
            why_not,
            kind=f"{command}-from",
            form="place",
            about=to,
            lead="from",
            default=partial(_filled_in, DONE) if moved else partial(_source, s, faction, to),
        )
        if origin is None:
            break
        origins.append(origin)
        text = "{command} from {origin} to {to}: which Units?"
        prompt = say(text, command=command, origin=origin, to=to)
        kind, about = f"{command}-units", f"{origin} {to}"
        units = await amounts(
            faction,
            prompt,
            s.unused(origin, faction),
            most - moved,
            1,
            kind=kind,
            about=about,
            fill=partial(_share, s, faction, origin, to),
            manners=MANNERS[command],
        )
        for kind, n in units.items():
            new = (arriving or {}).get(kind, kind)
            s.march(kind, n, origin, to, new)
            s.use(to, new, n)
        pieces = listed([count(n, kind) for kind, n in units.items()])
        turned = {new for kind, new in (arriving or {}).items() if kind in units}
        text = "{command}: {pieces} from {origin} to {to}."
        if turned:
            text = "{command}: {pieces} from {origin} to {to}, there Obedient."
            if turned <= {*REBELLING.values()}:
                text = "{command}: {pieces} from {origin} to {to}, there Rebelling."
        s.tell("move", text, command=command, pieces=pieces, origin=origin, to=to)
        s.adjust_control(origin, to)
        moved += sum(units.values())
    return moved
