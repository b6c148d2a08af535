"""3.5: the Commands of the Mongol Invaders."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from rules.asking import amounts, count, pick, pick_or_done
from rules.vijayanagara import wording
from rules.vijayanagara.board import DELHI, MONGOL_ROAD, MONGOLS, PASSES, PROVINCES, PUNJAB
from rules.vijayanagara.commands.battle import battle, list_all_units
from rules.vijayanagara.state import State
from rules.words import Words, agreeing, join_list, say

AMASSED = 3
ROOM = {PASSES: 4, PUNJAB: 4}  # 3.5.1: only four Mongol Invaders stay there, and the others move on
STAY = 3  # 3.5.3: only three Mongol Invaders stay in a space, and the others go back to the box
RESOURCE_FLOOR = 3  # 3.5.3
TROOPS_PLUNDERED = {PASSES: 0, PUNJAB: 1, DELHI: 2}


async def execute_mongol_command(
    s: State, faction: str, prompt: Words, which: str, *, declinable: bool = False
) -> Words | None:
    """2.4.1 Strategic Assistance: ask for one Mongol Command and execute it.

    One Command is always possible: Amass with Available Mongol Invaders, or Attack and Plunder with those on
    the map. `which`: "first", "second" or "third". `declinable`: whether the Command can be declined, because
    an Event grants it. If only one Command is possible, execute it without asking, and return a sentence
    that says so, for the question about the second Command.
    """
    commands = ("amass", "advance", "plunder")
    ask = pick_or_done if declinable else pick
    why_not = partial(why_not_mongol, s)
    alone = not declinable and sum(why_not(name) is None for name in commands) == 1
    chosen = await ask(
        faction,
        prompt,
        commands,
        why_not,
        kind="mongol-command",
        form="act",
        about=which,
        idle=lambda name: why_idle_mongol(s, name),
    )
    match chosen:
        case "amass":
            amass(s)
        case "advance":
            await advance(s, faction)
        case "plunder":
            await attack_and_plunder(s, faction)
    text = "The first Mongol Command was {command}: no other was possible."
    return say(text, command=chosen) if alone and chosen is not None else None


def why_idle_mongol(s: State, command: str) -> Words | None:
    """3.5.3: return why Attack and Plunder has no effect now; None if it has an effect.

    Return None for other Commands.
    """
    there = [space for space in MONGOL_ROAD if s.board[space]["mongols"]]
    if command != "plunder" or not all(why_idle_plunder(s, space) for space in there):
        return None
    return say("3.5.3: there is nobody to attack and nothing to plunder")


def why_idle_plunder(s: State, space: str) -> Words | None:
    """3.5.3: return why Attack and Plunder would have no effect in this space; else None."""
    troops = TROOPS_PLUNDERED[space] and any(s.board[province]["troops"] for province in PROVINCES)
    rich = s.resources["sultanate"] > RESOURCE_FLOOR
    if s.pieces(space, "sultanate") or troops or rich or s.board[space]["mongols"] > STAY:
        return None
    return say("3.5.3: there is nobody to attack and nothing to plunder")


def why_not_mongol(s: State, command: str) -> Words | None:
    """3.5.1 to 3.5.3: return why a Mongol Command can't be chosen now; None if it can."""
    there = {space: s.board[space]["mongols"] for space in MONGOL_ROAD}
    match command:
        case "amass":
            return None if s.box["mongols"] else say("3.5.1 Amass: no Mongol Invader is Available")
        case "advance":
            text = "3.5.2 Advance: no Mongol Invader is in the Mountain Passes or Punjab"
            return None if there[PASSES] or there[PUNJAB] else say(text)
        case _:
            return (
                None
                if any(there.values())
                else say("3.5.3 Attack and Plunder: no Mongol Invader is on the map")
            )


def amass(s: State) -> None:
    """3.5.1 Amass: place three Mongol Invaders, or all that are Available, in the Mountain Passes.

    Mongol Invaders beyond four move on to Punjab, and from there to Delhi.
    """
    n = s.place(PASSES, "mongols", AMASSED)
    s.tell("amass", "Amass brings {pieces} to {space}.", pieces=count(n, "mongols"), space=PASSES)
    overflow(s)


def overflow(s: State) -> None:
    """3.5.1: leave at most four Mongol Invaders in the Passes and four in Punjab. The others move on."""
    for space, onward in ((PASSES, PUNJAB), (PUNJAB, DELHI)):
        if (beyond := s.board[space]["mongols"] - ROOM[space]) > 0:
            s.move("mongols", beyond, space, onward)
            pieces, go = count(beyond, "mongols"), agreeing(beyond, "go")
            text = "{pieces} {go} on from {space} to {onward}."
            s.tell("overflow", text, pieces=pieces, go=go, space=space, onward=onward)


async def advance(s: State, faction: str) -> None:
    """3.5.2 Advance: move Mongol Invaders from the Mountain Passes to Punjab, or from Punjab to Delhi."""
    origins = [space for space in (PASSES, PUNJAB) if s.board[space]["mongols"]]
    prompt = say("Advance from which space?")
    origin = await pick(
        faction, prompt, origins, kind="advance-from", form="place", lead="from", phrase=wording.FROM
    )
    onward = PUNJAB if origin == PASSES else DELHI
    supply = {"mongols": s.board[origin]["mongols"]}
    text = "How many Mongol Invaders Advance from {origin} to {onward}?"
    prompt = say(text, origin=origin, onward=onward)
    n = (
        await amounts(
            faction,
            prompt,
            supply,
            supply["mongols"],
            1,
            kind="advance-units",
            about=origin,
            phrase=wording.WITH,
        )
    )["mongols"]
    s.move("mongols", n, origin, onward)
    s.tell(
        "advance",
        "Advance takes {pieces} from {origin} to {onward}.",
        pieces=count(n, "mongols"),
        origin=origin,
        onward=onward,
    )


async def attack_and_plunder(s: State, faction: str) -> None:
    """3.5.3 Attack and Plunder: in one space Mongol Invaders attack all Sultanate pieces, then plunder.

    The plunder depends on how many Mongol Invaders remain. After it, at most three of them stay, and the
    others return to the box.
    """
    spaces = [space for space in MONGOL_ROAD if s.board[space]["mongols"]]
    prompt = say("Attack and Plunder in which space?")
    space = await pick(
        faction,
        prompt,
        spaces,
        kind="plunder-in",
        form="place",
        lead="in",
        phrase=wording.make_where("plunder"),
        idle=lambda space: why_idle_plunder(s, space),
    )
    await attack_as_mongols(s, space, plunder=partial(_describe_plunder, s, space))
    plunder_resources(s, space)
    await plunder_troops(s, space)
    if (beyond := s.board[space]["mongols"] - STAY) > 0:
        s.remove(space, "mongols", beyond)
        pieces, go = count(beyond, "mongols"), agreeing(beyond, "go")
        data = {"faction": MONGOLS, "units": {MONGOLS: beyond}, "space": space}
        s.tell("mongols-home", "{pieces} {go} home from {space}.", data, pieces=pieces, go=go, space=space)


async def attack_as_mongols(
    s: State, space: str, *, within: str = "", plunder: Callable[[int], Words] | None = None
) -> None:
    """3.5.3: attack the Sultanate's pieces in the space with the Mongol Invaders, if both are there.

    `within`, `plunder`: see `battle`.
    """
    if s.board[space]["mongols"] and s.pieces(space, "sultanate"):
        invaders, defenders = (list_all_units(s, space, side) for side in (MONGOLS, "sultanate"))
        await battle(s, space, invaders, defenders, within=within, plunder=plunder)


def _describe_plunder(s: State, space: str, remaining: int) -> Words:
    """3.5.3: return what `remaining` Mongol Invaders plunder: Resources, and Troops in the Provinces."""
    troops = min(_count_plundered(s, space, remaining), sum(s.board[each]["troops"] for each in PROVINCES))
    goods = ((_count_plundered_resources(s, remaining), "resources"), (troops, "troops"))
    return join_list([count(n, kind) for n, kind in goods if n])


def _count_plundered_resources(s: State, remaining: int) -> int:
    return min(remaining, max(0, s.resources["sultanate"] - RESOURCE_FLOOR))


def _count_plundered(s: State, space: str, remaining: int) -> int:
    """3.5.3: return how many Troops `remaining` Mongol Invaders plunder, if the Sultanate has so many."""
    times = remaining if s.options.plunder == "per_mongol" else min(remaining, 1)
    return times * TROOPS_PLUNDERED[space]


def plunder_resources(s: State, space: str, *, within: str = "") -> None:
    """3.5.3: take 1 Resource from the Sultanate per remaining Mongol Invader, but not its last 3."""
    n = _count_plundered_resources(s, s.board[space]["mongols"])
    s.pay("sultanate", n)
    if n:
        s.tell(
            f"{within}plunder-resources",
            "Plunder in {space}: {faction} loses {gain}.",
            {"n": n, "space": space, "faction": "sultanate"},
            space=space,
            faction="sultanate",
            gain=count(n, "resources"),
        )


async def plunder_troops(s: State, space: str) -> None:
    """3.5.3: if Mongol Invaders remain, ask the Sultanate which Troops it removes: 1 in Punjab, 2 in Delhi.

    If the option `plunder` is "per_mongol", it removes that number for each remaining Mongol Invader.
    """
    chosen: list[str] = []
    for _ in range(_count_plundered(s, space, s.board[space]["mongols"])):
        provinces = [province for province in PROVINCES if s.board[province]["troops"]]
        if not provinces:
            text = "Plunder in {space}: {faction} has no Troops left to lose in the Provinces."
            s.tell("plunder-none", text, space=space, faction="sultanate")
            return
        text = "The Mongol Invaders plunder {space}: from which Province do you lose a Troop?"
        prompt = say(text, space=space)
        province = await pick(
            "sultanate",
            prompt,
            provinces,
            kind="plunder",
            form="place",
            about=space,
            lead="from",
            phrase=wording.PLUNDERED,
        )
        s.remove(province, "troops", 1)
        text = "Plunder in {space}: {faction} loses 1 Troop from {province}."
        if province in chosen:
            text = "Plunder in {space}: {faction} loses 1 more Troop from {province}."
        chosen.append(province)
        s.tell("plunder-troops", text, space=space, faction="sultanate", province=province)
