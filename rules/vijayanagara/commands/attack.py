"""3.2.4, 3.3.4, 3.4.4: the Attack Commands of the three factions."""

from __future__ import annotations

from rules.asking import amounts, pick, pick_or_done
from rules.vijayanagara import wording
from rules.vijayanagara.board import FACTIONS, MONGOLS, OBEDIENT, REBELLING, RIVALS, SPACES, STRUCTURE, UNITS
from rules.vijayanagara.commands.battle import battle, list_all_units
from rules.vijayanagara.commands.rivals import shift_both
from rules.vijayanagara.commands.selecting import explain_not_adjacent, select_space
from rules.vijayanagara.commands.terms import Terms
from rules.vijayanagara.names import aliases
from rules.vijayanagara.sides import Side
from rules.vijayanagara.state import State
from rules.words import Words, say

RULE = {"sultanate": "3.2.4 Attack", "bahmani": "3.3.4 Attack", "vijayanagara": "3.4.4 Attack"}
SUPPORT = {
    "sultanate": 2,
    "bahmani": 2,
    "vijayanagara": 1,
}  # how many Units may join from one adjacent space with a Structure


async def attack(s: State, faction: str, terms: Terms) -> None:
    """3.2.4, 3.3.4, 3.4.4 Attack: fight in each selected space.

    The attacker chooses a target, and Units that join from an adjacent space. If the Sultanate attacks a
    rival, the rival's Obedient Units in the space become Rebelling first. A battle between the rivals shifts
    Influence to the side that lost fewer pieces.
    """
    chosen: list[str] = []
    while space := await select_space(s, faction, "attack", chosen, terms, why_not_attack):
        foes = [foe for foe in list_targets(s, faction, space) if terms.against in ("", foe)]
        prompt = say("Attack whom in {space}?", space=space)
        foe = await pick(faction, prompt, foes, kind="attack-against", about=space, lead="against")
        if faction == "sultanate" and foe in RIVALS:
            s.turn_over(space, OBEDIENT[foe])
        here = s.list_unused(space, faction)
        joined, source = await ask_support(s, faction, space, 0 if here else 1)
        attacker = Side(faction, sum(here.values()) + sum(joined.values()), source=source, joined=joined)
        before = {kind: s.board[source][kind] for kind in joined}
        lost, fallen = await battle(s, space, attacker, list_all_units(s, space, foe))
        for kind in UNITS[faction]:
            s.used.setdefault(space, {})[kind] = s.board[space][kind]
        for kind, n in joined.items():
            if survivors := n - (before[kind] - s.board[source][kind]):
                s.use(source, kind, survivors)
        if faction in RIVALS and foe in RIVALS and lost != fallen:
            winner = faction if lost < fallen else foe
            await shift_both(s, winner, say("{winner} won in {space}", winner=winner, space=space))


def list_targets(s: State, faction: str, space: str) -> list[str]:
    """3.2.4, 3.3.4, 3.4.4: return the factions that may be attacked in the space.

    The Sultanate may attack a Rebelling Unit, a Structure without Units of its owner, or Mongol Invaders. The
    rivals may attack any piece of another faction.
    """
    if faction != "sultanate":
        return [foe for foe in FACTIONS if foe != faction and s.pieces(space, foe)]
    spot = s.board[space]
    found = [r for r in RIVALS if spot[REBELLING[r]] or (spot[STRUCTURE[r]] and not s.units(space, r))]
    return found + [MONGOLS] * (spot["mongols"] > 0)


async def ask_support(s: State, faction: str, space: str, least: int) -> tuple[dict[str, int], str]:
    """3.2.4, 3.3.4, 3.4.4: ask which Units join the Attack, from one adjacent space with a Structure.

    Up to two may join (for Vijayanagara: one). Return the Units by kind, and the space they come from.
    `least`: 1 if no other Unit attacks; then at least one Unit must join.
    """
    sources = list_supporters(s, faction, space)
    if not sources:
        return {}, ""
    prompt = say("Attack in {space}: from which adjacent space do Units join?", space=space)
    source = await (pick if least else pick_or_done)(
        faction,
        prompt,
        SPACES,
        lambda near: why_not_support(s, faction, space, near),
        kind="attack-with",
        phrase=wording.SOURCE,
        form="place",
        about=space,
        lead="with",
        also=_list_origins,
    )
    if source is None:
        return {}, ""
    supply, most, about = s.list_unused(source, faction), SUPPORT[faction], f"{source} {space}"
    text = "Attack in {space}: which Units join from {source}?"
    if most < sum(supply.values()):
        text = "Attack in {space}: which Units join from {source}? At most {n}."
    prompt = say(text, space=space, source=source, n=most)
    return await amounts(
        faction, prompt, supply, most, 1, kind="attack-units", about=about, phrase=wording.WITH
    ), source


def _list_origins(space: str) -> tuple[str, ...]:
    return (f"from {space}", *(f"from {short}" for short in aliases(space)))


def why_not_support(s: State, faction: str, space: str, near: str) -> Words | None:
    """3.2.4, 3.3.4, 3.4.4: return why no Units can join from `near`.

    The space `near` must be adjacent, with a Structure and Units that have not fought in this Command
    (3.1.2).
    """
    rule = RULE[faction]
    if near == space:
        return say("{rule}: your Units in {space} take part already", rule=rule, space=space)
    if near not in s.adjacent[space]:
        return explain_not_adjacent(rule, near, space)
    if _can_support(s, faction, near):
        return None
    if not s.board[near][STRUCTURE[faction]]:
        structure = f"1-{STRUCTURE[faction]}"
        return say("{rule}: you have no {structure} in {near}", rule=rule, structure=structure, near=near)
    if s.units(near, faction):
        return say("3.1.2: your Units in {near} have fought in this Command already", near=near)
    return say("{rule}: you have no Units in {near}", rule=rule, near=near)


def list_supporters(s: State, faction: str, space: str) -> list[str]:
    """Return the adjacent spaces from which Units could join."""
    return [near for near in s.adjacent[space] if _can_support(s, faction, near)]


def _can_support(s: State, faction: str, near: str) -> bool:
    return s.board[near][STRUCTURE[faction]] > 0 and s.has_unused(near, faction)


def why_not_attack(s: State, faction: str, space: str) -> Words | None:
    """3.2.4, 3.3.4, 3.4.4: return why no Attack is possible in the space; None if one is.

    An Attack needs a target, and a Unit that can still attack (3.1.2). The Unit must be in the space, or in
    an adjacent space with a Structure.
    """
    if not list_targets(s, faction, space):
        if faction != "sultanate":
            return say("{rule}: no opposing piece is in {space}", rule=RULE[faction], space=space)
        text = (
            "{rule}: in {space} there is neither a Rebelling Unit nor a Structure whose faction "
            "has no Unit there"
        )
        return say(text, rule=RULE[faction], space=space)
    if s.has_unused(space, faction) or list_supporters(s, faction, space):
        return None
    text = "{rule}: none of your Units in {space}, or at a {structure} next door, can take part"
    return say(text, rule=RULE[faction], space=space, structure=f"1-{STRUCTURE[faction]}")
