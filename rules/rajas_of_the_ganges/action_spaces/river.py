"""Move boats: from the harbour (6), with the Portuguese (5.4), and for a bonus. List the earnings (6.1)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rules.asking import pick
from rules.rajas_of_the_ganges import wording
from rules.rajas_of_the_ganges.action_spaces.market import count_assorted, count_best_good
from rules.rajas_of_the_ganges.board import BUILDINGS, EARNINGS, END, MOST_VALUE, RIVER, Gain
from rules.rajas_of_the_ganges.state import Realm, State
from rules.rajas_of_the_ganges.tracks import take_workers
from rules.rajas_of_the_ganges.wording import describe_gain
from rules.words import Plural, Text, Words, say

STEPS = (1, 2, 3)  # 6: the faces that a die for the harbour can have
FAR = 6  # 5.4: how many spaces the Portuguese sail
LAST_FOR_PORTUGUESE = END - RIVER.last


def find_ahead(s: State, seat: str, steps: int) -> int:
    """6: return the space that the boat reaches with `steps` steps; at most the final space.

    Spaces with another boat are skipped.
    """
    return pass_boats(s.realms[seat].boat, s.find_other_boats(seat), steps)


def pass_boats(at: int, others: Collection[int], steps: int) -> int:
    """6: return the space that a boat at `at` reaches. `others`: the spaces that it skips."""
    for _ in range(steps):
        at += 1
        while at in others:
            at += 1
        if at >= END:
            return END
    return at


def find_destinations(s: State, seat: str, face: int) -> list[str]:
    """6: return the spaces that a die with this face can reach, each once: "river-7"."""
    return list(dict.fromkeys(make_key(find_ahead(s, seat, steps)) for steps in range(1, face + 1)))


def bar_destinations(s: State, seat: str, face: int) -> dict[str, Words]:
    """6: return the spaces that a die with this face can't reach, each with the reason."""
    boat, others = s.realms[seat].boat, s.find_other_boats(seat)
    farthest = find_ahead(s, seat, face)
    behind = say("6: your boat is on river space {n} and sails only forward", n=boat)
    full = say("6: another boat is there")
    far = say(
        "6: with a die that shows {face}, your boat reaches river space {n} at most", face=face, n=farthest
    )
    return {
        make_key(space): behind if space <= boat else far if space > farthest else full
        for space in range(1, END + 1)
        if space <= boat or space > farthest or (space in others and space < END)
    }


def make_key(space: int) -> str:
    """Return the key of a river space."""
    return f"river-{space}"


def label_destination(realm: Realm, key: str) -> Words:
    """Return a space with what it gives: "River 7 (an upgrade)"."""
    space = int(key.removeprefix("river-"))
    return say("River {space} ({gain})", space=space, gain=describe_present_gain(realm, EARNINGS[space - 1]))


def describe_present_gain(realm: Realm, gain: Gain) -> Words:
    """6.1: return a gain, and how much it gives this seat now if that depends on what the seat has."""
    if gain.kind not in _PRESENT:
        return describe_gain(gain)
    if gain.kind == "assorted":
        n = count_assorted(realm)
    elif gain.kind == "one-kind":
        n = count_best_good(realm, gain.n)
    else:
        n = count_gain(realm, gain)
    return say("{gain}: {now}", gain=describe_gain(gain), now=say(_PRESENT[gain.kind], n=n))


_PRESENT_MONEY = Plural("now {n} money", "now {n} money")
_PRESENT: Mapping[str, Text] = {  # the kinds of gains that depend on what the seat has
    "assorted": _PRESENT_MONEY,
    "one-kind": _PRESENT_MONEY,
    "money-per-market": _PRESENT_MONEY,
    "money-per-upgrade": _PRESENT_MONEY,
    "fame-per-upgrade": "now {n} fame",
    "fame-per-karma": "now {n} fame",
    "dice-per-karma": Plural("now {n} die", "now {n} dice"),
}


def sail(s: State, seat: str, space: int) -> Sequence[Gain]:
    """6, 6.1, 8: move the boat, and return what the space earns."""
    realm = s.realms[seat]
    text = "{seat} sails from {start} to river space {end}: {gain}."
    start = say("space {n}" if realm.boat else "the start", n=realm.boat)
    gain = EARNINGS[space - 1]
    s.tell("sails", text, seat=seat, start=start, end=space, gain=describe_gain(gain))
    realm.boat = space
    take_workers(s, seat)
    return (gain,)


async def may_sail(s: State, seat: str) -> Sequence[Gain]:
    """6.1, 9: ask whether to sail to the next free space, and do so if the answer is yes.

    Return what the space earns; () if the boat stays, or is on the final space already.
    """
    if s.realms[seat].boat == END:
        s.tell("nothing", "{seat} is already at the end of the river.", seat=seat, cause="river")
        return ()
    to = find_ahead(s, seat, 1)
    gain = describe_present_gain(s.realms[seat], EARNINGS[to - 1])
    prompt = say("Sail on to river space {space} ({gain})?", space=to, gain=gain)
    if await pick(seat, prompt, ("sail", "stay"), kind="sail", alone=True, phrase=wording.SAIL) == "stay":
        s.tell("stays", "{seat} leaves the boat where it is.", seat=seat)
        return ()
    return sail(s, seat, to)


def sail_portuguese(s: State, seat: str) -> Sequence[Gain]:
    """5.4: sail exactly six free spaces."""
    return sail(s, seat, find_ahead(s, seat, FAR))


def why_not_portuguese(realm: Realm) -> Words | None:
    """5.4: return why the Portuguese cannot sail: the boat is within the last six spaces."""
    if realm.boat > LAST_FOR_PORTUGUESE:
        text = "5.4: your boat is already within the last {n} river spaces"
        return say(text, n=RIVER.last)
    return None


def count_gain(realm: Realm, gain: Gain) -> int:
    """Return how much a seat gets from this gain.

    A gain "for each market" is multiplied by the seat's markets; likewise a gain for each karma or upgrade. A
    gained upgrade counts 0 if no building can be upgraded.
    """
    match gain.kind:
        case "dice-per-karma" | "fame-per-karma":
            return gain.n * realm.karma
        case "money-per-market":
            return gain.n * sum(1 for _ in realm.markets())
        case "fame-per-upgrade" | "money-per-upgrade":
            return gain.n * realm.upgrades
        case "upgrade":
            return int(any(realm.values[building] < MOST_VALUE for building in BUILDINGS))
    return gain.n
