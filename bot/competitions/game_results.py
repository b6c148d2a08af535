"""Read the result of a game for a cup or league, when the game or its time is over.

The schedule gives each person a seat, and the result of this seat counts for them. People who have left their
seat come last, and so do people for whom a caretaker plays. A person who let a bot player finish the game has
not left.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.competitions.results import How, Result, adjudicate, forfeit, make_result
from bot.competitions.rounds import Game, is_bot
from bot.session.loaded_game import list_seats
from bot.settings.game_settings import GameSettings, return_finished_seats
from db.clubs.competition_records import Match
from db.records import Status, StoredGame
from rules import kernel
from rules.kernel import Rules

LAST = 1_000  # the place of a person who has left, or for whom a caretaker plays


def read_game_result(rules: Rules, stored: StoredGame, match: Match, left: frozenset[int]) -> Result:
    """Return the result of a game that is over.

    If the game was ended without a result, the people who stayed share the points. `left` holds the people
    who have left the competition.
    """
    game, gone = Game(match.people), find_gone(rules, stored, match, left)
    ranking = _find_ranking(rules, stored)
    if ranking is None:
        return _decide(game, gone, None)
    seats = list_seats(rules, stored)
    places = [
        LAST if person in gone else ranking[seat] for seat, person in zip(seats, match.people, strict=True)
    ]
    how = next(iter(gone.values()), How.PLAYED)
    if all(person in gone for person in match.people):
        return forfeit(game, gone, how)
    return make_result(game, places, how)


def decide_unfinished(
    rules: Rules,
    stored: StoredGame,
    match: Match,
    left: frozenset[int],
    chances: Mapping[str, float] | None,
) -> Result:
    """Return the result of a game whose time ran out before the game ended.

    If some people are gone (`find_gone`), the others share the points. If nobody is gone, the `chances` of
    the seats decide. If `chances` is None, everybody shares the points.
    """
    gone = find_gone(rules, stored, match, left)
    shares = None if chances is None else [chances[seat] for seat in list_seats(rules, stored)]
    return _decide(Game(match.people), gone, shares)


def find_gone(rules: Rules, stored: StoredGame, match: Match, left: frozenset[int]) -> dict[int, How]:
    """Return the people of a match who are gone, and why: they left, or a caretaker plays for them."""
    settings, held, gone = GameSettings.of(stored), return_finished_seats(stored), dict[int, How]()
    for seat, person in zip(list_seats(rules, stored), match.people, strict=True):
        holder = held.seat(seat)
        if person in left:  # this includes people whose data was deleted
            gone[person] = How.RESIGNED
        elif is_bot(person):
            continue
        elif seat in settings.resigned or holder is None or holder.user_id != person:
            gone[person] = How.RESIGNED
        elif seat in settings.caretakers:
            gone[person] = How.TIMED_OUT
    return gone


def _decide(game: Game, gone: Mapping[int, How], chances: list[float] | None) -> Result:
    if gone:
        return forfeit(game, gone, next(iter(gone.values())))
    return adjudicate(game, chances)


def _find_ranking(rules: Rules, stored: StoredGame) -> dict[str, int] | None:
    """Return the place of each seat in a finished game, 0 for the winner; None if the game has no result."""
    if stored.status is not Status.ENDED or stored.position is None:
        return None
    live = kernel.resume(rules, stored.position)
    if live.pending is not None:  # a resignation has ended the game
        resigned = GameSettings.of(stored).resigned
        return {seat: int(seat in resigned) for seat in list_seats(rules, stored)}
    scores = rules.EXTRAS.scores
    assert scores is not None, "the games of a competition have a ranking"
    return {seat: place for place, group in enumerate(scores.ranking(live.state)) for seat in group}
