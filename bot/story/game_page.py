"""Make the page of a game in a language, in any process."""

from __future__ import annotations

from functools import cache

from bot.language.game_language import SpokenLanguage
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from rules.games import GAMES
from rules.words import Name
from web.source import GameSource


def make_page(game: str, source: GameSource, language: str, limit: int = 0) -> bytes:
    """Return the page of a game, given by its key, in this language. `limit` is that of `write_page`."""
    from web.page import write_page  # only processes that make pages load what draws

    with speak_within(language):
        return write_page(LocalizedGames(GAMES)[game], source, _name_game, limit)


@cache
def _name_game(game: str) -> Name:
    """Return what names the things of a game in the current language."""
    return SpokenLanguage(GAMES[game])
