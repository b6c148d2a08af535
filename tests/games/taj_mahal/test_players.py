"""How bot players think: what they remember, and when they stop."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from rules import taj_mahal
from rules.kernel import Ask
from rules.taj_mahal.players import MOST, SURE_AFTER, play_visit
from rules.taj_mahal.players.evaluation import Known, list_ways, rank_ways
from rules.taj_mahal.state import State
from tests.every_game.golden import play_at_random
from tests.games.taj_mahal.table import GAME, live, place
from tests.games.taj_mahal.test_advice import point


def positions(seed: str) -> Iterator[State]:
    """Yield positions of a random game in which a card may be played."""
    for game in play_at_random(GAME, seed):
        s = taj_mahal.load(game.start)
        if s.visit and s.supply and list_ways(s, s.mover):
            yield s


def test_results_remembered_in_a_visit_change_no_choice() -> None:
    for number, s in enumerate([*positions("known")][::7]):
        known = Known()
        for seed in range(3):  # palaces are placed, and won again elsewhere, with the same memory
            play_visit(s.copy(), Random(seed).randrange, (), known)
        once, again = s.copy(), s.copy()
        play_visit(once, Random(number).randrange)
        play_visit(again, Random(number).randrange, (), known)
        assert taj_mahal.dump(again) == taj_mahal.dump(once)
        assert rank_ways(s, s.mover, known) == rank_ways(s, s.mover)


def looks(s: State) -> int:
    """Return how often `full` checks its time limit, if it is never reached."""
    asked, ask = 0, live(s).pending
    assert isinstance(ask, Ask)

    def stop() -> bool:
        nonlocal asked
        asked += 1
        return False

    taj_mahal.BOT_PLAYERS["full"](Random(1).randrange, stop).choose(point(s, ask))
    return asked


def test_a_search_ends_by_itself_as_soon_as_it_is_decided() -> None:
    maroon = {"table": ["red-ev", "red-pc"], "hand": ["red-ee", "green-ee"]}
    won = place(12, "agr", players={"maroon": maroon, "blue": {"table": ["green-gp"], "hand": ["green-ep"]}})
    assert looks(won) < SURE_AFTER
    counts = [looks(s) for s in [*positions("decided")][::9]]
    assert max(counts) <= MOST
    assert sorted(counts)[len(counts) // 2] < MOST / 2
