"""Automatic players against each other, to see how strong a level is and whether a game is fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from pydantic import ValidationError

from bot.games.refused import NotDone
from bot.games.thinking import Timed, seated
from rules.chance import Draw, Roll, chance
from rules.kernel import Rules
from rules.players import play_out
from rules.players.outlook import Decided


class Decision(NamedTuple):
    """One game of a match. `won`: True by the first level, False by the other, None where it was shared."""

    won: bool | None
    headline: str
    entries: int


def match(
    rules: Rules[Any], one: str, other: str, games: int, seed: str, seconds: float, options: Mapping[str, Any]
) -> Iterator[Decision]:
    """So many games; in each the level `one` has the next seat, `other` all the rest. Raises `NotDone`."""
    try:
        chosen = rules.Options.model_validate(options)
    except ValidationError as error:
        raise NotDone(f"{rules.TITLE}: {error.errors()[0]['msg']}") from None
    for number in range(games):
        seats = rules.seats(chosen)
        own = seats[number % len(seats)]
        rng = Random(f"{seed}/{number}")
        players = {
            seat: seated(rules, one if seat == own else other, rng.randrange, Timed(seconds))
            for seat in seats
        }
        state = rules.setup(chosen)

        def fate(turn: int, index: int, pending: Roll | Draw, game: str = f"{seed}/{number}") -> str:
            return chance(game, turn, index, pending)

        _, entries = play_out(rules, state, players, fate)
        view = rules.view(state, None)
        winners = view.winners if isinstance(view, Decided) else seats
        shared = len(winners) == len(seats)
        yield Decision(None if shared else own in winners, view.headline, entries)


def report(
    rules: Rules[Any],
    levels: tuple[str, str],
    games: int,
    seed: str,
    seconds: float,
    options: Mapping[str, Any],
) -> Iterator[str]:
    """What came of a match: how often each level has won, and how the games ended. Raises `NotDone`."""
    played = list(match(rules, *levels, games, seed, seconds, options))
    results = Counter(game.won for game in played)
    length = sum(game.entries for game in played) // max(1, len(played))
    won = f"{levels[0]} {results[True]}, {levels[1]} {results[False]}, shared {results[None]}"
    yield f"{won}; {length} entries a game"
    for headline, number in Counter(game.headline for game in played).most_common():
        yield f"{number:>7}  {headline}"
