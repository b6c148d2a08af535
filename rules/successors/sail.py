"""PA-18 to PA-20, PA-31 to PA-36: fleets sail, fight at sea, carry armies and land them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.ask import Ask
from rules.asking import DONE, pick, pick_or_done
from rules.chance import Roll
from rules.successors.board import AREAS, IS_SEA, LANES, PORTS, SHORES
from rules.successors.forces import FLEETS, FORCES, IS_LAND, KIND, OWNER
from rules.successors.march import allies_along
from rules.successors.mixing import LEADER, listed_units, mix, piece_of, supply_of
from rules.successors.state import Fight, Stack, State, Walk, amount, lower, mark, marked
from rules.words import Words, listed, say

PASS, FIGHT, STAY = "pass", "fight", "stay"


@dataclass(slots=True)
class Group:
    """The fleets of one order on their way, with what is aboard."""

    seat: str
    at: str
    fleets: Stack  # pieces: the seat's own, then allies'
    cargo: Stack = field(default_factory=dict)
    leader: bool = False
    carried: int = 0  # PA-20: how many land units these fleets have carried
    way: list[str] = field(default_factory=list)
    points: int = FORCES.moves.fleets

    @property
    def size(self) -> int:
        """How many fleets there are."""
        return sum(self.fleets.values())

    @property
    def room(self) -> int:
        """PA-20: how many more land units they may take aboard."""
        return max(0, self.size - self.carried)


def is_closed(s: State, seat: str, port: str) -> bool:
    """PA-19: unfriendly land units hold the port, and none of one's own or of allies is there."""
    if not s.hostile_land(port, seat):
        return False
    return not any(s.is_allied(seat, owner) for owner in s.owners(port) if owner != "white")


def lanes(s: State, seat: str, origin: str, points: int) -> dict[str, tuple[int, str]]:
    """PA-18, PA-19: the seas and ports that so many movement points lead to, each with what is left of them
    and the place before it."""
    found = {origin: (points, "")}
    open_ = [origin]
    for at in open_:
        left = found[at][0]
        if left and (at == origin or at not in IS_SEA or s.fair_winds or not s.hostile_fleets(at, seat)):
            for near in LANES[at]:
                if near not in found and (near in IS_SEA or not is_closed(s, seat, near)):
                    found[near] = (left - 1, at)
                    open_.append(near)
    del found[origin]
    return found


def sailors(s: State, seat: str, origin: str) -> int:
    """How many fleets of the seat have not sailed yet from there."""
    return marked(s.ready, origin, FLEETS[seat])


def loadable(s: State, seat: str, place: str) -> Stack:
    """PA-20: who of the seat may go aboard in this province, as it names them; its leader among them."""
    found: Stack = {}
    for one, n in s.land_of(place, seat).items():
        rest = n - marked(s.landed, place, one) - marked(s.resting, place, one)
        if rest > 0:
            found[KIND[one]] = rest
    ashore = s.rider == "ashore" or not s.with_leader(place, seat)
    return found if ashore else {LEADER: 1, **found}


async def sail(s: State, seat: str, origin: str) -> None:
    """PA-18, PA-20: fleets from here take aboard, sail, fight, and land; one order each."""
    prompt = say("Sail from {origin}: how many fleets?", origin=origin)
    own = await mix(seat, prompt, lambda: _own_fleets(s, seat, origin), kind="sail-fleets", need=1)
    allied = await allies_along(s, seat, origin, land=False)
    fleets = {piece_of(seat, said): n for said, n in (*own.items(), *allied.items())}
    group = Group(seat, origin, fleets, way=[origin])
    for one, n in fleets.items():
        lower(s.ready, origin, one, marked(s.ready, origin, one) - n)
    if origin in IS_SEA:
        await _cast_off(s, group)
    s.afloat = True
    if origin in IS_SEA and s.hostile_fleets(origin, seat):
        await _battles(s, group, asked_by_others=False)
    first = True
    while group.size:
        to = await _where_to(s, group, first)
        if first:
            await _take_aboard(s, group)
            first = False
        if to == group.at:
            break
        _voyage(s, group, to)
        if to not in IS_SEA or not s.hostile_fleets(to, seat) or not await _battles(s, group):
            break
    if group.size:
        await _land(s, group)
    s.afloat = False
    _log(s, group)


def _own_fleets(s: State, seat: str, origin: str) -> Stack:
    n = sailors(s, seat, origin)
    return {"f": n} if n else {}


async def _cast_off(s: State, group: Group) -> None:
    """Who of those aboard goes with the fleets: as many must stay as the fleets left behind carry, and no
    more can."""
    seat, sea = group.seat, group.at
    aboard = s.land_of(sea, seat)
    total, own = sum(aboard.values()), group.fleets.get(FLEETS[seat], 0)
    behind = s.fleets(sea, seat) - own
    leader = s.with_leader(sea, seat)
    if not total and not leader:
        return
    if not behind:
        group.cargo, group.leader = aboard, leader
    else:
        supply = supply_of(seat, aboard)
        if leader:
            supply = {LEADER: 1, **supply}
        least, most = max(0, total - behind), min(total, own)
        prompt = say("Sail from {sea}: who of those aboard goes along?", sea=sea)
        chosen = await mix(
            seat, prompt, lambda: dict(supply), kind="sail-aboard", most=most, need=least, optional=least == 0
        )
        group.leader = LEADER in chosen
        group.cargo = {piece_of(seat, said): n for said, n in chosen.items() if said != LEADER}
    group.carried = sum(group.cargo.values())


async def _where_to(s: State, group: Group, first: bool) -> str:
    """PA-18: the sea or port where the voyage goes on to; where the fleets are, to end it."""
    seat = group.seat

    def menu() -> dict[str, str]:
        found = lanes(s, seat, group.at, group.points)
        stay = (group.at,) if group.at in IS_SEA else ()
        return {place: place for place in (*stay, *(area for area in AREAS if area in found))}

    def barred() -> dict[str, Words]:
        found = lanes(s, seat, group.at, group.points)
        others = (place for place in (*PORTS, *LANES) if place not in found and place != group.at)
        return {place: _why_not(s, group, place) for place in dict.fromkeys(others)}

    def label(place: str) -> Words:
        if place == group.at:
            return say("Stay in {place}", place=place)
        left, _ = lanes(s, seat, group.at, group.points).get(place, (0, ""))
        if place in IS_SEA and (foes := s.hostile_fleets(place, seat)):
            return say(
                "{place} ({left} MP left; fleets of {foes})", place=place, left=left, foes=listed(foes)
            )
        return say("{place} ({left} MP left)", place=place, left=left)

    text = "Sail from {at} to where?" if first else "Sail on from {at} to where?"
    asked: Ask[str] = Ask(
        seat=seat, prompt=say(text, at=group.at), menu=menu, barred=barred, label=label,
        also=lambda place: ("stay",) if place == group.at else (), kind="sail-to", lead="to",
        bare=(group.at,), anyway=not first,
    )  # fmt: skip
    return await asked


def _why_not(s: State, group: Group, place: str) -> Words:
    if place in PORTS and is_closed(s, group.seat, place):
        return say("PA-19: unfriendly units hold the port of {place}", place=place)
    return say("PA-18: {place} is out of reach with {n} movement points", place=place, n=group.points)


async def _take_aboard(s: State, group: Group) -> None:
    """PA-20: load where the order starts: in that port, or on one coast of that sea."""
    seat = group.seat
    if group.at not in IS_SEA:
        await _load(s, group, group.at)
        return
    coasts = [shore for shore in SHORES[group.at] if _may_load(s, group, shore)]
    if coasts:
        prompt = say("In {sea}: who comes aboard from which coast?", sea=group.at)
        coast = await pick_or_done(seat, prompt, coasts, kind="load-from", lead="from")
        if coast is not None:
            await _load(s, group, coast)


def _may_load(s: State, group: Group, place: str) -> bool:
    there = loadable(s, group.seat, place)
    return LEADER in there or (group.room > 0 and bool(there))


async def _load(s: State, group: Group, place: str) -> None:
    seat = group.seat
    if not _may_load(s, group, place) and not group.room:
        return
    if _may_load(s, group, place):
        prompt = say("Who goes aboard in {place}?", place=place)

        def supply() -> Stack:
            there = loadable(s, seat, place)
            return there if group.room else {LEADER: 1}

        chosen = await mix(seat, prompt, supply, kind="load", most=group.room, optional=True)
        _embark(s, group, place, chosen)
    along = await allies_along(s, seat, place, land=True, most=group.room)
    _embark(s, group, place, along)


def _embark(s: State, group: Group, place: str, chosen: Stack) -> None:
    """These units are aboard now: those who have marched already first."""
    for said, n in chosen.items():
        if said == LEADER:
            group.leader, s.rider = True, "marched"
            s.leaders[group.seat] = group.at
            continue
        one = piece_of(group.seat, said)
        marched = s.count(place, one) - marked(s.ready, place, one)
        if n > marched:
            lower(s.ready, place, one, marked(s.ready, place, one) - (n - marched))
        if place != group.at:
            s.shift(place, group.at, one, n)
        group.cargo[one] = group.cargo.get(one, 0) + n
        group.carried += n


def _voyage(s: State, group: Group, to: str) -> None:
    """The group sails, by the shortest way, to a place in its reach."""
    found = lanes(s, group.seat, group.at, group.points)
    places = [to]
    while places[-1] in found:
        places.append(found[places[-1]][1])
    group.points = found[to][0]
    _carry(s, group, to)
    group.way += places[-2::-1]


def _carry(s: State, group: Group, to: str) -> None:
    for one, n in (*group.fleets.items(), *group.cargo.items()):
        s.shift(group.at, to, one, n)
    if group.leader:
        s.leaders[group.seat] = to
    group.at = to


# ---------------------------------------------------------------------- battles at sea


async def _battles(s: State, group: Group, *, asked_by_others: bool = True) -> bool:
    """PA-18, PA-32, PA-33: the mover, then the others are asked to fight; each opponent once. True where
    anybody fought."""
    seat, fought = group.seat, list[str]()

    def foes() -> list[str]:
        there = s.hostile_fleets(group.at, seat)
        return [foe for foe in there if foe not in fought and s.may_fight(seat, foe)]

    while group.size and foes():
        prompt = say("Fight at sea in {sea}, with {n}?", sea=group.at, n=_fleets(group.size))
        foe = await pick(
            seat, prompt, lambda: [PASS, *foes()], kind="sea-fight", lead="against",
            label=lambda key: _against(s, group, key), bare=(PASS,), anyway=True,
        )  # fmt: skip
        if foe == PASS:
            break
        fought.append(foe)
        await _sea_battle(s, group, foe)
    if asked_by_others:
        for foe in foes():
            if group.size and foe in foes():
                text = "{seat} sails into {sea} with {n}. Do you fight there?"
                prompt = say(text, seat=seat, sea=group.at, n=_fleets(group.size))
                answer = await pick(foe, prompt, (FIGHT, PASS), kind="sea-insist", alone=True)
                if answer == FIGHT and foe in foes():
                    fought.append(foe)
                    await _sea_battle(s, group, foe)
    return bool(fought)


def _fleets(n: int) -> Words:
    return amount(n, "f")


def _against(s: State, group: Group, key: str) -> Words:
    if key == PASS:
        return say("{key}", key=key)
    return say("{foe} ({n})", foe=key, n=_fleets(s.fleets(group.at, key)))


async def _sea_battle(s: State, group: Group, foe: str) -> None:
    """PA-32 to PA-35: one die a fleet, the moving group against all of one opponent there; 5 and 6 sink
    one."""
    s.fighting = True
    seat, sea, need = group.seat, group.at, FORCES.dice.sea
    own, theirs = group.size, s.fleets(sea, foe)
    text = "Battle at sea in {sea}: {own} of {seat} against {theirs} of {foe}"
    prompt = say(text, sea=sea, own=_fleets(own), seat=seat, theirs=_fleets(theirs), foe=foe)
    faces = await Roll(own + theirs, prompt, kind="sea-battle", stakes=("sea", own, theirs, seat, foe))
    hits = (
        min(sum(face >= need for face in faces[:own]), theirs),
        min(sum(face >= need for face in faces[own:]), own),
    )
    dice = tuple((("f", face),) for face in faces)
    s.fights.append(
        Fight(
            sea, "sea", (seat, foe), (tuple(d[0] for d in dice[:own]), tuple(d[0] for d in dice[own:])), hits
        )
    )
    text = "In {sea} {seat} sinks {hits} of {foe}, and loses {lost}."
    s.tell("sea-battle", text, sea=sea, seat=seat, foe=foe,
           hits=_fleets(hits[0]), lost=_fleets(hits[1]), place=sea, sunk=hits[0], own=hits[1])  # fmt: skip
    sunk = hits[1]
    for one in list(group.fleets):
        n = min(sunk, group.fleets[one])
        s.remove(sea, one, n)
        group.fleets[one] -= n
        sunk -= n
    group.fleets = {one: n for one, n in group.fleets.items() if n}
    s.remove(sea, FLEETS[foe], hits[0]) if hits[0] else None
    await _drown(s, group)
    await drown(s, foe, sea, s.land_of(sea, foe), s.fleets(sea, foe))
    if s.with_leader(sea, foe) and not s.fleets(sea, foe):
        leader_home(s, foe, sea)
    s.fighting = False
    s.keep_company()


async def _drown(s: State, group: Group) -> None:
    """PA-34: the group's cargo beyond its fleets drowns; the leader goes Home if the whole group sinks."""
    group.cargo = await drown(s, group.seat, group.at, group.cargo, group.size)
    if not group.size and group.leader:
        group.leader = False
        leader_home(s, group.seat, group.at)


async def drown(s: State, seat: str, sea: str, cargo: Stack, room: int) -> Stack:
    """PA-34: of this cargo no more than so many units are saved; the owner picks who drowns. Returns the
    rest."""
    cargo = dict(cargo)
    while (over := sum(cargo.values()) - room) > 0:
        supply = supply_of(seat, cargo)
        prompt = say("{n} of those aboard drown in {sea}: who?", n=over, sea=sea)
        label = _one_of
        said = next(iter(supply))
        if room and len(supply) > 1:
            said = await pick(seat, prompt, [f"1-{kind}" for kind in supply], kind="drown", label=label)
            said = said.removeprefix("1-")
        one = piece_of(seat, said)
        s.remove(sea, one, 1)
        cargo[one] -= 1
        cargo = {each: n for each, n in cargo.items() if n}
        s.tell(
            "drowned", "{units} of {owner} drowns in {sea}.", units=amount(1, one), owner=OWNER[one], sea=sea
        )
    return cargo


def _one_of(key: str) -> Words:
    return listed_units({key.removeprefix("1-"): 1})[0]


def leader_home(s: State, seat: str, where: str) -> None:
    """A leader goes to his Home at once."""
    home = s.send_home(seat)
    s.walks.append(Walk("home", seat, (where, home), ((LEADER, 1),)))
    s.tell("leader-home", "The leader of {seat} is back in {home}.", seat=seat, home=home)


# ---------------------------------------------------------------------- ashore


async def _land(s: State, group: Group) -> None:
    """PA-20, PA-36: in a port all go ashore; in a sea, on any coast of it, or they stay aboard. Fleets that
    have room may take aboard there too."""
    seat, at = group.seat, group.at
    _settle_fleets(s, group)
    if at not in IS_SEA:
        _ashore(s, group, at, {**supply_of(seat, group.cargo), **({LEADER: 1} if group.leader else {})})
        return
    loaded = False
    while True:

        def menu(loaded: bool = loaded) -> dict[str, str]:
            ashore = {f"land-{shore}": shore for shore in SHORES[at] if _may_land(s, group, shore)}
            more = (
                {}
                if loaded
                else {f"load-{c}": c for c in SHORES[at] if len(group.way) > 1 and _may_load(s, group, c)}
            )
            found = {key: key for key in (*ashore, *more)}
            return found if _must_land(s, group) else {**found, DONE: DONE}

        if menu().keys() <= {DONE}:
            break
        what = await Ask(
            seat=seat, prompt=say("In {sea}: who lands, who comes aboard?", sea=at), menu=menu, kind="shore",
            label=_shore_label, also=_shore_also,
        )  # fmt: skip
        verb, _, coast = what.partition("-")
        if what == DONE:
            break
        if verb == "load":
            loaded = True
            await _load(s, group, coast)
            continue
        prompt = say("Who lands in {coast}?", coast=coast)

        def supply(coast: str = coast) -> Stack:
            return {**({LEADER: 1} if group.leader else {}), **supply_of(seat, group.cargo)}

        need = 1 if s.hostile_land(coast, seat) else 0
        _ashore(s, group, coast, await mix(seat, prompt, supply, kind="land", need=need))
    for one, n in [*group.cargo.items()]:  # allies' units for whom no coast was free
        if over := max(0, s.land(at, OWNER[one]) - s.fleets(at, OWNER[one])):
            s.remove(at, one, min(n, over))
    if group.leader and not s.fleets(at, seat):
        group.leader = False
        leader_home(s, seat, at)


def _shore_label(key: str) -> Words:
    verb, _, coast = key.partition("-")
    if verb == "land":
        return say("Land in {coast}", coast=coast)
    return say("Load in {coast}", coast=coast) if verb == "load" else say("Stay aboard")


def _shore_also(key: str) -> tuple[str, ...]:
    return ("aboard",) if key == DONE else ()


def _may_land(s: State, group: Group, shore: str) -> bool:
    return bool(group.cargo) or (group.leader and not s.hostile_land(shore, group.seat))


def _must_land(s: State, group: Group) -> bool:
    """True while more of a colour are aboard than its own fleets there carry."""
    aboard: dict[str, int] = {}
    for one, n in group.cargo.items():
        aboard[OWNER[one]] = aboard.get(OWNER[one], 0) + n
    if any(s.land(group.at, owner) > s.fleets(group.at, owner) for owner in aboard):
        return True
    return group.leader and not s.fleets(group.at, group.seat)


def _settle_fleets(s: State, group: Group) -> None:
    """The fleets have sailed; those of allies rest."""
    for one, n in group.fleets.items():
        if group.at in IS_SEA and len(group.way) > 1:
            mark(s.sailed, group.at, one, n)
        if OWNER[one] != group.seat:
            mark(s.resting, group.at, one, n)


def _ashore(s: State, group: Group, coast: str, chosen: Mapping[str, int]) -> None:
    """These units have landed: for them this Movement is over."""
    for said, n in chosen.items():
        if said == LEADER:
            s.leaders[group.seat], s.rider, group.leader = coast, "ashore", False
            continue
        one = piece_of(group.seat, said)
        if coast != group.at:
            s.shift(group.at, coast, one, n)
        mark(s.landed, coast, one, n)
        if OWNER[one] != group.seat:
            mark(s.resting, coast, one, n)
        group.cargo[one] -= n
        group.cargo = {each: left for each, left in group.cargo.items() if left}
    if chosen:
        if coast != group.at:
            group.way.append(coast)
        who = listed(listed_units(chosen))
        s.tell("landing", "{who} of {seat} land in {coast}.", who=who, seat=group.seat, coast=coast)
        if coast != group.at:
            _log(s, group)
            group.way = [group.at]


def _log(s: State, group: Group) -> None:
    """PA-18: the voyage, for the story and for pictures."""
    if len(group.way) < 2:
        return
    who = {**supply_of(group.seat, group.fleets), **supply_of(group.seat, group.cargo)}
    if group.leader:
        who[LEADER] = 1
    s.walks.append(Walk("voyage", group.seat, tuple(group.way), tuple(who.items())))
    end = next((place for place in reversed(group.way) if place in LANES), group.at)
    if end != group.way[0]:
        text = "{n} of {seat} sail from {origin} to {to}."
        s.tell("voyage", text, n=_fleets(group.size), seat=group.seat, origin=group.way[0], to=end)


def carries(stack: Stack) -> int:
    """How many land units of a stack are aboard."""
    return sum(n for one, n in stack.items() if IS_LAND[one])
