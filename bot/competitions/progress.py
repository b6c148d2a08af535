"""Bring a cup or league up to date: begin it, request tables, form rounds, end it. This module is pure.

A function here never changes a competition itself: it returns a changed copy. The bot saves the differences.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction
from random import Random

from bot.competitions import knock_out, swiss
from bot.competitions.results import How, Result, forfeit
from bot.competitions.rounds import Game, Round
from bot.competitions.schedule import MOST_PEOPLE, make_schedule
from bot.competitions.seasons import Divisions, make_divisions, make_next_divisions
from bot.competitions.standings import Standing, expect_points, rank
from bot.competitions.terms import (
    AT_ONCE,
    CUP,
    LEAGUE,
    LEAST,
    LEAST_DIVISION,
    POSTPONED,
    TWO,
    Format,
    Terms,
    count_games_each,
)
from db.clubs.competition_records import NO_PERSON, Competition, Entrant, Match, Stage

BYE = "bye"  # the `how` of a match with one person, who needs no opponent in this round
VOID = "void"  # the `how` of a match that does not count: it is played again, or the competition ended early


def advance(of: Competition, now: datetime) -> Competition:
    """Return a competition after all steps that are due now. The results of games must be counted first."""
    if of.stage is Stage.OPEN:
        of = _begin_if_due(of, now)
    if of.stage is Stage.RUNNING:
        of = _settle_left(of)
        of = _go_on(of, now)
    if of.stage is Stage.RUNNING:
        of = _order_tables(of, now)
    return replace(of, wake=_find_wake(of))


def list_active(of: Competition) -> list[Entrant]:
    """Return the entrants who have not left."""
    return [each for each in of.entrants if not each.withdrawn]


def list_people(of: Competition) -> list[Entrant]:
    """Return the people who have not left, without bot players."""
    return [each for each in list_active(of) if each.user_id > 0]


def find_least(of: Competition) -> int:
    """Return how many people a competition needs to begin."""
    terms = Terms.of(of)
    if of.kind == LEAGUE:
        return max(LEAST_DIVISION, terms.seats)
    return LEAST if terms.bots else max(LEAST, terms.seats)


def list_open_matches(of: Competition) -> list[Match]:
    """Return the matches without a result, that is, those with an empty `how`."""
    return [each for each in of.matches if not each.how]


def list_results(matches: Iterable[Match]) -> list[Result]:
    """Return the results of these matches. Leave out byes, void matches and matches without a result."""
    return [
        Result(Game(each.people), tuple(map(Fraction, each.points)), How(each.how))
        for each in matches
        if each.how and each.how not in (BYE, VOID)
    ]


def list_byes(matches: Iterable[Match]) -> list[int]:
    """Return the person of each bye. A person with two byes is in the list twice."""
    return [each.people[0] for each in matches if each.how == BYE]


def count(match: Match, result: Result, reason: str = "") -> Match:
    """Return a copy of a match that has this result."""
    return replace(match, points=tuple(map(str, result.points)), how=str(result.how), reason=reason)


def rank_division(of: Competition, season: int, division: int) -> list[Standing]:
    """Return the standings of a division in a season, the best person first.

    The points that a seat can expect are computed from all games of the competition, not only from this
    season.
    """
    terms, played = Terms.of(of), of.list_matches(season, division)
    people = {user for each in played if each.how != VOID for user in each.people}
    if season == of.season:
        people |= {each.user_id for each in of.entrants if each.division == division}
    return rank(
        people,
        list_results(played),
        expect_points(list_results(of.matches), terms.seats),
        byes=list_byes(played),
        bye_points=swiss.BYE_POINTS if terms.format is Format.SWISS else Fraction(0),
        withdrawn=_list_left(of),
    )


def find_champions(of: Competition) -> list[int]:
    """Return the winners of a cup that is over. There are several if they share the first place.

    The list is empty for a league, and for a cup without a result.
    """
    if of.kind != CUP or not list_results(of.matches):
        return []
    if Terms.of(of).format is Format.KNOCK_OUT:
        winner = _pair_knock_out(of)
        return [winner] if isinstance(winner, int) else []
    ranked = rank_division(of, of.season, 1)
    return [each.person for each in ranked if each.place == 1 and not each.withdrawn]


def count_rounds(of: Competition) -> int:
    """Return how many rounds a cup that has begun will have."""
    people, terms = len(of.entrants), Terms.of(of)
    if terms.format is Format.SWISS:
        return swiss.count_rounds(people)
    if terms.format is Format.KNOCK_OUT:
        return (people - 1).bit_length()
    return max((each.round for each in of.matches), default=1)


def list_exits(of: Competition) -> list[tuple[int, int]]:
    """Return pairs of a person in a knock-out cup and the last round that they reached.

    The latest round comes first. The winner of a cup that is over gets the number of the last round plus one.
    """
    reached = dict.fromkeys(_draw_seeds(of), 1)
    for match in of.matches:
        for user in match.people if match.how != VOID else ():
            reached[user] = max(reached[user], match.round)
    if of.stage is Stage.OVER:
        for user in find_champions(of):
            reached[user] += 1
    return sorted(reached.items(), key=lambda each: -each[1])


def list_divisions(of: Competition, season: int) -> list[int]:
    """Return the numbers of the divisions of a season, the highest first."""
    return sorted({each.division for each in of.list_matches(season)})


def withdraw(of: Competition, user_id: int) -> Competition:
    """Return a competition that a person has left.

    Before the start and in a pause of a league, the person is removed. While the competition runs, they stay
    among the entrants, marked as withdrawn.
    """
    if of.stage is Stage.OPEN:
        return replace(of, entrants=tuple(each for each in of.entrants if each.user_id != user_id))
    entrants = tuple(
        replace(each, withdrawn=True) if each.user_id == user_id else each for each in of.entrants
    )
    return replace(of, entrants=entrants)


def redo_round(of: Competition, round_: int) -> Competition:
    """Return a competition where people play all matches of a round of the present season again.

    The old matches become void, and new matches are added.
    """
    again = [each for each in of.list_matches(of.season) if each.round == round_ and each.how != VOID]
    kept = tuple(replace(each, how=VOID, points=()) if each in again else each for each in of.matches)
    first = len(of.matches) + 1
    new = tuple(
        Match(first + index, each.season, each.division, each.round, each.people, how=_count_bye(each.people))
        for index, each in enumerate(again)
    )
    return replace(of, matches=(*kept, *new))


def _begin_if_due(of: Competition, now: datetime) -> Competition:
    """Begin a full cup, or a competition at its start time. If too few have joined, postpone the start."""
    terms, joined = Terms.of(of), len(list_people(of))
    full = of.kind == CUP and joined >= terms.size
    if not full and (terms.starts is None or terms.starts > now):
        return of
    if joined < find_least(of):
        assert terms.starts is not None, "a full cup has enough people"
        later = terms.starts
        while later <= now:
            later += POSTPONED
        return replace(of, terms=terms.with_(starts=later).model_dump_json())
    if of.kind == LEAGUE:
        return _begin_season(of, now)
    people = _fill_up(of, now)
    of = replace(of, stage=Stage.RUNNING, season=1, entrants=tuple(replace(e, division=1) for e in people))
    if terms.format is not Format.ALL_PLAY:
        return of
    return _add_rounds(of, 1, _schedule(of, 1, [each.user_id for each in people]))


def _fill_up(of: Competition, now: datetime) -> list[Entrant]:
    """Return the entrants of a cup and its bot players.

    If the terms allow bot players, add just enough of them that nobody has a bye. Add none to an all-play
    that would then have more than `MOST_PEOPLE` entrants.
    """
    terms, people = Terms.of(of), [*of.entrants]
    missing = -len(people) % terms.seats
    if not terms.bots or (terms.format is Format.ALL_PLAY and len(people) + missing > MOST_PEOPLE):
        return people
    return [*people, *(Entrant(NO_PERSON - index, "", now) for index in range(missing))]


def _schedule(of: Competition, division: int, people: Sequence[int]) -> Sequence[Round]:
    """Return the rounds of an all-play, with the people in a random order."""
    seats, shuffled = Terms.of(of).seats, sorted(people)
    Random(f"{of.id}/{of.season}/{division}").shuffle(shuffled)
    return make_schedule(shuffled, seats, count_games_each(len(people), seats))


def _add_rounds(of: Competition, division: int, rounds: Iterable[Round], first: int = 1) -> Competition:
    """Return a competition with the matches and byes of these rounds."""
    new, number = list[Match](), len(of.matches)
    for index, each in enumerate(rounds, first):
        for people in (*(game.people for game in each.games), *((user,) for user in each.byes)):
            number += 1
            new.append(Match(number, of.season, division, index, people, how=_count_bye(people)))
    return replace(of, matches=(*of.matches, *new))


def _count_bye(people: Sequence[int]) -> str:
    return BYE if len(people) == 1 else ""


def _settle_left(of: Competition) -> Competition:
    """Return a competition in which matches of people who have left are decided.

    Decide a match if it has no table yet, or if at most one of its people is still there.
    """
    left = _list_left(of)

    def settle(match: Match) -> Match:
        gone = left.intersection(match.people)
        if match.how or not gone or (match.game_id is not None and len(match.people) - len(gone) > 1):
            return match
        return count(match, forfeit(Game(match.people), gone))

    return replace(of, matches=tuple(map(settle, of.matches)))


def _go_on(of: Competition, now: datetime) -> Competition:
    """If the present round or season is over, form the next one. If a cup has no next round, end the cup."""
    if of.kind == LEAGUE:
        end = Terms.of(of).find_season_end(of.season)
        assert end is not None, "a running league has begun"
        return of if end > now or list_open_matches(of) else _begin_season(of, now)
    while of.stage is Stage.RUNNING and not list_open_matches(of):
        of = _form_round(of)
    return of


def _form_round(of: Competition) -> Competition:
    """Add the next round of a cup, or end the cup. All matches so far must have a result."""
    terms, over = Terms.of(of), replace(of, stage=Stage.OVER)
    last = max((each.round for each in of.matches), default=0)
    if terms.format is Format.ALL_PLAY or len(list_active(of)) < TWO:
        return over
    if terms.format is Format.KNOCK_OUT:
        formed = _pair_knock_out(of)
        return _add_rounds(of, 1, [formed], last + 1) if isinstance(formed, Round) else over
    if last >= count_rounds(of):
        return over
    formed = swiss.next_round(
        _draw_seeds(of), list_results(of.matches), byes=list_byes(of.matches), withdrawn=_list_left(of)
    )
    return _add_rounds(of, 1, [formed], last + 1)


def _pair_knock_out(of: Competition) -> Round | int | None:
    """Return the next round of a knock-out cup; the winner's id if the cup is over; None if all left."""
    results = list_results(of.matches)
    return knock_out.next_round(_draw_seeds(of), results, games=TWO, withdrawn=_list_left(of))


def _draw_seeds(of: Competition) -> list[int]:
    """Return the entrants of a cup in a random order. The same cup always gets the same order."""
    seeds = sorted(each.user_id for each in of.entrants)
    Random(f"{of.id}").shuffle(seeds)
    return seeds


def _list_left(of: Competition) -> set[int]:
    return {each.user_id for each in of.entrants if each.withdrawn}


def _begin_season(of: Competition, now: datetime) -> Competition:
    """Begin the next season of a league. A league with too few people pauses until more people join."""
    terms, people = Terms.of(of), [each.user_id for each in list_active(of)]
    if len(people) < find_least(of):
        waits = terms.with_(starts=now + POSTPONED)
        return replace(of, stage=Stage.OPEN, terms=waits.model_dump_json())
    divisions = _make_divisions(of, people)
    division_of = {user: n for n, division in enumerate(divisions, 1) for user in division}
    season = of.season + 1
    end = terms.find_season_end(season)
    # The first season begins now, and so does a season after a pause, or one that would be over already.
    if end is None or end <= now or of.stage is Stage.OPEN:
        terms = terms.with_(began=now - of.season * terms.find_time())
    of = replace(
        of,
        season=season,
        stage=Stage.RUNNING,
        terms=terms.model_dump_json(),
        entrants=tuple(replace(each, division=division_of.get(each.user_id, 0)) for each in of.entrants),
    )
    for number, division in enumerate(divisions, 1):
        of = _add_rounds(of, number, _schedule(of, number, division))
    return of


def _make_divisions(of: Competition, people: Sequence[int]) -> Divisions:
    """Return the divisions of the next season.

    The last standings decide who is in which division. In the first season, the divisions are random.
    """
    size, least = Terms.of(of).size, find_least(of)
    if not of.season:
        drawn = sorted(people)
        Random(f"{of.id}").shuffle(drawn)
        return make_divisions(drawn, size, least)
    standings = [rank_division(of, of.season, each) for each in list_divisions(of, of.season)]
    known = {each.person for division in standings for each in division}
    rookies = [user for user in people if user not in known]
    return make_next_divisions(standings, size, left=_list_left(of), rookies=rookies, least=least)


def _order_tables(of: Competition, now: datetime) -> Competition:
    """Request tables for matches. A match gets its table only if all its people may begin another game.

    A person may play at most `AT_ONCE` games at the same time. Matches with lower numbers come first. A match
    whose table was requested has a `due`: the time by which its game must end.
    """
    terms, most = Terms.of(of), AT_ONCE[of.kind]
    busy = Counter(
        user for each in list_open_matches(of) if each.due is not None for user in each.people if user > 0
    )
    due = terms.find_season_end(of.season) if of.kind == LEAGUE else now + terms.find_time()
    blocked, found = set[int](), list[Match]()
    for match in of.matches:
        people = [user for user in match.people if user > 0]
        if not match.how and match.due is None:
            if all(busy[user] < most and user not in blocked for user in people):
                busy.update(people)
                match = replace(match, due=due)
            else:
                blocked.update(people)  # people play their games in order, so their later matches wait too
        found.append(match)
    return replace(of, matches=tuple(found))


def _find_wake(of: Competition) -> datetime | None:
    """Return the time of the next step that is due; None if no time is known."""
    terms = Terms.of(of)
    if of.stage is Stage.OVER:
        return None
    if of.stage is Stage.OPEN:
        return terms.starts
    times = [each.due for each in list_open_matches(of) if each.due is not None]
    if (end := terms.find_season_end(of.season)) is not None:
        times.append(end)
    return min(times, default=None)
