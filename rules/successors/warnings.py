"""Warn a seat, in the preview of its order, of what the order risks or gives up."""

from __future__ import annotations

from collections.abc import Iterator

from rules.extras import Warned
from rules.kernel import Pending
from rules.successors.board import PROVINCES
from rules.successors.forces import FORCES
from rules.successors.moving.march import find_reach
from rules.successors.moving.movement import RaidStakes
from rules.successors.sequence.revenue import warn_of_upkeep
from rules.successors.state import State
from rules.words import Plural, join_list, say

OUT, ALLIANCE, ALLY, LEADER, HOME, CONTROL = "out", "alliance", "ally", "leader", "home", "control"
GUARD, STRONG = "guard", 2  # at most `STRONG` units are a weak guard for a leader or a Home
RAID, SHARED = "raid", "shared"


def list_warnings(before: State, after: State, seat: str) -> list[Warned]:
    """Return what a seat risks or gives up with an order, the gravest first."""
    if seat not in after.order:
        gone = say("You have no units left and are out of the game")
        return [Warned(OUT, "PA-9", gone)] if seat in before.order else []
    return [
        *_warn_of_broken_alliances(before, after, seat),
        *_warn_of_company(before, after, seat),
        *_warn_of_places(before, after, seat),
        *_warn_of_weak_guard(before, after, seat),
        *_warn_of_purchases(before, after, seat),
        *warn_of_upkeep(after, seat),
        *_warn_of_control(before, after, seat),
    ]


def list_risks(s: State, seat: str, pending: Pending | None) -> list[Warned]:
    """PA-21: return what the seat risks with the dice that come next. A raid can rob an ally."""
    stakes = getattr(pending, "stakes", None)
    if not isinstance(stakes, RaidStakes) or not s.is_allied(seat, stakes.victim):
        return []
    text = "{other} is your ally: the raid takes their Talents, and they may break the alliance"
    return [Warned(RAID, "PA-21", say(text, other=stakes.victim))]


def _warn_of_broken_alliances(before: State, after: State, seat: str) -> Iterator[Warned]:
    """PA-21: warn of each alliance that the order breaks."""
    for one, other in sorted(after.ending - before.ending):
        if one == seat:
            yield Warned(ALLIANCE, "PA-21", say("You break your alliance with {other}", other=other))


def _warn_of_company(before: State, after: State, seat: str) -> Iterator[Warned]:
    """PA-21: warn of provinces where the seat's units have joined an ally whose alliance is about to end."""
    for other in after.order:
        shared = [
            place
            for place in PROVINCES
            if (seat, other) in after.ending
            and after.land(place, other)
            and after.land(place, seat) > before.land(place, seat)
        ]
        if shared:
            text = "Your alliance with {other} ends soon, and then your units may have to fight in {places}"
            yield Warned(ALLY, "PA-21", say(text, other=other, places=join_list(shared)))


def _warn_of_places(before: State, after: State, seat: str) -> Iterator[Warned]:
    """PA-9, PA-12: warn of a leader whom the order leaves alone, and of a Home that it leaves empty."""
    place = after.leaders.get(seat, "")
    if place in PROVINCES and not after.land(place, seat):
        then = before.leaders.get(seat, "")
        if then != place or before.land(place, seat):
            text = "Your leader stands alone in {place}: an enemy who comes there takes the leader captive"
            yield Warned(LEADER, "PA-9", say(text, place=place))
    home = after.homes.get(seat, "")
    if home and before.homes.get(seat) == home and before.land(home, seat) and not after.land(home, seat):
        text = "No land unit is left in your Home {home}, and the units you buy arrive there"
        yield Warned(HOME, "PA-12", say(text, home=home))


def _warn_of_weak_guard(before: State, after: State, seat: str) -> Iterator[Warned]:
    """PA-9, PA-12, PA-15: warn if an order leaves few units with the leader or in the Home near an enemy.

    A warning names only the largest enemy army in reach. No warning is about a Home where the leader is.
    """
    leader, home = after.leaders.get(seat, ""), after.homes.get(seat, "")
    moved = before.leaders.get(seat, "") != leader
    if leader in PROVINCES and (moved or before.land(leader, seat) > after.land(leader, seat)):
        text = Plural(
            "Your leader stands in {place} with {n} unit, and {other} can come there with {size} units",
            "Your leader stands in {place} with {n} units, and {other} can come there with {size} units",
        )
        yield from _compare_guard(after, seat, leader, text, "PA-9")
    if home not in ("", leader) and before.land(home, seat) > after.land(home, seat):
        text = Plural(
            "Your Home {place} keeps {n} unit, and {other} can come there with {size} units",
            "Your Home {place} keeps {n} units, and {other} can come there with {size} units",
        )
        yield from _compare_guard(after, seat, home, text, "PA-12")


def _compare_guard(after: State, seat: str, place: str, text: Plural, rule: str) -> Iterator[Warned]:
    """Yield a warning if a seat has few units in a place, and an enemy can come there with more."""
    if not 0 < (guard := after.land(place, seat)) <= STRONG:
        return
    armies = [
        (after.land(origin, other), other)
        for other in after.order
        if other != seat and not after.is_allied(seat, other)
        for origin in PROVINCES
        if after.land(origin, other) > guard
        and (origin == place or place in find_reach(after, other, origin, FORCES.moves.units))
    ]
    if armies:
        size, other = max(armies)
        yield Warned(GUARD, rule, say(text, place=place, n=guard, other=other, size=size))


def _warn_of_purchases(before: State, after: State, seat: str) -> Iterator[Warned]:
    """PA-12, PA-41: warn if the seat's new units are in a place with enemies or Rebels, such as its Home."""
    if after.units(seat) <= before.units(seat):
        return
    for place in PROVINCES:
        enemies = [owner for owner in after.owners(place) if not after.is_allied(seat, owner)]
        if enemies and after.land(place, seat) > before.land(place, seat):
            text = (
                "Enemies are in {place} ({enemies}): your units may have to fight, and nobody scores this "
                "province"
            )
            yield Warned(SHARED, "PA-12", say(text, enemies=join_list(enemies), place=place))


def _warn_of_control(before: State, after: State, seat: str) -> Iterator[Warned]:
    """PA-6: warn of provinces that the seat no longer controls after the order."""
    lost = [place for place in before.list_controlled(seat) if after.controller(place) != seat]
    if lost:
        text = Plural("You give up control of {places}", "You give up control of {n} provinces: {places}")
        yield Warned(CONTROL, "PA-6", say(text, n=len(lost), places=join_list(lost)))
