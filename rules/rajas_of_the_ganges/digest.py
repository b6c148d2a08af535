"""Describe a game in words: the aim of a seat, forecasts, a round in prose, ties, and the parts of a gap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.chance import Roll
from rules.extras.scores import place_of
from rules.kernel import Pending
from rules.rajas_of_the_ganges.state import State
from rules.rajas_of_the_ganges.turn import rank_seats
from rules.rajas_of_the_ganges.view import RealmView, View
from rules.rajas_of_the_ganges.wording import MONEY, count_dice
from rules.words import Line, Plural, Said, Text, Words, in_turn, join_list, say

TWO = 2  # the fewest seats in a tie
RESULTS = ("rolled", "rerolled", "put-back", "given")  # kinds of lines: dice taken, rerolled, put back, paid
COUNTED = ("space", "tile", "palace", "upgrade", "sail")  # kinds of questions: statistics count their answers


def _describe_gap(n: int) -> Words:
    return say("{n} apart", n=-n) if n < 0 else say("{n} past each other", n=n)


def describe_steps(n: int) -> Words:
    """11: return what brings the markers `n` steps closer."""
    return say("{n} fame or {money} money", n=n, money=2 * n)


def describe_aim(view: View, seat: str, kind: str) -> Said:
    """11: return a seat's rank in the race of the markers, and what closes its gap.

    Return "" unless the question is which action space to take.
    """
    if kind != "space":
        return ""
    place = place_of(seat, {realm.key: realm.gap for realm in view.realms})
    text = "{place}. 1 fame or 2 money brings the two markers 1 step closer."
    return say(text, place=place)


def write_forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """2: return how many dice the seat is still to roll and then holds, and whether it then draws a tile.

    Return () if this seat is not about to roll new dice.
    """
    if not isinstance(pending, Roll) or pending.kind != "dice" or seat != s.order.seat:
        return ()
    text = Plural("You roll {n} die, and then hold {held}.", "You roll {n} dice, and then hold {held}.")
    rolled = say(text, n=pending.dice, held=s.realms[seat].held + pending.dice)
    drawn = [say("Then you draw a white tile.") for gain in s.order.coming if gain.kind == "white"]
    return (rolled, *drawn)


def name_statistic(_: State, kind: str, key: str) -> str:
    """Return the name under which statistics count an answer; "" if they don't count it."""
    if kind == "destination":
        return f"river {key.removeprefix('river-'):0>2}"
    return f"{kind} {key}" if kind in COUNTED else ""


def title_chapter(view: View) -> Words:
    """10: return the title of the chapter to which a turn belongs. `view`: the view before the turn."""
    return say("Round {n}", n=view.round)


def write_digest(before: View, after: View, story: Sequence[Line], own: str) -> list[list[Words]]:
    """11: return a sentence on each seat that did something.

    The seat whose markers moved most, toward or past each other, comes first. The seat `own` comes last,
    because its player knows what it did.
    Return [] if only one seat placed workers: `tell_means` tells its order with all results.
    """
    if len({line.parts["seat"] for line in story if line.kind == "placed"}) == 1:
        return []
    realms = sorted(
        after.realms,
        key=lambda realm: (realm.key == own, before.realm(realm.key).gap - realm.gap),
    )
    told = (_tell_seat(before.realm(realm.key), realm, story) for realm in realms)
    return [[words] for words in told if words is not None]


def tell_ending(after: View, _story: Sequence[Line]) -> list[Words]:
    """11: return who won; empty while the game goes on."""
    return [say("{seats} won.", seats=join_list(after.winners))] if after.winners else []


def _tell_seat(before: RealmView, after: RealmView, story: Sequence[Line]) -> Words | None:
    """Return what one seat did, and the gap of its markers if they moved; None if the seat did nothing."""
    parts = _list_deeds(before, after)
    paid = _count_paid_money(after.key, story)
    if gains := _list_gains(before, after, paid):
        parts.append(say("gained {gains}", gains=join_list(gains)))
    if paid:
        parts.append(say("spent {losses}", losses=say(MONEY, n=paid)))
    if not parts:
        return None
    return _add_gap(say("{seat} {parts}", seat=after.key, parts=join_list(parts)), before, after)


def _count_paid_money(seat: str, story: Sequence[Line]) -> int:
    """2: return how much money a seat paid."""
    return sum(line.parts["n"] for line in story if line.kind == "pays" and line.parts["seat"] == seat)


def _list_gains(before: RealmView, after: RealmView, paid: int) -> list[Words]:
    """Return the fame and the money that a seat gained. `paid`: the money that it paid."""
    fame, money = after.fame - before.fame, after.money - before.money + paid
    gains = [say("{n} fame", n=fame)] if fame else []
    return [*gains, say(MONEY, n=money)] if money else gains


def _list_deeds(before: RealmView, after: RealmView) -> list[Words]:
    """Return clauses on new workers and tiles, the boat and upgrades."""
    laid = [
        say("{tile} on {square}", tile=there.tile, square=square)
        for square, there in after.province.items()
        if before.province.get(square) != there
    ]
    parts: list[Words] = []
    if after.workers > before.workers:
        parts.append(say(Plural("got a worker", "got {n} workers"), n=after.workers - before.workers))
    if laid:
        parts.append(say("laid {tiles}", tiles=join_list(laid)))
    if after.boat != before.boat:
        parts.append(say("sailed to river space {end}", end=after.boat))
    upgraded = [building for building, n in after.values.items() if n != before.values[building]]
    if upgraded:
        parts.append(say("upgraded the {buildings}", buildings=join_list(upgraded)))
    return parts


def _add_gap(told: Words, before: RealmView, after: RealmView) -> Words:
    """11: return a sentence that also says the gap of the seat's markers, if they moved."""
    if after.gap == before.gap:
        return say("{told}.", told=told)
    if not after.gap:
        return say("{told}; the markers met.", told=told)
    return say("{told}; markers {gap}.", told=told, gap=_describe_gap(after.gap))


def tell_means(before: View, after: View, story: Sequence[Line], seat: str) -> list[Words]:
    """2, 7: return for each seat a sentence on what its order brought and cost; [] if there are none.

    The sentence on the seat `seat` comes first, and has no subject.
    """
    told = []
    for realm in sorted(after.realms, key=lambda each: each.key != seat):
        if parts := _list_results(before.realm(realm.key), realm, story):
            text = "{parts}" if realm.key == seat else "{seat} {parts}"
            words = say(text, seat=realm.key, parts=in_turn(parts))
            told.append(_add_gap(words, before.realm(realm.key), realm))
    return told


def _list_results(before: RealmView, after: RealmView, story: Sequence[Line]) -> list[Words]:
    """Return clauses on what changed for a seat: what it did and gained, then what it paid."""
    seat = after.key
    taken, again, back, paid = (_list_dice(story, seat, kind) for kind in RESULTS)
    money, karma = _count_paid_money(seat, story), after.karma - before.karma
    gains = _list_gains(before, after, money)
    gains += [say("{n} karma (now {karma})", n=karma, karma=after.karma)] if karma > 0 else []
    parts = _list_deeds(before, after)
    parts += [say("gained {gains}", gains=join_list(gains))] if gains else []
    parts += _list_causes(seat, story)
    parts += [say("took {dice}", dice=join_list(taken))] if taken else []
    parts += [say("rerolled dice, now {dice}", dice=join_list(again))] if again else []
    if not parts and any(line.kind == "nothing" and line.parts.get("seat") == seat for line in story):
        parts.append(say("gained nothing"))
    parts += [say("put {dice} back", dice=join_list(back))] if back else []
    cost = [_describe_paid(paid)] if paid else []
    cost += [say(MONEY, n=money)] if money else []
    cost += [say("{n} karma ({karma} left)", n=-karma, karma=after.karma)] if karma < 0 else []
    return [*parts, *([say("paid {dice}", dice=join_list(cost))] if cost else [])]


def _list_causes(seat: str, story: Sequence[Line]) -> list[Words]:
    """3.2, 5.4, 9: return clauses on why a seat got more: yields, white tiles, bonuses."""
    return [
        say(_CAUSES[line.kind], **line.parts)
        for line in story
        if line.kind in _CAUSES and line.parts["seat"] == seat
    ]


_CAUSES: Mapping[str, Text] = {  # by the kind of a line of the story
    "yield": "reached the edge of the province ({what})",
    "bonus": "reached a bonus of the {track} track ({gain})",
    "white": "drew a white tile ({gain})",
}


def _describe_paid(dice: Sequence[Words]) -> Words:
    """Return a single die with its face, or several dice counted by colour."""
    return dice[0] if len(dice) == 1 else count_dice("-".join(str(die.args["colour"]) for die in dice))


def _list_dice(story: Sequence[Line], seat: str, kind: str) -> list[Words]:
    """Return the dice of a seat in the lines of one kind, each in words."""
    lines = [line.parts for line in story if line.kind == kind and line.parts["seat"] == seat]
    return [die for parts in lines for die in parts["after" if kind == "rerolled" else "dice"].args.values()]


def describe_result(s: State) -> Words | str:
    """11: return who won in which round, with how much fame and money; "" while the game goes on."""
    if not s.over:
        return ""
    winner = rank_seats(s)[0][0]
    realm = s.realms[winner]
    text = "{seat} wins in round {n}: with {fame} fame and {money} money their markers meet."
    if realm.gap:
        text = "{seat} wins in round {n}: with {fame} fame and {money} money their markers pass each other."
    return say(text, seat=winner, n=s.round, fame=realm.fame, money=realm.money)


def describe_broken_tie(s: State) -> tuple[Words, ...]:
    """11: return how a tie for the first place was broken; () if there was none."""
    if not s.over:
        return ()
    level = [
        seat for seat in s.crossed if s.realms[seat].gap == max(s.realms[each].gap for each in s.crossed)
    ]
    if len(level) < TWO:
        return ()
    text = (
        "{seats} are tied: for each of them, the fame and money markers are {gap}. "
        "The markers of {winner} met first, so {winner} wins."
    )
    if not s.realms[level[0]].gap:
        text = (
            "{seats} are tied: for each of them, the fame and money markers meet exactly. "
            "The markers of {winner} met first, so {winner} wins."
        )
    gap = _describe_gap(s.realms[level[0]].gap)
    return (say(text, seats=join_list(level), gap=gap, winner=level[0]),)


def describe_scores(view: View) -> Mapping[str, Words]:
    """11: return for each seat how its fame and money add up."""
    return {realm.key: _describe_sum(realm) for realm in view.realms}


def _describe_sum(realm: RealmView) -> Words:
    """11: return how a seat's fame and money add up. Half of an odd sum of money is rounded up."""
    text = "{fame} fame + half of {money} money = {n}; 61 needed"
    if realm.money % 2:
        text = "{fame} fame + half of {money} money, rounded up = {n}; 61 needed"
    return say(text, fame=realm.fame, money=realm.money, n=realm.gap + 61)
