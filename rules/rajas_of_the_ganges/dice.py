"""2, 5.1, 7: pay dice, turn dice by karma, take, put back and reroll dice.

The key of a die is its colour and face: "blue-3". The key "blue-3t" is a blue 3 that is turned by karma, so
that it counts as a 4. The key of several dice paid in one colour lists their faces: "2t-6". The key of dice
to take lists their colours: "blue-green".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from rules.asking import pick, pick_or_done
from rules.chance import Roll
from rules.rajas_of_the_ganges import wording
from rules.rajas_of_the_ganges.board import COLOURS, HANDS, SIDES, Gain
from rules.rajas_of_the_ganges.state import State
from rules.words import Plural, Said, Words, as_is, join_list, say

Hand = Mapping[str, tuple[int, ...]]
_TURNED = re.compile(r"\dt")
DIE = "die"  # the kind of the question for a die to pay with
LOW = (1, 2, 3)  # faces that become higher when the die is turned


class Die(NamedTuple):
    """A die that is given up."""

    colour: str
    face: int  # as it lies in hand
    turned: bool

    @property
    def shows(self) -> int:
        """The face that counts, after turning."""
        return SIDES - self.face if self.turned else self.face

    @property
    def key(self) -> str:
        """The key of the die: "blue-3" or "blue-3t"."""
        return f"{self.colour}-{self.face}{'t' * self.turned}"


def read_die(key: str) -> Die:
    """Return the die that a key means."""
    colour, _, face = key.partition("-")
    return Die(colour, int(face[0]), face.endswith("t"))


def find_showing(hand: Hand, karma: int, faces: Sequence[int]) -> list[str]:
    """2, 7: return the keys of the dice that show one of these faces, turned or not.

    Equal dice have one key.
    """
    found = []
    for colour, held in hand.items():
        for face in dict.fromkeys(held):
            if face in faces:
                found.append(f"{colour}-{face}")
            elif karma and SIDES - face in faces:
                found.append(f"{colour}-{face}t")
    return found


def can_show(hand: Hand, karma: int, faces: Sequence[int]) -> bool:
    """Return whether a die shows one of these faces, turned or not."""
    for held in hand.values():
        for face in held:
            if face in faces or (karma and SIDES - face in faces):
                return True
    return False


def remove_die(hand: Hand, given: Die) -> dict[str, tuple[int, ...]]:
    """Return the hand without this die."""
    left = list(hand[given.colour])
    left.remove(given.face)
    return {**hand, given.colour: tuple(left)}


@lru_cache(1 << 14)
def find_highest_sum(faces: tuple[int, ...], karma: int) -> int:
    """Return the highest sum of these dice, with up to `karma` of them turned."""
    total = sum(faces)
    if karma:
        total += sum(sorted((SIDES - 2 * face for face in faces if face in LOW), reverse=True)[:karma])
    return total


@lru_cache(1 << 14)
def find_payments(faces: tuple[int, ...], karma: int, price: int) -> tuple[str, ...]:
    """3: return the payments of a price in one colour that waste no die and no karma.

    They are sorted by the number of dice, then by the excess over the price, then by the karma, lowest first.
    """
    held = sorted(set(faces))
    found: list[tuple[int, int, int, tuple[tuple[int, bool], ...]]] = []

    def go_on(at: int, chosen: tuple[tuple[int, bool], ...], total: int, turned: int) -> None:
        if total >= price:
            if not _wastes(chosen, total - price):
                found.append((len(chosen), total - price, turned, chosen))
            return
        if at == len(held):
            return
        face = held[at]
        there = faces.count(face)
        for flips in range(min(there, karma - turned) + 1 if face in LOW else 1):
            for plain in range(there - flips + 1):
                dice = ((face, False),) * plain + ((face, True),) * flips
                worth = plain * face + flips * (SIDES - face)
                go_on(at + 1, chosen + dice, total + worth, turned + flips)

    go_on(0, (), 0, 0)
    return tuple("-".join(f"{face}{'t' * flip}" for face, flip in dice) for *_, dice in sorted(found))


def _wastes(chosen: Sequence[tuple[int, bool]], over: int) -> bool:
    """Return whether the payment has a die that it doesn't need, or turns a die without need."""
    return any(
        (SIDES - face if flip else face) <= over or (flip and SIDES - 2 * face <= over)
        for face, flip in chosen
    )


def choose_calmest(found: Sequence[str]) -> str:
    """Return the first payment that turns no die. If all payments turn one, return the first payment."""
    return next((key for key in found if "t" not in key), found[0])


def read_payment(colour: str, key: str) -> list[Die]:
    """Return the dice of a payment."""
    return [Die(colour, int(part[0]), part.endswith("t")) for part in key.split("-")]


def pay_dice(s: State, seat: str, given: Sequence[Die]) -> None:
    """2, 7: put these dice back into the supply, and spend karma for those that are turned."""
    realm = s.realms[seat]
    for each in given:
        realm.give(each.colour, each.face)
        realm.karma -= each.turned
    text = "{seat} pays {dice}."
    s.tell("given", text, seat=seat, dice=join_list([describe_die(each) for each in given]))


def describe_die(given: Die) -> Words:
    """Return a die that is paid: "blue 3" or "blue 3 turned to 4"."""
    if given.turned:
        return say(
            "{colour} {face} turned to {shows}", colour=given.colour, face=given.face, shows=given.shows
        )
    return say("{colour} {face}", colour=given.colour, face=given.face)


def label_die(key: str) -> Words:
    """Return a die as the label of a button: "Blue 3 turned (counts as 4, for 1 karma)"."""
    chosen = read_die(key)
    if chosen.turned:
        text = "{colour} {face} turned (counts as {shows}, for 1 karma)"
        return say(text, colour=chosen.colour, face=chosen.face, shows=chosen.shows)
    return say("{colour} {face}", colour=chosen.colour, face=chosen.face)


def spell_die(key: str) -> Sequence[str]:
    """Return how a die may be typed: by its face alone and, if it is turned, also by its colour alone."""
    if not key.endswith("t"):
        return (key[-1],)
    return f"{key[-2]} turned", f"{key.partition('-')[0]} turned"


def spell_payment(key: str) -> Sequence[str]:
    """Return another spelling of a payment, without the new faces of turned dice: "the 2 turned"."""
    parts = [f"the {part[0]} turned" if part.endswith("t") else f"the {part}" for part in key.split("-")]
    return (" and ".join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else parts[0],)


def name_turning(key: str) -> Sequence[str]:
    """7: return the words for the karma that a die or a payment costs; () if no die is turned."""
    return ("karma", "turned") if _TURNED.search(key) else ()


def explain_missing_die(s: State, seat: str, topic: tuple[str, str], said: Sequence[str]) -> Said:
    """2: return why a typed colour or face pays nothing: no die in hand has it. Return "" for other words."""
    if topic[0] != DIE:
        return ""
    dice, word = s.realms[seat].dice, said[0]
    if word in COLOURS and not dice[word]:
        return say("2: you have no {colour} die.", colour=word)
    faces = {str(face) for held in dice.values() for face in held}
    if word in map(str, range(1, SIDES)) and word not in faces:
        return say("2: you have no die that shows a {face}.", face=as_is(word))
    return ""


async def take_dice(s: State, seat: str, gain: Gain) -> None:
    """2: take dice from the supply, of one colour or of any.

    If the hands are too full, first ask which dice to put back. Then ask for the colours, and roll all new
    dice at once.
    """
    realm = s.realms[seat]
    if not gain.n:
        s.tell("nothing", "{seat} has no karma and gets no die.", seat=seat, cause="dice")
        return
    there = _count_supply(s, gain.colour)
    await put_back(s, seat, gain.n, gain.colour)
    n = min(gain.n, _count_supply(s, gain.colour))
    if n < gain.n:
        text = (
            "There are no more {colour} dice in the supply (rule 2)."
            if gain.colour
            else "There are no more dice in the supply (rule 2)."
        )
        s.tell("supply", text, colour=gain.colour)
    n = min(n, HANDS - realm.held)
    if n <= 0:
        if there:
            s.tell("full", "{seat} has 10 dice and gets no more.", seat=seat)
        return
    colours = [gain.colour] * n if gain.colour else (await choose_colours(s, seat, n)).split("-")
    prompt = say("{seat} rolls {dice}", seat=seat, dice=wording.count_dice("-".join(colours)))
    faces = await Roll(n, prompt, kind="dice", told=True)
    for colour, face in zip(colours, faces, strict=True):
        realm.take(colour, face)
    s.tell("rolled", "{seat} takes {dice}.", seat=seat, dice=join_list(_describe_faces(colours, faces)))


def can_take(s: State, seat: str, colour: str) -> bool:
    """2: return whether the seat can get a die of this colour.

    The supply must have one. A seat with full hands can also put one of its own back first and take it again.
    """
    realm = s.realms[seat]
    return s.supply(colour) > 0 or (realm.held >= HANDS and bool(realm.dice[colour]))


def _count_supply(s: State, colour: str) -> int:
    """Return how many dice of this colour are in the supply. `colour` "" means all colours together."""
    return s.supply(colour) if colour else sum(map(s.supply, COLOURS))


def _describe_faces(colours: Sequence[str], faces: Sequence[int]) -> list[Words]:
    return [say("{colour} {face}", colour=c, face=f) for c, f in zip(colours, faces, strict=True)]


async def choose_colours(s: State, seat: str, n: int) -> str:
    """2: ask in one question for the colours of `n` dice. Return the colours as a key: "blue-green"."""

    def list_offered() -> list[str]:
        return [
            "-".join(chosen)
            for chosen in combinations_with_replacement(COLOURS, n)
            if all(chosen.count(colour) <= s.supply(colour) for colour in chosen)
        ]

    prompt = say(
        Plural(
            "Colour of your new die?",
            "Colours of your {n} new dice?",
        ),
        n=n,
    )
    return await pick(
        seat, prompt, list_offered, kind="colours", lead="take", phrase=wording.COLOURS, also=_spell_colours
    )


def _spell_colours(key: str) -> Sequence[str]:
    """Return other spellings of dice to take: with the colours in reverse order, and counted by colour."""
    swapped = (" ".join(reversed(key.split("-"))),) if "-" in key else ()
    return (*swapped, str(wording.count_dice(key)))


async def put_back(s: State, seat: str, gained: int, colour: str) -> None:
    """2: ask which dice to put back, so that the new ones fit. Kali has ten hands, each for one die.

    New dice without a free hand are not taken. If the free hands can hold all dice of the gained colour in
    the supply, the seat may put back only dice of this colour, because it can take these again at once.
    """
    realm = s.realms[seat]
    returned: list[Words] = []
    while len(returned) < gained:
        spent = _count_supply(s, colour) <= HANDS - realm.held
        useful = {colour: realm.dice[colour]} if spent and colour else realm.dice
        held = list(list_in_hand(useful))
        n = gained if spent else min(gained, _count_supply(s, colour))
        over = realm.held + n - HANDS
        if over <= 0 or not held:
            break
        prompt = say(
            "Which die do you put back? You can hold at most 10 dice. You gain {n}: that is {over} too many.",
            over=over,
            n=n,
        )
        key = await pick_or_done(
            seat, prompt, held, kind="put-back", lead="back", phrase=wording.PUT_BACK, pressed=held
        )
        if key is None:
            break
        chosen = read_die(key)
        realm.give(chosen.colour, chosen.face)
        returned.append(describe_die(chosen))
    if returned:
        s.tell("put-back", "{seat} puts {dice} back into the supply.", seat=seat, dice=join_list(returned))


def list_in_hand(hand: Hand) -> Iterator[str]:
    """Yield the keys of the dice in hand. Equal dice have one key."""
    for colour, faces in hand.items():
        for face in dict.fromkeys(faces):
            yield f"{colour}-{face}"


async def reroll(s: State, seat: str) -> None:
    """5.1: ask for any number of dice, and roll them again once."""
    realm = s.realms[seat]
    chosen: list[Die] = []
    left = dict(realm.dice)
    while any(left.values()):
        prompt = say("Reroll which dice?")
        held = list(list_in_hand(left))
        key = await pick_or_done(
            seat, prompt, held, kind="reroll", lead="reroll", phrase=wording.REROLL, pressed=held
        )
        if key is None:
            break
        chosen.append(read_die(key))
        left = remove_die(left, chosen[-1])
    if not chosen:
        return
    prompt = say("{seat} rerolls {dice}", seat=seat, dice=join_list([describe_die(each) for each in chosen]))
    faces = await Roll(len(chosen), prompt, kind="reroll", told=True)
    for each in chosen:
        realm.give(each.colour, each.face)
    for each, face in zip(chosen, faces, strict=True):
        realm.take(each.colour, face)
    before = join_list([describe_die(each) for each in chosen])
    after = join_list(_describe_faces([each.colour for each in chosen], faces))
    s.tell("rerolled", "{seat} rerolls {before}: {after}.", seat=seat, before=before, after=after)
