"""Read uploaded files in a worker process with a time limit, so that no file can block the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TypeAlias, TypeVar

from bot.engine.workers import Workers
from bot.language.localized_games import LocalizedGames
from bot.language.words import get_language, say, speak_within
from bot.replies.reply import Refused
from rules.kernel import Rules
from rules.loading.games import GAMES

T = TypeVar("T")
UPLOAD_SECONDS = 10.0  # the time limit for reading a file; the longest useful file takes 1 second
Games: TypeAlias = Mapping[str, Rules]


class Uploads:
    """Reads uploaded files.

    `workers` are the processes that read the files. Without workers, a thread of this process reads the
    files. The thread can also use games that other processes can't import.
    """

    def __init__(self, games: Games, workers: Workers | None = None) -> None:
        self.games, self.workers = games, workers

    async def read(self, work: Callable[[Games, str, str], T], key: str, text: str) -> T:
        """Return the result of `work(games, key, text)`. `work` must be a module-level function.

        `key` is the key of the game, `text` the file's text. Raises what `work` raises. With workers,
        raises `Refused` if `work` takes too long.
        """
        if self.workers is None:
            return await asyncio.to_thread(work, self.games, key, text)
        try:
            return await self.workers.run(_work_in_language, get_language(), work, key, text)
        except TimeoutError:
            raise Refused(say("upload.slow")) from None


def _work_in_language(language: str, work: Callable[[Games, str, str], T], key: str, text: str) -> T:
    """Return the result of `work`, called in a worker process in this language."""
    with speak_within(language):
        return work(LocalizedGames(GAMES), key, text)
