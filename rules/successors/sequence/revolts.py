"""PA-2: carry out invasions and revolts: Rebels rise and attack at once. A chit can cancel a revolt."""

from __future__ import annotations

from rules.asking import pick
from rules.successors import wording
from rules.successors.board import VALUE
from rules.successors.fighting.combat import rebels_attack
from rules.successors.forces import CLASS, LETTER, OWNER, WHITE, make_piece_key
from rules.successors.stacks import NOTHING, say_amount
from rules.successors.state import State
from rules.successors.tables import Row, list_chits
from rules.words import Plural, Words, listed, say

CANCELS = list_chits("cancel")


async def invasion(s: State, seat: str, row: Row) -> None:
    """ODD 31-36, EVEN 31-36: place Rebels from outside, who attack at once."""
    assert row.place is not None
    await rise(s, row.place, {LETTER[sort]: n for sort, n in row.units.items()})


async def revolt(s: State, seat: str, row: Row) -> None:
    """ODD 55-56, EVEN 21-26: let a province revolt.

    Some Events name the province. If the Event names none, the roller's most valuable province except the
    Home revolts. A chit may cancel the revolt.
    """
    place = row.place
    if place is None:
        held = [province for province in s.controlled(seat) if province != s.homes[seat]]
        best = [province for province in held if VALUE[province] == max(VALUE[each] for each in held)]
        if not best:
            return
        place = best[0]
        if len(best) > 1:
            place = await pick(
                seat,
                say("Revolt: Rebels rise in one of your best provinces. In which one?"),
                best,
                kind="revolt",
                phrase=wording.REVOLT,
            )
    if not await ask_to_cancel(s, place):
        await rise(s, place, {LETTER[sort]: n for sort, n in row.units.items()})


async def rising(s: State, seat: str, row: Row) -> None:
    """ODD 54: turn levies in Persia into Rebels (white), and add Rebels until there are 2.

    A chit may cancel this revolt.
    """
    assert row.place is not None
    place = row.place
    if await ask_to_cancel(s, place):
        return
    for one, n in list(s.stacks.get(place, NOTHING).items()):
        if CLASS[one] == "l" and OWNER[one] != WHITE:
            s.remove(place, one, n)
            turned = s.place(place, make_piece_key(WHITE, "l"), n)
            text = Plural(
                "{units} of {owner} in {place} joins the Rebels.",
                "{units} of {owner} in {place} join the Rebels.",
            )
            s.tell("turned", text, n=turned, units=say_amount(turned, "l"), owner=OWNER[one], place=place)
    there = s.land(place, WHITE)
    await rise(s, place, {"l": max(0, sum(row.units.values()) - there)})


async def ask_to_cancel(s: State, place: str) -> bool:
    """Chits 15 to 17: before Rebels are placed, ask the holders, in the order of play, whether to cancel.

    Return whether one of them cancelled the revolt.
    """
    for seat in s.play_order():
        held = [chit for chit in CANCELS if s.chits.get(chit) == seat]
        if held:
            text = "{seat}'s Event: a revolt is about to break out in {place}. Play a chit to stop it?"
            prompt = say(text, seat=s.seat, place=place)
            if seat == s.seat:
                prompt = say(
                    "Your Event: a revolt is about to break out in {place}. Play a chit to stop it?",
                    place=place,
                )
            keys = [f"chit-{chit}" for chit in held]
            answer = await pick(
                seat,
                prompt,
                [*keys, "pass"],
                kind="cancel",
                about=place,
                alone=True,
                phrase=wording.CHIT,
                label=_label_cancelling,
            )
            if answer != "pass":
                del s.chits[answer.removeprefix("chit-")]
                s.tell(
                    "cancelled",
                    "{seat} plays {chit} and cancels the revolt in {place}.",
                    seat=seat,
                    chit=answer,
                    place=place,
                )
                return True
    return False


def _label_cancelling(key: str) -> Words:
    return say("don't cancel it") if key == "pass" else say("play {chit}: cancel the revolt", chit=key)


async def rise(s: State, place: str, units: dict[str, int]) -> None:
    """PA-2 (E): place Rebels, as far as counters are left. They attack all coloured land units there."""
    placed = {kind: s.place(place, make_piece_key(WHITE, kind), n) for kind, n in units.items() if n}
    came = [say_amount(n, kind) for kind, n in placed.items() if n]
    if came:
        s.tell("rebels", "Rebels rise in {place}: {units}.", units=listed(came), place=place)
    if s.rebels(place):
        await rebels_attack(s, place)
