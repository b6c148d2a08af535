"""Estimate the chances to win at each turn of a finished game, for the game's page.

The estimate is made once. Waiting jobs of all other kinds run before it.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping

import structlog

from bot.analysis.game_review import list_means
from bot.analysis.hints import Analysis
from bot.engine.job_queue import Busy, Urgency
from bot.session.signal import Signal
from db.records import Note, StoredGame

log = structlog.get_logger(__name__)
NAME = "chances"  # the name of the note that stores the chances with the game
DIGITS = 4
Curve = tuple[Mapping[str, float], ...]


class Chances:
    """Estimates and stores the chances at each turn of a finished game, when somebody opens its page.

    If a review has just estimated the chances, its results are used again.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis, self.store = analysis, analysis.orders.store
        self.stored = Signal[[int]]()  # sent with the number of a game when its chances are stored
        self._estimating = dict[int, asyncio.Task[None]]()

    def want(self, stored: StoredGame) -> None:
        """Start to estimate the chances at each turn of a game.

        Do nothing if the chances are stored already, if the game is not over, or if its rules have no bot
        players.
        """
        players = self.analysis.orders.find_rules(stored).BOT_PLAYERS
        if not stored.over or not players or find_chances(stored) or stored.id in self._estimating:
            return
        estimating = asyncio.create_task(self._estimate(stored), name=f"chances {stored.id}")
        self._estimating[stored.id] = estimating
        estimating.add_done_callback(lambda _: self._estimating.pop(stored.id))

    async def close(self) -> None:
        """Stop. Unfinished estimates start again when the page is made again."""
        for task in [*self._estimating.values()]:
            task.cancel()
        await asyncio.gather(*self._estimating.values(), return_exceptions=True)

    async def _estimate(self, stored: StoredGame) -> None:
        try:
            turns = await self.store.load_history(stored.id)
            curve = list_means(await self.analysis.estimate_curve(stored, turns, Urgency.PAGE))
        except Busy:  # the next visit to the page tries again
            return
        except Exception:
            log.exception("chances can't be estimated", game=stored.id)
            return
        rounded = [{seat: round(chance, DIGITS) for seat, chance in point.items()} for point in curve]
        text = json.dumps({"of": _name_end(stored), "chances": rounded})
        await self.store.write_notes(stored.id, Note("", NAME, 0, text))
        self.stored(stored.id)


def find_chances(stored: StoredGame) -> Curve:
    """Return each seat's chances at the start of each turn and at the end of the game; () if not known."""
    for note in stored.notes:
        if (note.seat, note.name) == ("", NAME):
            kept = json.loads(note.text)
            return tuple(kept["chances"]) if kept["of"] == _name_end(stored) else ()
    return ()


def _name_end(stored: StoredGame) -> str:
    """Return a text that identifies this end of the game, because an undo can lead to another end."""
    last = stored.position
    return "" if last is None else f"{last.turn}/{len(last.log)}/{last.chain}"
