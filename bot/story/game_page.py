"""Make web pages, feeds and webhook events of games in a language. Worker processes can run this too."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING

from bot.language.game_language import SpokenLanguage
from bot.language.localized_games import LocalizedGames
from bot.language.words import speak_within
from bot.version import read_version
from rules.kernel import Game
from rules.loading.games import GAMES
from rules.words import Name
from web.source import GameSource

if TYPE_CHECKING:
    from web.feed import FeedFacts, ServedFeed
    from web.served_page import ServedPage
    from web.server_page import Summary


def make_page(game: str, source: GameSource, language: str, limit: int = 0) -> bytes:
    """Return a game's page as an HTML file. `game` is the key of its rules; `write_page` explains `limit`."""
    from web.page import write_page  # loads the painters, so import it only when needed

    with speak_within(language):
        return write_page(LocalizedGames(GAMES)[game], source, _name_game, limit)


def tell_on(game: str, source: GameSource, language: str, memory: bytes) -> bytes:
    """Add the turns of a source to the stored memory of a game's page, and return the new memory.

    `web.served.tell_on` does the work.
    """
    from web import served

    with speak_within(language):
        return served.tell_on(LocalizedGames(GAMES)[game], source, _name_game, memory)


def write_served_page(
    game: str, source: GameSource, language: str, memory: bytes, address: str
) -> ServedPage:
    """Return the page of a game to serve at this address (`web.served.write_served_page`).

    `source`: the last turns of the game. `memory`: the memory of the turns before them.
    """
    from web import served

    with speak_within(language):
        rules = LocalizedGames(GAMES)[game]
        memory = served.tell_on(rules, source, _name_game, memory)
        return served.write_served_page(rules, source, _name_game, memory, address, read_version())


def write_served_feed(game: str, language: str, memory: bytes, facts: FeedFacts) -> ServedFeed:
    """Return the feed of a game from its page's memory (`web.feed_entries.write_served_feed`)."""
    from web import feed_entries

    with speak_within(language):
        rules = LocalizedGames(GAMES)[game]
        return feed_entries.write_served_feed(rules, _name_game, memory, facts, read_version())


def write_hook_event(
    game: str, language: str, memory: bytes, facts: FeedFacts, game_id: int, turn: int | None, time: datetime
) -> list[str]:
    """Return the webhook events of a turn; without `turn`, the events of the game's end.

    `web.hook_events` writes the events.
    """
    from web import hook_events

    with speak_within(language):
        rules = LocalizedGames(GAMES)[game]
        if turn is None:
            return hook_events.write_end(rules, _name_game, memory, facts, game_id, time)
        return hook_events.write_turn(rules, _name_game, memory, facts, game_id, turn, time)


def summarize(game: str, games: Sequence[Game], language: str) -> list[Summary]:
    """Return a summary of each of these games, for spectators. `game` is the key of their rules.

    `web.server_page.summarize` makes the summaries.
    """
    from web import server_page

    with speak_within(language):
        return server_page.summarize(LocalizedGames(GAMES)[game], _name_game, games)


@cache
def _name_game(game: str) -> Name:
    """Return the function that returns the name of a game's piece, seat or place in the current language."""
    return SpokenLanguage(GAMES[game])
