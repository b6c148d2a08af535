"""Measure the speed of the rules: in random games without storage, and at the end of a long turn."""

from __future__ import annotations

import gc
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from lab.bench.rows import Row, median_ms
from rules.chance import Draw, Roll, draw_by_numbers
from rules.kernel import Ask, Entry, Game, Rules, Step, begin, resume, settle, submit
from rules.loading.games import GAMES
from rules.players import Mover, play_out

SECONDS = 3.0
LONG_GAMES = 40  # games played to find the longest turn
TIMES = 200


def rows() -> Iterator[Row]:
    """Yield, for each game, the speed of random games, with python-chess as a yardstick.

    Also yield the ms to resume a game and to submit an answer, both at the end of the longest turn.
    """
    for rules in GAMES.values():
        rules.setup(rules.Options())
    gc.freeze()  # the bot does the same after it has loaded everything
    chess = _chess()
    for rules in GAMES.values():
        games, entries, seconds = _random_games(rules)
        yield Row(f"{rules.TITLE}: random games", games / seconds, "games/s")
        yield Row(f"{rules.TITLE}: entries", entries / seconds, "/s")
        yield Row(
            f"{rules.TITLE}: one random legal entry", seconds / entries * 1e6, "µs", "python-chess", chess
        )
        game, key = _longest_turn(rules)
        seat = _find_asked(rules, game)
        what = f"{rules.TITLE}, entry {len(game.log)} of the longest turn in {LONG_GAMES} games"
        yield Row(f"{what}: resume", median_ms(resume, TIMES, rules, game), "ms")
        yield Row(f"{what}: submit", median_ms(submit, TIMES, rules, game, seat, [key]), "ms")


def _random_games(rules: Rules) -> tuple[int, int, float]:
    number = random.Random(1)
    players = {seat: Mover(number.randrange) for seat in rules.seats(rules.Options())}
    games = entries = 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        state = rules.setup(rules.Options())
        entries += play_out(rules, state, players, _dealer(number))[1]
        games += 1
    return games, entries, time.perf_counter() - start


def _dealer(number: random.Random) -> Any:
    def deal(_turn: int, _index: int, pending: Roll | Draw) -> str:
        return draw_by_numbers(number.randrange, pending)

    return deal


def _chess() -> float:
    """Return the microseconds in which python-chess lists the legal moves and makes a random one.

    Return 0 if it is not installed.
    """
    try:
        import chess
    except ImportError:
        return 0.0
    number, moves = random.Random(1), 0
    start = time.perf_counter()
    while time.perf_counter() - start < SECONDS:
        board = chess.Board()
        while not board.is_game_over() and board.ply() < 400:
            board.push(number.choice(list(board.legal_moves)))
            moves += 1
    return (time.perf_counter() - start) / moves * 1e6


def _longest_turn(rules: Rules) -> tuple[Game, str]:
    """Return a game that stops before the last choice of a long turn, and a legal answer to that choice."""
    number, best, answer = random.Random(2), Game("", 0, ""), ""
    for seed in range(LONG_GAMES):
        step: Step = begin(rules, rules.dump(rules.setup(rules.Options())), str(seed))
        while isinstance(ask := step.live.pending, Ask):
            key = number.choice(list(ask.menu()))
            if not answer or len(step.game.log) > len(best.log):
                best, answer = step.game, key
            step.live.enter(ask.seat, key)
            log = (*step.game.log, Entry(ask.seat, key))
            step = settle(rules, replace(step.game, log=log), step.live)
    return best, answer


def _find_asked(rules: Rules, game: Game) -> str:
    ask = resume(rules, game).pending
    assert isinstance(ask, Ask), "a stored game waits for a question"
    return ask.seat
