"""Define two tiers of shared tests.

Every game is *playable*: it is played, replayed, undone, typed and drawn, and keeps its secrets. A game whose
face says `COMPLETE` has all features of the five games: lessons, puzzles, a player aid, chances to win.

The example game is tested here like an installed package.
"""

from __future__ import annotations

from typing import cast

import pytest

import durbar_mela
from render.games import PAINTERS
from rules.kernel import Rules
from rules.loading.games import GAMES

PAINTERS.add(durbar_mela.KEY, "durbar_mela.painter:PAINTER")
PLAYABLE: dict[str, Rules] = {**GAMES, durbar_mela.KEY: cast(Rules, durbar_mela)}
COMPLETE = {key: rules for key, rules in PLAYABLE.items() if rules.COMPLETE}

every_game = pytest.mark.parametrize("rules", PLAYABLE.values(), ids=PLAYABLE)
complete_game = pytest.mark.parametrize("rules", COMPLETE.values(), ids=COMPLETE)
