"""The page of a game: its pictures, words and proof; and nothing that its reader may not know."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

import render
from bot.story.game_page import make_page
from render.games import PAINTERS
from rules.ask import SPECTATOR
from rules.chance import make_commitment
from rules.kernel import Game, Live
from rules.loading.games import GAMES
from rules.records.record import Earlier, Record, Turn, dump_record, load_record, replay
from rules.secrecy import mask_turn
from tests.e2e.spy import HIDDEN
from tests.hostile.inputs import WORDS
from tests.web import pages
from tests.web.pages import GOLDEN, all_text, frames, golden_page, packed, page_of, read_golden, source_of
from web.source import GameSource, read_source
from web.telling import tell_game

DRAWN = [game for game in GAMES if game in PAINTERS]
RECORDS = sorted(GOLDEN.rglob("*.play"))  # among them those of older forms, in `frozen`
LIMIT = 6 * 2**20  # bytes of a page of 60 orders


def cut(record: Record, turns: int) -> Record:
    """Return the first turns of a record."""
    return replace(record, turns=record.turns[:turns])


@pytest.mark.parametrize("game", DRAWN)
def test_the_pictures_of_a_page_are_those_that_are_posted(game: str) -> None:
    """Each step's picture, plain and with its changes, is built from patches."""
    record = cut(read_golden(game), pages.SHORT)
    page, rules, painter = page_of(record), GAMES[game], PAINTERS[game]
    source = source_of(record)
    steps = tell_game(rules, source.games, source.reader, rules.load(source.start)).steps
    size = painter.sizes[0]
    found = frames(page, 0)
    assert len(found) == len(steps) > 2
    for at in {0, 1, len(steps) // 2, len(steps) - 1}:
        view = steps[at].view
        assert found[at][0] == painter.draw(view, frozenset(), size, "day").tobytes()
        if at and painter.tell is not None:
            before = steps[at - 1].view
            assert (
                found[at][1]
                == painter.tell(view, painter.tale(view, before, (), past=True), size, "day").tobytes()
            )


@pytest.mark.parametrize("game", DRAWN)
def test_other_palettes_are_other_colours_of_the_same_indices(game: str) -> None:
    record = cut(read_golden(game), 3)
    [*_, (_, live)] = replay(GAMES[game], record)
    view, painter = GAMES[game].view(live.state, None), PAINTERS[game]
    for size in painter.sizes:
        drawn = {painter.draw(view, frozenset(), size, theme).tobytes() for theme in painter.themes}
        assert len(drawn) == 1, size
    assert set(pages.meta(page_of(record))["themes"]) == set(painter.themes)


@pytest.mark.parametrize(
    "path", RECORDS, ids=lambda path: "-".join(path.relative_to(GOLDEN).with_suffix("").parts)
)
def test_every_record_becomes_a_page(path: Any) -> None:
    """Records of older versions become pages too. Each step has its words, and its place in the page."""
    record = load_record(path.read_text(encoding="utf-8"))
    short = cut(record, pages.SHORT)
    page = page_of(short)
    about, spoken = pages.meta(page), packed(page, "spoken")
    assert len(about["steps"]) == len(spoken["plain"]) == len(spoken["lit"]) == len(spoken["tables"])
    assert [f'id="s{at}"' in page for at in range(len(about["steps"]))] == [True] * len(about["steps"])
    assert all(0 < len(alt) <= render.ALT for alt in (*spoken["plain"], *spoken["lit"]))


def test_a_page_of_60_orders_is_small() -> None:
    record = read_golden("vijayanagara")
    source = source_of(record)
    rules = GAMES["vijayanagara"]
    orders = turns = 0
    while orders < 60:
        game = source.games[turns]
        told = tell_game(rules, [game], source.reader, rules.load(game.start))
        orders += sum(bool(step.order) for step in told.steps)
        turns += 1
    assert len(page_of(cut(record, turns)).encode()) < LIMIT


def test_a_page_is_in_the_language_that_is_asked_for() -> None:
    english, french = golden_page("taj_mahal"), golden_page("taj_mahal", "fr")
    assert '<html lang="fr"' in french
    assert pages.meta(english)["steps"] == pages.meta(french)["steps"]
    same = set(pages.meta(english)["say"].items()) & set(pages.meta(french)["say"].items())
    assert {key for key, _ in same} == {"pause"}


MARKUP = (
    "</script><script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "&lt;b&gt;",
    "<!--",
    "</template>",
)


class Reader(HTMLParser):
    """A reader of a page that records what it would load, and what it would run."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.scripts: list[str] = []
        self.handlers: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        for name, value in attrs:
            if name in ("src", "srcset", "data", "action", "poster") and not (value or "").startswith(
                "data:"
            ):
                self.loads.append(value or "")
            if name == "href" and not (value or "").startswith("#"):
                self.loads.append(value or "")
            if name.startswith("on") or name == "style":
                self.handlers.append(name)
            if tag == "script" and name == "type":
                self.scripts.append(value or "")


def test_a_page_loads_nothing_and_runs_its_own_program_alone() -> None:
    page = golden_page("vijayanagara")
    reader = Reader()
    reader.feed(page)
    assert reader.loads == []
    assert reader.handlers == []
    assert set(reader.scripts) == {"application/json", "text/plain"}
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', page)
    assert policy is not None
    assert "default-src &#39;none&#39;" in policy[1]
    assert "unsafe" not in policy[1]


def test_a_hostile_record_stays_text() -> None:
    """Whoever writes a record by hand can put anything in a name, a word, a seed or a version."""
    record = cut(read_golden("aadu_huli"), 2)
    plain = Reader()
    plain.feed(page_of(replace(record, seats={"north": "Asha"})))
    for word in (*WORDS, *MARKUP):
        said = {"north": word}
        forged = replace(
            record, seats=said, words=said, seed=word, commitment=word, version=word, versions={1: word}
        )
        reader = Reader()
        reader.feed(page_of(replace(forged, earlier=(Earlier(1, 1, word, word, word),))))
        assert (reader.loads, reader.handlers, reader.tags - plain.tags) == ([], [], set()), word[:40]


def test_a_record_changed_by_chance_is_refused_or_becomes_a_page() -> None:
    """Whatever a file holds, it is refused as a bad record, or its page stays within a page's elements."""
    record = cut(read_golden("aadu_huli"), 6)
    text, dice = dump_record(record), Random(41)
    plain = Reader()
    plain.feed(page_of(record))
    made = refused = 0
    for _ in range(60):
        place = dice.randrange(len(text))
        word = dice.choice((*MARKUP, "", "\n", " ", "#", "?", "2 north 3f", "seat north: <b>"))
        forged = text[:place] + word + text[place + dice.randrange(6) :]
        try:
            changed = load_record(forged)
            page = page_of(changed) if changed.game in GAMES else None
        except ValueError:
            page = None
        if page is None:
            refused += 1
            continue
        made += 1
        reader = Reader()
        reader.feed(page)
        assert (reader.loads, reader.handlers, reader.tags - plain.tags) == ([], [], set())
    assert made
    assert refused


def test_a_broken_record_makes_no_page() -> None:
    record = read_golden("aadu_huli")
    bad = replace(record, turns=(Turn(1, (record.turns[0].log[0]._replace(key="<b>nowhere</b>"),)),))
    with pytest.raises(ValueError, match="turn 1, entry 0"):
        page_of(bad)
    with pytest.raises(ValueError, match="doesn't start"):
        page_of(replace(record, start="[]"))


def test_names_can_be_left_out() -> None:
    record = replace(cut(read_golden("aadu_huli"), 4), seats={"north": "Asha Rao", "south": "Vikram Iyer"})
    assert "Asha Rao" in page_of(record)
    assert "Asha Rao" not in all_text(page_of(record, named=False))


def test_the_proof_is_complete_at_the_end_and_empty_before() -> None:
    record = read_golden("vijayanagara")
    proof = packed(golden_page("vijayanagara"), "proof")
    by_chance = sum(entry.seat == "chance" for turn in record.turns for entry in turn.log)
    assert len(proof["fates"]) == by_chance
    [[seed, published]] = proof["published"]
    assert published in [make_commitment(seed, start) for start in proof["origins"]]
    sealed = page_of(replace(cut(record, 20), seed=None))
    assert packed(sealed, "proof") == {}
    assert str(record.seed) not in sealed


def test_a_game_without_pictures_has_its_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.page.PAINTERS", {})
    page = page_of(cut(read_golden("aadu_huli"), 3))
    assert pages.meta(page)["boards"] == []
    assert "<canvas" not in page
    assert len(packed(page, "spoken")["standing"]) == len(pages.meta(page)["steps"])


# Secrets


def running(game: str, turns: int, name: str = "random-1") -> tuple[list[Game], GameSource]:
    """Return a game after this many turns, and its source for a page for spectators."""
    record = cut(read_golden(game, name), turns)
    ends = list(replay(GAMES[game], record))
    games = [game for game, _ in ends]
    sealed = replace(record, seed=None, turns=(), start=None)
    return games, replace(source_of(record), record=sealed, reader=SPECTATOR, over=False)


@pytest.mark.parametrize("name", ["random-1", "seats-5"])
def test_no_page_of_a_running_game_names_a_hidden_card(name: str) -> None:
    """A program that knows the hands reads everything in the page."""
    rules, hidden = GAMES["taj_mahal"], HIDDEN["taj_mahal"]()
    for turns in (3, 9, 16):
        games, source = running("taj_mahal", turns, name)
        open_ever = set[str]()
        for game in games:
            live = Live(rules, rules.load(game.start))
            open_ever |= hidden.opened(live.state)
            for entry in game.log:
                live.enter(*entry)
                open_ever |= hidden.opened(live.state)
        page = make_page("taj_mahal", source, "en")
        text = all_text(page.decode())
        assert hidden.told(text) <= open_ever
        assert hidden.names.keys() - {name.casefold() for name in open_ever}, "something was hidden"


@pytest.mark.parametrize("game", [game for game in DRAWN if GAMES[game].EXTRAS.hidden])
def test_a_page_does_not_depend_on_what_is_hidden(game: str) -> None:
    """Two games that a spectator can't distinguish have the same page, byte for byte."""
    rules = GAMES[game]
    sample = rules.EXTRAS.analysis.sample_state
    assert sample is not None
    differ = 0
    for turns in (2, 7, 13):
        games, source = running(game, turns)
        state = rules.load(games[-1].start)
        other = sample(rules.view(state, None), Random(turns).randrange)
        one, two = (replace(source, games=(), start=rules.dump(each)) for each in (state, other))
        differ += one.start != two.start
        assert make_page(game, one, "en") == make_page(game, two, "en")
    assert differ


@pytest.mark.parametrize("game", [game for game in DRAWN if GAMES[game].EXTRAS.hidden])
def test_a_record_with_hidden_entries_is_shown_as_far_as_it_goes(game: str) -> None:
    rules = GAMES[game]
    games, _ = running(game, 8)
    record = read_golden(game)
    hidden = tuple(Turn(each.turn, mask_turn(rules, each, SPECTATOR).log) for each in games if each.log)
    source = read_source(rules, replace(record, seed=None, turns=hidden))
    page = make_page(game, source, "en").decode()
    assert not source.over
    assert json.dumps(str(record.seed)) not in all_text(page)
