"""Provide positions for tests of the rules, and play orders on them with scripted chance."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from rules import rajas_of_the_ganges as rajas
from rules.chance import Draw, Roll
from rules.kernel import Ask, Game, InputError, Live, Rules, Step, settle, submit
from rules.orders.notation import parse
from rules.rajas_of_the_ganges.state import Realm, State
from rules.rajas_of_the_ganges.tiles import PILES, STACKS
from tests.facts import reason

GAME: Rules[Any, Any] = rajas
H, K, V, M = "haridwar", "kannauj", "varanasi", "monghyr"
FIRST = {stack: PILES[stack][0] for stack in STACKS}


def at(tiles: str = "", seats: int = 4, **more: Any) -> State:
    """Return a position in which Haridwar is to place.

    `tiles`: the top tiles of stacks; the other stacks show their first tile. `more`: fields of Haridwar's
    realm, or of the table.
    """
    display: dict[str, str] = dict(FIRST)
    for tile in tiles.split():
        display[next(stack for stack in STACKS if tile in PILES[stack])] = tile
    table: dict[str, Any] = {
        key: more.pop(key) for key in ("taken", "round", "elephant", "crossed", "white") if key in more
    }
    others: dict[str, Any] = more.pop("realms", {})
    gone = {text.split()[0] for text in more.get("province", {}).values()} | set(
        more.get("under", {}).values()
    )
    display = {
        stack: tile if tile not in gone else next(other for other in PILES[stack] if other not in gone)
        for stack, tile in display.items()
    }
    document: dict[str, Any] = {
        "options": {"seats": seats},
        "elephant": H,
        "to_act": H,
        "display": display,
        "realms": {H: {"money": 3, **more}, **others},
        **table,
    }
    return rajas.load(json.dumps(document))


def ask(s: State) -> Ask:
    """Return the first question."""
    pending = Live(rajas, s.copy()).pending
    assert isinstance(pending, Ask)
    return pending


def open_(s: State, *keys: str) -> Ask:
    """Return the question after these keys. Forced answers are given automatically."""
    live, left = Live(rajas, s.copy()), list(keys)
    while isinstance(asked := live.pending, Ask):
        answers = list(asked.menu())
        if left and left[0] in answers:
            live.enter(asked.seat, left.pop(0))
        elif asked.forced:
            live.enter(asked.seat, answers[0])
        else:
            break
    assert isinstance(live.pending, Ask), live.pending
    assert not left, left
    return live.pending


def menu(s: State, *keys: str) -> list[str]:
    """Return the legal answers after these keys."""
    return list(open_(s, *keys).menu())


def barred(s: State, *keys: str) -> Mapping[str, tuple[str, Any]]:
    """Return the refused answers after these keys, each with the rule's number and the reason's slots."""
    return {key: reason(why) for key, why in open_(s, *keys).menu.list_refused().items()}


def play(s: State, *orders: str, chance: Sequence[str] = ()) -> Step[State]:
    """Return the step after these orders, each typed by the asked seat.

    `chance`: the results of dice and draws, in order. Then dice show 1, and draws take the first tiles.
    """
    script: Iterator[str] = iter(chance)

    def fate(seed: str, turn: int, index: int, pending: Roll | Draw) -> str:
        first = "1" * pending.dice if isinstance(pending, Roll) else "+".join(pending.pile[: pending.n])
        return next(script, first)

    step = settle(GAME, Game("seed", 1, rajas.dump(s)), fate=fate)
    for order in orders:
        pending = step.live.pending
        assert isinstance(pending, Ask), "the game is over"
        keys = parse(GAME, step.game, pending.seat, order)
        step = submit(GAME, step.game, pending.seat, keys, fate=fate)
    return step


def after(s: State, *orders: str, chance: Sequence[str] = ()) -> State:
    """Return the state after these orders."""
    found: State = play(s, *orders, chance=chance).live.state
    return found


def own(s: State, *orders: str, chance: Sequence[str] = ()) -> Realm:
    """Return Haridwar's realm after these orders."""
    return after(s, *orders, chance=chance).realms[H]


def refused(s: State, order: str) -> InputError:
    """Return the refusal of an order."""
    game = settle(GAME, Game("seed", 1, rajas.dump(s))).game
    with pytest.raises(InputError) as answer:
        parse(GAME, game, H, order)
    return answer.value


def story(s: State) -> list[str]:
    """Return the kinds of the story lines of the current turn."""
    return [line.kind for line in s.story]
