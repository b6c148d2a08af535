"""PA-24 to PA-30, PA-37 to PA-39: fight a battle on land, from the pre-battle to the last round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial

from rules.asking import choose, pick
from rules.chance import Roll
from rules.successors import wording
from rules.successors.board import BORDERS, PROVINCES
from rules.successors.fighting.odds import add_chance, calculate_battle, calculate_chances
from rules.successors.fighting.sides import (
    DIE,
    Side,
    Stakes,
    count_skirmishers,
    find_bonus_types,
    find_class_hit,
    has_any_landed,
    have_all_landed,
    list_army,
    list_leaders,
)
from rules.successors.forces import CLASS, FORCES, HIRED, HITS, KIND, OWNER, RANKED, WHITE
from rules.successors.moving.unit_choice import (
    LEADER,
    choose_units,
    find_piece,
    list_types,
    list_units,
    name_supply,
    note_leaving,
)
from rules.successors.stacks import Stack, count_by_class, count_marked, say_amount, say_throw
from rules.successors.state import Fight, State, Walk
from rules.successors.tables import list_chits
from rules.words import Words, in_turn, join_list, say

HOLD = "hold"
CAMPS = list_chits("camp")


async def battle(s: State, place: str, attacker: Side, defender: Side) -> None:
    """PA-24, PA-25, PA-29, PA-30: fight a battle.

    If no attacker came ashore (PA-37), the battle begins with one pre-battle. After that, rounds and
    retreats alternate until one side has no units left in the place.
    """
    s.fighting = True
    sides = attacker, defender
    text = "Battle in {place}: {one} against {other}. Hits: {hits}."
    one, other = (describe_side(s, place, side) for side in sides)
    principals = {"attacker": attacker.principal, "defender": defender.principal}
    kinds = {kind for side in sides for kind in count_by_class(list_army(s, place, side))}
    s.tell("battle", text, place=place, one=one, other=other, hits=_describe_hits(kinds), **principals)
    await ask_leader_types(s, place, attacker, defender)
    await ask_leader_types(s, place, defender, attacker, attacked=True)
    if not has_any_landed(s, place, attacker):
        await skirmish(s, place, sides)
    ashore = have_all_landed(s, place, attacker)
    while list_army(s, place, attacker) and list_army(s, place, defender):
        await fight_round(s, place, sides, ashore)
        if list_army(s, place, attacker) and list_army(s, place, defender):
            await ask_retreats(s, place, sides, 1)
        if list_army(s, place, attacker) and list_army(s, place, defender):
            await ask_retreats(s, place, sides, 0)
    end_battle(s, place, attacker, defender)
    s.fighting = False
    s.keep_company()


def describe_side(s: State, place: str, side: Side) -> Words:
    """Return the owners of a side with their land units: "Blue with 3 Infantry and Red with 1 Levy"."""
    units = [
        say(
            "{owner} with {units}",
            owner=seat,
            units=join_list([say_amount(n, one) for one, n in s.land_of(place, seat).items()]),
        )
        for seat in side.seats
        if s.land(place, seat)
    ]
    return join_list(units)


async def ask_leader_types(s: State, place: str, side: Side, foe: Side, *, attacked: bool = False) -> None:
    """PA-26: ask each leader of `side` with units of several types which type gets the +1.

    `attacked`: whether `foe` attacks `side`.
    """
    for seat in list_leaders(s, place, side):
        types = list_types(list_army(s, place, side))
        if seat not in side.types and len(types) > 1:
            text = "Battle in {place}: {one} against {other}. Which type does your leader lead?"
            one, other = (partial(describe_side, s, place, each) for each in (side, foe))
            side.types[seat] = await pick(
                seat,
                say(text, place=place, one=one, other=other),
                types,
                kind="leader-type",
                about=place,
                alone=True,
                phrase=wording.LEADER_TYPE,
                label=partial(_label_type, s, place, side, foe, attacked, seat),
                picture="part",
            )


def _label_type(s: State, place: str, side: Side, foe: Side, attacked: bool, seat: str, kind: str) -> Words:
    """PA-26: return a type with the chance to win if the leader of `seat` leads it."""
    led = Side(side.seats, {**side.types, seat: kind})
    sides = (foe, led) if attacked else (led, foe)
    return add_chance(say("{key}", key=kind), calculate_battle(s, place, *sides), attacked=attacked)


# ---------------------------------------------------------------------- dice


async def skirmish(s: State, place: str, sides: tuple[Side, Side]) -> None:
    """PA-24: roll a die for each cavalry, minus 2 dice for each elephant of the enemy.

    5 and 6 hit. Both sides roll at the same time.
    """
    dice = [count_skirmishers(s, place, own, foe) for own, foe in (sides, sides[::-1])]
    for which, side in enumerate(sides):
        if dice[1 - which] and (camp := await _ask_to_camp(s, place, side)):
            del s.chits[camp]
            text = "{seat} plays {chit}. The enemy rolls no pre-battle dice in {place}."
            s.tell("chit", text, seat=side.principal, chit=f"chit-{camp}", place=place)
            dice[1 - which] = 0
    if not any(dice):
        return
    own, other = ({"c": n} if n else {} for n in dice)
    await throw_dice(s, place, sides, (own, other), (False, False), skirmish=True)


async def _ask_to_camp(s: State, place: str, side: Side) -> str:
    """Chit 18: if a seat of this side holds the chit, ask whether it stops the enemy's pre-battle dice.

    Return the chit that was played, or "".
    """
    for chit in CAMPS:
        if (holder := s.chits.get(chit)) in side.seats:
            prompt = say(
                (
                    "Battle in {place}: the enemy Cavalry is about to roll pre-battle dice. Play "
                    "your chit to stop it?"
                ),
                place=place,
            )
            answer = await pick(
                str(holder), prompt, (f"chit-{chit}", "pass"), kind="camp", alone=True, phrase=wording.CHIT
            )
            if answer != "pass":
                return chit
    return ""


async def fight_round(s: State, place: str, sides: tuple[Side, Side], ashore: bool) -> None:
    """PA-25, PA-38: roll one die for each unit of both sides, at the same time.

    Each defending unit rolls 2 dice if all attackers came ashore.
    """
    dice = [_sort_by_rank(count_by_class(list_army(s, place, side))) for side in sides]
    await throw_dice(s, place, sides, (dice[0], dice[1]), (False, ashore), skirmish=False)


def _sort_by_rank(stack: Stack) -> Stack:
    return {kind: stack[kind] for kind in RANKED if kind in stack}


async def throw_dice(
    s: State,
    place: str,
    sides: tuple[Side, Side],
    dice: tuple[Stack, Stack],
    double: tuple[bool, bool],
    *,
    skirmish: bool,
) -> None:
    """Roll the dice of both sides in one throw, then remove the losses of both.

    The attacker's dice come first, then the defender's, each in the order C I E L.
    """
    rows = [
        [kind for kind, n in own.items() for _ in range(n * (1 + twice))]
        for own, twice in zip(dice, double, strict=True)
    ]
    what = "Pre-battle in {place}" if skirmish else "Battle in {place}"
    stakes = Stakes(place, sides, dice, double, skirmish)
    faces = await Roll(
        len(rows[0]) + len(rows[1]),
        say(what, place=place),
        stakes,
        "skirmish" if skirmish else "round",
        told=True,
    )
    thrown = faces[: len(rows[0])], faces[len(rows[0]) :]
    bonus: list[list[str]] = [[] if skirmish else find_bonus_types(s, place, side) for side in sides]
    own, other = (tuple(zip(row, faces, strict=True)) for row, faces in zip(rows, thrown, strict=True))
    hits = [count_hits(row, each, skirmish) for row, each in zip((own, other), bonus, strict=True)]
    fight = Fight(
        place,
        "skirmish" if skirmish else "round",
        (sides[0].principal, sides[1].principal),
        (own, other),
        (sum(hits[0].values()), sum(hits[1].values())),
        (find_lifted(own, bonus[0]), find_lifted(other, bonus[1])),
    )
    s.fights.append(fight)
    lost = [
        find_losses(list_army(s, place, side), hits[1 - which], _sort_owners(s, place, side))
        for which, side in enumerate(sides)
    ]
    for stack in lost:
        for one, n in stack.items():
            s.remove(place, one, n)
    text = "Pre-battle: {throws}: {losses}." if skirmish else "{throws}: {losses}."
    if not any(lost):
        text = "Pre-battle: {throws}: no unit is lost." if skirmish else "{throws}: no unit is lost."
    throws = in_turn(
        [
            say_throw(side.principal, faces, hit, lifted)
            for side, faces, hit, lifted in zip(sides, thrown, fight.hits, fight.lifted, strict=True)
            if faces
        ],
        ", ",
    )
    losses = in_turn([_describe_losses(*each) for each in zip(sides, lost, strict=True) if each[1]])
    s.tell("losses", text, throws=throws, losses=losses, place=place, attacker=sides[0].principal,
           defender=sides[1].principal, lost=lost[0], fallen=lost[1])  # fmt: skip


def _describe_hits(kinds: Collection[str]) -> Words:
    """PA-24: return which faces hit for each class: "Infantry on 5 or more, Levies on 6"."""
    faces = {kind: HITS[kind] for kind in RANKED if kind in kinds}
    told = [
        say("{kind} on {n}" if n == DIE else "{kind} on {n} or more", kind=kind, n=n)
        for kind, n in faces.items()
    ]
    return in_turn(told, ", ")


def _describe_losses(side: Side, lost: Stack) -> Words:
    text = "{seat} lose {units}" if side.principal == WHITE else "{seat} loses {units}"
    units = join_list([say_amount(n, one) for one, n in lost.items()])
    return say(text, seat=side.principal, units=units)


def count_hits(dice: Sequence[tuple[str, int]], bonus: Sequence[str], skirmish: bool) -> Stack:
    """PA-24 to PA-26: return the number of hits of a throw by class.

    Each leader's +1 goes to a die that it turns into a hit.
    """
    hits: Stack = {}
    lifted = find_lifted(dice, bonus)
    for at, (kind, face) in enumerate(dice):
        if at in lifted or face >= (FORCES.dice.skirmish if skirmish else HITS[kind]):
            hits[kind] = hits.get(kind, 0) + 1
    return hits


def find_lifted(dice: Sequence[tuple[str, int]], bonus: Sequence[str]) -> tuple[int, ...]:
    """PA-26: return the indices of the dice that leaders turn into hits.

    `bonus`: for each leader, the class that gets its +1.
    """
    found: list[int] = []
    for kind in bonus:
        near = (at for at, die in enumerate(dice) if die == (kind, HITS[kind] - 1) and at not in found)
        found += [at for at in [next(near, None)] if at is not None]
    return tuple(sorted(found))


# ---------------------------------------------------------------------- losses


def find_losses(units: Stack, hits: Stack, last: Sequence[str]) -> Stack:
    """PA-27: return the pieces that these hits remove. Excess hits have no effect.

    The hits of cavalry are carried out first, then those of infantry, elephants and levies. `last`: the
    owners in the order in which they lose units.
    """
    there, found = dict(units), dict[str, int]()
    classes = count_by_class(there)
    for kind in RANKED:
        for _ in range(hits.get(kind, 0)):
            if not any(classes.values()):
                return found
            lost = find_class_hit(kind, classes)
            classes[lost] -= 1
            one = min(
                (each for each, n in there.items() if n and CLASS[each] == lost),
                key=lambda each: _get_loss_order(each, last),
            )
            there[one] -= 1
            found[one] = found.get(one, 0) + 1
    return found


def _get_loss_order(one: str, last: Sequence[str]) -> tuple[bool, int]:
    """PA-27: return a key that sorts hired units first, then by their owner's place in `last`."""
    return KIND[one] not in HIRED, last.index(OWNER[one])


def _sort_owners(s: State, place: str, side: Side) -> list[str]:
    """PA-27: return the owners in the order in which they lose units: the principal, then its allies.

    If Rebels attack, the owner with the most units comes first. Owners with equally many units come in the
    order of play.
    """
    if not side.thrown_together:
        return side.seats
    order = s.play_order()
    return sorted(side.seats, key=lambda seat: (-s.land(place, seat), order.index(seat)))


# ---------------------------------------------------------------------- retreats


async def ask_retreats(s: State, place: str, sides: tuple[Side, Side], which: int) -> None:
    """PA-29, PA-39: ask each owner of a side which units retreat, and to which adjacent province.

    The province must have no unfriendly units. Rebels and units that came ashore don't retreat. `which`: 0
    asks the attackers, 1 the defenders.
    """
    for seat in [seat for seat in sides[which].seats if seat != WHITE]:
        if s.land(place, seat):
            await retreat(s, place, seat, sides, which)


def find_refuges(s: State, place: str, seat: str) -> list[str]:
    """PA-29: return the adjacent provinces without unfriendly land units."""
    return [near for near in PROVINCES if near in BORDERS[place] and not s.hostile_land(near, seat)]


def find_movable(s: State, place: str, seat: str) -> Stack:
    """PA-39: return the seat's units that may retreat, with its leader, by the names of `name_supply`."""
    units = {
        one: n - count_marked(s.landed, place, one)
        for one, n in s.land_of(place, seat).items()
        if n > count_marked(s.landed, place, one)
    }
    found = name_supply(seat, units)
    return {LEADER: 1, **found} if units and s.with_leader(place, seat) else found


async def retreat(s: State, place: str, seat: str, sides: tuple[Side, Side], which: int) -> None:
    """PA-29: ask whether the seat holds or retreats, with which units, and to where.

    The leader may stay or go. If the last units go, the leader must go too. `which`: as in `ask_retreats`.
    """
    if not find_movable(s, place, seat) or not find_refuges(s, place, seat):
        return
    text = "Battle in {place}: {one} against {other}. Hold or retreat?"
    one, other = (partial(describe_side, s, place, sides[at]) for at in (which, 1 - which))
    prompt = say(text, place=place, one=one, other=other)

    def list_refused() -> dict[str, Words]:
        found = {}
        for other in PROVINCES:
            if other != place and other not in find_refuges(s, place, seat):
                why = "PA-29: {other} does not border {place}"
                if other in BORDERS[place]:
                    why = "PA-29: unfriendly units are in {other}"
                found[f"retreat-{other}"] = say(why, other=other, place=place)
        return found

    def menu() -> dict[str, str]:
        return {key: key for key in (HOLD, *(f"retreat-{near}" for near in find_refuges(s, place, seat)))}

    answer = await choose(
        seat,
        prompt,
        menu,
        list_refused,
        kind="retreat",
        alone=True,
        label=lambda key: _label_retreat(s, place, sides, which, key),
        phrase=wording.word_retreat(place),
        about=place,
        picture="reach",
        typed=[f"retreat-{far}" for far in PROVINCES if far not in BORDERS[place]],
    )
    if answer == HOLD:
        return
    to = answer.removeprefix("retreat-")
    prompt = say("Who retreats from {place} to {to}?", place=place, to=to)
    there = partial(find_movable, s, place, seat)
    chosen = await choose_units(
        seat, prompt, there, kind="retreat-with", about=f"{place} {to}", need=1, whole=True,
        note=partial(note_leaving, s, "retreat", seat, (place, to)),
    )  # fmt: skip
    s.leaving = None
    for said, n in chosen.items():
        if said != LEADER:
            s.shift(place, to, find_piece(seat, said), n)
    if s.with_leader(place, seat) and (LEADER in chosen or not s.land(place, seat)):
        s.leaders[seat] = to
        chosen[LEADER] = 1
    s.walks.append(Walk("retreat", seat, (place, to), tuple(chosen.items())))
    text = "{seat} retreats from {place} to {to} with {who}."
    s.tell("retreat", text, seat=seat, place=place, to=to, who=join_list(list_units(chosen)))


def _label_retreat(s: State, place: str, sides: tuple[Side, Side], which: int, key: str) -> Words:
    """PA-29: return an answer. "Hold" has the chance to win if nobody retreats any more."""
    label = say("{key}", key=key)
    if key != HOLD:
        return label
    double = have_all_landed(s, place, sides[0])
    return add_chance(label, calculate_chances(s, place, *sides, double, skirmish=False), attacked=which == 1)


# ---------------------------------------------------------------------- the end


def end_battle(s: State, place: str, attacker: Side, defender: Side) -> None:
    """PA-9, PA-30: report who holds the place, and capture leaders without friendly units there."""
    left = [bool(list_army(s, place, side)) for side in (attacker, defender)]
    if left == [False, False]:
        s.tell("won", "No units are left in {place}.", place=place, winner="")
        return
    winner, loser = (attacker, defender) if left[0] else (defender, attacker)
    s.tell("won", "{winner} holds {place}." if winner.principal != WHITE else "{winner} hold {place}.",
           winner=winner.principal, place=place, loser=loser.principal)  # fmt: skip
    for seat in list_leaders(s, place, loser):
        capture(s, place, seat, winner)


def capture(s: State, place: str, seat: str, by: Side) -> None:
    """PA-9: make the leader of `seat` a captive.

    The captor is the seat of the side `by` that has the most units in the place. A tie goes to the principal.
    """
    captor = max(by.seats, key=lambda each: (s.land(place, each), each == by.principal))
    s.catch(seat, captor)
    s.tell("captured", "{seat}'s leader is now a captive of {captor}.", seat=seat, captor=captor, place=place)
