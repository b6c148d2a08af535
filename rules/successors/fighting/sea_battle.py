"""PA-18, PA-32 to PA-35: fight battles at sea, and drown units without a fleet."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from rules.asking import pick
from rules.chance import Roll
from rules.successors import wording
from rules.successors.forces import FLEETS, FORCES, OWNER
from rules.successors.moving.fleets import Group, say_fleets
from rules.successors.moving.unit_choice import LEADER, find_piece, list_units, name_supply
from rules.successors.stacks import Stack, say_amount, say_faces
from rules.successors.state import Fight, State, Walk
from rules.words import Plural, Words, say

PASS, FIGHT = "pass", "fight"


class SeaStakes(NamedTuple):
    """What the forecast needs to know of a throw in a battle at sea: the sea, each side, and its Fleets."""

    place: str
    own: int
    theirs: int
    seat: str
    foe: str


async def fight_sea_battles(s: State, group: Group, *, asked_by_others: bool = True) -> bool:
    """PA-18, PA-32, PA-33: ask the mover, then the others, whether to fight, once for each opponent.

    Return whether anybody fought. `asked_by_others`: whether the others are asked too.
    """
    seat, fought = group.seat, list[str]()

    def foes() -> list[str]:
        there = s.hostile_fleets(group.at, seat)
        return [foe for foe in there if foe not in fought and s.may_fight(seat, foe)]

    while group.size and foes():
        prompt = say("Do you fight in {sea} with {n}?", sea=group.at, n=say_fleets(group.size))
        foe = await pick(
            seat, prompt, lambda: [PASS, *foes()], kind="sea-fight", lead="against", phrase=wording.SEA_FIGHT,
            label=lambda key: _label_foe(s, group, key), bare=(PASS,), skip="never",
            losing=lambda foe: _is_outnumbered(group.size, s.fleets(group.at, foe)),
        )  # fmt: skip
        if foe == PASS:
            break
        fought.append(foe)
        await _fight_sea_battle(s, group, foe)
    if asked_by_others:
        for foe in foes():
            if group.size and foe in foes():
                text = "{seat} sails into {sea} with {n}. You have {own} there. Do you attack?"
                own = say_fleets(s.fleets(group.at, foe))
                prompt = say(text, seat=seat, sea=group.at, n=say_fleets(group.size), own=own)
                answer = await pick(
                    foe,
                    prompt,
                    (FIGHT, PASS),
                    kind="sea-insist",
                    alone=True,
                    phrase=wording.SEA_INSIST,
                    losing=partial(_is_outnumbered, s.fleets(group.at, foe), group.size),
                )
                if answer == FIGHT and foe in foes():
                    fought.append(foe)
                    await _fight_sea_battle(s, group, foe)
    return bool(fought)


def _label_foe(s: State, group: Group, key: str) -> Words:
    if key == PASS:
        return say("{key}", key=key)
    return say("{foe} ({n})", foe=key, n=say_fleets(s.fleets(group.at, key)))


def _is_outnumbered(own: int, theirs: int, _: str = "") -> bool:
    """Return whether a side with `own` Fleets loses a battle at sea more often than it wins."""
    return own < theirs


async def _fight_sea_battle(s: State, group: Group, foe: str) -> None:
    """PA-32 to PA-35: let the moving group fight all fleets of one opponent in the same sea.

    Each fleet rolls one die; 5 and 6 sink a fleet.
    """
    s.fighting = True
    seat, sea, need = group.seat, group.at, FORCES.dice.sea
    own, theirs = group.size, s.fleets(sea, foe)
    text = "Sea battle in {sea}: {own} of {seat} against {theirs} of {foe}"
    prompt = say(text, sea=sea, own=say_fleets(own), seat=seat, theirs=say_fleets(theirs), foe=foe)
    stakes = SeaStakes(sea, own, theirs, seat, foe)
    faces = await Roll(own + theirs, prompt, kind="sea-battle", stakes=stakes, told=True)
    struck = sum(face >= need for face in faces[:own]), sum(face >= need for face in faces[own:])
    hits = min(struck[0], theirs), min(struck[1], own)
    dice = tuple(("f", face) for face in faces)
    s.fights.append(Fight(sea, "sea", (seat, foe), (dice[:own], dice[own:]), struck))
    text = (
        "Sea battle in {sea} (each 5 or 6 sinks a Fleet): {seat} rolls {faces} and loses {lost}, {foe} rolls "
        "{others} and loses {hits}."
    )
    told = {"hits": say_fleets(hits[0]), "lost": say_fleets(hits[1]), "sunk": hits[0], "own": hits[1]}
    told |= {"faces": say_faces(faces[:own]), "others": say_faces(faces[own:])}
    s.tell("sea-battle", text, sea=sea, seat=seat, foe=foe, **told)
    sunk = hits[1]
    for one in list(group.fleets):
        n = min(sunk, group.fleets[one])
        s.remove(sea, one, n)
        group.fleets[one] -= n
        sunk -= n
    group.fleets = {one: n for one, n in group.fleets.items() if n}
    s.remove(sea, FLEETS[foe], hits[0]) if hits[0] else None
    await drown_group(s, group)
    await drown(s, foe, sea, s.land_of(sea, foe), s.fleets(sea, foe))
    if s.with_leader(sea, foe) and not s.fleets(sea, foe):
        send_leader_home(s, foe, sea)
    s.fighting = False
    s.keep_company()


async def drown_group(s: State, group: Group) -> None:
    """PA-34: drown the units that exceed the group's fleets.

    The leader goes Home if the whole group sinks.
    """
    group.cargo = await drown(s, group.seat, group.at, group.cargo, group.size)
    if not group.size and group.leader:
        group.leader = False
        send_leader_home(s, group.seat, group.at)


async def drown(s: State, seat: str, sea: str, cargo: Stack, room: int) -> Stack:
    """PA-34: drown units of this cargo until only `room` units are left, and return the survivors.

    The owner chooses the units that drown.
    """
    cargo = dict(cargo)
    while (over := sum(cargo.values()) - room) > 0:
        supply = name_supply(seat, cargo)
        text = Plural(
            "{n} unit aboard drowns in {sea}: which one?", "{n} units aboard drown in {sea}: which one first?"
        )
        prompt = say(text, n=over, sea=sea)
        label = _label_one
        said = next(iter(supply))
        if room and len(supply) > 1:
            keys = [f"1-{kind}" for kind in supply]
            said = await pick(seat, prompt, keys, kind="drown", label=label, phrase=wording.DROWN)
            said = said.removeprefix("1-")
        one = find_piece(seat, said)
        s.remove(sea, one, 1)
        cargo[one] -= 1
        cargo = {each: n for each, n in cargo.items() if n}
        s.tell(
            "drowned",
            "{unit} of {owner} drowns in {sea}.",
            unit=say_amount(1, one),
            owner=OWNER[one],
            sea=sea,
        )
    return cargo


def _label_one(key: str) -> Words:
    return list_units({key.removeprefix("1-"): 1})[0]


def send_leader_home(s: State, seat: str, where: str) -> None:
    """Send a leader Home at once, and report it."""
    home = move_leader_home(s, seat, where)
    s.tell("leader-home", "{seat}'s leader returns to {home}.", seat=seat, home=home)


def move_leader_home(s: State, seat: str, where: str) -> str:
    """Move a leader Home at once, and return its Home."""
    home = s.send_home(seat)
    s.walks.append(Walk("home", seat, (where, home), ((LEADER, 1),)))
    return home
