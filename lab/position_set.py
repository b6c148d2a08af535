"""Keep positions in which some orders are clearly better than others. Ask bot players for orders in them.

A position comes from a puzzle of the game, or from a game between bot players (`game_positions`). Or
somebody makes it by hand, with a good order and a tempting bad order. If a position comes from a puzzle, its
best order is compared with the best order that is not a solution. Both orders are played out with new luck.
These playouts go further than those of a hint (`LONG`), so that later costs of an order count too. The
position is kept if the best order leads the other order by more than `SURE` standard errors.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from hashlib import blake2b
from importlib.resources import files
from itertools import pairwise
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance
from typing import Annotated, Any, NamedTuple

from pydantic import Field, ValidationError, model_validator

from bot.analysis.advice import ROUGH, Estimate
from bot.engine.thinking import Counted, seat_player
from lab.find_puzzles import make_document, read_puzzle_file
from rules.documents import Model, make_first_mistake
from rules.errors import InputError
from rules.kernel import Entry, Game, Point, Rules
from rules.lessons.attempt import open_position
from rules.lessons.puzzle import Weighed, load_puzzles
from rules.players import choose_order, find_asked, replay_entries, sample_at_point
from rules.players.outlook import estimate_chances, is_certain, play_on_from_turn
from rules.state import State

FOLDER = "positions"  # the folder in `lab/` with the files of positions
EARLY = 8  # playouts after which a position without a lead is given up
PLAYOUTS = 32  # playouts of each order
KEPT = 1  # this many good orders of a puzzle are played out, and as many other orders
SURE = 3.0  # the best order must lead by more than this many standard errors
MARGIN = 0.02  # the smallest lead, as a chance from 0 to 1
ROUNDING = 0.00021  # how far a stored lead may be from the difference of the two stored chances
CARDS = 3  # Vijayanagara: a playout goes this many cards beyond the open card
GAME_TURNS = 3  # Successors: a playout lasts this many game turns, until the next dawn
Keys = tuple[str, ...]
Number = Callable[[int], int]


class Made(Model, frozen=True):
    """How a position was found: the seed of its playouts, and how many playouts each order had."""

    seed: str
    playouts: Annotated[int, Field(ge=1)]


class Position(Model, frozen=True):
    """A position of the set.

    Attributes:
        key: the key of the puzzle that the position comes from. Other positions have keys of their own.
        seat: the seat that gives the order.
        position: the position as a document, without the game's name.
        good, rest: the best good orders, and the best of the other orders. Each list has its best order
            first.
        lead: how much higher the chance of the best good order is than the chance of the best other order,
            with the same luck.
        error: the standard error of this lead.
    """

    key: Annotated[str, Field(pattern=r"^[0-9a-f]{8}$")]
    seat: str
    position: dict[str, Any]
    good: Annotated[tuple[Weighed, ...], Field(min_length=1)]
    rest: Annotated[tuple[Weighed, ...], Field(min_length=1)]
    lead: Annotated[float, Field(ge=MARGIN, le=1)]
    error: Annotated[float, Field(ge=0, le=1)]
    made: Made

    @model_validator(mode="after")
    def _is_clear(self) -> Position:
        ranked = [*self.good, *self.rest]
        if any(other.chance > one.chance for one, other in pairwise(ranked)):
            raise ValueError("an order is listed below an order with a lower chance")
        if len({each.keys for each in ranked}) < len(ranked):
            raise ValueError("an order is listed twice")
        if self.lead <= SURE * self.error:
            raise ValueError(f"a lead of {self.lead} with an error of {self.error} may be noise")
        if abs(self.good[0].chance - self.rest[0].chance - self.lead) > ROUNDING:
            raise ValueError("the lead is not the difference of the best orders of both lists")
        return self


# ---------------------------------------------------------------------- the files


def find_position_file(rules: Rules) -> Path:
    """Return the file with the positions of a game."""
    return Path(str(files("lab").joinpath(FOLDER, f"{rules.KEY}.jsonl")))


def load_positions(rules: Rules, file: Path | None = None) -> dict[str, Position]:
    """Return the positions in a file by their keys, or no positions if the file doesn't exist.

    `file`: None for the game's own file.

    Raises `InputError` for a document that is not a position of the game, for orders that are illegal in
    their position, and for a lead that may be noise. The error names the line and the reason.
    """
    file, found = file or find_position_file(rules), dict[str, Position]()
    if not file.exists():
        return found
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        where = f"{file.name}, line {number}"
        try:
            each = Position.model_validate_json(line, strict=True)
        except ValidationError as error:
            raise InputError(str(make_first_mistake(where, error))) from None
        if each.key in found:
            raise InputError(f"{where}: the key {each.key} is there twice")
        try:
            game = open_position(rules, each.position, each.key)
            point = find_asked(rules, game)
            if point is None or point.seat != each.seat:
                raise InputError(f"nobody asks {each.seat} for an order")
            for order in (*each.good, *each.rest):
                replay_entries(rules, rules.load(game.start), game.log, order.keys)
        except (InputError, ValueError) as error:
            raise InputError(f"{where}: {error}") from None
        found[each.key] = each
    return found


# ---------------------------------------------------------------------- playouts


def _play_cards(s: Any, number: Number) -> State:
    from rules.vijayanagara.players.first_look import play_next_turn

    until = len(s.played) + CARDS
    while not s.over and len(s.played) <= until:
        s = play_next_turn(s, number)
    return s  # type: ignore[no-any-return]


def _play_game_turns(s: Any, number: Number) -> State:
    from rules.successors.players.playout import play_on

    play_on(s, number(1 << 30), s.number + GAME_TURNS)
    return s  # type: ignore[no-any-return]


# For some games: a function that continues a playout from the point where a hint's playout ends. In the other
# games, a hint's playout goes far enough.
LONG: Mapping[str, Callable[[Any, Number], State]] = {
    "vijayanagara": _play_cards,
    "successors": _play_game_turns,
}


def play_orders(rules: Rules, point: Point, luck: str, orders: Sequence[Keys]) -> list[float]:
    """Return the asked seat's chance after each order.

    Each order has one long playout. The luck is the same in all of them.
    """
    state, log = sample_at_point(rules, point, Random(luck).randrange)
    found, long = list[float](), LONG.get(rules.KEY)
    for keys in orders:
        live, number = replay_entries(rules, state.copy(), log, keys), Random(f"{luck}/on").randrange
        since = state, (*log, *(Entry(point.seat, key) for key in keys))
        chances = play_on_from_turn(rules, live, since, number)
        if long is not None and not rules.over(live.state):
            chances = estimate_chances(rules, long(live.state, number))
        found.append(chances[point.seat])
    return found


class Compared(NamedTuple):
    """Orders and their playouts. `ranked`: the orders, best first. `found`: each order's results."""

    ranked: list[Keys]
    found: dict[Keys, list[float]]

    def subtract(self, one: Keys, other: Keys) -> Estimate:
        """Return how much higher the chance of `one` is than the chance of `other`.

        Each playout of `one` is compared with the playout of `other` that had the same luck.
        """
        gaps = [a - b for a, b in zip(self.found[one], self.found[other], strict=True)]
        return estimate(gaps)

    def weigh(self, keys: Keys) -> Weighed:
        """Return an order with its chance, in the form in which the file stores it."""
        known = estimate(self.found[keys])
        return Weighed(keys=keys, chance=round(known.mean, 4), error=round(known.error, 4))


def estimate(results: Sequence[float]) -> Estimate:
    """Return the mean of results with its standard error. Unlike in hints, no invented playouts are added.

    A single result means that the game has no luck.
    """
    if len(results) == 1:
        return Estimate.certain(results)
    return Estimate(fmean(results), sqrt(variance(results) / len(results) + ROUGH * ROUGH))


def compare_orders(rules: Rules, point: Point, luck: str, orders: Sequence[Keys], times: int) -> Compared:
    """Play out each order `times` times, and return the comparison.

    In a game without luck, one playout of each order is enough.
    """
    rows = [
        play_orders(rules, point, f"{luck}/{at}", orders) for at in range(1 if is_certain(rules) else times)
    ]
    found = {keys: [row[at] for row in rows] for at, keys in enumerate(orders)}
    return Compared(sorted(orders, key=lambda keys: -fmean(found[keys])), found)


# ---------------------------------------------------------------------- the search


def find_positions(
    rules: Rules, seed: str, known: Mapping[str, Position], file: Path | None = None
) -> Iterator[tuple[str, Position | None]]:
    """Yield (key, position) for each puzzle that is not in `known`.

    The position is None if no order clearly leads. The puzzles are the game's own puzzles, or those of
    `file`. Raises `InputError` if the file can't be read.
    """
    for puzzle in (load_puzzles(rules) if file is None else read_puzzle_file(rules, file)).values():
        if puzzle.key not in known:
            orders = [[each.keys for each in part[:KEPT]] for part in (puzzle.best, puzzle.rest)]
            yield (
                puzzle.key,
                weigh_position(rules, puzzle.key, puzzle.seat, puzzle.position, *orders, seed=seed),
            )


def check_positions(
    rules: Rules, seed: str, known: Mapping[str, Position]
) -> Iterator[tuple[str, Position | None]]:
    """Play out the stored positions of a game again, except those with a key in `known`.

    Yield (key, position) for each. The position is None if no order clearly leads in the new playouts.
    """
    for each in load_positions(rules).values():
        if each.key not in known:
            orders = [[order.keys for order in part] for part in (each.good, each.rest)]
            yield each.key, weigh_position(rules, each.key, each.seat, each.position, *orders, seed=seed)


def weigh_game(
    rules: Rules, game: Game, good: Sequence[Keys], rest: Sequence[Keys], *, seed: str
) -> tuple[str, Position | None]:
    """Return the key of a position that was made by hand, and the position.

    The position is None if the good order is not clearly better. Raises `InputError` if nobody is asked in
    the position, or if an order is illegal.
    """
    document = make_document(game)
    key = blake2b(json.dumps(document, sort_keys=True).encode(), digest_size=4).hexdigest()
    point = find_asked(rules, open_position(rules, document, key))
    if point is None:
        raise InputError("nobody is asked in this position")
    return key, weigh_position(rules, key, point.seat, document, good, rest, seed=seed)


def weigh_position(
    rules: Rules,
    key: str,
    seat: str,
    document: Mapping[str, Any],
    good: Sequence[Keys],
    rest: Sequence[Keys],
    *,
    seed: str,
    playouts: int = PLAYOUTS,
) -> Position | None:
    """Return the position with its orders after long playouts; None if the good orders don't clearly lead."""
    game = open_position(rules, document, key)
    point = find_asked(rules, game)
    if point is None or point.seat != seat:
        return None
    luck, orders = f"{seed}/{key}", [*good, *rest]
    if not is_certain(rules):
        early = compare_orders(rules, point, luck, orders, min(EARLY, playouts))
        if (lead := measure_lead(early, good)) is None or lead.mean < lead.error:
            return None
    found = compare_orders(rules, point, luck, orders, playouts)
    lead = measure_lead(found, good)
    if lead is None or lead.mean < MARGIN or round(lead.mean, 4) <= SURE * round(lead.error, 4):
        return None
    made = Made(seed=seed, playouts=1 if is_certain(rules) else playouts)
    ranked = [found.weigh(keys) for keys in found.ranked]
    return Position(
        key=key,
        seat=seat,
        position=dict(document),
        good=tuple(ranked[: len(good)]),
        rest=tuple(ranked[len(good) :]),
        lead=round(lead.mean, 4),
        error=round(lead.error, 4),
        made=made,
    )


def measure_lead(found: Compared, good: Sequence[Keys]) -> Estimate | None:
    """Return how far the best good order leads the best other order.

    Return None if some good order does not lead the best other order.
    """
    if {*found.ranked[: len(good)]} != {*good}:
        return None
    return found.subtract(found.ranked[0], found.ranked[len(good)])


# ---------------------------------------------------------------------- the bot players


class Asked(NamedTuple):
    """What the order of a level is worth in a position, compared with the best order in the position."""

    key: str
    keys: Keys
    lost: Estimate

    @property
    def found(self) -> bool:
        """Return whether the order is the best order, or so near to it that the gap may be noise."""
        return self.lost.mean < MARGIN / 2 or self.lost.mean <= SURE * self.lost.error / 2


def ask_level(
    rules: Rules, positions: Mapping[str, Position], level: str, looks: int, playouts: int = PLAYOUTS
) -> Iterator[Asked]:
    """Yield how much the level's order loses in each position. The playouts have new luck."""
    for position in positions.values():
        game = open_position(rules, position.position, position.key)
        point = find_asked(rules, game)
        assert point is not None, "the file was checked"
        number = Random(f"{position.key}/{level}").randrange
        keys = choose_order(rules, game, seat_player(rules, level, number, Counted(looks))).keys
        best = position.good[0].keys
        if keys == best:
            yield Asked(position.key, keys, Estimate(0.0, 0.0))
            continue
        compared = compare_orders(rules, point, f"{position.key}/asked", [best, keys], playouts)
        yield Asked(position.key, keys, compared.subtract(best, keys))
