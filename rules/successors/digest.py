"""Summarize a game turn in prose for spectators, and explain each seat's points."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from rules.successors.board import AREAS, PROVINCES, VALUE
from rules.successors.forces import BANK, COLOURS, IS_LAND, KIND, OWNER, WHITE
from rules.successors.moving.movement import say_talents
from rules.successors.stacks import Stack, say_amount
from rules.successors.victory import format_points, say_points
from rules.successors.view import View
from rules.words import Line, Plural, Text, Words, as_is, in_turn, join_list, say

# kinds of story lines to repeat: what people lost or won outside battles on land
TOLD = (
    *("captured", "ransom", "unpaid", "lost", "sunk", "drowned", "turned", "deserted", "port", "raid"),
    *("bribe", "sea-battle", "leader-home", "broken", "cancelled"),
    *("refused", "declined"),  # the seat that asked wants to know the answer
)
ELIMINATION = 0  # the index of the paragraph on who is out of the game
DEALS = ("allied", "truce", "gift")  # kinds of story lines to repeat after the losses
SIDES = ("attacker", "defender", "winner", "loser")  # the sides of a battle in lines of the story
# the names of these kinds of story lines in a sentence
REVENUE = {"income": "income", "upkeep": "upkeep", "unpaid": "unpaid upkeep"}
MOST_NEWS = 6  # at most this many sentences of news that don't concern the reader's seat
MOST_PLACES = 5  # at most this many names of provinces in a sentence on what a seat took or lost
# if a seat lost units in more places than this, the sentence on its losses doesn't say where
MOST_PLACES_OF_LOSSES = 2
MORE_PLACES = Plural("{n} more province", "{n} more provinces")
MORE = "More happened in {places}."
Fled = Mapping[str, Collection[str]]  # by seat, the provinces to which its units fled
PARTS = "{land} for provinces, {money} for {talents}"


class News(NamedTuple):
    """A sentence on what happened, and the seats that it concerns."""

    words: Words
    seats: frozenset[str]


@dataclass(slots=True)
class War:
    """A battle of the story.

    Attributes:
        sides: the principals, the attacker first
        begins: whether the battle begins in this story
        lost: the units that each side has lost in this story
        thrown: whether dice were thrown in this story
    """

    sides: tuple[str, str]
    begins: bool = False
    lost: tuple[Stack, Stack] = field(default_factory=lambda: ({}, {}))
    thrown: bool = False


def title_chapter(view: View) -> Words:
    """Return the title of a chapter: the game turn. `view`: the view at the beginning of the chapter."""
    return say("Game turn {n}", n=view.number) if view.number else say("The set-up")


def tell_chapter(before: View, after: View, story: Sequence[Line], own: str) -> list[list[Words]]:
    """Return what happened between two views: paragraphs of sentences, most important first.

    Who is out of the game comes first (`ELIMINATION`), then what concerns the seat `own`. If `own` is "", it
    is what concerns the seat to act.
    """
    own = own or after.seat
    short = _list_short_alliances(story)  # alliances that began and ended: one sentence each
    told = [line for line in story if line.kind in DEALS and _find_pair(line) not in short]
    allied = [line.words for line in told if line.kind == "allied"]
    deals = [line.words for line in told if line.kind != "allied"]
    homes = {line.parts["home"] for line in story if line.kind == "home"}  # the text of the order names these
    takings = _Takings(before.controllers, after.controllers, homes)
    left = [line for line in story if line.kind != "broken" or _find_pair(line) not in short]
    news = [
        *short.values(),
        *_list_news(left, own, takings),
        *_list_provinces(before, after, own, takings),
    ]
    others = [each.words for each in news if own not in each.seats]
    places = list(dict.fromkeys(place for words in others[MOST_NEWS:] for place in _find_places(words)))
    rebels = _tell_rebels(before, after)
    events = _tell_event(story, own, rebels)
    about = any(own in line.parts.values() for line in story if line.kind == "event") or any(
        OWNER[one] == own for place in _list_rebelling(before, after) for one in before.stacks.get(place, ())
    )
    return [
        [line.words for line in story if line.kind == "out"],
        [*(events if about else ())],
        [each.words for each in news if own in each.seats],
        allied,
        [*(() if about else events), *others[:MOST_NEWS]]
        + ([say(MORE, places=join_list(places))] if places else []),
        deals,
    ]


def _find_pair(line: Line) -> frozenset[str]:
    """Return the seats that a line names."""
    return frozenset(each for each in line.parts.values() if each in COLOURS)


def _list_short_alliances(story: Sequence[Line]) -> dict[frozenset[str], News]:
    """PA-21: return a sentence for each alliance of the story that was broken in the same story.

    The key has both seats.
    """
    made = {_find_pair(line) for line in story if line.kind == "allied"}
    broken = {_find_pair(line): line.parts for line in story if line.kind == "broken"}
    text = (
        "{seat} and {other} became allies, but {seat} has since broken with {other}: their "
        "alliance ends when the next player's turn begins."
    )
    return {
        pair: News(say(text, seat=parts["seat"], other=parts["other"]), pair)
        for pair, parts in broken.items()
        if pair in made
    }


def tell_ending(after: View, _story: Sequence[Line]) -> list[Words]:
    """Return who won with how many points; empty while the game goes on."""
    if not after.winners:
        return []
    won = after.seat_view(after.winners[0])
    return [say("{seat} won the game with {points}.", seat=won.key, points=say_points(won.score))]


def _find_places(value: object) -> list[str]:
    """Return the provinces that a sentence names."""
    if isinstance(value, Words):
        return [place for each in value.args.values() for place in _find_places(each)]
    return [value] if isinstance(value, str) and value in PROVINCES else []


def tell_points(before: View, after: View) -> list[Words]:
    """PA-41 to PA-43: return the sentence on all seats' points, most points first; [] if none changed."""
    if not any(
        now.alive and now.score != then.score for then, now in zip(before.seats, after.seats, strict=True)
    ):
        return []
    ranked = sorted((seat for seat in after.seats if seat.alive), key=lambda seat: -seat.score)
    parts = [_say_total(seat.key, seat.score, before.seat_view(seat.key).score) for seat in ranked]
    return [say("Points now: {parts}.", parts=in_turn(parts, ", "))]


def _say_total(seat: str, now: int, then: int) -> Words:
    """Return a seat's points, and by how much they changed."""
    points, change = as_is(format_points(now)), as_is(format_points(abs(now - then)))
    if now == then:
        return say("{seat} {n}", seat=seat, n=points)
    text = "{seat} {n} (+{change})" if now > then else "{seat} {n} (−{change})"
    return say(text, seat=seat, n=points, change=change)


def _tell_event(story: Sequence[Line], own: str, rebels: Sequence[Words]) -> list[Words]:
    """PA-2: return a sentence on the Event; only the `rebels` if there was no Event, or one without effect.

    If the seat `own` rolled the Event, the sentence says what the Event does. Another seat's Event is told
    only if it took something away or brought Rebels. If Rebels came, the sentence says where.
    """
    events = [line for line in story if line.kind == "event"]
    if len(events) > 1:  # of several Events, only those of `own` are told
        mine = [line for line in events if line.parts["seat"] == own and not line.parts["quiet"]]
        return [*map(_say_whole_event, mine), *rebels]
    if not events or events[0].parts["quiet"]:
        return [*rebels]
    (line,) = events
    whole = _say_whole_event(line)
    if line.parts["seat"] == own:
        return [whole]
    after = next(iter(story[story.index(line) + 1 :]), line)
    lost = after.kind in (*TOLD, "out") or (after.kind == "deserters" and after.parts["n"])
    if not lost and line.parts["effect"] != "homeward" and not rebels:
        return []
    told = say("{seat} rolled the Event “{title}”", seat=line.parts["seat"], title=line.parts["title"])
    return [say("{told}: {more}", told=told, more=rebels[0]) if rebels else whole]


def _say_whole_event(line: Line) -> Words:
    """PA-2: return who rolled an Event, its title, and what it brings."""
    text = "{seat} rolled the Event “{title}”: {clause}."
    return say(text, **{part: line.parts[part] for part in ("seat", "title", "clause")})


def _list_provinces(before: View, after: View, own: str, takings: _Takings) -> Iterator[News]:
    """PA-6: yield which seat took which provinces from whom, and which provinces nobody controls any more.

    What the seat `own` took comes last, because its player knows that. Leave out the provinces
    `takings.told`: other sentences tell of them, or a battle there goes on. Also leave out the loss of a
    province that the seat itself has left.
    """
    for seat in sorted(COLOURS, key=lambda each: each == own):
        # {(the seat that had control, the others with land units there now): provinces that this seat took}
        gains: dict[tuple[str, tuple[str, ...]], list[str]] = {}
        contested: dict[tuple[str, ...], list[str]] = {}
        # PA-41: {newcomers: the provinces where this seat keeps control but no longer scores}
        shared: dict[tuple[str, ...], list[str]] = {}
        for place in sorted(PROVINCES, key=lambda place: -VALUE[place]):
            was, now = before.controllers.get(place, ""), after.controllers.get(place, "")
            if place in takings.told:
                continue
            owners = dict.fromkeys(OWNER[one] for one in after.stacks.get(place, ()) if IS_LAND[one])
            rest = tuple(owner for owner in owners if owner != seat)
            if now == seat != was:
                gains.setdefault((was, rest), []).append(place)
            if was == seat in owners and not now:
                contested.setdefault(_list_newcomers(before, after, place, seat), []).append(place)
            if was == seat and _is_newly_shared(before, after, place):
                shared.setdefault(_list_newcomers(before, after, place, seat), []).append(place)
        for (loser, rest), places in sorted(gains.items(), key=lambda each: not each[0][0]):
            text, named = "{seat} took {provinces}.", _list_first(places)
            if loser:
                text, named = "{seat} took {provinces} from {loser}.", join_list(places)
            if rest:
                text = (
                    "{seat} has more units in {provinces} now than {rest}, but scores only where it is alone."
                )
            words = say(text, seat=seat, provinces=named, loser=loser, rest=join_list(rest))
            yield News(words, frozenset((loser, *rest)) - {""})
        for enemies, places in contested.items():
            text = (
                "{enemies} entered {provinces}, so {seat} lost control there."
                if enemies
                else "{seat} lost control of {provinces}: nobody has the most units there."
            )
            words = say(text, seat=seat, provinces=join_list(places), enemies=join_list(enemies))
            yield News(words, frozenset((seat, *enemies)))
        for others, places in shared.items():
            text = "{others} entered {provinces}: {seat} keeps control, but scores only where it is alone."
            words = say(text, seat=seat, provinces=join_list(places), others=join_list(others))
            yield News(words, frozenset((seat, *others)))
        if cleared := [place for place in _list_cleared(before, after, seat) if place not in takings.fought]:
            text = "{seat} is alone in {provinces} again, and scores there."
            yield News(say(text, seat=seat, provinces=join_list(cleared)), frozenset((seat,)))


def _list_cleared(before: View, after: View, seat: str) -> list[str]:
    """PA-41: return the provinces that this seat kept, and where only now no other seat has land units."""
    return [
        place
        for place in PROVINCES
        if before.controllers.get(place) == seat and _is_newly_shared(after, before, place)
    ]


def _is_newly_shared(before: View, after: View, place: str) -> bool:
    """PA-41: return whether a province kept its controller, but its land units no longer have one owner."""
    kept = before.controllers.get(place) == after.controllers.get(place)
    return kept and _is_sole(before, place) and not _is_sole(after, place)


def _is_sole(view: View, place: str) -> bool:
    """PA-41: return whether the land units in a province have one owner."""
    return len({OWNER[one] for one in view.stacks.get(place, ()) if IS_LAND[one]}) == 1


def _list_newcomers(before: View, after: View, place: str, seat: str) -> tuple[str, ...]:
    """Return the owners other than this seat whose units have come into a province where they had none."""
    then, now = ([OWNER[one] for one in view.stacks.get(place, ())] for view in (before, after))
    return tuple(dict.fromkeys(owner for owner in now if owner != seat and owner not in then))


def describe_changes(before: View, after: View, seat: str) -> list[Words]:
    """PA-6: return which units and provinces a seat lost and gained, and whether its leader was captured.

    If the seat has left the game, the first sentence says so.
    """
    then, now = before.seat_view(seat), after.seat_view(seat)
    found = [say("you are out of the game: you have no units left")] if then.alive and not now.alive else []
    if now.captor and not then.captor:
        text = "your leader was captured" if now.captor == BANK else "{captor} captured your leader"
        found.append(say(text, captor=now.captor))
    lost, won = (
        [place for place in PROVINCES if was.controllers.get(place) == seat != now.controllers.get(place)]
        for was, now in ((before, after), (after, before))
    )
    shared = [
        place
        for place in PROVINCES
        if before.controllers.get(place) == seat and _is_newly_shared(before, after, place)
    ]
    found += _tell_entered(before, after, seat, lost, shared)
    units, left = (_count_units(view, seat) for view in (before, after))
    if gone := _subtract(units, left):
        found.append(say("you lost {units}", units=_say_losses_by_place(before, after, seat, gone)))
    if cleared := _list_cleared(before, after, seat):
        home = [place for place in cleared if place == now.home]
        text = "you hold your Home {home} alone again" if home == cleared else ""
        text = text or "you hold {provinces} alone again"
        found.append(say(text, home=join_list(home), provinces=_list_first(cleared)))
    found += [say("you got {units}", units=_say_stack(come))] if (come := _subtract(left, units)) else []
    return [*found, *([say("you took {provinces}", provinces=_list_first(won))] if won else [])]


def _tell_entered(
    before: View, after: View, seat: str, lost: Sequence[str], shared: Sequence[str]
) -> list[Words]:
    """PA-6, PA-41: return who took or entered provinces of a seat.

    Args:
        lost: the provinces that the seat no longer controls; it can still have units there
        shared: the provinces that the seat controls but no longer scores
    """
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}  # by text and enemies
    for place in lost:
        owners = dict.fromkeys(OWNER[one] for one in after.stacks.get(place, ()) if IS_LAND[one])
        if enemies := _list_newcomers(before, after, place, seat) if seat in owners else ():
            text = "{enemies} entered your {provinces} (you lost control)"
        elif enemies := tuple(owners) if seat not in owners and len(owners) == 1 else ():
            text = "{enemies} took your {provinces}"
        else:
            text = "you lost {provinces}"
        found.setdefault((text, enemies), []).append(place)
    for place in shared:
        text = "{enemies} entered your {provinces} (you keep control, but score nothing there)"
        found.setdefault((text, _list_newcomers(before, after, place, seat)), []).append(place)
    return [
        say(text, enemies=join_list(enemies), provinces=_list_first(places))
        for (text, enemies), places in found.items()
    ]


def name_cause(line: Line, seat: str) -> Words | None:
    """PA-2, PA-3, PA-5: return the cause that a line of the story gives for changes to the seat.

    The cause is an Event, a battle of the seat, or a step of its Revenue. For any other line, return None.
    """
    if line.kind in ("losses", "won") and seat in (sides := [line.parts.get(side) for side in SIDES]):
        others = [side for side in sides if side and side != seat]
        return say(
            "the battle against {others} in {place}", others=join_list(others), place=line.parts["place"]
        )
    if line.kind == "event":
        return say("Event “{title}”", title=line.parts["title"])
    if line.kind in REVENUE and line.parts["seat"] == seat:
        return say(REVENUE[line.kind])
    return None


def _count_units(view: View, seat: str) -> Stack:
    """Return how many units of each kind a seat has on the map."""
    found: Stack = {}
    for stack in view.stacks.values():
        for one, n in stack.items():
            if OWNER[one] == seat:
                found[KIND[one]] = found.get(KIND[one], 0) + n
    return found


def _subtract(units: Stack, others: Stack) -> Stack:
    """Return how many more units of each kind there are in `units` than in `others`."""
    return {kind: n - others.get(kind, 0) for kind, n in units.items() if n > others.get(kind, 0)}


def _say_losses_by_place(before: View, after: View, seat: str, gone: Stack) -> Words:
    """Return the units that a seat lost, and where it lost them.

    The places are left out if there are too many, or if other units of these kinds moved too. `gone`: how
    many units of each kind the seat lost on the whole map.
    """
    lost = {
        area: _subtract(_count_units_in(before, area, seat), _count_units_in(after, area, seat))
        for area in AREAS
    }
    found = {area: stack for area, stack in lost.items() if stack.keys() & gone.keys()}
    total: Stack = {}
    for stack in found.values():
        for kind, n in stack.items():
            total[kind] = total.get(kind, 0) + n
    if total != gone or len(found) > MOST_PLACES_OF_LOSSES:
        return _say_stack(gone)
    return join_list(
        [say("{units} in {place}", units=_say_stack(stack), place=area) for area, stack in found.items()]
    )


def _count_units_in(view: View, area: str, seat: str) -> Stack:
    """Return how many units of each kind a seat has in a place."""
    return {KIND[one]: n for one, n in view.stacks.get(area, {}).items() if OWNER[one] == seat}


def _say_stack(stack: Stack) -> Words:
    """Return units in words, without their owner."""
    return join_list([say_amount(n, one) for one, n in stack.items()])


def _list_first(places: list[str]) -> Words:
    places.sort(key=lambda place: -VALUE[place])
    rest = len(places) - MOST_PLACES
    return join_list([*places[:MOST_PLACES], *([say(MORE_PLACES, n=rest)] if rest > 0 else [])])


@dataclass(slots=True)
class _Takings:
    """Who controlled each province before and after the story.

    `told`: the provinces whose new holders other texts name. `fought`: the provinces where a battle ended.
    """

    before: Mapping[str, str]
    after: Mapping[str, str]
    told: set[str] = field(default_factory=set)
    fought: set[str] = field(default_factory=set)

    def took(self, seat: str, place: str) -> bool:
        """Return whether a seat got a province."""
        return self.after.get(place) == seat != self.before.get(place)

    def add_flights(self, fled: Fled) -> None:
        """Add the provinces that nobody controlled and that a seat got because its units fled there."""
        for seat, places in fled.items():
            self.told.update(each for each in places if self.took(seat, each) and not self.before.get(each))


def _list_news(story: Sequence[Line], own: str, takings: _Takings) -> Iterator[News]:
    """PA-5, PA-32: yield the battles with the losses of both sides, and all other losses.

    In a battle the losses of the seat `own` come first. While a battle goes on, the defender's losses come
    first, because the defender is the first to be asked about a retreat (PA-29). Provinces that were won
    in battles are noted in `takings`.
    """
    wars: dict[str, War] = {}
    retreats: dict[str, dict[str, dict[str, None]]] = {}  # by place and seat, where its units fled
    for line in story:
        parts = line.parts
        if line.kind == "battle":
            wars[parts["place"]] = War((parts["attacker"], parts["defender"]), begins=True)
        elif line.kind == "losses":
            sides = parts["attacker"], parts["defender"]
            war = wars.setdefault(parts["place"], War(sides))
            war.thrown = True
            for which, lost in enumerate((parts["lost"], parts["fallen"])):
                for one, n in lost.items():
                    war.lost[which][KIND[one]] = war.lost[which].get(KIND[one], 0) + n
        elif line.kind == "retreat":
            retreats.setdefault(parts["place"], {}).setdefault(parts["seat"], {})[parts["to"]] = None
        elif line.kind == "won":
            place = parts["place"]
            takings.add_flights(retreats.get(place, {}))
            yield _tell_battle(parts, wars.pop(place, None), retreats.pop(place, {}), own, takings)
        elif line.kind == "deserters" and (parts["n"] or parts["seat"] == own):
            text: Text = Plural(
                "{levies} of {seat} deserted in {place}.", "{levies} of {seat} deserted in {place}."
            )
            if not parts["n"]:
                text = "All Levies of {seat} in {place} stayed."
            yield News(say(text, **parts), frozenset((parts["seat"],)))
        elif line.kind in TOLD:
            yield News(line.words, frozenset(each for each in parts.values() if each in COLOURS))
    for place, war in wars.items():
        takings.told.add(place)  # it is still open who will control this province
        yield News(_tell_open_battle(place, war, retreats.get(place, {})), frozenset(war.sides))


def _tell_open_battle(place: str, war: War, fled: Fled) -> Words:
    """Return that a battle goes on, and what it has cost. The defender's losses come first."""
    attacker, defender = war.sides
    text = "The battle in {place} between {attacker} and {defender} goes on"
    if war.begins:
        text = "{attacker} and {defender} fight in {place}"
    told = say(text, attacker=attacker, defender=defender, place=place)
    if war.thrown:
        losses = _say_losses(war, defender) if any(war.lost) else say("no losses so far")
        told = say("{told}: {losses}", told=told, losses=losses)
    told = _add_retreats(told, fled)
    text = "{told}. The battle goes on." if war.begins and war.thrown else "{told}."
    return say(text, told=told)


def _add_retreats(told: Words, fled: Fled) -> Words:
    """Add to a sentence who fled where. Neither `told` nor the result ends with a full stop."""
    for seat, places in fled.items():
        told = say("{told}; {loser} fled to {places}", told=told, loser=seat, places=join_list([*places]))
    return told


def _tell_battle(parts: Mapping[str, str], war: War | None, fled: Fled, own: str, takings: _Takings) -> News:
    """Return who won a battle, whether they took or held the province, and what both sides lost in it.

    Args:
        parts: the parts of the story line on the end of the battle
        war: the losses of the battle; None if an earlier text has told them. In that case they are left out
        fled: by seat, where its units fled
        own: the seat of the reader; its losses come first
        takings: who controlled the provinces; if the winner took this province, it is added to `told`
    """
    place, winner, loser = parts["place"], parts["winner"], parts.get("loser", "")
    seats = frozenset((*(() if war is None else war.sides), winner, loser)) - {""}
    named = {"winner": winner, "loser": loser, "place": place}
    takings.fought.add(place)
    if winner and takings.took(winner, place):
        takings.told.add(place)
    if not winner and war is not None:
        named |= {"winner": war.sides[0], "loser": war.sides[1]}
        text = "{winner} and {loser} fought in {place} until nobody was left"
    elif not winner:
        text = "No unit is left in {place}"
    elif war is not None and winner == war.sides[1]:
        text = "{winner} held {place} against {loser}"
    elif takings.after.get(place) == winner:
        text = "{winner} took {place} from {loser} in battle"
    else:  # the winner is the Rebels, or a seat that doesn't control the province at the end
        text = "{winner} won the battle in {place} against {loser}"
    told = say(text, **named)
    if war is not None and (any(war.lost) or not fled):
        told = say("{told}: {losses}", told=told, losses=_say_losses(war, own))
    told = say("{told}.", told=_add_retreats(told, fled))
    return News(told, seats)


def _say_losses(war: War, own: str) -> Words:
    """Return what each side of a battle lost, `own` first: "Red lost 1 Levy, Blue lost 2 Infantry"."""
    each = sorted(zip(war.sides, war.lost, strict=True), key=lambda side: side[0] != own)
    lost = [say("{seat} lost {units}", seat=seat, units=_say_stack(stack)) for seat, stack in each if stack]
    return in_turn(lost, ", ") if lost else say("no losses")


def _tell_rebels(before: View, after: View) -> list[Words]:
    """Return the provinces where Rebels have come since the first view."""
    places = _list_rebelling(before, after)
    return [say("Rebels came to {places}.", places=join_list(places))] if places else []


def _list_rebelling(before: View, after: View) -> list[str]:
    """Return the provinces that have Rebels now and had none before."""
    then, now = (
        [place for place in PROVINCES if any(OWNER[one] == WHITE for one in view.stacks.get(place, ()))]
        for view in (before, after)
    )
    return [place for place in now if place not in then]


def explain_scores(view: View) -> Mapping[str, Words]:
    """PA-41 to PA-43: return the parts of each seat's points."""
    return {
        seat.key: say(
            PARTS,
            land=seat.land,
            money=as_is(format_points(seat.talents)),
            talents=say_talents(seat.talents),
        )
        for seat in view.seats
        if seat.alive
    }
