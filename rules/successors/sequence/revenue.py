"""PA-3, PA-6 to PA-13: carry out income, ransom, maintenance, purchases, and elimination."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial

from rules.asking import DONE, choose, pick
from rules.extras import Warned
from rules.successors import wording
from rules.successors.board import COASTS, IS_SEA, PORTS, RAISES, SEAS
from rules.successors.fighting.sea_battle import drown, send_leader_home
from rules.successors.forces import (
    AT_SEA,
    BANK,
    COST,
    FLEET,
    FLEETS,
    MAINTENANCE,
    MIX,
    RANSOM,
    SORT,
    TURNS,
    WHITE,
    make_piece_key,
)
from rules.successors.moving.movement import say_talents
from rules.successors.stacks import Stack, say_amount
from rules.successors.state import State
from rules.words import Plural, Words, in_turn, join_list, say

HOME, LEADER, DISBAND = "home", "with-leader", "disband"
PLACE_UNITS = "place-units"  # the kind of the question "Home or leader?"; its `about` names both places
BOUGHT = ("l", "i", "c", FLEET)  # PA-11: kinds that can be bought
ELEPHANT = "e"  # only Events offer it; players who ask for one here are told so


async def revenue(s: State, seat: str) -> None:
    """PA-3: carry out income, ransom and maintenance, then ask for purchases and disbanding.

    Eliminate the seat if it has no units at the end. There is no Revenue in the first game turn.
    """
    income = s.income(seat)
    s.gain(seat, income)
    s.tell("income", "{seat} has an income of {n}.", seat=seat, n=say_talents(income))
    await ransom(s, seat)
    await maintain(s, seat)
    await buy_and_disband(s, seat)
    s.keep_company()
    if not s.units(seat):
        eliminate(s, seat)


async def ransom(s: State, seat: str) -> None:
    """PA-9: ask the owner of a captive leader whether to pay the ransom. The captor can't refuse."""
    if seat not in s.captors:
        return
    captor = s.captors[seat]

    def menu() -> dict[str, str]:
        keys = ("ransom", "no") if s.talents[seat] >= RANSOM else ("no",)
        return {key: key for key in keys}

    text = "Your leader is a captive of {captor}. Do you pay a ransom of {n}? {purse}"
    if captor == BANK:  # a captive of the Rebels, or of a seat that is out of the game
        text = "Your leader is a captive. Do you pay the bank a ransom of {n}? {purse}"
    prompt = say(text, captor=captor, n=say_talents(RANSOM), purse=partial(_describe_purse, s, seat))
    answer = await choose(
        seat, prompt, menu, kind="ransom", alone=True, phrase=wording.RANSOM, label=_label_ransom
    )
    if answer == "no":
        return
    s.pay(seat, RANSOM)
    if captor != BANK:
        s.gain(captor, RANSOM)
    s.send_home(seat)
    text = "{seat} pays {captor} a ransom of {n}, and {seat}'s leader returns to {home}."
    s.tell("ransom", text, seat=seat, captor=captor, n=say_talents(RANSOM), home=s.homes[seat])


def _describe_purse(s: State, seat: str) -> Words:
    """PA-9, PA-10: return the seat's Talents, its upkeep, and how many units a ransom would cost it."""
    held, upkeep = s.talents[seat], count_upkeep(s, seat)
    told = {"held": say_talents(held), "upkeep": say_talents(upkeep)}
    lost = -(-(upkeep - held + RANSOM) // MAINTENANCE) - max(0, -(-(upkeep - held) // MAINTENANCE))
    if held < RANSOM or lost <= 0:
        return say("You have {held}, and the upkeep that comes next costs {upkeep}.", **told)
    text = Plural(
        "You have {held}, and the upkeep that comes next costs {upkeep}: a ransom makes you lose {n} unit.",
        "You have {held}, and the upkeep that comes next costs {upkeep}: a ransom makes you lose {n} units.",
    )
    return say(text, n=lost, **told)


def _label_ransom(key: str) -> Words:
    return say("Pay the ransom") if key == "ransom" else say("No ransom")


def count_upkeep(s: State, seat: str) -> int:
    """PA-10: return the maintenance of all units, in Talents."""
    return MAINTENANCE * s.units(seat)


def warn_of_upkeep(s: State, seat: str) -> list[Warned]:
    """PA-10: return a warning if the seat's Talents and income don't cover its next upkeep; else []."""
    if s.seat != seat or not 0 < s.number < TURNS or s.ended:
        return []
    cost, held, income = count_upkeep(s, seat), s.talents[seat], s.income(seat)
    short = -(-(cost - held - income) // MAINTENANCE)
    if short <= 0:
        return []
    text = Plural(
        "Your next upkeep costs {cost}. You have {held} and an income of {income}: you lose {n} unit then",
        "Your next upkeep costs {cost}. You have {held} and an income of {income}: you lose {n} units then",
    )
    return [Warned("upkeep", "PA-10", say(text, n=short, cost=say_talents(cost), held=held, income=income))]


UNPAID = Plural(
    "Upkeep costs {cost}, but you have {held}: you lose {n} unit. Which one?",
    "Upkeep costs {cost}, but you have {held}: you lose {n} units. Which one first?",
)


async def maintain(s: State, seat: str) -> None:
    """PA-10: pay 1 Talent for each unit. A seat that can't pay removes units until it can."""
    gone: Stack = {}
    while count_upkeep(s, seat) > s.talents[seat]:
        prompt = say(
            UNPAID,
            n=-(-(count_upkeep(s, seat) - s.talents[seat]) // MAINTENANCE),
            cost=say_talents(count_upkeep(s, seat)),
            held=say_talents(s.talents[seat]),
        )

        def menu() -> dict[str, str]:
            short = count_upkeep(s, seat) > s.talents[seat]
            return {key: key for key in (list_losable(s, seat) if short else ["pay"])}

        answer = await choose(seat, prompt, menu, kind="upkeep", phrase=wording.UPKEEP)
        if answer == "pay":
            break
        await lose_unit(s, seat, answer, "disbanded")
        kind = answer.split("-")[1]
        gone[kind] = gone.get(kind, 0) + 1
    if gone:
        units = join_list([say_amount(n, kind) for kind, n in gone.items()])
        s.tell("unpaid", "{seat} can't pay all upkeep and loses {units}.", seat=seat, units=units)
    n = count_upkeep(s, seat)
    s.pay(seat, n)
    s.tell(
        "upkeep",
        "{seat} pays {n} of upkeep and has {left} left.",
        seat=seat,
        n=say_talents(n),
        left=say_talents(s.talents[seat]),
    )


def list_losable(s: State, seat: str, *, fleets_only: bool = False) -> list[str]:
    """Return the units that a seat could lose, one answer for each piece and place: "lose-i-MAC"."""
    return [
        f"lose-{one.partition('-')[2]}-{area}"
        for area, one, _ in s.places_of(seat)
        if not fleets_only or one == FLEETS[seat]
    ]


async def lose_unit(s: State, seat: str, key: str, told: str = "lost") -> None:
    """Put a unit back into the box, and drown the units that its fleet carried.

    `told`: the kind of the story's line, "lost" or "disbanded".
    """
    _, kind, area = key.split("-")
    one = make_piece_key(seat, kind)
    s.remove(area, one, 1)
    s.tell(told, LOST[told], seat=seat, unit=say_amount(1, one), area=area)
    await spill(s, seat, area)


LOST = {"lost": "{seat} loses {unit} in {area}.", "disbanded": "{seat} disbands {unit} in {area}."}


async def spill(s: State, seat: str, area: str) -> None:
    """Drown units at sea for which the remaining fleets lack room; send a leader without fleets Home."""
    if area in IS_SEA:
        await drown(s, seat, area, s.land_of(area, seat), s.fleets(area, seat))
        if s.with_leader(area, seat) and not s.fleets(area, seat):
            send_leader_home(s, seat, area)


# ---------------------------------------------------------------------- purchases


def find_fleet_places(s: State, seat: str, *, setting_up: bool = False) -> dict[str, int]:
    """PA-11: return where a fleet may be placed, and its price there.

    These are controlled ports, and seas next to a controlled province. `setting_up`: only the Home counts.
    """
    held = [s.homes[seat]] if setting_up else s.list_controlled(seat)
    touched = {sea for province in held for sea in COASTS[province]}
    ports = {port: COST[FLEET] for port in PORTS if port in held}
    return ports | {sea: AT_SEA for sea in SEAS if sea in touched}


def find_land_places(s: State, seat: str) -> list[str]:
    """PA-12: return where land units may be placed.

    They go to the Home, even if other seats' units are there, or to a leader who is free and on land.
    """
    leader = s.leaders.get(seat)
    found = [HOME]
    if leader is not None and leader not in IS_SEA and leader != s.homes[seat]:
        found.append(LEADER)
    return found


def find_raised(s: State, seat: str, *, setting_up: bool = False) -> set[str]:
    """PA-13: return the types that the provinces of a seat raise. `setting_up`: only the Home counts."""
    return {RAISES[province] for province in ([s.homes[seat]] if setting_up else s.list_controlled(seat))}


def why_not_buy(s: State, seat: str, kind: str, n: int, *, setting_up: bool = False) -> Words | None:
    """PA-11 to PA-13: return why `n` of a kind can't be bought now; None if they can."""
    if kind not in BOUGHT:
        return say("PA-11: you can buy {kind} only when an Event offers them", kind=SORT[kind])
    prices = find_fleet_places(s, seat, setting_up=setting_up).values() if kind == FLEET else (COST[kind],)
    if not prices:
        return say("PA-11: you control no port and no coast")
    if kind in ("i", "c") and SORT[kind] not in find_raised(s, seat, setting_up=setting_up):
        return say("PA-13: none of your provinces raises {kind}", kind=kind)
    if n > s.box[make_piece_key(seat, kind)]:
        return say(
            "PA-11: you have only {left} left to buy",
            left=say_amount(s.box[make_piece_key(seat, kind)], kind),
        )
    cost = n * min(prices)
    if cost > s.talents[seat]:
        return say(
            "PA-11: this costs {cost}, and you have {held}",
            cost=say_talents(cost),
            held=say_talents(s.talents[seat]),
        )
    if setting_up and kind == FLEET and not _has_land(s, seat) and s.talents[seat] - cost < COST["l"]:
        return say("Set-up: you must also buy a land unit, and after this purchase you couldn't pay for one")
    return None


def _has_land(s: State, seat: str) -> bool:
    return s.land(s.homes[seat], seat) > 0


async def buy_and_disband(s: State, seat: str, *, setting_up: bool = False) -> None:
    """PA-11 to PA-13: ask the seat for purchases and disbanding until it is done."""

    def menu() -> dict[str, str]:
        found = {key: key for key in _list_affordable(s, seat, setting_up)}
        if setting_up:
            return {**found, DONE: DONE} if _has_land(s, seat) else found
        if s.units(seat):
            found[DISBAND] = DISBAND
        return {**found, DONE: DONE}

    def list_refused() -> dict[str, Words]:
        found = {}
        for kind in (*BOUGHT, ELEPHANT):
            for n in range(1, MIX[make_piece_key(seat, kind)] + 1):
                if (why := why_not_buy(s, seat, kind, n, setting_up=setting_up)) is not None:
                    found[f"{n}-{kind}"] = why
        return found

    while True:
        text = SET_UP if setting_up else BUY
        if not any(_list_affordable(s, seat, setting_up)):
            text = BOUGHT_ALL if setting_up else DISBAND_ONLY
        prompt = say(
            text,
            held=say_talents(s.talents[seat]),
            income=s.income(seat),
            upkeep=count_upkeep(s, seat),
            prices=lambda: in_turn(_list_prices(s, seat, setting_up=setting_up), ", "),
        )
        choice = await choose(
            seat,
            prompt,
            menu,
            list_refused,
            kind="purchase",
            phrase=wording.PURCHASE,
            lead="buy",
            bare=(DISBAND, DONE),
            label=lambda key: _label_price(s, seat, key, setting_up),
            amounts=True,
            usual=DONE if text == DISBAND_ONLY else "",
        )
        if choice == DONE:
            return
        if choice == DISBAND:
            await disband(s, seat)
            continue
        number, _, kind = choice.partition("-")
        await buy(s, seat, kind, int(number), setting_up)


DISBAND_ONLY = (
    "You can buy nothing: you have {held}, and this turn's upkeep is paid. Prices: {prices}. "
    "Do you disband units? Next turn: income {income}, upkeep {upkeep}."
)
BUY = (
    "What do you buy? You have {held}: this turn's upkeep is paid. Prices: {prices}. "
    "Next turn: income {income}, upkeep {upkeep}."
)
SET_UP = "Set-up: what do you buy? You have {held}. Prices: {prices}."
BOUGHT_ALL = "Set-up: what do you buy? You have {held}."


def _list_prices(s: State, seat: str, *, setting_up: bool) -> list[Words]:
    """PA-11, PA-13: return the price of each kind that the seat can get, the cheapest first."""
    raised = find_raised(s, seat, setting_up=setting_up)
    prices = {kind: COST[kind] for kind in BOUGHT if kind in ("l", FLEET) or SORT[kind] in raised}
    places = find_fleet_places(s, seat, setting_up=setting_up)
    if places:
        prices[FLEET] = min(places.values())
    else:
        del prices[FLEET]
    cheapest = sorted(prices, key=prices.__getitem__)
    return [
        _add_limit(
            s,
            seat,
            kind,
            prices[kind],
            _say_fleet_price(places) if kind == FLEET else say("{kind} {n}", kind=kind, n=prices[kind]),
        )
        for kind in cheapest
    ]


def _add_limit(s: State, seat: str, kind: str, price: int, told: Words) -> Words:
    """PA-11: return a price. If the seat could pay for more units than are left, add how many are left."""
    left = s.box[make_piece_key(seat, kind)]
    if s.talents[seat] < (left + 1) * price:
        return told
    return say("{price} (only {n} left)" if left else "{price} (none left)", price=told, n=left)


def _say_fleet_price(places: Mapping[str, int]) -> Words:
    """PA-11: return the price of a Fleet in a port and at sea. `places`: the price in each place."""
    low, high = min(places.values()), max(places.values())
    if low != high:
        return say("{kind} {n} in a port or {more} at sea", kind=FLEET, n=low, more=high)
    return say("{kind} {n} at sea" if low == AT_SEA else "{kind} {n} in a port", kind=FLEET, n=low)


def _list_affordable(s: State, seat: str, setting_up: bool) -> Iterator[str]:
    held, land = s.talents[seat], None
    for kind in BOUGHT:
        if held < COST[kind]:
            continue
        if kind in ("i", "c"):
            land = find_raised(s, seat, setting_up=setting_up) if land is None else land
            if SORT[kind] not in land:
                continue
        price = COST[kind]
        if kind == FLEET:
            prices = find_fleet_places(s, seat, setting_up=setting_up).values()
            if not prices:
                continue
            price = min(prices)
            if setting_up and not _has_land(s, seat):
                held -= COST["l"]
        for n in range(min(held // price, s.box[make_piece_key(seat, kind)]), 0, -1):
            yield f"{n}-{kind}"


def _label_price(s: State, seat: str, key: str, setting_up: bool) -> Words:
    """Return a purchase with its price. The price of Fleets depends on where they are placed."""
    number, _, kind = key.partition("-")
    if not kind:
        return say("{key}", key=key)
    if kind == FLEET:
        prices = find_fleet_places(s, seat, setting_up=setting_up).values()
        least = int(number) * min(prices, default=COST[FLEET])
        return say("{units} (from {n} T)", units=say_amount(int(number), kind), n=least)
    return say("{units} ({n} T)", units=say_amount(int(number), kind), n=int(number) * COST[kind])


async def buy(s: State, seat: str, kind: str, n: int, setting_up: bool) -> None:
    """PA-11, PA-12: buy `n` of a kind, all in one place."""
    one = make_piece_key(seat, kind)
    if kind == FLEET:
        spare = COST["l"] if setting_up and not _has_land(s, seat) else 0

        def places() -> list[str]:
            prices = find_fleet_places(s, seat, setting_up=setting_up).items()
            return [place for place, price in prices if n * price <= s.talents[seat] - spare]

        def label(place: str) -> Words:
            price = find_fleet_places(s, seat, setting_up=setting_up)[place]
            return say("{place} ({n} T)", place=place, n=n * price)

        prompt = say("Where do you place {units}?", units=say_amount(n, kind))
        place = await pick(
            seat, prompt, places, kind="place-fleets", label=label, phrase=wording.PLACE_FLEETS
        )
        cost = n * find_fleet_places(s, seat, setting_up=setting_up)[place]
        s.pay(seat, cost)
    else:
        cost = n * COST[kind]
        s.pay(seat, cost)  # paid before the next question, because Talents may be given away while it is open
        places_of = {HOME: s.homes[seat], LEADER: s.leaders.get(seat, "")}
        prompt = say("Where do you place {units}?", units=say_amount(n, kind))
        where = await pick(seat, prompt, lambda: find_land_places(s, seat), kind=PLACE_UNITS,
                           about=" ".join(places_of[key] for key in find_land_places(s, seat)),
                           phrase=wording.PLACE_UNITS, also=partial(_place_also, places_of),
                           label=lambda key: _label_place(s, seat, key))  # fmt: skip
        place = places_of[where]
    held = s.sole(place)
    s.place(place, one, n)
    s.tell(
        "bought",
        "{seat} buys {units} in {place} for {cost}.",
        seat=seat,
        units=say_amount(n, kind),
        place=place,
        cost=say_talents(cost),
    )
    if held and held != seat and kind != FLEET:
        text = "{seat} no longer scores {place}, because {other} has units there too."
        s.tell("shared", text, seat=held, place=place, other=seat)


def _label_place(s: State, seat: str, key: str) -> Words:
    """Return where new units arrive, and whose land units are there: "Home (Syria: 2 of yours there)"."""
    place = s.homes[seat] if key == HOME else s.leaders[seat]
    owners = sorted(s.owners(place), key=lambda owner: owner != seat)
    there = [_say_guard(s, seat, place, owner) for owner in owners]
    text = "Home ({place}: {units} there)" if key == HOME else "Leader ({place}: {units} there)"
    return say(text, place=place, units=in_turn(there, ", ") if there else say("nobody"))


def _say_guard(s: State, seat: str, place: str, owner: str) -> Words:
    """Return how many land units an owner has in a place, for the reader `seat`."""
    text = "{n} of the Rebels" if owner == WHITE else "{n} of {owner}"
    return say("{n} of yours" if owner == seat else text, n=s.land(place, owner), owner=owner)


def _place_also(places_of: Mapping[str, str], key: str) -> tuple[str | Words, ...]:
    """Return the other spellings of the place of new units: its province, and "leader"."""
    province = say("{place}", place=places_of[key])
    return ("leader", province) if key == LEADER else (province,)


async def disband(s: State, seat: str) -> None:
    """PA-3: disband a unit. Its counter can be bought again."""
    key = await pick(
        seat,
        say("Which unit do you disband?"),
        lambda: list_losable(s, seat),
        kind="disband",
        phrase=wording.DISBAND,
    )
    await lose_unit(s, seat, key, "disbanded")


# ---------------------------------------------------------------------- elimination


def eliminate(s: State, seat: str) -> None:
    """Elimination (ours): remove a seat that has no units at the end of its Revenue.

    The seat loses its leader, Home and Talents. Its chits go back to the cup, and its captives to the bank.
    Its alliances, truces and offers end. If only one seat is left, the game ends.
    """
    s.tell("out", "{seat} has no units left and is out of the game.", seat=seat)
    s.order.remove(seat)
    s.homes.pop(seat)
    s.leaders.pop(seat, None)
    s.captors.pop(seat, None)
    s.talents[seat] = 0
    s.chits = {chit: holder for chit, holder in s.chits.items() if holder != seat}
    s.captors = {owner: BANK if captor == seat else captor for owner, captor in s.captors.items()}
    s.allied = {pair for pair in s.allied if seat not in pair}
    s.ending = {pair for pair in s.ending if seat not in pair}
    s.truces = {pair: until for pair, until in s.truces.items() if seat not in pair}
    s.truces = {pair: "" if until == seat else until for pair, until in s.truces.items()}
    s.offers = [offer for offer in s.offers if seat not in (offer.giver, offer.taker)]
    if s.first == seat:
        s.first = ""
    if len(s.order) == 1:
        s.ended = True
