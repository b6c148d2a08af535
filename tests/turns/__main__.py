"""Print the taps and screens of random turns, for docs/lab: `python -m tests.turns GAME`."""

from __future__ import annotations

import statistics
import sys
from collections.abc import Iterator
from random import Random

from rules.kernel import Ask, Rules
from rules.loading.games import GAMES
from tests.kernel.play import random_steps
from tests.turns.walking import Walk, check, situation, wander

TURNS = 200
SEEDS = range(1000)


def turns(rules: Rules, most: int) -> Iterator[Walk]:
    """Yield `most` turns of people who tap at random, in positions that random players have reached."""
    rng, found = Random(11), 0
    for seed in SEEDS:
        for step in random_steps(rules, seed):
            if isinstance(step.live.pending, Ask) and rng.random() < 1 / 8:
                yield wander(situation(rules, step), rng)
                found += 1
                if found == most:
                    return


def main() -> None:
    """Print the measurements of the game."""
    game = sys.argv[1]
    walks = list(turns(GAMES[game], TURNS))
    for each in walks:
        check(each)
    taps = sorted(each.taps for each in walks)
    screens = [screen for each in walks for screen in each.screens]
    print(
        f"{game}: taps {statistics.median(taps):.0f} (95 %: {taps[len(taps) * 95 // 100]}), "
        f"screens {statistics.median(len(each.screens) for each in walks):.0f}, "
        f"controls {max(screen.usable for screen in screens)} at most, "
        f"entries read {statistics.mean(sum(s.entries for s in each.screens) for each in walks):.0f}, "
        f"height {statistics.median(screen.height for screen in screens):.0f} (at most "
        f"{max(screen.height for screen in screens)})"
    )


if __name__ == "__main__":
    main()
