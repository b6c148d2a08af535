"""Read uploaded files in a worker process with a time limit, so that they hold nothing up."""

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
UPLOAD_SECONDS = 10.0  # to read a file; the longest useful file takes 1 second
Games: TypeAlias = Mapping[str, Rules]


class Uploads:
    """Reads uploaded files.

    `workers` are the processes that read them. Without workers a thread reads them, for games that only this
    process knows.
    """

    def __init__(self, games: Games, workers: Workers | None = None) -> None:
        self.games, self.workers = games, workers

    async def read(self, work: Callable[[Games, str, str], T], key: str, text: str) -> T:
        """Return `work(games, key, text)`. `work` is a top-level function, because it is sent to a process.

        Raises what `work` raises, and `Refused` if it takes too long.
        """
        if self.workers is None:
            return await asyncio.to_thread(work, self.games, key, text)
        try:
            return await self.workers.run(_work_in_language, spoken_language(), work, key, text)
        except TimeoutError:
            raise Refused(say("upload.slow")) from None


def _work_in_language(language: str, work: Callable[[Games, str, str], T], key: str, text: str) -> T:
    """Run `work` in a worker process, in this language."""
    with speak_within(language):
        return work(LocalizedGames(GAMES), key, text)
