"""Estimate each seat's chance to win from the state at a dawn, without simulating further turns.

`full` uses this estimate at the end of each simulation. The weights are in `prospect.toml`. The chances are a
conditional logit, as in `rules.players.outlook`. First each seat's features are multiplied by their weights
and summed. The chances are proportional to the exponentials of these sums. Each weight changes evenly during
the game, from its value in `begin` to its value in `end`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from math import exp

from pydantic import Field

from rules.documents import Model, Provenance, read_toml
from rules.successors.board import VALUE
from rules.successors.forces import CLASS, IS_LAND, OWNER, TURNS
from rules.successors.players.survey import measure_might
from rules.successors.state import State
from rules.successors.victory import count_halves, rank_seats

FILE = "prospect.toml"
FAR = 1.2  # relative strength above which all other seats turn against a seat
UNKNOWN = -0.3  # the value of a Home that was chosen too rarely to measure its value
MARGIN = 8.0  # a lead of this many half points counts as a clear win
Features = Mapping[str, float]


class Weights(Model, frozen=True):
    """The weights of the features, as in the file."""

    provenance: Provenance
    note: str
    games: int = Field(ge=0)  # number of games to which the weights were fitted
    begin: dict[str, float]  # weights in the first game turn
    end: dict[str, float]  # weights after the last game turn
    homes: dict[str, float]  # for each Home: the logarithm of the ratio of games won to expected wins


WEIGHTS = read_toml(Weights, files(__package__).joinpath(FILE).read_text(encoding="utf-8"), FILE)


def estimate_chance(s: State, seat: str) -> float:
    """Return the seat's chance to win, from 0 to 1.

    If the game is over, half of the result depends on the margin, so that a clear win counts more than a
    narrow one.
    """
    if s.ended:
        ahead = count_halves(s, seat) - max(
            (count_halves(s, other) for other in s.order if other != seat), default=0
        )
        return 0.5 * (rank_seats(s)[0] == (seat,)) + 0.5 / (1 + exp(-ahead / MARGIN))
    if seat not in s.order:
        return 0.0
    late = (s.number - 1) / TURNS
    begin, end = WEIGHTS.begin, WEIGHTS.end
    sums = {
        each: sum((begin[name] * (1 - late) + end[name] * late) * n for name, n in found.items())
        for each, found in compute_features(s).items()
    }
    return 1 / sum(exp(each - sums[seat]) for each in sums.values())


def compute_features(s: State) -> dict[str, Features]:
    """Return the features of each living seat."""
    land, income, _force, units = (dict.fromkeys(s.order, 0.0) for _ in range(4))
    kinds = {seat: dict.fromkeys("licef", 0) for seat in s.order}
    for place, stack in s.stacks.items():
        here: dict[str, int] = {}
        for one, n in stack.items():
            owner = OWNER[one]
            if owner in units:
                units[owner] += n
                kinds[owner][CLASS[one]] += n
            if IS_LAND[one]:
                here[owner] = here.get(owner, 0) + n
        if here and place in VALUE:
            if len(here) == 1 and (owner := next(iter(here))) in land:
                land[owner] += VALUE[place]
            if (owner := s.controller(place)) in income:
                income[owner] += VALUE[place]
    mights = {seat: measure_might(int(income[seat]), s.talents[seat], int(units[seat])) for seat in s.order}
    return {
        seat: make_features(
            land[seat], income[seat], s.talents[seat], kinds[seat], seat in s.leaders,
            sum(one == seat for one, _ in s.allied), s.order.index(seat), _ratio(mights, seat),
        )
        for seat in s.order
    }  # fmt: skip


def make_features(
    land: float, income: float, talents: int, kinds: Mapping[str, int], led: bool, allies: int, place: int,
    ratio: float,
) -> Features:  # fmt: skip
    """Return the features of a seat.

    They are the value of the provinces that it holds alone, the value of those that it controls, its Talents,
    its units by class, whether its leader is free, the number of its allies, its place in the order of play,
    and its relative strength.
    """
    return {
        "land": land / 10,
        "income": income / 10,
        "talents": talents / 10,
        "levies": kinds["l"] / 5,
        "infantry": kinds["i"] / 5,
        "cavalry": kinds["c"] / 5,
        "elephants": kinds["e"] / 5,
        "fleets": kinds["f"] / 5,
        "leader": float(led),
        "allies": float(allies),
        "place": place / 3,
        "far": max(0.0, ratio - FAR),
    }


def _ratio(mights: Mapping[str, float], seat: str) -> float:
    """Return the seat's strength divided by the average strength of the others."""
    others = sum(mights.values()) - mights[seat]
    return mights[seat] * (len(mights) - 1) / max(1.0, others)


def rate_home(home: str, part: float) -> float:
    """Return the prospects of a Home.

    `part`: the value near it, as a part of the highest value near any Home.
    """
    return WEIGHTS.homes.get(home, UNKNOWN) + part
