"""Learn the weight of each feature of a position from the results of many quick games.

`rules/players/judgement.py` uses the weights. Each game is appended to a file when it ends, so a stopped run
can continue.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import exp, log, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from pydantic import ValidationError

from lab.jsonl import mend_file, read_whole_lines
from rules.documents import Model
from rules.errors import InputError
from rules.extras import Learned
from rules.kernel import Rules, list_seats
from rules.players.judgement import Judgement, Sign
from rules.players.outlook import share_victory
from rules.state import State

KEPT = 24  # positions of a game, chosen at random
HELD_BACK = 6  # to measure the loss, every 6th game is left out of the fit, and its result is predicted
PASSES = 8  # passes over all positions
RATE = 0.03  # the learning rate; AdaGrad lowers the rate of a weight when the weight moves
LEAST = 1e-9  # replaces 0 in logarithms and divisors


class Lesson(Model, frozen=True):
    """A finished game: each seat's share of the win, and some positions.

    Of each position, two things are kept: how late in the game it was, and the values of its features.
    """

    seats: tuple[str, ...]
    signs: tuple[str, ...]
    won: tuple[float, ...]
    positions: tuple[tuple[float, tuple[float, ...]], ...]


class Loss(NamedTuple):
    """Two logarithmic losses on games that were left out of the fit.

    One is the loss of the fit. The other is the loss if each seat is predicted to win its usual share.
    """

    games: int
    fitted: float
    usual: float


def find_learned(rules: Rules) -> Learned:
    """Return how the game learns its evaluation. Raises `InputError` if the game does not learn one."""
    if rules.EXTRAS.analysis.learned is None:
        raise InputError(f"{rules.TITLE} does not learn how to judge a position")
    return rules.EXTRAS.analysis.learned


def read_games(file: Path) -> list[Lesson]:
    """Return the games of a file; none if there is no file.

    If a kill left the last line incomplete, the line is ignored. Raises `InputError` for an unreadable line,
    or if the games have different features.
    """
    try:
        games = [Lesson.model_validate_json(line) for line in read_whole_lines(file)]
    except ValidationError as error:
        raise InputError(f"{file}: a line can't be read: {error.errors()[0]['msg']}") from None
    if any(game.signs != games[0].signs for game in games):
        raise InputError(f"{file}: its games have different features; start with a new file")
    return games


def play(rules: Rules, games: int, seed: str, file: Path) -> Iterator[int]:
    """Play until the file has `games` games. After each game, yield the count so far. Raises `InputError`."""
    how, done = find_learned(rules), len(read_games(file))
    mend_file(file)
    for number in range(done, games):
        lesson = _game(rules, how, Random(f"{seed}/{number}"))
        with file.open("a", encoding="utf-8") as end:
            end.write(f"{lesson.model_dump_json()}\n")
        yield number + 1


def _game(rules: Rules, how: Learned, rng: Random) -> Lesson:
    states: list[State] = []
    state = how.game(rng.randrange, lambda each: states.append(each.copy()))
    won, seats = share_victory(rules, state), list_seats(rules, state)
    chosen = sorted(rng.sample(range(len(states)), min(KEPT, len(states))))
    found = [(how.late(states[at]), how.signs(states[at])) for at in chosen]
    return Lesson(
        seats=seats,
        signs=tuple(found[0][1]),
        won=tuple(won[seat] for seat in seats),
        positions=tuple((round(late, 4), tuple(round(x, 4) for x in each.values())) for late, each in found),
    )


class _Row(NamedTuple):
    """A position.

    It has each nonzero feature twice: once unchanged, once multiplied by how late the game is.
    """

    parts: Sequence[tuple[int, float]]
    won: Sequence[float]


def _rows(games: Sequence[Lesson]) -> list[_Row]:
    found = []
    for game in games:
        for late, values in game.positions:
            parts = [(2 * at, x) for at, x in enumerate(values) if x]
            found.append(_Row([*parts, *((at + 1, x * late) for at, x in parts)], game.won))
    return found


# Two lists of weights for each feature, with a weight for each seat. The first list counts the same in the
# whole game. The second list counts more as the game goes on.
Weights = Sequence[Sequence[float]]


def _chances(row: _Row, weights: Weights, seats: range) -> list[float]:
    sums = [0.0 for _ in seats]
    for at, x in row.parts:
        each = weights[at]
        for seat in seats:
            sums[seat] += x * each[seat]
    most = max(sums)
    parts = [exp(each - most) for each in sums]
    whole = sum(parts)
    return [part / whole for part in parts]


def fit(games: Sequence[Lesson], seed: str) -> list[list[float]]:
    """Return those weights that make the results of these games most likely. Gradient descent finds them.

    Raises `InputError` if there are no games.
    """
    if not games:
        raise InputError("there are no games to fit to")
    seats, rows, rng = range(len(games[0].seats)), _rows(games), Random(seed)
    weights = [[0.0 for _ in seats] for _ in range(2 * len(games[0].signs))]
    moved = [[LEAST for _ in seats] for _ in weights]
    for _ in range(PASSES):
        rng.shuffle(rows)
        for row in rows:
            off = [p - won for p, won in zip(_chances(row, weights, seats), row.won, strict=True)]
            for at, x in row.parts:
                each, so_far = weights[at], moved[at]
                for seat in seats:
                    slope = off[seat] * x
                    so_far[seat] += slope * slope
                    each[seat] -= RATE * slope / sqrt(so_far[seat])
    return weights


def measure_loss(games: Sequence[Lesson], seed: str) -> Loss:
    """Return how well a fit to most of these games predicts the results of the remaining games."""
    fitted = [game for number, game in enumerate(games) if number % HELD_BACK]
    others = games[::HELD_BACK]
    weights, rows, seats = fit(fitted, seed), _rows(others), range(len(games[0].seats))
    usual = [sum(game.won[seat] for game in fitted) / len(fitted) for seat in seats]
    return Loss(
        len(others),
        _loss([(_chances(row, weights, seats), row.won) for row in rows]),
        _loss([(usual, row.won) for row in rows]),
    )


def _loss(found: Sequence[tuple[Sequence[float], Sequence[float]]]) -> float:
    losses = (
        -won * log(max(LEAST, p)) for chances, of in found for p, won in zip(chances, of, strict=True) if won
    )
    return sum(losses) / len(found)


def make_judgement(games: Sequence[Lesson], seed: str) -> Judgement:
    """Return the evaluation learned from these games."""
    weights = fit(games, seed)
    return Judgement(
        provenance="ours",
        note=f"Learned by `durbar learn` (seed {seed}) from games between quick players.",
        games=len(games),
        seats=games[0].seats,
        signs={
            name: Sign(
                always=tuple(round(x, 3) for x in weights[2 * at]),
                late=tuple(round(x, 3) for x in weights[2 * at + 1]),
            )
            for at, name in enumerate(games[0].signs)
        },
    )


def write_judgement(found: Judgement) -> str:
    """Return the file text of an evaluation."""
    rows = [
        f"{json.dumps(name)} = {{ always = {list(sign.always)}, late = {list(sign.late)} }}"
        for name, sign in found.signs.items()
    ]
    head = [
        f"provenance = {json.dumps(found.provenance)}",
        f"note = {json.dumps(found.note)}",
        f"games = {found.games}",
        f"seats = {json.dumps(found.seats)}",
    ]
    return "\n".join([*head, "", "[signs]", *rows, ""])
