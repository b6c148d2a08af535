"""2 Placing: decide which action spaces a seat may take, what they cost, and what they do.

A seat pays the price before it gets the effect. The rulebook lets a seat take the quarry, the harbour, the
Master builder and the Portuguese only if they have an effect. A seat may take any other space without an
effect, in order to block it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rules.asking import pick
from rules.rajas_of_the_ganges import wording
from rules.rajas_of_the_ganges.action_spaces import market
from rules.rajas_of_the_ganges.action_spaces.palace import DOES, GIVES, TERRACE
from rules.rajas_of_the_ganges.action_spaces.quarry import build, can_cover, why_not_build
from rules.rajas_of_the_ganges.action_spaces.river import (
    STEPS,
    bar_destinations,
    find_destinations,
    label_destination,
    sail,
    why_not_portuguese,
)
from rules.rajas_of_the_ganges.board import BOARD, CHAMBERS, END, GOODS, SPACES, Gain
from rules.rajas_of_the_ganges.dice import (
    DIE,
    can_show,
    can_take,
    find_showing,
    label_die,
    list_in_hand,
    name_turning,
    pay_dice,
    read_die,
    remove_die,
    spell_die,
)
from rules.rajas_of_the_ganges.gains import carry_out
from rules.rajas_of_the_ganges.names import TITLES, make_place_key, title_group
from rules.rajas_of_the_ganges.state import Order, Realm, State
from rules.rajas_of_the_ganges.tracks import pay
from rules.words import Plural, Text, Words, say

ANY = (1, 2, 3, 4, 5, 6)
# the spaces that are taken most often, and those that seats without dice take most often
PRESSED = ("quarry", "assorted", "harbour", "outer")
DICELESS = ("assorted", *(space for space in SPACES if space.startswith("terrace-")))
SWAPS = BOARD.balconies.swaps
_AREA = {space: space.partition("-")[0] for space in SPACES}
_COLOUR = {space: space.partition("-")[2] for space in SPACES}


def why_not(s: State, seat: str, space: str) -> Words | None:
    """2: return why this seat may not place a worker on this space now; None if it may."""
    if s.free(space) <= 0:
        there = s.taken[space]
        if there == (seat,):
            return say("2: you are already at {place}", place=make_place_key(space))
        if len(there) == 1:
            return say("2: {seat} is already at {place}", seat=there[0], place=make_place_key(space))
        return say("2: all spaces of {place} are taken", place=make_place_key(space))
    realm = s.realms[seat]
    if (price := s.price(space)) > realm.money:
        text = "2: the next space of {place} costs {n} money, and you have {money}"
        return say(text, place=make_place_key(space), n=price, money=realm.money)
    reason = _REASONS.get(_AREA[space])
    return None if reason is None else reason(s, seat, space)


def _why_not_quarry(s: State, seat: str, _: str) -> Words | None:
    return why_not_build(s, seat)


def _why_not_market(s: State, seat: str, _: str) -> Words | None:
    return None if any(s.realms[seat].dice.values()) else say("4: you have no die to pay with")


def _why_not_balcony(s: State, seat: str, space: str) -> Words | None:
    colour = _COLOUR[space]
    return None if s.realms[seat].dice[colour] else say("5.3: you have no {colour} die", colour=colour)


def _why_not_assorted(s: State, seat: str, _: str) -> Words | None:
    if s.side.once and seat in s.taken.get("assorted", ()):
        return say("4: you have already scored the assorted goods in this round")
    return None


def _why_not_harbour(s: State, seat: str, _: str) -> Words | None:
    realm = s.realms[seat]
    if realm.boat == END:
        return say("6: your boat is already on the final space")
    if not can_show(realm.dice, realm.karma, STEPS):
        return say("6: you need a die that shows 1, 2 or 3")
    return None


def _why_not_chamber(s: State, seat: str, chamber: str) -> Words | None:
    realm, face = s.realms[seat], CHAMBERS[chamber]
    if not can_show(realm.dice, realm.karma, (face,)):
        return say("5.4: you need a die that shows {n}", n=face)
    if chamber == "portuguese":
        return why_not_portuguese(realm)
    if chamber == "builder" and not find_builder_dice(s, seat):
        return say("5.4: you cannot cover any of your tiles now")
    return None


_REASONS: Mapping[str, Callable[[State, str, str], Words | None]] = {
    "quarry": _why_not_quarry,
    "assorted": _why_not_assorted,
    "harbour": _why_not_harbour,
    "balcony": _why_not_balcony,
    **dict.fromkeys(GOODS, _why_not_market),
    **dict.fromkeys(CHAMBERS, _why_not_chamber),
}


def find_builder_dice(s: State, seat: str) -> list[str]:
    """5.4: return each die that shows a 5, if the seat can still cover a tile after it has paid this die."""
    realm = s.realms[seat]
    return [
        key
        for key in find_showing(realm.dice, realm.karma, (CHAMBERS["builder"],))
        if can_cover(s, seat, remove_die(realm.dice, read_die(key)), realm.karma - read_die(key).turned)
    ]


def can_place(s: State, seat: str) -> bool:
    """2: return whether this seat has a worker at home and a space for it."""
    if s.count_at_home(seat) <= 0:
        return False
    if s.free("outer") > 0:
        return True
    return any(why_not(s, seat, space) is None for space in reversed(SPACES))


def does_nothing(s: State, seat: str, space: str) -> bool:
    """2: return whether a market, terrace or balcony, though legal, has no effect now."""
    realm = s.realms[seat]
    match _AREA[space]:
        case "assorted":
            return market.count_assorted(realm) == 0
        case "silk" | "tea" | "spices":
            return market.count_good(realm, space, 1) == 0
        case "terrace":
            return not can_take(s, seat, _COLOUR[space])
        case "balcony":
            return not can_take(s, seat, SWAPS[_COLOUR[space]])
    return False


async def place_worker(s: State, seat: str) -> None:
    """2: place a worker, pay the price, and carry out the action with all consequences."""
    realm = s.realms[seat]
    s.order = Order(seat=seat, money=realm.money, fame=realm.fame)

    def idle(space: str) -> Words | None:
        if does_nothing(s, seat, space):
            return say("2: you would gain nothing at {place} now", place=make_place_key(space))
        return None

    space = await pick(
        seat,
        say("Place a worker on which space?"),
        SPACES,
        partial(why_not, s, seat),
        kind="space",
        phrase=wording.SPACE,
        form="place",
        pressed=PRESSED if realm.held else DICELESS,
        label=partial(label_space, s, seat),
        also=spell_space,
        idle=idle,
    )
    s.order.space = space
    price = s.price(space)
    s.occupy(space, seat)
    s.tell("placed", "{seat} places a worker at {place}.", seat=seat, place=make_place_key(space))
    pay(s, seat, price)
    await carry_out(s, seat, await carry_out_space(s, seat, space))


async def carry_out_space(s: State, seat: str, space: str) -> Sequence[Gain]:
    """Ask for the choices that this space needs, pay the dice, and lay a bought tile or sail.

    Return the gains that follow.
    """
    realm = s.realms[seat]
    colour = _COLOUR[space]
    match _AREA[space]:
        case "quarry":
            return await build(s, seat)
        case "assorted":
            return (Gain("money", market.count_assorted(realm)),)
        case "silk" | "tea" | "spices":
            shown = await pay_die(s, seat, find_market_dice(realm, space))
            return (Gain("money", market.count_good(realm, space, shown)),)
        case "outer":  # 5.1
            return TERRACE
        case "terrace":  # 5.2
            return (Gain("dice", 1, colour),)
        case "balcony":
            offered = [f"{colour}-{face}" for face in dict.fromkeys(realm.dice[colour])]
            await pay_die(s, seat, offered, say("5.3: this balcony takes a {colour} die", colour=colour))
            return (Gain("dice", 2, SWAPS[colour]),)
        case "harbour":
            needs = say("6: you need a die that shows 1, 2 or 3")
            shown = await pay_die(s, seat, find_showing(realm.dice, realm.karma, STEPS), needs)
            to = await pick(
                seat,
                say("Sail to which river space?"),
                find_destinations(s, seat, shown),
                barred=partial(bar_destinations, s, seat, shown),
                kind="destination",
                lead="to",
                label=partial(label_destination, realm),
                phrase=wording.DESTINATION,
            )
            return sail(s, seat, int(to.removeprefix("river-")))
        case "builder":
            needs = say(
                "5.4: you need a die that shows 5, and other dice for the difference between the "
                "two tile prices"
            )
            await pay_die(s, seat, find_builder_dice(s, seat), needs)
        case chamber:
            offered, face = find_showing(realm.dice, realm.karma, (CHAMBERS[chamber],)), CHAMBERS[chamber]
            await pay_die(s, seat, offered, say("5.4: you need a die that shows {n}", n=face))
            if chamber == "mogul":  # 10
                text = "{seat} will take the elephant after this round."
                if seat == s.elephant:
                    text = "{seat} will keep the elephant after this round."
                s.tell("next-elephant", text, seat=seat)
    return GIVES[space]


def find_market_dice(realm: Realm, good: str) -> list[str]:
    """4, 7: return the key of each die as it lies.

    If karma can turn a die so that it earns more, return the key of the turned die too.
    """
    found = []
    for key in find_showing(realm.dice, 0, ANY):
        found.append(key)
        turned = read_die(f"{key}t")
        if realm.karma and market.count_good(realm, good, turned.shows) > market.count_good(
            realm, good, turned.face
        ):
            found.append(turned.key)
    return found


async def pay_die(s: State, seat: str, offered: Sequence[str], needs: Words | None = None) -> int:
    """2: ask for one die, return it to the supply, and return the face that counted.

    `needs`: the reason why other dice can't be paid here.
    """
    prompt = say("Pay with which die?")

    def bar() -> dict[str, Words]:
        """Return the dice in hand that can't be paid here, each with the reason."""
        held = list_in_hand(s.realms[seat].dice)
        return {} if needs is None else {key: needs for key in held if key not in offered}

    key = await pick(
        seat,
        prompt,
        offered,
        barred=bar,
        kind=DIE,
        lead="with",
        phrase=wording.DIE,
        label=label_die,
        also=spell_die,
        cost=name_turning,
        pressed=offered,
    )
    given = read_die(key)
    pay_dice(s, seat, [given])
    return given.shows


def label_space(s: State, seat: str, space: str) -> Words:
    """Return a space with its price and effect: "Dancer (pay a die of 2: 2 dice and a white tile)"."""
    if space in CHAMBERS:
        return say(
            "{space} (pay a die of {n}: {does})", space=space, n=CHAMBERS[space], does=say(DOES[space])
        )
    if does_nothing(s, seat, space):
        return say("{space} (does nothing)", space=space)
    realm = s.realms[seat]
    number = (
        market.count_assorted(realm) if space == "assorted" else s.price(space) if s.free(space) > 0 else 0
    )
    if space in GOODS:
        number = market.count_good(realm, space, max(ANY))
    if space == "harbour" and not number:
        return say("{space} (pay a die of 1–3: sail)", space=space)
    if space == "outer" and not realm.held:
        return say("{space} (gain 2 money)", space=space)
    return say(_DOES[_AREA[space]], space=space, n=number, to=SWAPS.get(_COLOUR[space], ""))


def spell_space(space: str) -> Sequence[Words]:
    """Return how a space may be typed besides its name: as the title of its group on the board."""
    group = "market" if space in GOODS else _AREA[space]
    return (title_group(group),) if group in TITLES else ()


_MARKET = Plural("{space} (pay a die, gain up to {n} money)", "{space} (pay a die, gain up to {n} money)")
_DOES: Mapping[str, Text] = {
    "quarry": "{space} (pay {n} money: buy a tile)",
    "assorted": Plural("{space} (gain {n} money)", "{space} (gain {n} money)"),
    "silk": _MARKET,
    "tea": _MARKET,
    "spices": _MARKET,
    "harbour": "{space} (pay {n} money and a die of 1–3: sail)",
    "outer": "{space} (gain 2 money, reroll dice)",
    "terrace": "{space} (gain a die)",
    "balcony": "{space} (swap a die for 2 {to} dice)",
}
