"""Write lines on the standings of seats, and a line on the aim of the asked seat."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

from bot.language.words import say
from bot.session.loaded_game import LoadedGame, name_holder, title_seat
from bot.settings.game_settings import GameSettings, return_finished_seats
from db.records import StoredGame
from rules.kernel import Rules, View
from rules.state import NoStand, Stand
from rules.words import read_said as as_read
from rules.words import within


def compare_standings(before: View, after: View, own: str) -> Iterator[tuple[str, Stand, Stand]]:
    """Yield each seat with a changed standing: (seat, old parts, new parts). The seat `own` comes first."""
    then = dict(before.standing)
    for seat, new in sorted(after.standing, key=lambda each: each[0] != own):
        gone, come = list_moves(then[seat], new)
        if come:
            yield seat, gone, come


def list_standings(rules: Rules, stored: StoredGame, view: View) -> list[str]:
    """Return a line for each seat: its holder and its standing."""
    return [
        _write_standing(rules, stored, key, title_seat(rules, key), stand) for key, stand in view.standing
    ]


def list_places(at: LoadedGame, view: View, *, whole: bool = False, sums: bool = False) -> list[str]:
    """Return a line for each seat at the end of the game: its points.

    If the game ranks its seats, the winner's line comes first; in a draw, the lines have no places. With
    `sums`, the lines also show how the points add up; with `whole`, the other parts of each standing too.
    """
    rules, scores, stands = at.rules, at.rules.EXTRAS.scores, dict(view.standing)
    if not whole:
        stands = {key: Stand(stand[:1]) for key, stand in stands.items()}
    for key, parts in scores.parts(view).items() if (whole or sums) and scores is not None else ():
        points, *rest = stands[key]
        made_of = within(parts, rules.name)
        stands[key] = Stand((say("standing.sum", points=points, sum=made_of), *rest))
    if scores is None:
        return [
            _write_standing(rules, at.stored, key, title_seat(rules, key, at.position), stand)
            for key, stand in stands.items()
        ]
    found: list[str] = []
    ranking = scores.ranking(at.live.state)
    for group in ranking:
        place = len(found) + 1 if len(ranking) > 1 else 0  # a draw of all seats has no places
        found += [
            _write_standing(rules, at.stored, key, title_seat(rules, key, at.position), stands[key], place)
            for key in group
        ]
    return found


class Ending(NamedTuple):
    """How a game ended for a seat: its place (1 is the best), how many share the place, and how many play."""

    place: int
    sharing: int
    seats: int

    @property
    def is_draw(self) -> bool:
        """Whether all seats share the first place."""
        return self.sharing == self.seats > 1


def find_ending(at: LoadedGame, seats: Collection[str]) -> Ending | None:
    """Return the best ending of these seats; None without seats, or if the game does not rank seats."""
    scores, place = at.rules.EXTRAS.scores, 1
    groups = [] if scores is None else scores.ranking(at.live.state)
    for group in groups:
        if any(seat in group for seat in seats):
            return Ending(place, len(group), sum(map(len, groups)))
        place += len(group)
    return None


def list_moves(was: Stand, new: Stand) -> tuple[Stand, Stand]:
    """Return the changed parts of a standing as (old, new); both are empty if nothing changed.

    If parts were only added, also return the first part of each standing, even if it has not changed. If the
    seat had no standing before, the old parts are empty.
    """
    if isinstance(was, NoStand) and not isinstance(new, NoStand):
        return Stand(), new
    gone, come = (Stand(part for part in one if part not in other) for one, other in ((was, new), (new, was)))
    if come and not gone:
        return Stand(was[:1]), Stand((*(part for part in new[:1] if part not in come), *come))
    return gone, come


def _write_standing(
    rules: Rules, stored: StoredGame, key: str, seat: str, stand: Stand, place: int = 0
) -> str:
    """Return the line of a seat: its place at the end of the game, its name, its holder and its standing."""
    stored, frame = return_finished_seats(stored), "standing.place" if place else "standing"
    holder, finished = stored.seat(key), key in GameSettings.of(stored).finishing
    past = [held.user_name for held in stored.list_past_holders() if held.seat == key and held.user_id > 0]
    if holder is None:
        if past:
            kept = "holder.left_kept" if key in GameSettings.of(stored).caretakers else "holder.left"
            return say(frame, place=place, seat=seat, holder=say(kept, name=past[-1]), standing=stand)
        return say(
            "standing.place_free" if place else "standing.nobody", place=place, seat=seat, standing=stand
        )
    who = name_holder(rules, holder)
    if holder.level and past:
        who = say("holder.since", holder=who, name=past[-1])
    if finished:
        who = say("holder.finished", holder=who)
    if key in GameSettings.of(stored).caretakers and not holder.level:
        who = say("holder.kept", holder=who)
    return say(frame, place=place, seat=seat, holder=who, standing=stand)


def describe_question(at: LoadedGame, view: View) -> list[str]:
    """Return the lines above an open question: where the game is, and the asked seat's standing and aim."""
    return [say("foot", headline=view.headline), *describe_aim(at, view)]


def describe_aim(at: LoadedGame, view: View) -> list[str]:
    """Return a line with the asked seat's standing and aim; [] if the game states no aim here."""
    said = "" if at.ask is None else at.rules.EXTRAS.teaching.aim(view, at.asked, at.ask.kind)
    if not said:
        return []
    seat, stand = title_seat(at.rules, at.asked), dict(view.standing)[at.asked]
    return [say("asked.aim", seat=seat, standing=stand, aim=as_read(said, at.rules.name))]
