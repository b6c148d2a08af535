"""PA-5, PA-22, PA-23, PA-40: decide who fights whom, where and when, and what becomes of fleets in ports."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from rules.asking import DONE, ask, choose, count, pick, together, yes_no
from rules.chance import Roll
from rules.successors import wording
from rules.successors.board import COASTS, PORTS, PROVINCES
from rules.successors.fighting.battle import ask_leader_types, battle, capture, describe_side
from rules.successors.fighting.odds import add_chance, calculate_battle, is_losing, say_percent
from rules.successors.fighting.sides import Side
from rules.successors.forces import COLOURS, FLEETS, WHITE
from rules.successors.stacks import say_faces
from rules.successors.state import CAPTURED_IN_PORT, SUNK_IN_PORT, Fight, State
from rules.words import Plural, Words, join_list, say


class Clash(NamedTuple):
    """A province in which the mover and an unfriendly owner may fight."""

    place: str
    foe: str

    def key(self, s: State, seat: str) -> str:
        """Return the key of the answer that chooses this clash.

        It is "fight-SYR-blue", or "seize-SYR-blue" for a leader without units.
        """
        verb = "fight" if s.land(self.place, self.foe) else "seize"
        return f"{verb}-{self.place}-{self.foe}"


class PortStakes(NamedTuple):
    """What the forecast needs to know of a throw: the port, and the owner of the fleets there."""

    place: str
    foe: str


async def combat(s: State, seat: str) -> None:
    """PA-5, PA-22, PA-23: carry out the Combat step of a seat.

    The mover chooses battles. Then the others may insist on more battles. The mover decides the order of all
    of them.
    """
    wanted, types = await _ask_battles(s, seat)
    insisted = await _ask_to_insist(
        s, seat, [clash for clash in find_clashes(s, seat) if clash not in wanted]
    )
    battles = [*wanted, *insisted]
    asked = len(battles)
    while battles:
        clash = battles[0]
        if insisted and len(battles) > 1:
            prompt = say("Which battle comes first?" if len(battles) == asked else "Which battle comes next?")
            keys = {each.key(s, seat): each for each in battles}
            clash = keys[
                await pick(seat, prompt, list(keys), kind="battle-order", lead="", phrase=wording.FIRST)
            ]
        battles.remove(clash)
        await _fight(s, seat, clash, types.get(clash, ""))
    await decide_ports(s, seat)
    s.keep_company()


def find_clashes(s: State, seat: str) -> list[Clash]:
    """PA-22: return the clashes that the mover may fight.

    In each clash the mover has units or its leader in the province. The other side has units of an unfriendly
    player or of the Rebels, or it has a leader alone, who can be seized.
    """
    found = []
    led = set(s.leaders.values())
    for place in PROVINCES:
        if place not in s.stacks:
            continue
        there = set(s.owners(place))
        if place in led:
            there.update(who for who, where in s.leaders.items() if where == place)
        if seat in there and len(there) > 1:
            for foe in (*s.seats, WHITE):
                if foe in there and foe != seat and may_clash(s, place, seat, foe):
                    found.append(Clash(place, foe))
    return found


def may_clash(s: State, place: str, seat: str, foe: str) -> bool:
    """Return whether two owners may fight in a province, or one may seize the other's leader."""
    if not s.may_fight(seat, foe):
        return False
    own, theirs = s.land(place, seat), s.land(place, foe)
    if own and theirs:
        return True
    return bool(own and is_alone(s, place, foe)) or bool(theirs and is_alone(s, place, seat))


def is_alone(s: State, place: str, seat: str) -> bool:
    """PA-22: return whether the seat's leader is there without a land unit of the seat or an ally."""
    if not s.with_leader(place, seat):
        return False
    return not any(owner != WHITE and s.is_allied(seat, owner) for owner in s.owners(place))


def can_attack(s: State, seat: str, clash: Clash) -> bool:
    """PA-22: return whether the mover has a unit with which to fight or to seize."""
    return s.land(clash.place, seat) > 0


async def _ask_battles(s: State, seat: str) -> tuple[list[Clash], dict[Clash, str]]:
    """PA-22, PA-26: ask for the mover's battles in order, and for the type that gets the leader's +1."""
    wanted, types = list[Clash](), dict[Clash, str]()

    def menu() -> dict[str, Clash | None]:
        there = [
            clash for clash in find_clashes(s, seat) if clash not in wanted and can_attack(s, seat, clash)
        ]
        return {**{clash.key(s, seat): clash for clash in there}, DONE: None}

    def list_refused() -> dict[str, Words]:
        found = {}
        for place in PROVINCES:
            if s.land(place, seat):
                for foe in s.seats:
                    if foe != seat and s.land(place, foe) and not s.may_fight(seat, foe):
                        why = (
                            "PA-21: {foe} is your ally"
                            if s.is_allied(seat, foe)
                            else "PA-22: you have a truce with {foe}"
                        )
                        found[f"fight-{place}-{foe}"] = say(why, foe=foe)
        return found

    while menu().keys() != {DONE}:
        prompt = say("Combat: whom do you fight?")
        if wanted:
            text = "Combat: so far you fight {battles}. Which battle do you want next?"
            prompt = say(text, battles=join_list([_name_battle(s, clash) for clash in wanted]))
        clash = await choose(
            seat,
            prompt,
            menu,
            list_refused,
            kind="battles",
            phrase=wording.BATTLES,
            label=lambda key: _label_battle(s, seat, key, wanted),
            losing=lambda key: _is_losing(s, seat, key),
        )
        if clash is None:
            break
        wanted.append(clash)
        if s.land(clash.place, clash.foe):
            side = Side([seat])
            await ask_leader_types(s, clash.place, side, Side([clash.foe]))
            types[clash] = side.types.get(seat, "")
    return wanted, types


def _name_battle(s: State, clash: Clash) -> Words:
    text = "{foe} in {place}" if s.land(clash.place, clash.foe) else "the leader of {foe} in {place}"
    return say(text, foe=clash.foe, place=clash.place)


def _label_battle(s: State, seat: str, key: str, wanted: Collection[Clash]) -> Words:
    """Return a battle with the units and the chance to win. `wanted`: the battles that come before it."""
    verb, _, rest = key.partition("-")
    if verb == "seize" or not rest:
        return say("{key}", key=key)
    place, foe = rest.split("-")
    told = {"place": place, "foe": foe, "own": s.land(place, seat), "theirs": s.land(place, foe)}
    if any(clash.place == place and s.land(place, clash.foe) for clash in wanted):
        return say("Fight {foe} in {place} ({own} before losses against {theirs})", **told)
    chances = calculate_battle(s, place, Side([seat]), Side([foe]))
    if chances is None:
        return say("Fight {foe} in {place} ({own} against {theirs})", **told)
    text = "Fight {foe} in {place} ({own} against {theirs}, {win} to win)"
    return say(text, win=say_percent(chances[0]), **told)


def _is_losing(s: State, seat: str, key: str) -> bool:
    """Return whether the mover loses this battle more often than they win it, or nobody knows the chances."""
    verb, _, rest = key.partition("-")
    if verb != "fight":
        return False
    place, foe = rest.split("-")
    return is_losing(calculate_battle(s, place, Side([seat]), Side([foe])))


async def _ask_to_insist(s: State, seat: str, rest: list[Clash]) -> list[Clash]:
    """PA-22: ask the others, all at once, on which of the battles in `rest` they insist.

    Rebels never insist.
    """
    asked = [
        clash
        for clash in rest
        if clash.foe != WHITE and s.land(clash.place, clash.foe) and s.may_fight(seat, clash.foe)
    ]
    if not asked:
        return []
    text = Plural(
        "{seat} wants no battle in {place} ({n} unit against your {own}). Do you insist on one?",
        "{seat} wants no battle in {place} ({n} units against your {own}). Do you insist on one?",
    )
    asks = [
        ask(
            clash.foe,
            say(
                text,
                seat=seat,
                place=clash.place,
                n=s.land(clash.place, seat),
                own=s.land(clash.place, clash.foe),
            ),
            (f"insist-{clash.place}", "no"),
            kind="insist",
            phrase=wording.word_insisting(clash.place),
            label=partial(_label_insisting, s, seat, clash),
            about=clash.place,
            alone=True,
        )
        for clash in asked
    ]
    answers = await together(asks)
    found = [clash for clash, answer in zip(asked, answers, strict=True) if answer != "no"]
    for clash in found:
        s.tell("insists", "{foe} insists on a battle in {place}.", foe=clash.foe, place=clash.place)
    return found


def _label_insisting(s: State, seat: str, clash: Clash, key: str) -> Words:
    """Return an answer of the other side; a battle with their chance to win. `seat`: the mover."""
    place, foe = clash
    if key == "no":
        return say("No battle in {place}", place=place)
    chances = calculate_battle(s, place, Side([seat]), Side([foe]))
    return add_chance(say("Insist on a battle in {place}", place=place), chances, attacked=True)


async def _fight(s: State, seat: str, clash: Clash, kind: str) -> None:
    """PA-22: fight a battle with the allies of both sides, or seize a leader.

    Do nothing if neither is possible any more.
    """
    place, foe = clash
    if not may_clash(s, place, seat, foe):
        return
    for one, other in ((seat, foe), (foe, seat)):
        if s.land(place, one) and not s.land(place, other):
            capture(s, place, other, Side([one]))
            return
    attacker, defender = Side([seat], {seat: kind} if kind else {}), Side([foe])
    await ask_to_join(s, place, attacker, defender)
    await battle(s, place, attacker, defender)


async def ask_to_join(s: State, place: str, attacker: Side, defender: Side) -> None:
    """PA-21 (ours): ask each seat that is allied to only one side, and has units here, to join that side.

    A seat that has a truce with the other side is not asked.
    """
    for seat in s.play_order():
        if seat in (attacker.principal, defender.principal) or not s.land(place, seat):
            continue
        sides = [side for side in (attacker, defender) if s.is_allied(seat, side.principal)]
        if len(sides) != 1:
            continue
        (side,) = sides
        foe = defender if side is attacker else attacker
        if s.at_truce(seat, foe.principal):
            continue
        text = "Battle in {place}: {one} against {other}. Do your units there join {ally}?"
        one, other = (partial(describe_side, s, place, each) for each in (side, foe))
        asked = say(text, place=place, one=one, other=other, ally=side.principal)
        joined = replace(side, seats=[*side.seats, seat])
        yes, no = (
            say("{key}", key=partial(_add_ally_chance, s, place, label, (each, foe), attacker is side))
            for label, each in ((say("Join {ally}", ally=side.principal), joined), (say("Stay out"), side))
        )
        if await yes_no(seat, asked, yes, no, kind="join", about=place):
            side.seats.append(seat)
            s.tell("joins", "{seat} joins {ally} in {place}.", seat=seat, ally=side.principal, place=place)
        else:
            text = "{owner} doesn't join {seat} in {place}."
            s.tell("refused", text, owner=seat, seat=side.principal, place=place)


def _add_ally_chance(s: State, place: str, label: Words, sides: tuple[Side, Side], attacks: bool) -> Words:
    """Return a label with the chance to win of the first of two sides. `attacks`: whether it attacks."""
    chances = calculate_battle(s, place, *(sides if attacks else sides[::-1]))
    return add_chance(label, chances, attacked=not attacks)


async def rebels_attack(s: State, place: str) -> None:
    """PA-2 (E): let Rebels in a province attack all coloured land units there. Those fight as one side.

    Without such units, the Rebels capture the leaders there.
    """
    order = s.play_order()
    seats = [owner for owner in s.owners(place) if owner != WHITE]
    if not seats:
        for seat in [seat for seat in COLOURS if s.with_leader(place, seat)]:
            capture(s, place, seat, Side([WHITE]))
        return
    seats.sort(key=lambda seat: (-s.land(place, seat), order.index(seat)))
    with_leaders = [seat for seat in order if s.with_leader(place, seat) and seat not in seats]
    await battle(s, place, Side([WHITE]), Side([*seats, *with_leaders], thrown_together=True))


# ---------------------------------------------------------------------- ports


async def decide_ports(s: State, seat: str) -> None:
    """PA-40: decide the fate of unfriendly fleets in ports where only the mover has land units.

    A die for each fleet decides whether that fleet is captured, is destroyed, or sails.
    """
    for port in PORTS:
        if port not in s.stacks or s.sole(port) != seat:
            continue
        for foe in s.seats:
            n = s.fleets(port, foe)
            if n and foe != seat and s.may_fight(seat, foe):
                await _decide_port(s, seat, port, foe, n)


async def _decide_port(s: State, seat: str, port: str, foe: str, n: int) -> None:
    text = "What becomes of {foe}'s {n} in the port of {port}"
    prompt = say(text, n=count(n, "f"), foe=foe, port=port)
    faces = await Roll(n, prompt, PortStakes(port, foe), "port", told=True)
    captured = destroyed = fled = 0
    for face in faces:
        if face <= CAPTURED_IN_PORT and s.box[FLEETS[seat]]:
            s.remove(port, FLEETS[foe], 1)
            s.place(port, FLEETS[seat], 1)
            captured += 1
        elif face <= SUNK_IN_PORT:
            s.remove(port, FLEETS[foe], 1)
            destroyed += 1
        else:
            prompt = say("Your Fleet escapes from {port}: to which sea?", port=port)
            sea = await pick(foe, prompt, COASTS[port], kind="escape", lead="to", phrase=wording.ESCAPE)
            s.shift(port, sea, FLEETS[foe], 1)
            fled += 1
    s.fights.append(
        Fight(
            port, "port", (seat, foe), (tuple(("f", face) for face in faces), ()), (captured + destroyed, 0)
        )
    )
    fates = (
        (captured, say(Plural("{n} captured", "{n} captured"), n=captured)),
        (destroyed, say(Plural("{n} destroyed", "{n} destroyed"), n=destroyed)),
        (fled, say("{n} escaped", n=fled)),
    )
    parts = [told for number, told in fates if number]
    text = "{seat} holds {port} and rolls {faces} for {foe}'s Fleets there: {parts}."
    told = {"parts": join_list(parts), "gone": captured + destroyed, "faces": say_faces(faces)}
    s.tell("port", text, foe=foe, port=port, seat=seat, **told)
