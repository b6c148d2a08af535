"""What people send as files: read in a process of its own, where it holds nobody up and has its time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from bot.engine.workers import Workers
from bot.language.localized_games import LocalizedGames
from bot.language.words import say, speak_within, spoken_language
from bot.replies.reply import Refused
from rules.games import GAMES
from rules.kernel import Rules

T = TypeVar("T")
UPLOAD_SECONDS = 10.0  # seconds to read a file in; the longest that anybody has use for takes one
Games: TypeAlias = Mapping[str, Rules]


class Uploads:
    """Reads files. `workers`: where (None: in a thread, for games that only this process knows)."""

    def __init__(self, games: Games, workers: Workers | None = None) -> None:
        self.games, self.workers = games, workers

    async def read(self, work: Callable[[Games, str, str], T], key: str, text: str) -> T:
        """Return what `work`, a function of a module, makes of the games, a key and a text.

        Raises what it raises, and `Refused` where it takes too long.
        """
        if self.workers is None:
            return await asyncio.to_thread(work, self.games, key, text)
        try:
            return await self.workers.run(_spoken, spoken_language(), work, key, text)
        except TimeoutError:
            raise Refused(say("upload.slow")) from None


def _spoken(language: str, work: Callable[[Games, str, str], T], key: str, text: str) -> T:
    with speak_within(language):
        return work(LocalizedGames(GAMES), key, text)
