"""Describe a game besides its story: a seat's aim, a round in prose, the parts of a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.chance import Roll
from rules.extras.scores import place_of
from rules.kernel import Pending
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.view import RealmView, View
from rules.words import Line, Plural, Said, Words, listed, say

TWO = 2  # the fewest seats in a tie
COUNTED = ("space", "tile", "palace", "upgrade", "sail")  # the kinds of questions whose answers are counted


def _describe_gap(n: int) -> Words:
    return say("{n} apart", n=-n) if n < 0 else say("{n} past each other", n=n)


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """11: return a seat's rank in the race of the markers, and what closes its gap.

    Return "" within a turn.
    """
    if kind != "space":
        return ""
    place = place_of(seat, {realm.key: realm.gap for realm in view.realms})
    text = "{place}. Each fame, and every 2 money, brings the markers 1 closer."
    return say(text, place=place)


def write_forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """2: return how many dice are still to be rolled, and how many the seat holds after that."""
    if not isinstance(pending, Roll) or pending.kind != "dice":
        return ()
    text = Plural(
        "{n} die to be rolled: then you hold {held}.", "{n} dice to be rolled: then you hold {held}."
    )
    return (say(text, n=pending.dice, held=s.realms[seat].held + pending.dice),)


def name_statistic(_: State, kind: str, key: str) -> str:
    """Return the name under which statistics count an answer; "" if they don't."""
    if kind == "destination":
        return f"river {key.removeprefix('river-'):0>2}"
    return f"{kind} {key}" if kind in COUNTED else ""


def name_cause(line: Line, _: str) -> Words | None:
    """10: return the round that begins, which brings all workers back; None for a line on another thing."""
    return say("round {n}", n=line.parts["n"]) if line.kind == "round" else None


def title_chapter(view: View) -> Words:
    """10: return the title of the chapter of a turn that begins with this view."""
    return say("Round {n}", n=view.round)


def write_digest(before: View, after: View, story: Sequence[Line]) -> list[list[Words]]:
    """Return what happened between two views, in paragraphs of sentences, the most important first."""
    ending = [say("{seats} won.", seats=listed(after.winners))] if after.winners else []
    race = _tell_race(before, after) if after.elephant else []
    seats = [_tell_seat(before.realm(realm.key), realm) for realm in after.realms]
    paragraphs = [ending + race, *seats]
    return [paragraph for paragraph in paragraphs if paragraph]


def _tell_race(before: View, after: View) -> list[Words]:
    """11: return how far apart the markers are, for each seat whose markers moved."""
    moved = [realm for realm in after.realms if realm.gap != before.realm(realm.key).gap]
    order = sorted(moved, key=lambda realm: -realm.gap)
    told = [say("{seat} {gap}", seat=realm.key, gap=_describe_gap(realm.gap)) for realm in order]
    return [say("The markers are apart as follows: {told}.", told=listed(told))] if told else []


def _tell_seat(before: RealmView, after: RealmView) -> list[Words]:
    """Return what one seat did."""
    laid = [
        say("{tile} on {square}", tile=there.tile, square=square)
        for square, there in after.province.items()
        if before.province.get(square) != there
    ]
    parts: list[Words] = []
    if laid:
        parts.append(say("{seat} laid {tiles}.", seat=after.key, tiles=listed(laid)))
    if after.boat != before.boat:
        text = "The boat of {seat} sailed from {start} to {end}."
        parts.append(say(text, seat=after.key, start=before.boat, end=after.boat))
    upgrades = sum(after.values.values()) - sum(before.values.values())
    if upgrades:
        made = Plural("{seat} made an upgrade.", "{seat} made {n} upgrades.")
        parts.append(say(made, seat=after.key, n=upgrades))
    if after.workers > before.workers:
        has = Plural("{seat} has {n} worker now.", "{seat} has {n} workers now.")
        parts.append(say(has, seat=after.key, n=after.workers))
    fame, money = after.fame - before.fame, after.money - before.money
    moved = [("{n} fame", fame), ("{n} money", money)]
    gains = [say(text, n=n) for text, n in moved if n > 0]
    losses = [say(text, n=-n) for text, n in moved if n < 0]
    if gains:
        parts.append(say("{seat} gained {gains}.", seat=after.key, gains=listed(gains)))
    if losses:
        parts.append(say("{seat} spent {losses}.", seat=after.key, losses=listed(losses)))
    return parts


def describe_broken_tie(s: State) -> tuple[Words, ...]:
    """11: return how a tie for the first place was broken; () if there was none."""
    if not s.over:
        return ()
    level = [
        seat for seat in s.crossed if s.realms[seat].gap == max(s.realms[each].gap for each in s.crossed)
    ]
    if len(level) < TWO:
        return ()
    text = "The markers of {seats} are {gap}. {winner} got there first, so they win."
    if not s.realms[level[0]].gap:
        text = "The markers of {seats} meet exactly. {winner} got there first, so they win."
    gap = _describe_gap(s.realms[level[0]].gap)
    return (say(text, seats=listed(level), gap=gap, winner=level[0]),)


def describe_scores(view: View) -> Mapping[str, Words]:
    """11: return the parts of each seat's gap."""
    text = "fame and half of the money make {n} of 61"
    return {realm.key: say(text, n=realm.gap + 61) for realm in view.realms}
