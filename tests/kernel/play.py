"""Start the toy game at a chosen place, and play games at random."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from rules.kernel import SIDE, Ask, Game, Rules, Step, begin, list_seats, settle, submit
from tests.kernel import toy

TOY: Rules[Any, Any] = toy


def start(card: str = "card-2", **changes: object) -> Game:
    """Return the toy game with `card` just drawn. "card-2" asks the South first, "card-1" the North."""
    document = {**json.loads(toy.dump(toy.setup(toy.Options()))), "deck": [card, card], **changes}
    return settle(TOY, Game("seed", 1, json.dumps(document))).game


def march_north(**changes: object) -> Game:
    """Return a game in which the North, with pieces in Delhi and in Gujarat, is about to act."""
    pieces = {
        "north/delhi": {"troops": 4, "governors": 1},
        "north/gujarat": {"troops": 2},
        "south/malwa": {"troops": 1},
    }
    return start("card-1", **{"pieces": pieces, **changes})


def asked(game: Game) -> Ask:
    """Return the current question."""
    pending = settle(TOY, game).live.pending
    assert isinstance(pending, Ask)
    return pending


def random_steps(rules: Rules, seed: int, side_acts: float = 0.0, **options: Any) -> Iterator[Step]:
    """Yield the steps of a random game from its set-up to its end, with acts out of turn now and then."""
    rng = Random(seed)
    step = begin(rules, rules.dump(rules.setup(rules.Options(**options))), f"seed {seed}")
    yield step
    while isinstance(ask := step.live.pending, Ask):
        if rng.random() < side_acts and (acts := side_choices(rules, step)):
            seat, key = rng.choice(acts)
            step = submit(rules, step.game, seat, [key])
        else:
            step = submit(rules, step.game, ask.seat, [rng.choice(list(ask.menu()))])
        yield step


def side_choices(rules: Rules, step: Step) -> list[tuple[str, str]]:
    """Return the seat and key of each possible act out of turn."""
    acts = [
        (seat, act)
        for seat in list_seats(rules, step.live.state)
        for act in rules.EXTRAS.trades.offered(step.live.state, seat)
    ]
    return [(seat, SIDE + act.key) for seat, act in acts if not act.why_not]


def random_turns(rules: Rules, seed: int, side_acts: float = 0.0) -> list[Game]:
    """Return all turns of a random game (`random_steps`)."""
    steps = list(random_steps(rules, seed, side_acts))
    return [*(game for step in steps for game in step.closed), steps[-1].game]
