"""Write the results of a match as tables: the wins of each level, the results of each seat, and the answers.

Intervals are Wilson's 95 % intervals. They assume that all games are independent. But the games of a round
have the same dice and cards, so the true interval of a level is probably narrower than the one shown.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean

from lab.calibrate import find_interval
from lab.match import Answer, Outcome

NONE = "-"


def list_tables(
    games: Sequence[Outcome], names: Mapping[str, str], *, answers: bool = False
) -> Iterator[str]:
    """Yield all tables. `games`: one or more games with the same pairing.

    `names`: the name of each seat, in order. `answers`: also show each seat's lead at the end of each
    chapter, and the answers that were counted.
    """
    yield from describe_levels(games)
    for headline, number in Counter(game.headline for game in games).most_common():
        yield f"{number:>7}  {headline}"
    yield ""
    yield from describe_seats(games, names, chapters=answers)
    if answers:
        yield ""
        yield from describe_answers(games, names)


def describe_levels(games: Sequence[Outcome]) -> Iterator[str]:
    """Yield the levels and the number of games.

    If the levels differ, also yield how often the measured level won.
    """
    pairing, entries = games[0].pairing, fmean(game.entries for game in games)
    yield f"{pairing}: {len(games)} games, {entries:.0f} entries each"
    if pairing.one == pairing.other:
        return
    fair = fmean(1 / len(game.won) for game in games)
    won = f"{pairing.one} has won {_share([game.share for game in games])}"
    yield f"{won}; a fair share is {100 * fair:.1f} %"


def describe_seats(
    games: Sequence[Outcome], names: Mapping[str, str], *, chapters: bool = False
) -> Iterator[str]:
    """Yield the results of each seat: how often it won, and its points.

    With two levels, also yield how often the measured level won with each seat. `chapters`: also yield each
    seat's lead over the best other seat at the end of each chapter.
    """
    pairing = games[0].pairing
    yield f"{'seat':<24}{'won':<36}{'points':>7}"
    for seat, name in names.items():
        ends = [list(game.points.values())[-1] for game in games if game.points]
        last = [end[seat] for end in ends if seat in end]
        points = f"{fmean(last):.1f}" if last else NONE
        yield f"{name:<24}{_share([game.won[seat] for game in games]):<36}{points:>7}"
        if pairing.one != pairing.other and (own := [game for game in games if game.seat == seat]):
            yield f"{'  ' + pairing.one:<24}{_share([game.share for game in own])}"
    leads: dict[str, list[Mapping[str, float]]] = defaultdict(list)
    for game in games if chapters else ():
        for title, stood in game.points.items():
            if stood.keys() == names.keys():
                leads[title].append(_leads(stood))
    if leads:
        yield ""
        yield f"{'ahead of the best other':<48}" + _heads(names)
    for title, found in leads.items():
        yield f"{title:<48}" + "".join(f"{fmean(each[seat] for each in found):>+14.1f}" for seat in names)


def describe_answers(games: Sequence[Outcome], names: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each counted answer.

    The line says how often each seat gave the answer, and what a seat gained on average in the turn of the
    answer. It also says how often the seats that gave the answer won.
    """
    found: dict[str, list[tuple[Outcome, Answer]]] = defaultdict(list)
    for game in games:
        for answer in game.answers:
            found[answer.what].append((game, answer))
    yield f"{'answer':<28}{'times':>6}{_heads(names)}{'points':>8}{'chance %':>9}{'won %':>8}"
    for what, given in sorted(found.items()):
        by = Counter(answer.seat for _, answer in given)
        each = "".join(f"{by[seat]:>14}" for seat in names)
        points = _mean([answer.points for _, answer in given], 1, ".2f")
        chance = _mean([answer.chance for _, answer in given], 100, ".1f")
        won = 100 * fmean(game.won[answer.seat] for game, answer in given)
        yield f"{what:<28}{len(given):>6}{each}{points:>8}{chance:>9}{won:>8.0f}"


def _heads(names: Mapping[str, str]) -> str:
    return "".join(f"{name[:12]:>14}" for name in names.values())


def _leads(points: Mapping[str, float]) -> dict[str, float]:
    return {
        seat: own - max(n for other, n in points.items() if other != seat) for seat, own in points.items()
    }


def _mean(found: Sequence[float | None], times: float, form: str) -> str:
    known = [n for n in found if n is not None]
    return f"{times * fmean(known):+{form}}" if known else NONE


def _share(won: Sequence[float]) -> str:
    """Return a share as "12 of 30, 40.0 % (24.6 to 57.7 %)"."""
    low, high = find_interval(fmean(won), len(won))
    share = f"{sum(won):.3g} of {len(won)}, {100 * fmean(won):.1f} %"
    return f"{share} ({100 * low:.1f} to {100 * high:.1f} %)"
