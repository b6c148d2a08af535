"""PA-2: carry out the Events step: one throw of three dice, and the Event of that number."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from rules.asking import choose, draw, pick, pick_or_done, yes_no
from rules.chance import Roll
from rules.successors import wording
from rules.successors.board import AREAS, IS_SEA, PORTS, PROVINCES, RAISES
from rules.successors.fighting.sea_battle import move_leader_home
from rules.successors.forces import (
    CLASS,
    COST,
    FLEET,
    FLEETS,
    IS_LAND,
    KIND,
    LETTER,
    OWNER,
    WHITE,
    make_piece_key,
)
from rules.successors.moving.movement import say_talents
from rules.successors.sequence.revenue import list_losable, lose_unit, spill
from rules.successors.sequence.revolts import invasion, revolt, rising
from rules.successors.sequence.rolled_event import CLAUSES, Event
from rules.successors.stacks import NOTHING, say_amount, say_faces
from rules.successors.state import State
from rules.successors.tables import CHITS, EVEN, EVENTS, ODD
from rules.words import Plural, Words, join_list, say


async def events(s: State, seat: str) -> None:
    """PA-2: roll odd or even, tens and ones, and carry out the Event of that number."""
    odd, tens, ones = await Roll(3, say("Events for {seat}", seat=seat), None, "event", told=True)
    table, number = ODD if odd % 2 else EVEN, 10 * tens + ones
    event = Event(seat, EVENTS[table][number], table.upper(), number)
    lines = len(s.story)
    await EFFECTS[event.row.effect](s, event)
    if len(s.story) == lines:
        event.tell(s, CLAUSES["nothing"], quiet=True)
    s.keep_company()


async def nothing(s: State, event: Event) -> None:
    """ODD 11-12, EVEN 11-13: do nothing."""


async def gain(s: State, event: Event) -> None:
    """ODD 13-14, EVEN 14-16: give Talents to the roller."""
    seat, row = event.seat, event.row
    s.gain(seat, row.talents)
    event.tell(s, talents=say_talents(row.talents))


async def tolls(s: State, event: Event) -> None:
    """ODD 15-16: give the roller a Talent for each port that they control, up to a limit."""
    seat, row = event.seat, event.row
    n = min(row.most, sum(s.controller(port) == seat for port in PORTS))
    if not n:
        return
    s.gain(seat, n)
    event.tell(s, talents=say_talents(n), most=row.most)


# ---------------------------------------------------------------------- losses


def find_largest_stacks(s: State, seat: str, counts: Callable[[str], bool]) -> list[str]:
    """Return the provinces and seas where the seat has the most pieces; several if they tie.

    Only pieces for which `counts` is true are counted.
    """
    found = dict.fromkeys(AREAS, 0)
    for area, one, n in s.places_of(seat):
        if counts(one):
            found[area] += n
    most = max(found.values())
    return [area for area, n in found.items() if n == most] if most else []


async def plague(s: State, event: Event) -> None:
    """ODD 21-22: remove a land unit of the roller's choice from their largest stack.

    The roller chooses among equal stacks.
    """
    seat = event.seat
    stacks = find_largest_stacks(s, seat, lambda one: IS_LAND[one])
    if not stacks:
        return
    event.tell(s)
    keys = [
        key
        for key in list_losable(s, seat)
        if key.rpartition("-")[2] in stacks and not key.startswith("lose-f-")
    ]
    await lose_unit(
        s,
        seat,
        await pick(
            seat,
            say("Plague: you lose 1 unit of your largest stack. Which one?"),
            keys,
            kind="lose-unit",
            phrase=wording.LOSE,
        ),
    )


async def desertion(s: State, event: Event) -> None:
    """ODD 23-24: roll for the roller's levies in the place where they have the most levies."""
    seat, row = event.seat, event.row
    places = find_largest_stacks(s, seat, lambda one: CLASS[one] == "l")
    if not places:
        return
    event.tell(s, reach=row.reach)
    place = places[0]
    if len(places) > 1:
        place = await pick(
            seat,
            say(
                "Desertion: choose a place and roll for each Levy in it. "
                "A Levy deserts on {reach} or less. Which place?",
                reach=row.reach,
            ),
            places,
            kind="desertion",
            phrase=wording.DESERTION,
        )
    levies = {one: n for one, n in s.stacks[place].items() if OWNER[one] == seat and CLASS[one] == "l"}
    total = sum(levies.values())
    prompt = say("Desertion in {place}", place=place)
    faces = await Roll(total, prompt, kind="desertion", told=True)
    deserters = gone = sum(face <= row.reach for face in faces)
    for one in sorted(levies, key=lambda each: not KIND[each].startswith("h")):
        n = min(gone, levies[one])
        if n:
            s.remove(place, one, n)
        gone -= n
    text = Plural(
        "{seat} rolls {faces} for the Levies in {place} "
        "(a Levy deserts on {reach} or less): {levies} deserts.",
        "{seat} rolls {faces} for the Levies in {place} "
        "(a Levy deserts on {reach} or less): {levies} desert.",
    )
    s.tell(
        "deserters",
        text
        if deserters
        else "{seat} rolls {faces} for the Levies in {place} (a Levy deserts on {reach} or less): all stay.",
        n=deserters,
        levies=say_amount(deserters, "l"),
        seat=seat,
        place=place,
        faces=say_faces(faces),
        reach=row.reach,
    )


async def storm(s: State, event: Event) -> None:
    """ODD 25-26: roll a die for each of the roller's fleets at sea.

    Only fleets that sailed in the roller's latest Movement are in danger. Others are on patrol.
    """
    seat, row = event.seat, event.row
    seas = [
        (sea, n)
        for sea in IS_SEA_ORDER
        if (n := min(s.fleets(sea, seat), s.sailed.get(sea, NOTHING).get(FLEETS[seat], 0)))
    ]
    total = sum(n for _, n in seas)
    if not total:
        return
    event.tell(s, reach=row.reach)
    faces = await Roll(
        total,
        say("Storm: {seat} has {n} at sea", n=say_amount(total, FLEET), seat=seat),
        kind="storm",
        told=True,
    )
    text = "{seat} rolls {faces} for {n} at sea (a Fleet sinks on {reach} or less)."
    if all(face > row.reach for face in faces):
        text = "{seat} rolls {faces} for {n} at sea (a Fleet sinks on {reach} or less): no Fleet sinks."
    fleets = say_amount(total, FLEET)
    s.tell("storm", text, seat=seat, faces=say_faces(faces), n=fleets, reach=row.reach)
    at = 0
    for sea, n in seas:
        sunk = sum(face <= row.reach for face in faces[at : at + n])
        at += n
        if sunk:
            s.remove(sea, FLEETS[seat], sunk)
            gone = Plural("{fleets} of {seat} sinks in {sea}.", "{fleets} of {seat} sink in {sea}.")
            s.tell("sunk", gone, n=sunk, fleets=say_amount(sunk, FLEET), seat=seat, sea=sea)
            await spill(s, seat, sea)


IS_SEA_ORDER = tuple(area for area in AREAS if area in IS_SEA)


async def homeward(s: State, event: Event) -> None:
    """ODD 41-44: send the roller's leader Home alone, even from the sea. A captive stays."""
    seat = event.seat
    origin = s.leaders.get(seat, s.homes[seat])
    if origin != s.homes[seat]:
        event.tell(s, origin=origin, home=move_leader_home(s, seat, origin))


async def levy(s: State, event: Event) -> None:
    """PA-7: take Talents from the roller. A roller without enough Talents chooses a unit to lose instead.

    In EVEN 43-44 the unit must be a fleet, and a roller without fleets neither pays nor loses anything.
    """
    seat, row = event.seat, event.row
    units = list_losable(s, seat, fleets_only=row.fleet)
    if not units and (row.fleet or s.talents[seat] < row.talents):
        return  # the roller has nothing that the Event can take
    due = say_talents(row.talents)
    if s.talents[seat] >= row.talents:
        event.tell(s, talents=due)
    else:
        lost = say_amount(1, FLEET) if row.fleet else say("1 unit")
        event.tell(s, "{seat} must pay {talents} or lose {lost}", talents=due, lost=lost)
        text = "{title}: this Event costs {n}, but you have {held}. Which unit do you lose?"
        held = say_talents(s.talents[seat])
        prompt = say(text, title=row.title, n=due, held=held)

        def menu() -> dict[str, str]:
            keys = ["pay"] if s.talents[seat] >= row.talents else list_losable(s, seat, fleets_only=row.fleet)
            return {key: key for key in keys}

        answer = await choose(seat, prompt, menu, kind="lose-unit", phrase=wording.LOSE)
        if answer != "pay":
            await lose_unit(s, seat, answer)
            return
        s.tell("paid", "{seat} pays {n}.", seat=seat, n=due)
    s.pay(seat, row.talents)


# ---------------------------------------------------------------------- units


def find_leader_on_land(s: State, seat: str) -> str:
    """Return where the seat's leader is; "" if it is captive or at sea: then no units can join it."""
    place = s.leaders.get(seat, "")
    return "" if place in IS_SEA else place


async def mercenaries(s: State, event: Event) -> None:
    """ODD 51-52: offer hired infantry to a roller whose leader is free and on land."""
    seat, row = event.seat, event.row
    place = find_leader_on_land(s, seat)
    offered = {LETTER[sort]: most for sort, most in row.units.items()}
    if not place or not any(_count_for_hire(s, seat, kind, most) for kind, most in offered.items()):
        return
    event.tell(s, units=join_list([say_amount(n, kind) for kind, n in offered.items()]))
    for kind, most in offered.items():

        def keys(kind: str = kind, most: int = most) -> list[str]:
            return [f"{number}-h{kind}" for number in range(_count_for_hire(s, seat, kind, most), 0, -1)]

        if not keys():
            continue
        text = "Hire mercenaries in {place} at {cost} each: how many? You have {held}."
        if (left := s.box[make_piece_key(WHITE, kind)]) < most and len(keys()) == left:
            text = "Hire mercenaries in {place} at {cost} each: how many? The supply has only {units}."
        elif len(keys()) == most:
            text = "Hire mercenaries in {place} at {cost} each: how many? This Event offers {units}."
        held, units = say_talents(s.talents[seat]), say_amount(len(keys()), kind)
        prompt = say(text, cost=say_talents(COST[kind]), place=place, held=held, units=units)
        answer = await pick_or_done(
            seat, prompt, keys, kind="mercenaries", phrase=wording.HIRE, label=_label_hired
        )
        if answer is None:
            continue
        number = int(answer.partition("-")[0])
        s.pay(seat, number * COST[kind])
        s.place(place, make_piece_key(seat, f"h{kind}"), number)
        s.tell(
            "hired",
            "{seat} hires {units} in {place}.",
            seat=seat,
            units=say_amount(number, kind),
            place=place,
        )


def _count_for_hire(s: State, seat: str, kind: str, most: int) -> int:
    """Return how many units of a kind the seat can hire: up to `most`, as supply and Talents allow."""
    return min(most, s.box[make_piece_key(WHITE, kind)], s.talents[seat] // COST[kind])


def _label_hired(key: str) -> Words:
    number, _, kind = key.partition("-")
    return say_amount(int(number), kind) if kind else say("{key}", key=key)


async def volunteers(s: State, event: Event) -> None:
    """ODD 53: give the roller units at no cost. They join the leader or, if that isn't possible, go Home."""
    seat, row = event.seat, event.row
    place = find_leader_on_land(s, seat) or s.homes[seat]
    came = {
        LETTER[sort]: s.place(place, make_piece_key(seat, LETTER[sort]), n) for sort, n in row.units.items()
    }
    if total := sum(came.values()):
        joined = join_list([say_amount(n, kind) for kind, n in came.items() if n])
        text = Plural("{units} joins {seat} in {place}", "{units} join {seat} in {place}")
        event.tell(s, text, n=total, units=joined, place=place)


async def shipwrights(s: State, event: Event) -> None:
    """EVEN 41-42: offer a fleet at a lower price in a port that the roller controls."""
    seat, row = event.seat, event.row

    def ports() -> list[str]:
        there = [port for port in PORTS if s.controller(port) == seat]
        return there if s.talents[seat] >= row.cost and s.box[FLEETS[seat]] else []

    if not ports():
        return
    event.tell(s, cost=say_talents(row.cost))
    prompt = say("Build a Fleet for {n}: in which port?", n=say_talents(row.cost))
    port = await pick_or_done(seat, prompt, ports, kind="shipwrights", phrase=wording.FLEET_IN)
    if port is not None:
        s.pay(seat, row.cost)
        s.place(port, FLEETS[seat], 1)
        s.tell(
            "bought",
            "{seat} builds a Fleet in {port} for {n}.",
            seat=seat,
            port=port,
            n=say_talents(row.cost),
        )


async def elephants(s: State, event: Event) -> None:
    """EVEN 51-56: offer elephants to the roller, then to the others in order, up to a total number.

    A buyer must control a province that raises them. EVEN 56: a seat that holds both Indias gains Talents.
    """
    seat, row = event.seat, event.row
    order = s.play_order()
    buyers = (seat, *(other for other in order if other != seat))
    holders = {s.controller(province) for province in row.both}
    owner = holders.pop() if len(holders) == 1 else ""
    elephants, talents = say_amount(row.elephants, "e"), say_talents(row.talents)
    if owner:
        s.gain(owner, row.talents)
        text = (
            "{owner} gains {talents} for {both}; players who control elephant provinces "
            "may together buy up to {elephants}"
        )
        event.tell(s, text, owner=owner, both=join_list(row.both), talents=talents, elephants=elephants)
    elif any(_list_elephant_provinces(s, buyer) for buyer in buyers):
        event.tell(s, elephants=elephants)
    left = row.elephants
    for buyer in buyers:
        left -= await _buy_elephants(s, buyer, left)


def _list_elephant_provinces(s: State, seat: str) -> list[str]:
    """Return the provinces where the seat can buy an Elephant now."""
    there = [place for place in PROVINCES if RAISES[place] == "elephants" and s.controller(place) == seat]
    return there if s.talents[seat] >= COST["e"] and s.box[make_piece_key(seat, "e")] else []


async def _buy_elephants(s: State, seat: str, most: int) -> int:
    bought = 0
    while bought < most:

        def places() -> list[str]:
            return _list_elephant_provinces(s, seat)

        if not places():
            break
        prompt = say("Buy an Elephant for {cost}: in which province?", cost=say_talents(COST["e"]))
        place = await pick_or_done(seat, prompt, places, kind="elephants", phrase=wording.ELEPHANT_IN)
        if place is None:
            break
        s.pay(seat, COST["e"])
        s.place(place, make_piece_key(seat, "e"), 1)
        s.tell("bought", "{seat} buys an Elephant in {place}.", seat=seat, place=place)
        bought += 1
    return bought


# ---------------------------------------------------------------------- chits, marriage


async def chit(s: State, event: Event) -> None:
    """ODD 63-66, EVEN 61-66: draw a chit from the cup.

    Some chits take effect when they are drawn, and go back into the cup.
    """
    seat = event.seat
    cup = s.cup()
    if not cup:
        return
    drawn = await draw(cup, say("{seat} draws a chit", seat=seat), kind="chit")
    event.tell(s, chit=f"chit-{drawn}")
    row_drawn = CHITS[drawn]
    if row_drawn.when != "drawn":
        s.chits[drawn] = seat
    elif row_drawn.talents:
        s.gain(seat, row_drawn.talents)


async def marriage(s: State, event: Event) -> None:
    """EVEN 45-46: give the roller Talents. Another seat may agree to a truce until the roller's next turn."""
    seat, row = event.seat, event.row
    s.gain(seat, row.talents)
    event.tell(s, talents=say_talents(row.talents))
    others = [other for other in s.play_order() if other != seat]
    other = await pick_or_done(
        seat, say("Whom do you offer a royal marriage?"), others, kind="marriage", phrase=wording.MARRIAGE
    )
    if other is None:
        return
    text = (
        "{seat} offers you a royal marriage: no battles between you until {seat}'s next turn. Do you agree?"
    )
    yes, no = say("Agree to the marriage"), say("Decline the marriage")
    if await yes_no(other, say(text, seat=seat), yes, no, kind="marriage-agree"):
        make_truce(s, seat, other, seat)
    else:
        s.tell("refused", "{owner} declines a royal marriage with {seat}.", owner=other, seat=seat)


def make_truce(s: State, one: str, other: str, until: str) -> None:
    """Make a truce between two seats. `until`: the seat whose next turn ends it; "": the next dawn."""
    s.truces[one, other] = s.truces[other, one] = until
    text = (
        "{one} and {other} have a truce until {until}'s next turn."
        if until
        else "{one} and {other} have a truce for this game turn."
    )
    s.tell("truce", text, one=one, other=other, until=until)


EFFECTS: dict[str, Callable[[State, Event], Awaitable[None]]] = {
    "nothing": nothing,
    "gain": gain,
    "tolls": tolls,
    "plague": plague,
    "desertion": desertion,
    "storm": storm,
    "invasion": invasion,
    "revolt": revolt,
    "homeward": homeward,
    "levy": levy,
    "mercenaries": mercenaries,
    "volunteers": volunteers,
    "rising": rising,
    "chit": chit,
    "shipwrights": shipwrights,
    "marriage": marriage,
    "elephants": elephants,
}
