"""Provide positions for tests of the rules, and play orders on them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from rules import taj_mahal
from rules.chance import find_faces
from rules.kernel import Ask, Game, InputError, Live, Rules, begin, settle, submit
from rules.orders.notation import parse
from rules.taj_mahal.board import PROVINCES
from rules.taj_mahal.options import Options
from rules.taj_mahal.state import State

GAME: Rules[Any, Any] = taj_mahal
SEATS = taj_mahal.SEATS
FILLERS = ("violet-eg", "violet-ev", "violet-ec", "yellow-ec", "green-ec")


def tiles(**numbers: int) -> dict[str, int]:
    """Return the tile of each province. Provinces that are not named take the remaining numbers in order."""
    left = iter([n for n in range(1, 13) if n not in numbers.values() and n != 12])
    return {
        code: 12 if code == "agr" else numbers[code] if code in numbers else next(left) for code in PROVINCES
    }


def place(
    visit: int = 1,
    here: str = "guj",
    *,
    n: int = 4,
    players: Mapping[str, Mapping[str, Any]] | None = None,
    options: Mapping[str, object] | None = None,
    mover: str = "maroon",
    **more: object,
) -> State:
    """Return a position in visit `visit`, to province `here`.

    `players`: what seats have. The others have one card each, so that they are asked.
    """
    have: dict[str, Any] = {seat: {"hand": [card]} for seat, card in zip(SEATS[:n], FILLERS, strict=False)}
    have.update(players or {})
    document: dict[str, Any] = {
        "game": "taj_mahal",
        "options": {"seats": n, **(options or {})},
        "visit": visit,
        "starter": "maroon",
        "mover": mover,
        "tiles": tiles(**({here: visit} if here != "agr" else {})),
        "supply": ["violet-ep", "yellow-ep", "green-ep", "violet-em"],
        "players": have,
        **more,
    }
    return taj_mahal.load(json.dumps(document))


def live(s: State) -> Live[State]:
    """Return the turn that begins with this state."""
    return Live(GAME, s.copy())


def asked(s: State) -> Ask:
    """Return the current question."""
    pending = live(s).pending
    assert isinstance(pending, Ask)
    return pending


def after(s: State, *orders: str, draws: Sequence[str] = ()) -> State:
    """Return the state after these orders, each typed by the asked seat. `draws`: the scripted draws."""
    fates = iter(draws)

    def fate(seed: str, turn: int, index: int, due: Any) -> str:
        return next(fates, None) or find_faces(seed, turn, index, due)

    step = settle(taj_mahal, Game("seed", 9, taj_mahal.dump(s)), fate=fate)
    for order in orders:
        pending = step.live.pending
        assert isinstance(pending, Ask), "the game is over"
        keys = parse(GAME, step.game, pending.seat, order)

        step = submit(taj_mahal, step.game, pending.seat, keys, fate=fate)
    return step.live.state


def refused(s: State, order: str) -> InputError:
    """Return the refusal of an order."""
    game = settle(taj_mahal, Game("seed", 9, taj_mahal.dump(s))).game
    with pytest.raises(InputError) as answer:
        parse(GAME, game, asked(s).seat, order)
    return answer.value


def story(s: State, *keys: str) -> list[tuple[str, Any]]:
    """Return the kind and parts of each public story line after the mover enters these keys."""
    turn = live(s)
    for key in keys:
        assert isinstance(turn.pending, Ask)
        turn.enter(turn.pending.seat, key)
    return [(line.kind, line.parts) for line in turn.state.story if line.readers is None]


def begun(seed: str = "seed", **chosen: object) -> Game:
    """Return a new game at its first question."""
    state = taj_mahal.setup(Options.model_validate(chosen))
    return begin(taj_mahal, taj_mahal.dump(state), seed).game
