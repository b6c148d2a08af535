"""Makes the page of a game in a language, in whatever process this is."""

from __future__ import annotations

from functools import cache

from bot.language.game_language import SpokenLanguage
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from rules.games import GAMES
from rules.words import Name
from web.source import GameSource


def make_page(game: str, source: GameSource, language: str, limit: int = 0) -> bytes:
    """Return the page of a game, by its key, in this language. `limit`: see `write_page`."""
    from web.page import write_page  # what draws is loaded where pages are made

    with speak_within(language):
        return write_page(LocalizedGames(GAMES)[game], source, _name_game, limit)


@cache
def _name_game(game: str) -> Name:
    return SpokenLanguage(GAMES[game])
