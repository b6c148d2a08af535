"""Write the addresses of the web pages of games and of Discord servers."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.language.words import say
from bot.people.preferences import OFF
from bot.settings.game_settings import GameSettings
from db.records import ServerPage, StoredGame

_BESIDE = re.compile(r" · \[[^\]\n]*\]\(<[^>\s]*/g/\d+-[0-9a-f]{32}>\)")  # finds what `add` appended


@dataclass(frozen=True, slots=True)
class PageLinks:
    """Writes links to the pages that this bot serves.

    `base` is the text that all addresses begin with; "" if the bot serves no pages.
    """

    base: str = ""

    def find(self, stored: StoredGame) -> str:
        """Return the address of a game's page; "" if it has none."""
        if not self.base or not can_look_on(stored) or stored.position is None:
            return ""
        return f"{self.base}/g/{name_page(stored)}"

    def find_server_page(self, page: ServerPage) -> str:
        """Return the address of the page of a Discord server."""
        return f"{self.base}/s/{page.page}"

    def write(self, stored: StoredGame) -> str:
        """Return a line with the link to a game's page; "" if it has none."""
        address = self.find(stored)
        return say("web.link", link=address) if address else ""

    def add(self, line: str, stored: StoredGame) -> str:
        """Return a line followed by the link to a game's page, or the line alone if there is no page."""
        address = self.find(stored)
        return say("web.beside", line=line, link=address) if address else line


def can_look_on(stored: StoredGame) -> bool:
    """Return whether the table lets people watch its game in a browser."""
    settings = GameSettings.of(stored)
    return settings.web != OFF and bool(settings.page)


def remove_link(text: str) -> str:
    """Return a text without the link that `PageLinks.add` appended."""
    return _BESIDE.sub("", text)


def name_page(stored: StoredGame) -> str:
    """Return the name of a game's page: the game's id and the secret part of the address."""
    return f"{stored.id}-{GameSettings.of(stored).page}"
