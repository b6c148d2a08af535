"""Summarize a game turn in prose for spectators, and explain each seat's points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.successors.board import PROVINCES, VALUE
from rules.successors.forces import OWNER, WHITE
from rules.successors.victory import format_points, say_points
from rules.successors.view import View
from rules.words import Line, Plural, Words, as_is, listed, say

TOLD = ("captured", "ransom", "out", "allied", "broken", "truce")  # kinds of story lines to repeat
MOST_BATTLES = 6
MOST_PLACES = 3  # most provinces that are named in a list
MORE = Plural("There was {n} more battle.", "There were {n} more battles.")
STOOD = "{seat} {points} (was {then})"
PARTS = "{land} for provinces, {money} for Talents"


def title_chapter(view: View) -> Words:
    """Return the title of a chapter: the game turn of the view with which it begins."""
    return say("Game turn {n}", n=view.number) if view.number else say("The set-up")


def tell_chapter(before: View, after: View, story: Sequence[Line]) -> list[list[Words]]:
    """Return what happened between two views: paragraphs of sentences, most important first."""
    paragraphs = (
        [*_tell_ending(after), *_tell_points(before, after)],
        [*_tell_provinces(before, after)],
        [*_tell_battles(story), *(line.words for line in story if line.kind in TOLD)],
        [*_tell_rebels(after)],
    )
    return [parts for parts in paragraphs if parts]


def _tell_ending(after: View) -> list[Words]:
    if not after.winners:
        return []
    won = after.seat_view(after.winners[0])
    return [say("{seat} won the game with {points}.", seat=won.key, points=say_points(won.score))]


def _tell_points(before: View, after: View) -> list[Words]:
    """PA-41 to PA-43: return the sentence on points that changed, if any."""
    parts = [
        say(STOOD, seat=now.key, points=say_points(now.score), then=as_is(format_points(then.score)))
        for then, now in zip(before.seats, after.seats, strict=True)
        if now.alive and now.score != then.score
    ]
    return [say("Points: {parts}.", parts=listed(parts))] if parts else []


def _tell_provinces(before: View, after: View) -> list[Words]:
    """PA-6: return a sentence for each seat that gained or lost provinces."""
    told = []
    for seat in after.seats:
        won = [
            province
            for province in PROVINCES
            if after.controllers.get(province) == seat.key != before.controllers.get(province)
        ]
        lost = [
            province
            for province in PROVINCES
            if before.controllers.get(province) == seat.key and province not in after.controllers
        ]
        won.sort(key=lambda province: -VALUE[province])
        if won:
            told.append(say("{seat} took {provinces}.", seat=seat.key, provinces=listed(won)))
        if lost:
            told.append(
                say(
                    "{seat} lost {provinces}, which nobody controls now.",
                    seat=seat.key,
                    provinces=listed(lost),
                )
            )
    return told


def describe_changes(before: View, after: View, seat: str) -> list[Words]:
    """PA-6: return the provinces that a seat lost and gained between two views, most valuable first."""
    lost, won = (
        [place for place in PROVINCES if was.controllers.get(place) == seat != now.controllers.get(place)]
        for was, now in ((before, after), (after, before))
    )
    found = [say("you lost {provinces}", provinces=_list_first(lost))] if lost else []
    return [*found, *([say("you took {provinces}", provinces=_list_first(won))] if won else [])]


def _list_first(places: list[str]) -> Words:
    places.sort(key=lambda place: -VALUE[place])
    rest = len(places) - MOST_PLACES
    return listed([*places[:MOST_PLACES], *([say("{n} more", n=rest)] if rest > 0 else [])])


def _tell_battles(story: Sequence[Line]) -> list[Words]:
    """PA-5, PA-32: return who fought whom in which place, and who held it."""
    told = []
    for line in story:
        if line.kind == "won" and line.parts["winner"]:
            parts = line.parts
            text = "{winner} beat {loser} in {place}."
            told.append(say(text, winner=parts["winner"], loser=parts["loser"], place=parts["place"]))
        elif line.kind in ("won", "sea-battle"):
            told.append(line.words)
    rest = len(told) - MOST_BATTLES
    return told[:MOST_BATTLES] + ([say(MORE, n=rest)] if rest > 0 else [])


def _tell_rebels(after: View) -> list[Words]:
    stacks = after.stacks
    places = [place for place in PROVINCES if any(OWNER[one] == WHITE for one in stacks.get(place, ()))]
    return [say("Rebels were in {places}.", places=listed(places))] if places else []


def explain_scores(view: View) -> Mapping[str, Words]:
    """PA-41 to PA-43: return the parts of each seat's points."""
    return {
        seat.key: say(PARTS, land=seat.land, money=as_is(format_points(seat.talents)))
        for seat in view.seats
        if seat.alive
    }
