"""Describe a picture in sentences: what happened, then the table, the most important first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.rajas_of_the_ganges.board import EARNINGS, SPACES
from rules.rajas_of_the_ganges.names import describe_ends, label_tile, make_place_key
from rules.rajas_of_the_ganges.province import SQUARES
from rules.rajas_of_the_ganges.tiles import STACKS
from rules.rajas_of_the_ganges.view import RealmView, View, describe_moment
from rules.rajas_of_the_ganges.wording import MONEY, describe_gain
from rules.words import Plural, Words, as_is, in_turn, say, sign

# ---------------------------------------------------------------------- what happened


def describe_lit(spaces: Sequence[str]) -> list[Words]:
    """Return the highlighted action spaces."""
    if not spaces:
        return []
    return [say("Highlighted: {spaces}.", spaces=in_turn([say("{key}", key=each) for each in spaces], ", "))]


def describe_laying(seat: str, square: str, tile: str) -> Words:
    """Return which tile was laid where."""
    return say("{seat} laid {tile} on {square}.", seat=seat, tile=label_tile(tile), square=square)


def describe_voyage(seat: str, start: int, end: int) -> Words:
    """Return the sentence about a boat's voyage from one space to another."""
    if not start:
        return say("The boat of {seat} sailed from the start to {end}.", seat=seat, end=end)
    return say("The boat of {seat} sailed from {start} to {end}.", seat=seat, start=start, end=end)


def describe_changes(before: View, view: View) -> list[Words]:
    """Return how fame and money changed."""
    found = []
    for realm in view.realms:
        old, parts = before.realm(realm.key), []
        if n := realm.fame - old.fame:
            parts.append(say("{change} fame", change=as_is(sign(n))))
        if n := realm.money - old.money:
            parts.append(say("{change} money", change=as_is(sign(n))))
        if parts:
            found.append(say("{seat}: {parts}.", seat=realm.key, parts=in_turn(parts, ", ")))
    return found


def describe_stillness() -> Words:
    """Return the sentence that nothing happened."""
    return say("No tile was laid and no boat moved.")


def describe_span(first: View, last: View) -> Words:
    """Return how many tiles were laid in a recap, and its first and last round."""
    n = sum(len(realm.province) for realm in last.realms) - sum(len(realm.province) for realm in first.realms)
    text = Plural(
        "{n} tile was laid in rounds {first} to {last}.", "{n} tiles were laid in rounds {first} to {last}."
    )
    return say(text, n=n, first=first.round, last=last.round)


# ---------------------------------------------------------------------- the table


def describe_headline(view: View) -> Words:
    """Return the round and the seat to move, or who won."""
    winner = view.winners[0] if view.winners else ""
    order = view.stage if view.elephant else ()
    told = describe_moment(winner, order, view.to_act, view.round, last=bool(view.crossed))
    return told if winner else say("{moment}.", moment=told)


def describe_table(view: View, seat: str = "") -> list[Words]:
    """Return the whole table, the province of `seat` first; "": the province in focus."""
    first = view.realm(seat or view.focus)
    others = [realm for realm in view.realms if realm.key != first.key]
    return [
        *map(describe_markers, view.realms),
        describe_dice(first),
        describe_province(first),
        describe_display(view),
        describe_workers(view),
        *map(describe_dice, others),
        *map(describe_province, others),
    ]


def describe_markers(realm: RealmView) -> Words:
    """Return the markers of a seat, its boat and its workers."""
    gap = say("{n} apart", n=-realm.gap) if realm.gap < 0 else say("{n} past each other", n=realm.gap)
    gap = gap if realm.gap else say("markers met")
    parts = [
        say("{n} fame", n=realm.fame),
        say(MONEY, n=realm.money),
        gap,
        say("boat on {n}", n=realm.boat) if realm.boat else say("boat at the start"),
        say(Plural("{n} worker left", "{n} workers left"), n=realm.home),
    ]
    return say("{seat}: {parts}.", seat=realm.key, parts=in_turn(parts, ", "))


def describe_dice(realm: RealmView) -> Words:
    """Return the dice and the karma of a seat."""
    dice = [
        say("{colour} {face}", colour=colour, face=face)
        for colour, faces in realm.dice.items()
        for face in faces
    ]
    if not dice:
        return say("{seat} has no dice and {n} karma.", seat=realm.key, n=realm.karma)
    text = "Dice of {seat}: {dice}. Karma: {n}."
    return say(text, seat=realm.key, dice=in_turn(dice, ", "), n=realm.karma)


def describe_province(realm: RealmView) -> Words:
    """Return the tiles that a seat has laid."""
    laid = [describe_laid(realm, square) for square in SQUARES if square in realm.province]
    if not laid:
        return say("The province of {seat} is empty.", seat=realm.key)
    return say("Province of {seat}: {tiles}.", seat=realm.key, tiles=in_turn(laid, ", "))


def describe_laid(realm: RealmView, square: str) -> Words:
    """Return a tile that was laid: "B1 orange 9 E+S"."""
    laid = realm.province[square]
    return say("{square} {tile} {ends}", square=square, tile=laid.tile, ends=describe_ends(laid.turn))


def describe_display(view: View) -> Words:
    """Return the open tiles."""
    shown = [label_tile(view.display[stack]) for stack in STACKS if stack in view.display]
    return say("Tiles: {tiles}.", tiles=in_turn(shown)) if shown else say("No tile is on display.")


def describe_workers(view: View) -> Words:
    """Return which seats have workers on which action spaces."""
    found = [
        say(
            "{place} {seats}",
            place=make_place_key(space),
            seats=in_turn([say("{seat}", seat=seat) for seat in view.taken[space]], ", "),
        )
        for space in SPACES
        if view.taken.get(space)
    ]
    return say("Workers: {workers}.", workers=in_turn(found)) if found else say("No worker is placed.")


def describe_river() -> Words:
    """Return what each river space gives."""
    spaces = [say("{n} {gain}", n=n, gain=describe_gain(gain)) for n, gain in enumerate(EARNINGS, 1)]
    return say("The river: {spaces}.", spaces=in_turn(spaces, ", "))


def describe_numbers(tile: str, numbers: Mapping[str, str]) -> Words:
    """Return for each number in the picture the answer that it stands for.

    `tile`: the tile to lay, or "". `numbers`: by answer, its number.
    """
    answers = in_turn([say("{n} {key}", n=as_is(number), key=key) for key, number in numbers.items()], ", ")
    if not tile:
        return say("Answers: {answers}.", answers=answers)
    return say("Places for {tile}: {answers}.", tile=label_tile(tile), answers=answers)
