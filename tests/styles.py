"""Ask each style of a game's bot players for an order in the same positions, and add up what they do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from random import Random
from typing import Any

from bot.engine.thinking import Counted, list_styles, seat_player
from rules.kernel import Ask, Game, Live, Rules, begin, submit
from rules.players import choose_order
from tests.every_game.tables import tables

# (state before the order, seat, keys of the order): what the order does
Measure = Callable[[Any, str, Sequence[str]], Mapping[str, float]]


def list_positions(rules: Rules, kinds: Collection[str], most: int) -> Iterator[Game]:
    """Yield up to `most` positions of random games in which a seat is asked a question of these kinds.

    They come from turns of all tables, in a random sequence that is always the same.
    """
    turns = [turn for table in tables(rules) for turn in table.turns()]
    Random(0).shuffle(turns)
    found = (game for turn in turns if (game := _find_question(rules, turn, kinds)) is not None)
    yield from islice(found, most)


def _find_question(rules: Rules, turn: Game, kinds: Collection[str]) -> Game | None:
    """Return the turn up to its first question of these kinds with several answers; None without one."""
    live = Live(rules, rules.load(turn.start))
    for at, entry in enumerate(turn.log):
        if isinstance(ask := live.pending, Ask) and ask.kind in kinds and not ask.forced:
            return Game(turn.seed, turn.turn, turn.start, turn.log[:at])
        live.enter(*entry)
    return None


def play_positions(rules: Rules, level: str, kinds: Collection[str], seed: int) -> Iterator[Game]:
    """Yield the positions of a game between bot players in which a seat is asked such a question."""
    step = begin(rules, rules.dump(rules.setup(rules.Options())), f"{seed:032x}")
    while isinstance(ask := step.live.pending, Ask):
        if ask.kind in kinds:
            yield step.game
        player = seat_player(rules, level, Random(seed).randrange, Counted(0))
        step = submit(rules, step.game, ask.seat, choose_order(rules, step.game, player).keys)


def add_marks(
    rules: Rules, level: str, positions: Iterable[Game], measure: Measure, *, looks: int = 0
) -> dict[str, Counter[str]]:
    """Return for each style of a level, and for "" without a style, the sum of what its orders do."""
    found = {style: Counter[str]() for style in ("", *list_styles(rules, level))}
    for number, game in enumerate(positions):
        live = Live(rules, rules.load(game.start))
        for entry in game.log:
            live.enter(*entry)
        assert isinstance(live.pending, Ask)
        for style, marks in found.items():
            player = seat_player(rules, level, Random(number).randrange, Counted(looks), style)
            keys = choose_order(rules, game, player).keys
            marks.update(measure(live.state, live.pending.seat, keys))
    return found


def assert_shows(found: Mapping[str, Mapping[str, float]], style: str, *marks: str) -> None:
    """Assert that the orders of a style do its kind of thing more than those of all others."""
    sums = {each: sum(counted[mark] for mark in marks) for each, counted in found.items()}
    assert sums[style] > max(n for each, n in sums.items() if each != style), sums
