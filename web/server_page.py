"""The page of a Discord server: its tables in words, with links to their pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import NamedTuple

from render.kit.language import drawn_with
from rules.ask import Ask
from rules.kernel import Game, Live, Rules
from rules.words import Name, told
from web.page import read_templates
from web.static import name_asset

_WORD = re.compile(r"\w+")


class Summary(NamedTuple):
    """What a spectator sees of a game in one look.

    `chapter`: "" where the headline says as much; `asked`: the seat whose answer the game waits for.
    """

    headline: str
    chapter: str
    asked: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table as the page of its server shows it.

    Args:
        title: of its game
        number: of the table
        address: where its name leads: to its page, or to its channel before the game
        headline: where the game stands
        chapter: which part of the game that is
        asked: who is asked; "" on a table without names
        people: who holds which seat; nobody on a table without names
        free: the free seats
        times: moments with what happened then
    """

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
    """Return what a spectator sees of games, of each by its open or last turn."""
    with drawn_with(names):
        return [_summarize(rules, game) for game in games]


def _summarize(rules: Rules, game: Game) -> Summary:
    live = Live(rules, rules.load(game.start))
    for entry in game.log:
        live.enter(*entry)
    view = rules.view(live.state, None)
    asked = live.pending.seat if isinstance(live.pending, Ask) else ""
    chapter = told(rules.EXTRAS.prose.chapter(view), rules.name)
    if set(_WORD.findall(chapter)) <= set(_WORD.findall(view.headline)):
        chapter = ""
    return Summary(view.headline, chapter, asked)


def write_server_page(
    lang: str, words: Mapping[str, str], sections: Sequence[tuple[str, str, Sequence[Table]]]
) -> str:
    """Return the page of a server.

    Args:
        lang: its language
        words: its title, its explanation and its labels, by keys
        sections: each with its key, its heading, and its tables
    """
    template = read_templates().get_template("server.html")
    style, icon = (f"../assets/{name_asset(name)}" for name in ("server.css", "icon.svg"))
    given = {"lang": lang, "words": words, "sections": sections, "style": style, "icon": icon}
    return template.render(given, iso=_write_iso, moment=_write_moment)


def _write_iso(time: datetime) -> str:
    return time.astimezone(UTC).isoformat(timespec="seconds")


def _write_moment(time: datetime) -> str:
    """Return a moment as people of any language read it."""
    return f"{time.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
