"""3.2.4, 3.3.4, 3.4.4, 3.5.3: carry out the battle of any Attack: dice, Cavalry (1.10), casualties."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rules.asking import amounts, choose, count, make_first_amount
from rules.chance import Roll
from rules.kernel import Ask
from rules.vijayanagara import wording
from rules.vijayanagara.board import DELHI, MONGOLS, PIECES, UNITS
from rules.vijayanagara.names import does, name_actor
from rules.vijayanagara.sides import Side, Stakes
from rules.vijayanagara.state import State
from rules.words import Plural, Text, Words, in_turn, join_list, say

ATTACK_DICE, FEWER_DICE, DEFENCE_DICE = 4, 3, 2
CHARGES = "{charges}: a {die} becomes a {new}."


async def battle(
    s: State,
    space: str,
    attacker: Side,
    defender: Side,
    *,
    within: str = "",
    plunder: Callable[[int], Words] | None = None,
) -> tuple[int, int]:
    """3.2.4, 3.3.4, 3.4.4, 3.5.3: roll, spend Cavalry (attacker first), remove casualties.

    Return how many pieces each side lost.

    `within`: a prefix for the `kind` of each story line of the battle. It marks lines that a later line
    sums up. `plunder`: returns what the attacker plunders after the battle, for the number of its pieces
    left; None: nothing.
    """
    n = count_dice(s, space, attacker.faction, defender.faction)
    who: dict[str, Any] = {
        "attacker": name_actor(attacker.faction),
        "defender": name_actor(defender.faction),
        "space": space,
    }
    prompt = say("Attack by {attacker} on {defender} in {space}", **who)
    faces = await Roll(n + DEFENCE_DICE, prompt, Stakes(space, attacker, defender), "battle", told=True)
    attacker.throw(faces[:n])
    defender.throw(faces[n:])
    s.fight, s.fights = Stakes(space, attacker, defender), s.fights + 1
    s.tell(
        f"{within}attack",
        "Attack by {attacker} on {defender} in {space}: {own} against {other}.",
        own=describe_aim(attacker),
        other=describe_aim(defender),
        **who,
    )
    await spend_cavalry(s, attacker, defender, space, within=within)
    await spend_cavalry(s, defender, attacker, space, defending=True, within=within, plunder=plunder)
    lost = await choose_casualties(
        s, space, attacker, defender.hits, beside=_ask_for_losses(s, space, defender, attacker.hits)
    )
    attacker.losing = lost
    fallen = await choose_casualties(s, space, defender, attacker.hits)
    attacker.losing = {}
    for (where, kind), number in (*lost.items(), *fallen.items()):
        s.shift(where, kind, -number)
    s.tell(
        f"{within}losses",
        "Attack in {space}: {attacker} {strikes}; {defender} {parries}.",
        data={**who, "lost": lost, "fallen": fallen},
        strikes=_describe_result(attacker, describe_losses(lost, space)),
        parries=_describe_result(defender, describe_losses(fallen, space)),
        **who,
    )
    s.adjust_control(space, *([attacker.source] if attacker.source else []))
    return sum(lost.values()), sum(fallen.values())


def count_dice(s: State, space: str, attacker: str, defender: str) -> int:
    """3.2.4, 3.4.4, 3.5.3: return how many dice an attacker rolls.

    An attacker rolls 4 dice, but 3 against a Bahmani Fort. Mongol Invaders in Delhi roll 3 dice too.
    """
    fort = defender == "bahmani" and s.board[space]["forts"] > 0
    return FEWER_DICE if fort or (attacker == MONGOLS and space == DELHI) else ATTACK_DICE


def describe_aim(side: Side) -> Words:
    """Return a side's dice and the faces that hit: "6 1 3 (hit on 1 to 3)"."""
    if not side.dice:
        return say("no dice left")
    text: Text = Plural("{dice} (hits on 1 to {reach})", "{dice} (hit on 1 to {reach})")
    if side.reach == 1:
        text = Plural("{dice} (hits on 1)", "{dice} (hit on 1)")
    elif not side.reach:
        text = "{dice} (can't hit)"
    return say(text, n=len(side.dice), dice=in_turn(side.dice, " "), reach=side.reach)


def _describe_result(side: Side, lost: Words) -> Words:
    """Return a side's result: "with 3 Units and 1 Cavalry scores 2 hits and loses 1 Troop"."""
    many = side.faction == MONGOLS
    forces = [count(side.units, "units")] if side.units else []
    forces += [count(side.spent, "cavalry")] if side.spent else []
    text = "score {hits} and lose {lost}" if many else "scores {hits} and loses {lost}"
    if forces:
        text = (
            "with {forces} score {hits} and lose {lost}"
            if many
            else "with {forces} scores {hits} and loses {lost}"
        )
    return say(text, forces=join_list(forces), hits=count(side.hits, "hits"), lost=lost)


def describe_losses(lost: Mapping[tuple[str, str], int], space: str) -> Words:
    """Return what a side lost. For pieces that had joined from another space, name that space."""
    return join_list([count(n, kind if at == space else f"{kind}-in-{at}") for (at, kind), n in lost.items()])


async def spend_cavalry(
    s: State,
    side: Side,
    foe: Side,
    space: str,
    *,
    defending: bool = False,
    within: str = "",
    plunder: Callable[[int], Words] | None = None,
) -> None:
    """1.10 Cavalry: ask a side to spend any number of tokens. The Mongols spend theirs unasked.

    A Charge lowers one of the side's own dice by 1, not below 1. A Screen removes an enemy die from the
    battle, unless the die shows 1.
    """
    if side.faction == MONGOLS:
        spend_mongol_charge(s, side, within)
        return
    owns, foes = count_pieces(s, space, side), count_pieces(s, space, foe)
    while s.cavalry[side.faction] and (uses := list_cavalry_uses(side, foe)):
        lost, dealt = min(foe.hits, owns), min(side.hits, foes)
        standing = say("As it stands you lose {lost}, they lose {dealt}.", lost=lost, dealt=dealt)
        if plunder is not None:
            standing = say(
                "As it stands you lose {lost}, they lose {dealt}, then Plunder takes {plundered}.",
                lost=lost,
                dealt=dealt,
                plundered=plunder(foes - dealt),
            )
        text = (
            "Attack in {space}. Spend Cavalry?\n"
            "Your dice: {own}.\n"
            "Dice of {foe}: {other}.\n"
            "{standing}\n"
            "You have {n} Cavalry; they can still spend {left}."
        )
        left = 0 if defending else s.cavalry.get(foe.faction, 1)  # the Mongols' own token
        prompt = say(
            text,
            n=lambda: s.cavalry[side.faction],
            own=describe_aim(side),
            foe=name_actor(foe.faction),
            other=describe_aim(foe),
            space=space,
            standing=standing,
            left=left,
        )

        def menu(side: Side = side, uses: dict[str, int] = uses) -> dict[str, str]:
            return {**{key: key for key in uses if s.cavalry[side.faction]}, "done": "done"}

        def idle(key: str, left: int = left) -> Words | None:
            return _why_idle(key, side, foe, s.cavalry[side.faction], left)

        def list_refused() -> dict[str, Words]:
            return why_not_spend(side, foe)

        use = await choose(
            side.faction,
            prompt,
            menu,
            list_refused,
            idle,
            kind="spend",
            about=f"{space} {side.spent}",  # each token has its own question
            label=lambda key: _use(key, side, foe, idle(key), owns, foes),
            rank=lambda key: (_rank_use(key, side, foe, idle(key)),),
            phrase=wording.make_spend(side.spent),
            alone=True,
            skip="moot",
        )
        if use == "done":
            if not side.spent:
                s.tell(f"{within}no-cavalry", "{spends} no Cavalry.", spends=does(side.faction, "spend"))
            break
        s.cavalry[side.faction] -= 1
        side.spent += 1
        die = uses[use]
        if use.startswith("charge"):
            side.turn(die, die - 1)
            charges = does(side.faction, "Charge")
            s.tell(f"{within}charge", CHARGES, charges=charges, die=die, new=die - 1)
        else:
            foe.turn(die, None)
            text = "{screens}: a {die} of {foe} is cancelled."
            s.tell(
                f"{within}screen",
                text,
                screens=does(side.faction, "Screen"),
                foe=name_actor(foe.faction),
                die=die,
            )


def list_cavalry_uses(side: Side, foe: Side) -> dict[str, int]:
    """1.10: return the different uses of a token, each with the face of the die: `{"charge-4": 4}`."""
    charges = {f"charge-{die}": die for die in sorted(set(side.dice)) if die > 1}
    return charges | {f"screen-{die}": die for die in sorted(set(foe.dice)) if die > 1}


def why_not_spend(side: Side, foe: Side) -> dict[str, Words]:
    """1.10: return the uses of a token that are illegal with these dice, because a die shows 1."""
    found: dict[str, Words] = {}
    if 1 in side.dice:
        found["charge-1"] = say("1.10: you can't Charge a die that shows 1")
    if 1 in foe.dice:
        found["screen-1"] = say("1.10: you can't Screen a die that shows 1")
    return found


def _why_idle(key: str, side: Side, foe: Side, tokens: int, against: int) -> Words | None:
    """1.10: return why this use of a token changes nothing; None if it can change a hit.

    The answer allows for what both sides may still spend. `tokens`: all tokens of this side. `against`: the
    tokens that the foe can still spend.
    """
    verb, _, face = key.partition("-")
    if not face:
        return None
    die = int(face)
    if verb == "charge":
        charged = die > side.reach > 0 and die - side.reach <= tokens
        safe = die <= side.reach and die - 1 <= tokens and against  # a hit that shows 1 can't be screened
        return None if charged or safe else say("1.10: this changes no hit")
    hits = die <= foe.reach or (foe.reach > 0 and die - foe.reach <= against)
    return None if hits else say("1.10: this changes no hit")


def _rank_use(key: str, side: Side, foe: Side, idle: Words | None) -> int:
    """Return the place of a use of a token in a list: uses that change a hit at once come first."""
    verb, _, face = key.partition("-")
    if idle is not None:
        return 3
    if not face:
        return 1
    changes = int(face) - 1 == side.reach if verb == "charge" else int(face) <= foe.reach
    return 0 if changes else 2


def _use(key: str, side: Side, foe: Side, idle: Words | None, owns: int, foes: int) -> Words:
    """Return the label of a use of a token. If the use changes a hit at once, say what a side then loses.

    `owns`, `foes`: how many pieces the side and the foe can lose.
    """
    verb, _, face = key.partition("-")
    if not face:
        return say("{key}", key=key)
    die = int(face)
    if die == 1:
        return say("Charge {die}" if verb == "charge" else "Screen {die}", die=die)
    if verb == "charge":
        text = "Charge {die} (to {to}: changes no hit)" if idle else "Charge {die} (to {to})"
        if die > side.reach and not idle:  # one token turns a miss just above the reach into a hit
            text = "Charge {die} (to {to}: they lose {lost})"
            text = "Charge {die} (to {to}: they still lose {lost})" if side.hits >= foes else text
            text = "Charge {die} (to {to}: still a miss)" if die - 1 > side.reach else text
        return say(text, die=die, to=die - 1, lost=min(side.hits + 1, foes))
    text = "Screen {die} (changes no hit)" if idle else "Screen {die}"
    if die > foe.reach and not idle:
        text = "Screen {die} (a miss, unless they Charge it)"
    if die <= foe.reach:
        text = "Screen {die} (you lose {lost})"
        text = "Screen {die} (you still lose {lost})" if foe.hits > owns else text
    return say(text, die=die, lost=min(foe.hits - 1, owns))


def spend_mongol_charge(s: State, side: Side, within: str = "") -> None:
    """1.10, 3.5.3: spend the Mongols' own token.

    If one Charge can turn a miss into a hit, it does. Otherwise the Charge turns a 2 into a 1. The token is
    never spent on a Screen.
    """
    near = side.reach + 1
    die = near if side.reach and near in side.dice else 2 if 2 in side.dice else None
    if die is None:
        return
    side.turn(die, die - 1)
    s.tell(f"{within}charge", CHARGES, charges=does(MONGOLS, "Charge"), die=die, new=die - 1)


async def choose_casualties(
    s: State, space: str, side: Side, hits: int, *, beside: Ask[tuple[str, int]] | None = None
) -> dict[tuple[str, str], int]:
    """3.2.4, 3.3.4, 3.4.4: ask a side which pieces it loses, in the space or among those that joined.

    Return the number of lost pieces by space and kind. Hits beyond the side's pieces have no effect.
    `beside`: the question that the other side answers at the same time.
    """
    if side.faction == MONGOLS:  # the Mongols have one kind of piece, and no seat to ask
        return {(space, MONGOLS): n} if (n := min(hits, side.units)) else {}
    prompt, supply = _make_loss_question(s, space, side, hits)
    others = [beside] if beside is not None else []
    if not hits:
        return {}
    lost = await amounts(
        side.faction,
        prompt,
        supply,
        hits,
        hits,
        kind="lose",
        about=space,
        lead="lose",
        phrase=wording.LOSE,
        beside=others,
        alone=True,
    )
    return {_where(key, space): n for key, n in lost.items()}


def _ask_for_losses(s: State, space: str, side: Side, hits: int) -> Ask[tuple[str, int]] | None:
    """3.2.4: return the question which pieces this side loses; None if the side has nothing to choose.

    Both sides answer their questions at the same time.
    """
    if side.faction == MONGOLS or not hits:
        return None
    prompt, supply = _make_loss_question(s, space, side, hits)
    return make_first_amount(
        side.faction, prompt, supply, hits, hits, kind="lose", about=space, lead="lose", phrase=wording.LOSE
    )


def _make_loss_question(s: State, space: str, side: Side, hits: int) -> tuple[Words, dict[str, int]]:
    """Return the question to a side that has taken hits, and the pieces that it can lose."""
    supply = {kind: n for kind in PIECES[side.faction] if (n := s.board[space][kind])}
    supply |= {f"{kind}-in-{side.source}": n for kind, n in side.joined.items()}
    return say("{hits} in {space}: which pieces do you lose?", hits=count(hits, "hits"), space=space), supply


def count_pieces(s: State, space: str, side: Side) -> int:
    """Return how many pieces a side can lose: all its pieces in the space, and the Units that joined."""
    if side.faction == MONGOLS:
        return side.units
    return s.pieces(space, side.faction) + sum(side.joined.values())


def _where(key: str, space: str) -> tuple[str, str]:
    kind, _, source = key.partition("-in-")
    return source or space, kind


def list_all_units(s: State, space: str, faction: str) -> Side:
    """Return a side with all its Units in the space. Defenders and Mongol Invaders fight with all of them."""
    return Side(faction, sum(s.board[space][kind] for kind in UNITS[faction]))
