"""The page of a game as a bot serves it: its part of a running game, and the names of its pictures."""

from __future__ import annotations

import gzip
from dataclasses import replace
from datetime import UTC, datetime
from html import unescape
from random import Random

import pytest

from bot.story.game_page import tell_on, write_served_feed, write_served_page
from rules.kernel import Live
from rules.loading.games import GAMES
from tests.e2e.spy import HIDDEN
from tests.web.pages import read_golden, source_of
from tests.web.test_game_page import DRAWN, running
from web.feed import FeedFacts, ServedFeed
from web.frames import draw_step
from web.served import describe, read_memory
from web.served_page import PARTS, ServedPage, StepJob, cut_part
from web.source import GameSource

BEGUN = datetime(2026, 11, 28, tzinfo=UTC)
ADDRESS = "https://example.org/g/1-00000000000000000000000000000000"


def serve(game: str, source: GameSource) -> ServedPage:
    """Return the page of a game."""
    return write_served_page(game, source, "en", tell_on(game, source, "en", b""), ADDRESS)


def read_all(game: str, page: ServedPage) -> str:
    """Return all texts that are sent, without pictures: the page, its files, its feeds."""
    feed = feed_of(game, page)
    return "\n".join(
        unescape(gzip.decompress(each.gzip).decode())
        for each in (page.html, *page.files.values(), feed.json, feed.atom)
    )


def feed_of(game: str, page: ServedPage) -> ServedFeed:
    """Return the feed of a running game."""
    facts = FeedFacts(ADDRESS, BEGUN, None, False, {}, {}, "The Walls of Hampi")
    return write_served_feed(game, "en", page.memory, facts)


@pytest.mark.parametrize("name", ["random-1", "seats-5"])
def test_nothing_that_is_served_names_a_hidden_card(name: str) -> None:
    """A program that knows the hands reads everything that is sent for a running game."""
    rules, hidden = GAMES["taj_mahal"], HIDDEN["taj_mahal"]()
    games, source = running("taj_mahal", 12, name)
    open_ever = set[str]()
    for game in games:
        live = Live(rules, rules.load(game.start))
        open_ever |= hidden.opened(live.state)
        for entry in game.log:
            live.enter(*entry)
            open_ever |= hidden.opened(live.state)
    assert hidden.told(read_all("taj_mahal", serve("taj_mahal", source))) <= open_ever
    assert hidden.names.keys() - {name.casefold() for name in open_ever}, "something was hidden"


@pytest.mark.parametrize("game", [game for game in DRAWN if GAMES[game].EXTRAS.hidden])
def test_neither_a_page_nor_an_address_depends_on_what_is_hidden(game: str) -> None:
    """Two games that a spectator can't distinguish send the same bytes, from the same addresses."""
    rules = GAMES[game]
    sample = rules.EXTRAS.analysis.sample_state
    assert sample is not None
    games, source = running(game, 7)
    state = rules.load(games[-1].start)
    other = sample(rules.view(state, None), Random(7).randrange)
    one, two = (
        serve(game, replace(source, games=(replace(games[-1], start=start, log=()),), start=start))
        for start in (rules.dump(state), rules.dump(other))
    )
    assert rules.dump(state) != rules.dump(other)
    assert (one.stamp, one.html, one.files, list(one.steps)) == (
        two.stamp,
        two.html,
        two.files,
        list(two.steps),
    )
    assert feed_of(game, one) == feed_of(game, two)


@pytest.mark.parametrize("game", DRAWN)
def test_lines_of_every_game_go_from_process_to_process(game: str) -> None:
    """Each line of a game's story can be pickled."""
    source = source_of(read_golden(game))
    last = source.games[-20:]
    source = replace(source, games=last, start=last[0].start)
    assert len(read_memory(tell_on(game, source, "en", b"")).turns) == len(source.games)


def test_a_set_is_named_alike_in_all_processes() -> None:
    """The order of a set is arbitrary, so an address does not depend on it."""
    assert describe(frozenset({"b", "a"})) == describe(frozenset({"a", "b"})) == "{'a','b'}"
    assert describe(({"b": frozenset("xy")},)) == "({'b':{'x','y'}})"
    assert describe({"a": 1}) != describe({"a": 2})


def test_the_parts_of_a_step() -> None:
    """They are the whole picture, the patch from the step before, and the patch to the changes."""
    page = serve("aadu_huli", running("aadu_huli", 4)[1])
    *_, views = page.steps.values()
    file = draw_step(StepJob("aadu_huli", views.before, views.view, page.shapes[0].name)).file
    assert all(cut_part(file, part) for part in PARTS)
    assert sum(len(cut_part(file, part)) for part in PARTS) == len(file) - 12
