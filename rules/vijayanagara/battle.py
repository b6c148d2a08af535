"""The battle that all Attacks share (3.2.4, 3.3.4, 3.4.4, 3.5.3): dice, Cavalry (1.10), hits and
casualties."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.asking import amounts, count
from rules.chance import Roll
from rules.kernel import Ask
from rules.vijayanagara.board import DELHI, MONGOLS, PIECES, UNITS
from rules.vijayanagara.state import State
from rules.words import Words, listed, say

ATTACK_DICE, FEWER_DICE, DEFENCE_DICE = 4, 3, 2
HIT_TOP = 5  # a 6 always misses
SPEND_CAVALRY = "Spend Cavalry? You have {n}. Your dice: {own}. Against you, {foe}: {other}."
LOSE_PIECES = "You take {hits} in {space}: which pieces do you lose?"


@dataclass(slots=True)
class Side:
    """One side of a battle. `units`: how many Units are involved; `joined`: those of them that came from
    `source`."""

    faction: str
    units: int
    dice: list[int] = field(default_factory=list)
    source: str = ""
    joined: dict[str, int] = field(default_factory=dict)

    @property
    def reach(self) -> int:
        """The highest die that hits."""
        return min(self.units, HIT_TOP)

    @property
    def hits(self) -> int:
        """3.2.4: a hit for each die up to the number of Units involved, five at most."""
        return sum(die <= self.reach for die in self.dice)


class Stakes(NamedTuple):
    """What the dice of a battle decide."""

    space: str
    attacker: Side
    defender: Side


async def battle(s: State, space: str, attacker: Side, defender: Side) -> tuple[int, int]:
    """3.2.4, 3.3.4, 3.4.4, 3.5.3: roll, spend Cavalry (attacker first), remove casualties; how many each
    side lost."""
    n = attack_dice(s, space, attacker.faction, defender.faction)
    prompt = say(
        "Attack by {attacker} on {defender} in {space}",
        attacker=attacker.faction,
        defender=defender.faction,
        space=space,
    )
    faces = await Roll(n + DEFENCE_DICE, prompt, Stakes(space, attacker, defender))
    attacker.dice, defender.dice = faces[:n], faces[n:]
    text = "Attack by {attacker} on {defender} in {space}: {own} against {other}."
    aims = {"own": aim(attacker), "other": aim(defender)}
    s.tell(text, attacker=attacker.faction, defender=defender.faction, space=space, **aims)
    await spend_cavalry(s, attacker, defender, space)
    await spend_cavalry(s, defender, attacker, space, defending=True)
    lost = await casualties(s, space, attacker, defender.hits)
    fallen = await casualties(s, space, defender, attacker.hits)
    for (where, kind), number in (*lost.items(), *fallen.items()):
        s.shift(where, kind, -number)
    names = {"attacker": attacker.faction, "defender": defender.faction}
    losses = {"lost": in_words(lost, space), "fallen": in_words(fallen, space)}
    s.tell("Losses: {attacker} {lost}, {defender} {fallen}.", **names, **losses)
    s.settle(space, *([attacker.source] if attacker.source else []))
    return sum(lost.values()), sum(fallen.values())


def attack_dice(s: State, space: str, attacker: str, defender: str) -> int:
    """3.2.4, 3.4.4, 3.5.3: four dice; three against a Bahmani Fort, and for Mongol Invaders in Delhi."""
    fort = defender == "bahmani" and s.board[space]["forts"] > 0
    return FEWER_DICE if fort or (attacker == MONGOLS and space == DELHI) else ATTACK_DICE


def aim(side: Side) -> Words:
    """A side's dice and what they need: "6 1 3 (hit on 1 to 3)"."""
    need = {0: "can't hit", 1: "hit on 1"}.get(side.reach, f"hit on 1 to {side.reach}")
    return say(f"{' '.join(str(die) for die in side.dice) or 'no dice'} ({need})")


def in_words(lost: Mapping[tuple[str, str], int], space: str) -> Words:
    """What a side lost, with the place where it isn't the attacked one."""
    return listed([count(n, kind if at == space else f"{kind}-in-{at}") for (at, kind), n in lost.items()])


async def spend_cavalry(s: State, side: Side, foe: Side, space: str, *, defending: bool = False) -> None:
    """1.10 Cavalry: any number of tokens, each a Charge (an own die down by one, not below 1) or a Screen (an
    enemy die that doesn't show 1 leaves the battle)."""
    if side.faction == MONGOLS:
        mongol_charge(s, side)
        return
    while s.cavalry[side.faction] and (uses := cavalry_uses(side, foe)):
        prompt = say(
            SPEND_CAVALRY,
            n=s.cavalry[side.faction],
            own=aim(side),
            foe=foe.faction,
            other=aim(foe),
            defending=defending,  # this and what follows is not read, but known to standing answers
            space=space,
            reach=foe.reach,
            hits=foe.hits,
        )

        def menu(side: Side = side, uses: dict[str, int] = uses) -> dict[str, str]:
            return {**{key: key for key in uses if s.cavalry[side.faction]}, "done": "done"}

        use = await Ask(side.faction, prompt, menu, label=lambda key: _use(key, side, foe))
        if use == "done":
            break
        s.cavalry[side.faction] -= 1
        die = uses[use]
        if use.startswith("charge"):
            side.dice[side.dice.index(die)] = die - 1
            s.tell("{faction}: Charge, {die} becomes {new}.", faction=side.faction, die=die, new=die - 1)
        else:
            foe.dice.remove(die)
            s.tell(
                "{faction}: Screen, a {die} of {foe} is out.", faction=side.faction, foe=foe.faction, die=die
            )


def cavalry_uses(side: Side, foe: Side) -> dict[str, int]:
    """1.10: each different use of a token, to the die it is used on."""
    charges = {f"charge-{die}": die for die in sorted(set(side.dice)) if die > 1}
    return charges | {f"screen-{die}": die for die in sorted(set(foe.dice)) if die > 1}


def _use(key: str, side: Side, foe: Side) -> Words:
    verb, _, face = key.partition("-")
    if verb == "charge":
        die = int(face)
        hit = ", a hit" if die > side.reach >= die - 1 else ""
        return say(f"Charge {die} (to {die - 1}{hit})")
    return (
        say(f"Screen {face}{' (a hit)' if int(face) <= foe.reach else ''}") if face else say("{key}", key=key)
    )


def mongol_charge(s: State, side: Side) -> None:
    """1.10, 3.5.3: the Mongols' own token: turn a miss into a hit if one Charge can, else a 2 into a 1;
    never a Screen."""
    near = side.reach + 1
    die = near if side.reach and near in side.dice else 2 if 2 in side.dice else None
    if die is None:
        return
    side.dice[side.dice.index(die)] = die - 1
    s.tell("{faction}: Charge, {die} becomes {new}.", faction=MONGOLS, die=die, new=die - 1)


async def casualties(s: State, space: str, side: Side, hits: int) -> dict[tuple[str, str], int]:
    """3.2.4, 3.3.4, 3.4.4: the owner chooses what it loses among its pieces there and those that joined from
    next door.

    Returns how many, by space and kind; hits beyond the pieces there are lost.
    """
    if side.faction == MONGOLS:  # one kind of piece, and nobody's seat
        return {(space, MONGOLS): n} if (n := min(hits, side.units)) else {}
    supply = {kind: n for kind in PIECES[side.faction] if (n := s.board[space][kind])}
    supply |= {f"{kind}-in-{side.source}": n for kind, n in side.joined.items()}
    prompt = say(LOSE_PIECES, hits=count(hits, "hits"), space=space)
    lost = await amounts(side.faction, prompt, supply, hits, hits, lead="lose") if hits else {}
    return {_where(key, space): n for key, n in lost.items()}


def _where(key: str, space: str) -> tuple[str, str]:
    kind, _, source = key.partition("-in-")
    return source or space, kind


def all_units(s: State, space: str, faction: str) -> Side:
    """A side with all its Units in the space, as every defender and the Mongol Invaders fight."""
    return Side(faction, sum(s.board[space][kind] for kind in UNITS[faction]))
