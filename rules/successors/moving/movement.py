"""PA-4: carry out the Movement step: marches, voyages, and chits."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from rules.asking import DONE, choose, pick, yes_no
from rules.chance import Roll
from rules.successors import wording
from rules.successors.board import AREAS, BORDERS, IS_SEA, PROVINCES
from rules.successors.forces import CLASS, COLOURS, FLEET, KIND, OWNER, WHITE
from rules.successors.moving.fleets import count_sailors
from rules.successors.moving.march import find_destinations, find_marchers, march
from rules.successors.moving.sail import sail
from rules.successors.stacks import NOTHING, lower, say_amount
from rules.successors.state import State
from rules.successors.tables import CHITS
from rules.words import Words, of_kind, say

IN_MOVEMENT = tuple(key for key, chit in CHITS.items() if chit.when == "movement")
MARCH, SAIL, CHIT = "march-", "sail-", "chit-"


async def movement(s: State, seat: str) -> None:
    """PA-4, PA-14 to PA-21: ask for marches, voyages and chits, one by one, until the mover is done."""
    begin_movement(s, seat)
    prompt = say("Movement: what moves?")
    while True:
        choice = await choose(
            seat,
            prompt,
            partial(_list_moves, s, seat),
            partial(_list_refused, s, seat),
            kind="movement",
            phrase=wording.MOVEMENT,
        )
        verb, _, what = choice.partition("-")
        if choice == DONE:
            break
        if verb == "march":
            await march(s, seat, what)
        elif verb == "sail":
            await sail(s, seat, what)
        else:
            await play_chit(s, seat, what)
    end_movement(s, seat)


def begin_movement(s: State, seat: str) -> None:
    """PA-15, PA-17: mark the units that may move in this step, and note where the leader is.

    The marks of earlier landings are removed, and so are the marks of the seat's earlier voyages.
    """
    s.landed = {}
    clear_marks(s, s.sailed, seat)
    s.ready = {}
    for area, stack in s.stacks.items():
        rest = s.resting.get(area, NOTHING)
        fresh = {
            one: n - rest.get(one, 0)
            for one, n in stack.items()
            if OWNER[one] != WHITE and (area not in IS_SEA or KIND[one] == FLEET) and n > rest.get(one, 0)
        }
        if fresh:
            s.ready[area] = fresh
    s.swift, s.haste, s.fair_winds = s.leaders.get(seat, ""), 0, False
    s.rider = "fresh" if s.swift and s.swift not in IS_SEA else "marched"


def end_movement(s: State, seat: str) -> None:
    """PA-21: end the step, and clear its marks.

    Some of the seat's units could not move in this step, because an ally had moved them. They may move in the
    seat's next Movement.
    """
    clear_marks(s, s.resting, seat)
    s.ready, s.swift, s.haste, s.rider, s.fair_winds = {}, "", 0, "", False
    s.keep_company()


def clear_marks(s: State, marks: dict[str, dict[str, int]], seat: str) -> None:
    """Remove the marks of all units of a seat."""
    for area, stack in list(marks.items()):
        for one in [one for one in stack if OWNER[one] == seat]:
            lower(marks, area, one, 0)


def _list_moves(s: State, seat: str) -> dict[str, str]:
    found = dict[str, str]()
    for area in AREAS:
        ready = s.ready.get(area)
        if ready is None and s.leaders.get(seat) != area:
            continue
        if area not in IS_SEA and find_marchers(s, seat, area) and may_march(s, seat, area):
            found[MARCH + area] = MARCH + area
        if ready is not None and count_sailors(s, seat, area):
            found[SAIL + area] = SAIL + area
    if s.chits:
        for chit in IN_MOVEMENT:
            if s.chits.get(chit) == seat and why_not_chit(s, seat, chit) is None:
                found[CHIT + chit] = CHIT + chit
    found[DONE] = DONE
    return found


def may_march(s: State, seat: str, area: str) -> bool:
    """Return whether the seat's units in this province have a destination that they can march to."""
    if find_marchers(s, seat, area).keys() == {"leader"}:
        return bool(find_destinations(s, seat, area))
    return bool(BORDERS[area])  # to enter a province costs at most 3 points, and units have at least 3


def _list_refused(s: State, seat: str) -> dict[str, Words]:
    found = dict[str, Words]()
    for area in PROVINCES:
        if s.land(area, seat) or s.with_leader(area, seat):
            if not find_marchers(s, seat, area):
                found[MARCH + area] = say("PA-15: all your units in {area} have already moved", area=area)
            elif not may_march(s, seat, area):
                found[MARCH + area] = say("PA-15: no province can be reached from {area}", area=area)
    for area in AREAS:
        if s.fleets(area, seat) and not count_sailors(s, seat, area):
            found[SAIL + area] = say("PA-18: your Fleets in {area} have already sailed", area=area)
    for chit in IN_MOVEMENT:
        if s.chits.get(chit) == seat and (why := why_not_chit(s, seat, chit)) is not None:
            found[CHIT + chit] = why
    return found


# ---------------------------------------------------------------------- chits of the Movement


def why_not_chit(s: State, seat: str, chit: str) -> Words | None:
    """Return why a chit has no effect if it is played now; None if it may be played."""
    match CHITS[chit].effect:
        case "forced-march" if s.rider != "fresh":
            return say(
                "Chit {chit} has no effect now: your leader has no march left in this Movement", chit=chit
            )
        case "spy" if not any(holder != seat for holder in s.chits.values()):
            return say("Chit {chit} has no effect now: nobody else has a chit", chit=chit)
        case "bribe" if not list_white_units(s):
            return say("Chit {chit} has no effect now: there are no white units on the map", chit=chit)
        case "raid" if not find_raids(s, seat):
            return say(
                (
                    "Chit {chit} has no effect now: you and your allies have no Cavalry next to a "
                    "province that another seat controls"
                ),
                chit=chit,
            )
    return None


def list_white_units(s: State) -> list[str]:
    """Return the answers for all white counters: Rebels ("white-c-MAC") and hired units ("red-hi-SYR")."""
    return [
        f"{one}-{area}"
        for area in AREAS
        for one in s.stacks.get(area, NOTHING)
        if OWNER[one] == WHITE or KIND[one].startswith("h")
    ]


def find_raids(s: State, seat: str) -> list[str]:
    """Return the provinces where cavalry of the seat or an ally is next to another seat's province."""
    return [area for area in PROVINCES if find_raiders(s, seat, area) and find_victims(s, seat, area)]


def find_raiders(s: State, seat: str, area: str) -> list[str]:
    """Return the kinds of cavalry in a province that may raid for the seat, its own first."""
    stack = s.stacks.get(area, NOTHING)
    found = [
        one for one in stack if CLASS[one] == "c" and OWNER[one] in COLOURS and s.is_allied(seat, OWNER[one])
    ]
    return sorted(found, key=lambda one: (OWNER[one] != seat, OWNER[one], KIND[one]))


def find_victims(s: State, seat: str, area: str) -> list[str]:
    """Return the other seats that control a province next to this one."""
    held = {s.controller(near) for near in BORDERS[area]}
    return [other for other in s.seats if other in held and other != seat]


async def play_chit(s: State, seat: str, chit: str) -> None:
    """PA-2 (ours): play a chit of the mover, and return it to the cup."""
    del s.chits[chit]
    row = CHITS[chit]
    s.tell("chit", "{seat} plays {chit}.", seat=seat, chit=f"chit-{chit}")
    match row.effect:
        case "forced-march":
            s.haste += row.mp
        case "fair-winds":
            s.fair_winds = True
        case "spy":
            await _spy(s, seat)
        case "bribe":
            await _bribe(s, seat)
        case "raid":
            await _raid(s, seat, row.lost)


async def _spy(s: State, seat: str) -> None:
    """Chit 10: take one chit of another seat."""
    others = [f"chit-{key}" for key, holder in s.chits.items() if holder != seat]
    prompt = say("Which chit do you take?")
    key = await pick(
        seat, prompt, others, kind="spy", phrase=wording.SPY, label=lambda key: _label_holder(s, key)
    )
    chit = key.removeprefix(CHIT)
    s.tell("spy", "{seat} takes {chit} from {other}.", seat=seat, chit=key, other=s.chits[chit])
    s.chits[chit] = seat


def _label_holder(s: State, key: str) -> Words:
    return say("{chit} ({seat})", chit=key, seat=s.chits.get(key.removeprefix(CHIT), ""))


async def _bribe(s: State, seat: str) -> None:
    """Chit 11: remove one white unit anywhere on the map, a Rebel or a hired one."""
    prompt = say("Which white unit do you bribe?")
    key = await pick(
        seat, prompt, list_white_units(s), kind="bribe", phrase=wording.BRIBE, label=_white_label
    )
    one, _, area = key.rpartition("-")
    s.remove(area, one, 1)
    s.tell(
        "bribe",
        "{unit} of {owner} in {area} takes the bribe and leaves the map.",
        unit=say_amount(1, one),
        owner=OWNER[one],
        area=area,
    )
    s.keep_company()


def _white_label(key: str) -> Words:
    one, _, area = key.rpartition("-")
    return say("{unit} of {owner} in {area}", unit=say_amount(1, one), owner=OWNER[one], area=area)


class RaidStakes(NamedTuple):
    """The seat that a raid robs, and the lowest face that fails."""

    victim: str
    lost: int


async def _raid(s: State, seat: str, lost: int) -> None:
    """Chits 19 and 20: raid with one cavalry next to a province of the victim.

    If the roll is below `lost`, the victim loses as many Talents to the raider as the die shows, or all that
    it has. Any other roll loses the cavalry. If the cavalry is an ally's, the ally is asked first.
    """
    prompt = say("Where does the raid start?")
    where = await pick(seat, prompt, find_raids(s, seat), kind="raid-from", lead="from")
    prompt = say("Whom does the Cavalry in {where} raid?", where=where)
    victim = await pick(seat, prompt, find_victims(s, seat, where), kind="raid-against", lead="against")
    one = find_raiders(s, seat, where)[0]
    if OWNER[one] != seat:
        text = "{seat} wants to raid {victim} with your Cavalry in {where}. Do you agree?"
        asked = say(text, seat=seat, victim=victim, where=where)
        yes, no = say("Lend the Cavalry"), say("Don't lend the Cavalry")
        if not await yes_no(OWNER[one], asked, yes, no, kind="raid-agree"):
            s.tell("refused", "{owner} doesn't lend {seat} their Cavalry.", owner=OWNER[one], seat=seat)
            return
    (face,) = await Roll(
        1,
        say("Raid on {victim} from {where}", victim=victim, where=where),
        kind="raid",
        told=True,
        stakes=RaidStakes(victim, lost),
    )
    if face >= lost:
        s.remove(where, one, 1)
        s.tell(
            "raid",
            "{seat} rolls a {face}: the raid on {victim} fails, and {unit} in {where} is lost.",
            seat=seat,
            face=face,
            victim=victim,
            unit=say_amount(1, one),
            where=where,
        )
        s.keep_company()
        return
    booty = min(face, s.talents[victim])
    s.pay(victim, booty)
    s.gain(seat, booty)
    text = "{seat} raids {victim} from {where}, rolls a {face} and takes {n}."
    s.tell("raid", text, face=face, seat=seat, victim=victim, where=where, n=say_talents(booty))


def say_talents(n: int) -> Words:
    """Return a number of Talents in words: "3 Talents"."""
    return say("{n} {kind}", n=n, kind=of_kind(n, "talents"))
