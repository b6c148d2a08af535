"""The chances to win over games that have ended, for their pages: estimated once, behind all else."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping

import structlog

from bot.analysis.game_review import list_means
from bot.analysis.hints import Analysis
from bot.engine.job_queue import Busy, Urgency
from db.records import Note, StoredGame

log = structlog.get_logger(__name__)
NAME = "chances"  # of the note of a game in which they are kept
DIGITS = 4
Curve = tuple[Mapping[str, float], ...]


class Chances:
    """Estimates the chances over a game whose page somebody wants to see, and keeps them with the game.

    A review estimates the same, so where it has done so, nothing is left to do.
    """

    def __init__(self, analysis: Analysis) -> None:
        self.analysis, self.store = analysis, analysis.orders.store
        # Called with the number of a game that has its chances now.
        self.tell: Callable[[int], None] = lambda _: None
        self._estimating = dict[int, asyncio.Task[None]]()

    def want(self, stored: StoredGame) -> None:
        """Estimate the chances over a game, unless it has them, or can't have them."""
        players = self.analysis.orders.find_rules(stored).AUTOMATIC
        if not stored.over or not players or find_chances(stored) or stored.id in self._estimating:
            return
        estimating = asyncio.create_task(self._estimate(stored), name=f"chances {stored.id}")
        self._estimating[stored.id] = estimating
        estimating.add_done_callback(lambda _: self._estimating.pop(stored.id))

    async def close(self) -> None:
        """Stop. What is not whole is estimated again when somebody looks at the page."""
        for task in [*self._estimating.values()]:
            task.cancel()
        await asyncio.gather(*self._estimating.values(), return_exceptions=True)

    async def _estimate(self, stored: StoredGame) -> None:
        try:
            turns = await self.store.load_history(stored.id)
            curve = list_means(await self.analysis.estimate_curve(stored, turns, Urgency.PAGE))
        except Busy:  # whoever looks later tries again
            return
        except Exception:
            log.exception("chances can't be estimated", game=stored.id)
            return
        rounded = [{seat: round(chance, DIGITS) for seat, chance in point.items()} for point in curve]
        text = json.dumps({"of": _name_end(stored), "chances": rounded})
        await self.store.write_notes(stored.id, Note("", NAME, 0, text))
        self.tell(stored.id)


def find_chances(stored: StoredGame) -> Curve:
    """Return each seat's chances at the beginning of each turn of a game and at its end; () if not known."""
    for note in stored.notes:
        if (note.seat, note.name) == ("", NAME):
            kept = json.loads(note.text)
            return tuple(kept["chances"]) if kept["of"] == _name_end(stored) else ()
    return ()


def _name_end(stored: StoredGame) -> str:
    """Return what tells how a game has ended from other ways in which it might, once it is taken back."""
    last = stored.position
    return "" if last is None else f"{last.turn}/{len(last.log)}/{last.chain}"
