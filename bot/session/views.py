"""Build each reader's view of a position once, and cache it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import replace

from bot.language.words import get_language
from rules import kernel
from rules.kernel import Game, Rules, View

MAX_VIEWS = 256  # views in the cache; the view that was used longest ago is dropped first
_views = OrderedDict[tuple[Rules, str, Game, str | None], View]()


def view_game(rules: Rules, game: Game, seat: str | None, make: Callable[[], View] | None = None) -> View:
    """Return the view that a seat (None: a spectator) has of a game.

    `make` is a function that builds the view without playing the turn again; None if there is no such
    function. The cache's key contains the turn's start and entries, so a cached view is never out of date.
    """
    key = rules, get_language(), game, seat
    if (view := _views.get(key)) is not None:
        _views.move_to_end(key)
        return view
    view = _views[key] = rules.view(kernel.resume(rules, game).state, seat) if make is None else make()
    if len(_views) > MAX_VIEWS:
        _views.popitem(last=False)
    return view


def view_start(rules: Rules, start: str) -> View:
    """Return a spectator's view of a state. `start` is the stored document of the state."""
    return view_game(rules, Game("", 0, start), None, lambda: rules.view(rules.load(start), None))


def view_after(rules: Rules, game: Game, entries: int | None = None, seat: str | None = None) -> View:
    """Return the view of a seat (None: a spectator) after this many entries of a turn (None: all)."""
    return view_game(rules, replace(game, log=game.log[:entries]), seat)
