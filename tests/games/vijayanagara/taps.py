"""How many taps Commands in three spaces with a Decree take, in games by random players:
`python -m tests.games.vijayanagara.taps` prints the middle and the most of each kind, for docs/table.md."""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from bot.table.answers import BUTTONS, ON_POST
from rules.asking import DONE
from rules.games import GAMES
from rules.kernel import Ask, Entry, Game, Live, resume
from rules.orders.ways import JOINT, ways
from tests.kernel.play import random_steps

GAME = GAMES["vijayanagara"]
GAMES_PLAYED, SPACES, MOST_KEYS, MIXES = 40, 3, 60, 60


def turn(game: Game, rng: Random) -> tuple[tuple[str, str], list[str]] | None:
    """A random Command in three spaces with a Decree: their names, and its keys; None where it came to
    less, or to dice."""
    live: Live[Any] = resume(GAME, game)
    seat, keys, names, spaces = _seat(live), ["command"], list[str](), 0
    live.enter(seat, "command")
    while _seat(live) == seat and len(keys) < MOST_KEYS:
        ask = live.pending
        assert isinstance(ask, Ask)
        menu = list(ask.menu())
        optional = DONE in menu and len(menu) > 1 and len(names) == 1
        if ask.prompt.english.startswith(("Which Command", "Which Decree")):
            key = rng.choice([name for name in menu if name != "attack"] or menu)
            names.append(key)
        elif optional and ask.lead in ("to", "in"):
            key = DONE if spaces == SPACES else rng.choice([space for space in menu if space != DONE])
            spaces += key != DONE
        else:
            key = DONE if optional and ask.lead == "from" else rng.choice(menu)
        mix = [key]
        if ask.part == 0:  # several kinds, in the order in which people say them
            now = replace(game, log=game.log + tuple(Entry(seat, each) for each in keys))
            mix = rng.choice(ways(GAME, now, MIXES).offered).key.split(JOINT)
        for each in mix:
            keys.append(each)
            live.enter(seat, each)
    return ((names[0], names[1]), keys) if spaces == SPACES and len(names) > 1 else None


def taps(game: Game, keys: list[str]) -> int:
    """The taps that these keys take, from the post to the act; the last of them confirms it where it may."""
    seat, count, first, sure = _seat(resume(GAME, game)), 0, True, False
    while keys and _seat(resume(GAME, game)) == seat:
        on, ask = ways(GAME, game, ON_POST if first else BUTTONS), resume(GAME, game).pending
        closable = isinstance(ask, Ask) and DONE in ask.menu()
        chains = [way.key.split(JOINT) for way in on.offered]
        fitting = [chain for chain in chains if keys[: len(chain)] == chain or chain[: len(keys)] == keys]
        count += (1 if len(on.offered) <= BUTTONS else 2) + (not fitting)
        chain = max(fitting, key=len, default=keys[:1])
        game = replace(game, log=game.log + tuple(Entry(seat, key) for key in chain))
        keys, sure, first = keys[len(chain) :], not first and closable, False
    return count + (not sure)


def _seat(live: Live[Any]) -> str:
    return live.pending.seat if isinstance(live.pending, Ask) else ""


def turns() -> Iterator[tuple[Game, tuple[str, str], list[str]]]:
    """Turns out of random games, wherever these have led."""
    rng = Random(11)
    for seed in range(GAMES_PLAYED):
        for step in random_steps(GAME, seed):
            ask = step.live.pending
            if isinstance(ask, Ask) and "command" in ask.menu() and rng.random() < 1 / 4:
                found = turn(step.game, rng)
                if found is not None:
                    yield step.game, *found


def main() -> None:
    """Print a line for each Command with each Decree."""
    counted: dict[tuple[str, str], list[int]] = defaultdict(list)
    for game, names, keys in turns():
        counted[names].append(taps(game, keys))
    print(f"{sum(map(len, counted.values()))} turns")
    for names, counts in sorted(counted.items()):
        middle, most = statistics.median_high(counts), max(counts)
        print(f"{', '.join(map(GAME.name, names))}: {middle} ({most} at most, {len(counts)} turns)")


if __name__ == "__main__":
    main()
