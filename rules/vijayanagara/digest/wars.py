"""Tell Attacks, battles of the Mongol Invaders, and what they plundered."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.asking import count
from rules.vijayanagara.board import BOX, MONGOLS, PIECES
from rules.vijayanagara.digest.clauses import list_pieces, list_spaces
from rules.vijayanagara.names import name_actor
from rules.vijayanagara.sequence.invasions import TIMUR
from rules.vijayanagara.view import View
from rules.words import Line, Words, in_turn, join_list, say

TIMES = ("", "", "twice", "three times", "four times", "five times", "six times")
PLUNDER = ("plunder-resources", "plunder-troops")
# With at most this many battles, the sentences on battles come before those on points. The dice of a war are
# mentioned if it has at most this many battles.
DICE = 3
USES = ("charge", "screen")  # kinds of story lines on Cavalry


class Use(NamedTuple):
    """1.10: what Cavalry did to a die of a battle.

    `does`: who did what, such as "Vijayanagara Charges". `new`: the face to which Charges turned the die; 0
    if a Screen cancelled it. `times`: how many Cavalry were spent.
    """

    does: Words
    die: int
    new: int = 0
    times: int = 1

    def describe(self) -> Words:
        """Return the use as a clause."""
        if not self.new:
            return say("{screens} (a {die} is out)", screens=self.does, die=self.die)
        dice = {"charges": self.does, "die": self.die, "new": self.new}
        if self.times == 1:
            return say("{charges} ({die} to {new})", **dice)
        return say("{charges} {times} ({die} to {new})", times=_count_times(self.times), **dice)


@dataclass
class BattleDice:
    """The dice of a battle, and what Cavalry did to them. `rolls`: the dice of both sides."""

    space: object
    rolls: Words
    uses: list[Use] = field(default_factory=list)

    def add(self, line: Line) -> None:
        """Add what a line of the kinds `USES` tells. Charges that go on with the same die become one use."""
        parts = line.parts
        use = Use(parts.get("charges") or parts["screens"], parts["die"], parts.get("new", 0))
        last = self.uses[-1] if self.uses else None
        if last is not None and use.new and last.new == use.die and last.does == use.does:
            use = last._replace(new=use.new, times=last.times + 1)
            self.uses.pop()
        self.uses.append(use)

    def describe(self) -> Words:
        """Return the dice and the uses as a clause."""
        told = self.rolls
        for use in self.uses:
            told = say("{dice}, then {use}", dice=told, use=use.describe())
        return told


@dataclass
class Plunder:
    """3.5.3: what Mongol Invaders plundered from a faction."""

    spaces: dict[str, None] = field(default_factory=dict)
    resources: int = 0
    troops: Counter[str] = field(default_factory=Counter)  # by the Province that lost them

    def add(self, line: Line) -> None:
        """Add what a line of the kinds `PLUNDER` tells."""
        self.spaces[line.parts["space"]] = None
        if line.kind.removeprefix(TIMUR) == "plunder-resources":
            self.resources += line.parts["n"]
        else:
            self.troops[line.parts["province"]] += 1

    def list_goods(self) -> list[Words]:
        """Return the plundered Resources and Troops."""
        goods = [count(self.resources, "resources")] if self.resources else []
        if self.troops:
            pieces, origins = count(self.troops.total(), "troops"), list_spaces([*self.troops])
            goods.append(say("{pieces} from {spaces}", pieces=pieces, spaces=origins))
        return goods

    def describe(self, victim: str) -> Words:
        """Return the sentence on plunder without an attack."""
        text = "Plunder in {spaces} cost {faction} {lost}."
        return say(text, spaces=join_list([*self.spaces]), faction=victim, lost=join_list(self.list_goods()))


@dataclass
class War:
    """All Attacks of one faction on another.

    `lost`: the attacker's lost pieces, by sort. `fallen`: the defender's.
    """

    times: int = 0
    places: dict[object, None] = field(default_factory=dict)
    lost: Counter[str] = field(default_factory=Counter)
    fallen: Counter[str] = field(default_factory=Counter)
    dice: list[BattleDice] = field(default_factory=list)
    goes_on: bool = False  # whether the losses of the last battle are still to be chosen
    plunder: Plunder = field(default_factory=Plunder)

    def describe(self, attacker: object, defender: object, after: View | None) -> Words:
        """Return the places of battles and the losses, then perhaps the dice and the remaining pieces.

        `after`: the view after the battles; None leaves out dice and pieces. The dice are told if there were
        at most `DICE` battles. The remaining pieces are told if all battles were in one place, and all losses
        have been chosen.
        """
        told = self._tell_losses(attacker, defender)
        if after is not None and self.dice and len(self.dice) <= DICE:
            dice = [
                each.describe()
                if len(self.dice) == 1
                else say("{space}: {dice}", space=each.space, dice=each.describe())
                for each in self.dice
            ]
            told = say("{told} Dice: {dice}.", told=told, dice=in_turn(dice))
        if after is not None and len(self.places) == 1 and not self.goes_on:
            left = _tell_left(after, str(*self.places), attacker, defender)
            told = say("{told} {left}", told=told, left=left)
        return told

    def _tell_losses(self, attacker: object, defender: object) -> Words:
        """Return the places of battles, and the losses."""
        once = self.times < 2
        if self.lost and self.fallen:
            text = "{attacker} attacked {defender} in {places}, removed {fallen} and lost {lost}"
            often = "{attacker} attacked {defender} {times}, in {places}, removed {fallen} and lost {lost}"
        elif self.fallen:
            text = "{attacker} attacked {defender} in {places} and removed {fallen} without loss"
            often = "{attacker} attacked {defender} {times}, in {places}, and removed {fallen} without loss"
        elif self.lost:
            text = "{attacker} attacked {defender} in {places}, lost {lost} and removed nothing"
            often = "{attacker} attacked {defender} {times}, in {places}, lost {lost} and removed nothing"
        elif self.goes_on:
            text = "{attacker} attacked {defender} in {places}, and the losses are still to be chosen"
            often = "{attacker} attacked {defender} {times}, in {places}; losses are still to be chosen"
        else:
            text = "{attacker} attacked {defender} in {places}, without effect"
            often = "{attacker} attacked {defender} {times}, in {places}, without effect"
        told = say(
            text if once else often,
            attacker=attacker,
            defender=defender,
            times=_count_times(self.times),
            places=join_list(list(self.places)),
            lost=list_pieces(self.lost),
            fallen=list_pieces(self.fallen),
        )
        if (goods := self.plunder.list_goods()) and not self.goes_on:
            return say("{told}, then plundered {goods}.", told=told, goods=join_list(goods))
        return say("{told}.", told=told)


def find_wars(story: Sequence[Line]) -> dict[tuple[object, object], War]:
    """3.2.4, 3.3.4, 3.4.4, 3.5.3: return the battles, by attacker and defender.

    Each battle is counted once, at the line on its roll. If that line is missing because the story begins
    later, the battle is counted at the line on its losses.
    """
    rolled, current = False, War()
    wars: defaultdict[tuple[object, object], War] = defaultdict(War)
    for line in story:
        kind = line.kind.removeprefix(TIMUR)
        if kind in USES and current.dice:
            current.dice[-1].add(line)
        if kind not in ("attack", "losses"):
            continue
        war = current = wars[line.parts["attacker"], line.parts["defender"]]
        if kind == "attack" or not rolled:
            war.times += 1
            war.places[line.parts["space"]] = None
        if kind == "attack":
            dice = {side: line.parts[side] for side in ("own", "other")}
            war.dice.append(BattleDice(line.parts["space"], say("{own} against {other}", **dice)))
        rolled = war.goes_on = kind == "attack"
        if kind == "losses":
            war.lost += _count_losses(line.parts["lost"])
            war.fallen += _count_losses(line.parts["fallen"])
    return wars


def _count_times(n: int) -> Words:
    return say(TIMES[n]) if n < len(TIMES) else say("{n} times", n=n)


def share_plunder(story: Sequence[Line], wars: Mapping[tuple[object, object], War]) -> dict[str, Plunder]:
    """3.5.3: add plunder to the Mongol Invaders' attack in the same space. Return all other plunder."""
    others: defaultdict[str, Plunder] = defaultdict(Plunder)
    for line in story:
        if line.kind.removeprefix(TIMUR) not in PLUNDER:
            continue
        victim = line.parts["faction"]
        war = wars.get((name_actor(MONGOLS), victim))
        fought = war is not None and line.parts["space"] in war.places
        (war.plunder if war is not None and fought else others[victim]).add(line)
    return others


def _tell_left(view: View, space: str, attacker: object, defender: object) -> Words:
    """Return the sentence on the remaining pieces of both sides in a space."""
    pieces = view.space(space).pieces
    sides = [MONGOLS if side == name_actor(MONGOLS) else str(side) for side in (attacker, defender)]
    kinds = [kind for side in sides for kind in PIECES[side]]
    left = [count(pieces[kind], kind) for kind in kinds if pieces.get(kind)]
    if not left:
        return say("Neither of them has a piece left there.")
    return say("Left there: {pieces}.", pieces=join_list(left))


def _count_losses(losses: Mapping[tuple[str, str], int]) -> Counter[str]:
    """Return how many pieces of each sort a side lost. `losses`: by space and kind."""
    found: Counter[str] = Counter()
    for (_, kind), n in losses.items():
        found[BOX[kind]] += n
    return found
