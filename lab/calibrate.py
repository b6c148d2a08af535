"""Measure how accurate estimated chances to win are, in games between bot players of chosen levels.

Chances are estimated at random positions of each game, and compared with the game's result. The weights of a
position's features can also be fitted to these games. Each game is appended to a file when it ends, so a
stopped run can continue.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt
from pathlib import Path
from random import Random
from statistics import fmean
from typing import NamedTuple

from bot.engine.thinking import Counted, seat_player
from lab.jsonl import mend_file, read_whole_lines
from rules.chance import Draw, Roll, find_faces
from rules.errors import InputError
from rules.kernel import Rules, list_seats
from rules.players import deal_hidden, play_out
from rules.players.outlook import compute_features, play_on_from_start, share_victory, weigh_features
from rules.state import State

LOOKS = 100  # thinking steps of a bot player per order; steps don't depend on the machine
FITTED = 8  # positions of a game that are used for the fit
FORETOLD = 2  # positions of a game that are estimated
PLAYED_ON = 8  # playouts per estimate
BINS = 10  # bins of the reliability curve
SURE = 1.96  # half the width of a 95 % interval, in standard errors
DRAWS = 400  # bootstrap samples of games for an interval
RIDGE = 1e-3  # strength of the fit's ridge term
STEPS = 30  # the fit takes at most this many steps
Chances = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a finished game: how much of the game was over, and the features of each seat.

    `chances`: each seat's estimated chance; empty if the position has only features.
    """

    played: float
    features: Mapping[str, Mapping[str, float]]
    chances: Chances


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the level of each player, each seat's share of the win, and some positions."""

    levels: Mapping[str, str]
    won: Chances
    positions: tuple[Position, ...]

    def line(self) -> str:
        """Return the line of the file for this game."""
        positions = [(each.played, each.features, each.chances) for each in self.positions]
        return json.dumps({"levels": self.levels, "won": self.won, "positions": positions})

    @classmethod
    def read(cls, line: str) -> Played:
        """Return the game of a line. Raises `InputError` if the line can't be read."""
        try:
            data = json.loads(line)
            return cls(data["levels"], data["won"], tuple(Position(*each) for each in data["positions"]))
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(f"a line of the file of games can't be read: {error!r}") from None


def read_games(file: Path) -> list[Played]:
    """Return the games of a file; none if there is no file. Raises `InputError` for an unreadable line.

    If a kill left the last line incomplete, the line is ignored.
    """
    return [Played.read(line) for line in read_whole_lines(file)]


def play(
    rules: Rules, levels: Sequence[str], games: int, seed: str, file: Path, *, foretell: bool
) -> Iterator[int]:
    """Play until the file has `games` games. After each game, yield the number of games in the file.

    `foretell`: estimate the chances of some positions, with weights that were fitted earlier. Raises
    `InputError` for unknown levels, a game without estimates, or a file with an unreadable line.
    """
    if not levels or not set(levels) <= set(rules.BOT_PLAYERS):
        known = ", ".join(rules.BOT_PLAYERS) or "none but random players"
        raise InputError(f"{rules.TITLE}: these levels can play: {known}")
    if rules.EXTRAS.analysis.outlook is None:
        raise InputError(f"{rules.TITLE} has no estimate of the chances to win")
    done = len(read_games(file))
    mend_file(file)
    for number in range(done, games):
        game = _game(rules, levels, f"{seed}/{number}", foretell=foretell)
        with file.open("a", encoding="utf-8") as end:
            end.write(f"{game.line()}\n")
        yield number + 1


def _game(rules: Rules, levels: Sequence[str], seed: str, *, foretell: bool) -> Played:
    rng, options = Random(seed), rules.Options()
    held = {seat: rng.choice(levels) for seat in rules.seats(options)}
    players = {seat: seat_player(rules, level, rng.randrange, Counted(LOOKS)) for seat, level in held.items()}
    states: list[State] = []

    def keep(state: State, _: int) -> bool:
        states.append(state.copy())
        return False

    def fate(turn: int, index: int, pending: Roll | Draw) -> str:
        return find_faces(seed, turn, index, pending)

    state = rules.setup(options)
    play_out(rules, state, players, fate, until=keep)
    chosen = sorted(rng.sample(range(len(states)), min(FORETOLD if foretell else FITTED, len(states))))
    positions = tuple(
        Position(
            at / len(states),
            compute_features(rules, states[at]),
            estimate_seen_chances(rules, states[at], rng, PLAYED_ON) if foretell else {},
        )
        for at in chosen
    )
    return Played(held, share_victory(rules, state), positions)


def estimate_seen_chances(rules: Rules, state: State, rng: Random, times: int) -> dict[str, float]:
    """Return each seat's chance to win in a state between two turns, as a spectator would estimate it.

    There are `times` playouts. Each playout deals the hidden cards again. The game's outlook says how far the
    playout goes on.
    """
    view, found = rules.view(state, None), []
    for _ in range(times):
        found.append(play_on_from_start(rules, deal_hidden(rules, view, rng.randrange), rng.randrange))
    return {seat: fmean(each[seat] for each in found) for seat in list_seats(rules, state)}


# The fit: a conditional logit, by Newton's method


def fit(games: Sequence[Played]) -> dict[str, float]:
    """Return the weights with which the features make the results of these games most likely.

    If features always occur together, a small ridge term divides the weight between them. Raises `InputError`
    if there are no games or no features.
    """
    names = sorted({name for game in games for at in game.positions for each in at.features.values()
                    for name in each})  # fmt: skip
    rows = [
        [([each.get(name, 0.0) for name in names], game.won[seat]) for seat, each in at.features.items()]
        for game in games
        for at in game.positions
    ]
    if not names or not rows:
        raise InputError("there are no games to fit to")
    counts, n = [0.0] * len(names), len(names)
    for _ in range(STEPS):
        slope = [-RIDGE * len(rows) * count for count in counts]
        bend = [[RIDGE * len(rows) * (i == j) for j in range(n)] for i in range(n)]
        for row in rows:
            found = weigh_features(
                {str(at): {str(i): x for i, x in enumerate(each)} for at, (each, _) in enumerate(row)},
                {str(i): count for i, count in enumerate(counts)},
            )
            chances = [found[str(at)] for at in range(len(row))]
            mean = [sum(p * each[i] for p, (each, _) in zip(chances, row, strict=True)) for i in range(n)]
            for p, (each, won) in zip(chances, row, strict=True):
                off = [x - m for x, m in zip(each, mean, strict=True)]
                for i in range(n):
                    slope[i] += (won - p) * each[i]
                    for j in range(i + 1):
                        bend[i][j] += p * off[i] * off[j]
        for i in range(n):
            for j in range(i):
                bend[j][i] = bend[i][j]
        step = solve_equations(bend, slope)
        counts = [count + part for count, part in zip(counts, step, strict=True)]
        if max(map(abs, step)) < 1e-6:
            break
    return dict(zip(names, counts, strict=True))


def write_weights(games: Sequence[Played], seed: str) -> str:
    """Return the text of the file with the weights, fitted to these games."""
    levels = ", ".join(dict.fromkeys(level for game in games for level in sorted(game.levels.values())))
    note = f"Fitted by `durbar calibrate --fit` (seed {seed}) to games between {levels}, seats by chance."
    rows = [f"{name} = {count:.3f}" for name, count in fit(games).items()]
    head = ['provenance = "ours"', f'note = "{note}"', f"games = {len(games)}", "", "[weights]"]
    return "\n".join([*head, *rows, ""])


def solve_equations(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Return the solution of a system of linear equations, by elimination."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    n = len(rows)
    for i in range(n):
        pivot = max(range(i, n), key=lambda at: abs(rows[at][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for at in range(n):
            if at != i and rows[at][i]:
                part = rows[at][i] / rows[i][i]
                rows[at] = [x - part * y for x, y in zip(rows[at], rows[i], strict=True)]
    return [rows[i][n] / rows[i][i] for i in range(n)]


# Reliability


class Bin(NamedTuple):
    """A group of similar estimates: their mean, and how often the estimated seats won, with a 95 % interval.

    For the interval, all estimates of one game are one observation. `positions`: the number of estimates, one
    for each position and seat.
    """

    foretold: float
    won: float
    low: float
    high: float
    positions: int
    games: int


class Reliability(NamedTuple):
    """The accuracy of estimates over many games.

    `brier`: the mean squared error of the estimates. `even`: the mean squared error of equal chances for all
    seats. `better`: how much lower `brier` is than `even`, with the 95 % interval. `loss` and `even_loss`:
    the same as `brier` and `even`, but as logarithmic losses.
    """

    games: int
    positions: int
    bins: tuple[Bin, ...]
    brier: float
    even: float
    better: tuple[float, float, float]
    loss: float
    even_loss: float


def measure_reliability(games: Sequence[Played], seed: str = "calibrate") -> Reliability:
    """Return how accurate the estimates in these games were.

    Raises `InputError` if there are no estimates.
    """
    cells: list[list[tuple[float, float, int]]] = [[] for _ in range(BINS)]
    errors: list[tuple[float, float]] = []
    losses: list[tuple[float, float]] = []
    for number, game in enumerate(games):
        own, even, lost, evenly = [], [], [], []
        for at in game.positions:
            base = 1 / len(at.chances)
            for seat, p in at.chances.items():
                won = game.won[seat]
                cells[min(BINS - 1, int(p * BINS))].append((p, won, number))
                own.append((p - won) ** 2)
                even.append((base - won) ** 2)
            lost.append(-sum(won * log(max(1e-4, at.chances[seat])) for seat, won in game.won.items()))
            evenly.append(-log(base))
        if own:
            errors.append((fmean(own), fmean(even)))
            losses.append((fmean(lost), fmean(evenly)))
    if not errors:
        raise InputError("these games have no estimates; --fit left them out")
    rng = Random(seed)
    gains = [even - own for own, even in errors]
    drawn = sorted(fmean(rng.choices(gains, k=len(gains))) for _ in range(DRAWS))
    better = fmean(gains), drawn[round(DRAWS * 0.025)], drawn[round(DRAWS * 0.975) - 1]
    return Reliability(
        len(errors),
        sum(len(game.positions) for game in games),
        tuple(_bin(cell) for cell in cells if cell),
        fmean(own for own, _ in errors),
        fmean(even for _, even in errors),
        better,
        fmean(own for own, _ in losses),
        fmean(even for _, even in losses),
    )


def _bin(cell: Sequence[tuple[float, float, int]]) -> Bin:
    won, games = fmean(won for _, won, _ in cell), len({game for _, _, game in cell})
    return Bin(fmean(p for p, _, _ in cell), won, *find_interval(won, games), len(cell), games)


def find_interval(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's interval for a share that was measured in `n` tries."""
    square = SURE * SURE
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = SURE * sqrt(share * (1 - share) / n + square / (4 * n * n)) / (1 + square / n)
    return max(0.0, middle - half), min(1.0, middle + half)


def describe_reliability(title: str, found: Reliability) -> Iterator[str]:
    """Yield the lines that describe a reliability."""
    gain, low, high = found.better
    yield f"{title}: {found.games} games, {found.positions} positions"
    brier = f"Brier score {found.brier:.3f}, equal chances {found.even:.3f}"
    yield f"{brier}: {gain:.3f} better ({low:.3f} to {high:.3f})"
    yield f"log loss {found.loss:.3f}, equal chances {found.even_loss:.3f}"
    yield "  estimate   won   95 % interval  positions  games"
    for each in found.bins:
        yield (
            f"  {each.foretold:7.1%} {each.won:6.1%}  {each.low:6.1%} to {each.high:6.1%}"
            f"  {each.positions:7}  {each.games:6}"
        )
