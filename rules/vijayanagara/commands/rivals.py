"""3.3.1 to 3.3.3 and 3.4.1 to 3.4.3: Rally, Migrate and Rebel of the two rivals.

Their Attack is in `attack.py`. The Bahmani Kingdom and the Vijayanagara Empire have almost the same rules, so
they share the code. Tables hold what differs, such as the names of pieces.
"""

from __future__ import annotations

from functools import partial

from rules.asking import DONE, count, pick_or_done
from rules.vijayanagara import wording
from rules.vijayanagara.board import OBEDIENT, REBELLING, UNIT_BOX
from rules.vijayanagara.commands.moving import move_units_in
from rules.vijayanagara.commands.selecting import UpTo, ask_how_many, select_space
from rules.vijayanagara.commands.terms import Terms
from rules.vijayanagara.influence import can_shift, shift_influence
from rules.vijayanagara.state import TRIBUTARY, State
from rules.words import Words, agreeing, say

HOME = {"bahmani": "maharashtra", "vijayanagara": "karnataka"}
OTHER = {"bahmani": "vijayanagara", "vijayanagara": "bahmani"}
RALLY, MIGRATE, REBEL = (
    {"bahmani": "3.3.1 Rally", "vijayanagara": "3.4.1 Rally"},
    {"bahmani": "3.3.2 Migrate", "vijayanagara": "3.4.2 Migrate"},
    {"bahmani": "3.3.3 Rebel", "vijayanagara": "3.4.3 Rebel"},
)
MIGRANTS = 3  # at most this many Units move into one destination


async def rally(s: State, faction: str, terms: Terms) -> None:
    """3.3.1, 3.4.1 Rally: place a Unit in each selected Province.

    One more Unit may be placed in the faction's home, one more in a Province that it Controls, and one more
    in a Province with a Temple.
    """
    chosen: list[str] = []
    up_to = UpTo(UNIT_BOX[faction], partial(count_rally, s, faction))
    while space := await select_space(s, faction, "rally", chosen, terms, why_not_rally, up_to):
        n = await ask_how_many(s, faction, space, up_to)
        data = {"units": {OBEDIENT[faction]: n}, "space": space}
        pieces = count(n, UNIT_BOX[faction])
        s.tell("rally", "Rally brings {pieces} to {space}.", data, pieces=pieces, space=space)
        s.place(space, OBEDIENT[faction], n)


def count_rally(s: State, faction: str, space: str) -> int:
    """3.3.1, 3.4.1: return how many Units a Rally may place in this space."""
    temple = faction == "vijayanagara" and s.board[space]["temples"] > 0
    return 1 + (space == HOME[faction]) + (s.status[space] == faction) + temple


def why_not_rally(s: State, faction: str, space: str) -> Words | None:
    """3.3.1, 3.4.1: return why there is no Rally in the space.

    A Rally needs Available Units. The faction also needs a piece in the space, unless the space is its home.
    """
    if not s.box[UNIT_BOX[faction]]:
        return say("{rule}: no {units} are Available", rule=RALLY[faction], units=UNIT_BOX[faction])
    if space == HOME[faction] or s.pieces(space, faction):
        return None
    text = "{rule}: you have no piece in {space}. Without a piece you can select only {home}"
    return say(text, rule=RALLY[faction], space=space, home=HOME[faction])


async def migrate(s: State, faction: str, terms: Terms) -> None:
    """3.3.2, 3.4.2 Migrate: move up to three Units from adjacent Provinces into each destination.

    Each Unit moves once. In one destination with a piece of the other rival, the faction may pay 1 Resource
    to shift Influence from that rival to itself.
    """
    chosen: list[str] = []
    shifted = False
    while to := await select_space(s, faction, "migrate", chosen, terms, why_not_migrate):
        await move_units_in(s, faction, to, MIGRANTS, find_arriving_kinds(s, faction, to))
        if not shifted and can_buy_shift(s, faction, to):
            text = "Migrate to {to}: pay 1 Resource for Influence +1 ({other} −1)?"
            prompt = say(text, to=to, other=f"{OTHER[faction]}-in-short")
            # `broke` checks again later, because a trade (1.5.2) can take the last Resource before the answer
            broke = partial(_why_not_buy, s, faction)
            bought = await pick_or_done(
                faction,
                prompt,
                ("shift",),
                broke,
                kind="buy-shift",
                phrase=wording.SHIFT,
                also=lambda answer: ("yes",) if answer == "shift" else (),
                about=to,
                alone=True,
                default=lambda filling: DONE if filling.left else None,
            )
            if bought is not None:
                shifted = True
                s.pay(faction, 1)
                s.tell(
                    "buy-shift",
                    "{faction} pays 1 Resource to shift Influence in {to}.",
                    faction=faction,
                    to=to,
                )
                await shift_both(s, faction, say("{faction} Migrates to {to}", faction=faction, to=to))


def find_arriving_kinds(s: State, faction: str, to: str) -> dict[str, str]:
    """3.3.2, 3.4.2: return the kinds that change when they enter `to`, each with its new kind.

    This depends on the status of `to` before the Units enter.
    """
    if s.status[to] == faction:
        return {OBEDIENT[faction]: REBELLING[faction]}
    return {REBELLING[faction]: OBEDIENT[faction]} if s.status[to] == TRIBUTARY else {}


def can_buy_shift(s: State, faction: str, to: str) -> bool:
    """3.3.2, 3.4.2: return whether the shift of Influence is on offer.

    The shift needs a piece of the other rival in `to`, 1 Resource, and a marker that can move.
    """
    moves = can_shift(s, faction, 1) or can_shift(s, OTHER[faction], -1)
    return moves and s.resources[faction] > 0 and s.pieces(to, OTHER[faction]) > 0


def _why_not_buy(s: State, faction: str, shift: str) -> Words | None:
    if s.resources[faction]:
        return None
    return say("{rule}: the shift costs 1 Resource, and you have none left", rule=MIGRATE[faction])


async def shift_both(s: State, winner: str, why: Words) -> None:
    """1.9: raise the winner's Influence by one and lower the other rival's by one."""
    await shift_influence(s, winner, 1, why)
    await shift_influence(s, OTHER[winner], -1, why)


def why_not_migrate(s: State, faction: str, space: str) -> Words | None:
    """3.3.2, 3.4.2: return why no unused Unit can enter the Province from an adjacent one."""
    if any(s.has_unused(origin, faction) for origin in s.adjacent[space]):
        return None
    text = "{rule}: no {units} in an adjacent Province can move to {space}"
    return say(text, rule=MIGRATE[faction], units=UNIT_BOX[faction], space=space)


async def rebel(s: State, faction: str, terms: Terms) -> None:
    """3.3.3, 3.4.3 Rebel: remove the Tributary marker where the faction has the majority.

    The faction's Units in the Province become Rebelling.
    """
    chosen: list[str] = []
    while space := await select_space(s, faction, "rebel", chosen, terms, why_not_rebel):
        s.tell(
            "rebel",
            "{faction} Rebels in {space}: the Tributary marker is removed.",
            faction=faction,
            space=space,
        )
        s.turn_over(space, OBEDIENT[faction])
        s.make_independent(space)


def why_not_rebel(s: State, faction: str, space: str) -> Words | None:
    """3.3.3, 3.4.3: return why there is no Rebel in the space.

    Rebel needs a Tributary Province in which the faction's pieces outnumber all others together.
    """
    if s.status[space] != TRIBUTARY:
        return say("{rule}: {space} is not Tributary", rule=REBEL[faction], space=space)
    if s.majority(space) == faction:
        return None
    own = s.pieces(space, faction)
    if not own:
        return say("{rule}: you have no piece in {space}", rule=REBEL[faction], space=space)
    text = "{rule}: {own} of the {n} pieces in {space} {are} yours; you need more than half"
    n, are = sum(s.board[space].values()), agreeing(own, "are")
    return say(text, rule=REBEL[faction], own=own, n=n, space=space, are=are)
