"""What readers see of a position: a view is built once for each, and shared by all that shows it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from bot.language.words import spoken_language
from rules import kernel
from rules.kernel import Game, Rules, View

KEPT = 256  # views in memory, those that were looked at last
_kept = OrderedDict[tuple[Rules, str, Game, str | None], View]()


def view_game(rules: Rules, game: Game, seat: str | None, make: Callable[[], View] | None = None) -> View:
    """Return what a seat (None: a spectator) sees of a game.

    `make`: what builds it, where that need not play the turn again. The turn's start and entries are the key,
    so no view is ever out of date.
    """
    key = rules, spoken_language(), game, seat
    if (view := _kept.get(key)) is not None:
        _kept.move_to_end(key)
        return view
    view = _kept[key] = rules.view(kernel.resume(rules, game).state, seat) if make is None else make()
    if len(_kept) > KEPT:
        _kept.popitem(last=False)
    return view


def view_start(rules: Rules, start: str) -> View:
    """Return what a spectator sees of a state, given as a document."""
    return view_game(rules, Game("", 0, start), None, lambda: rules.view(rules.load(start), None))


def view_after(rules: Rules, game: Game, entries: int | None = None, seat: str | None = None) -> View:
    """Return what a seat (None: a spectator) sees so many entries into a turn (None: all of them)."""
    return view_game(rules, replace(game, log=game.log[:entries]), seat)
