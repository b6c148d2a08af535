"""Write the page of a Discord server: its tables as text, with links to their pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from render.kit.language import use_names
from rules.ask import Ask
from rules.kernel import Game, Live, Rules
from rules.words import Name, read_said
from web.page import read_templates
from web.static import name_asset

_WORD = re.compile(r"\w+")


class Summary(NamedTuple):
    """A short summary of a game, as a spectator sees it.

    `chapter`: the current chapter, "" if the headline names it. `asked`: the seat whose answer the game waits
    for, or "".
    """

    headline: str
    chapter: str
    asked: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table as the page of its server shows it.

    Args:
        name: the name of the table
        title: the title of its game
        number: the number of the table
        address: the address of the table's page; before the game begins, the address of its channel
        headline: the state of the game in one line
        chapter: the current chapter of the game
        asked: the person who is asked; "" if the table's page shows no names
        people: who holds which seat; empty if the table's page shows no names
        free: the free seats
        times: what happened at the table (such as its beginning), each with its time
    """

    name: str
    title: str
    number: int
    address: str
    headline: str = ""
    chapter: str = ""
    asked: str = ""
    people: Sequence[str] = ()
    free: Sequence[str] = ()
    times: Sequence[tuple[str, datetime]] = ()


def summarize(rules: Rules, names: Callable[[str], Name], games: Sequence[Game]) -> list[Summary]:
    """Return a summary of each game.

    A `Game` is a game at its open turn, or at its last turn if the game is over.
    """
    with use_names(names):
        return [_summarize(rules, game) for game in games]


def _summarize(rules: Rules, game: Game) -> Summary:
    live = Live(rules, rules.load(game.start))
    for entry in game.log:
        live.enter(*entry)
    view = rules.view(live.state, None)
    asked = live.pending.seat if isinstance(live.pending, Ask) else ""
    chapter = read_said(rules.EXTRAS.prose.chapter(view), rules.name)
    if set(_WORD.findall(chapter)) <= set(_WORD.findall(view.headline)):
        chapter = ""
    return Summary(view.headline, chapter, asked)


def write_server_page(
    lang: str, words: Mapping[str, str], sections: Sequence[tuple[str, str, Sequence[Table]]]
) -> str:
    """Return the page of a server.

    Args:
        lang: the language of the page
        words: the title, the explanation and the labels of the page, by key
        sections: the key, the heading and the tables of each section
    """
    template = read_templates().get_template("server.html")
    style, icon = (f"../assets/{name_asset(name)}" for name in ("server.css", "icon.svg"))
    given = {"lang": lang, "words": words, "sections": sections, "style": style, "icon": icon}
    return template.render(given, iso=_write_iso, moment=_write_moment)


def _write_iso(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="seconds")


def _write_moment(time: datetime) -> str:
    """Return a time in a format that is the same in every language."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
