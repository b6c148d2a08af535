"""PA-2: carry out invasions and revolts: Rebels rise and attack at once. A chit can cancel a revolt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.asking import pick
from rules.successors import wording
from rules.successors.board import VALUE
from rules.successors.fighting.combat import rebels_attack
from rules.successors.forces import CLASS, LETTER, OWNER, WHITE, make_piece_key
from rules.successors.sequence.rolled_event import CLAUSES, Event
from rules.successors.stacks import NOTHING, say_amount
from rules.successors.state import State
from rules.successors.tables import list_chits
from rules.words import Plural, Words, join_list, say

CANCELS = list_chits("cancel")


async def invasion(s: State, event: Event) -> None:
    """ODD 31-36, EVEN 31-36: place Rebels from outside, who attack at once."""
    place = event.row.place
    assert place is not None
    if came := place_rebels(s, place, list_event_units(event)):
        event.tell(s, place=place, units=join_list(came))
    elif s.rebels(place):
        event.tell(s, "Rebels attack {place}", place=place)
    await attack_as_rebels(s, place)


async def revolt(s: State, event: Event) -> None:
    """ODD 55-56, EVEN 21-26: let a province revolt.

    Some Events name the province. If the Event names none, the roller's most valuable province revolts, but
    never the Home. A chit may cancel the revolt.
    """
    seat, place, told = event.seat, event.row.place, False
    if place is None:
        held = [province for province in s.list_controlled(seat) if province != s.homes[seat]]
        best = [province for province in held if VALUE[province] == max(VALUE[each] for each in held)]
        if not best:
            return
        place = best[0]
        if len(best) > 1:
            event.tell(s, "Rebels rise in one of the most valuable provinces of {seat}")
            told = True
            place = await pick(
                seat,
                say("Revolt: Rebels rise in one of your best provinces. In which one?"),
                best,
                kind="revolt",
                phrase=wording.REVOLT,
            )
    if not told and any(chit in s.chits for chit in CANCELS):
        event.tell(s, CLAUSES["rising"], place=place)
        told = True
    if await is_cancelled(s, place):
        return
    came = place_rebels(s, place, list_event_units(event))
    if told:
        tell_rebels(s, place, came)
    elif came:
        event.tell(s, place=place, units=join_list(came))
    elif s.rebels(place):
        event.tell(s, "Rebels rise in {place}", place=place)
    await attack_as_rebels(s, place)


async def rising(s: State, event: Event) -> None:
    """ODD 54: turn levies in Persia into Rebels (white), and add Rebels until there are 2.

    A chit may cancel this revolt.
    """
    place = event.row.place
    assert place is not None
    event.tell(s, place=place)
    if await is_cancelled(s, place):
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
    missing = max(0, sum(event.row.units.values()) - s.land(place, WHITE))
    tell_rebels(s, place, place_rebels(s, place, {"l": missing}))
    await attack_as_rebels(s, place)


async def is_cancelled(s: State, place: str) -> bool:
    """Chits 15 to 17: before Rebels are placed, ask the holders, in the order of play, whether to cancel.

    Return whether one of them cancelled the revolt. If so, add a line about it to the story.
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


def list_event_units(event: Event) -> dict[str, int]:
    """Return the units of an Event by kind: {"i": 2}."""
    return {LETTER[sort]: n for sort, n in event.row.units.items()}


def place_rebels(s: State, place: str, units: Mapping[str, int]) -> list[Words]:
    """PA-2 (E): place Rebels, as far as counters are left, and return them in words."""
    placed = {kind: s.place(place, make_piece_key(WHITE, kind), n) for kind, n in units.items() if n}
    return [say_amount(n, kind) for kind, n in placed.items() if n]


def tell_rebels(s: State, place: str, came: Sequence[Words]) -> None:
    """Tell which Rebels were placed, if any. The Event's line was told earlier, without them."""
    if came:
        s.tell("rebels", "Rebels rise in {place}: {units}.", units=join_list(came), place=place)


async def attack_as_rebels(s: State, place: str) -> None:
    """PA-2 (E): let the Rebels in a province, if there are any, attack all coloured land units there."""
    if s.rebels(place):
        await rebels_attack(s, place)
