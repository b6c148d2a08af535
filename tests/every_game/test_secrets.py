"""Secrets make no difference to anything that a seat or a spectator can read or look at.

There are two tests, for every game and for the toy game with hands:
- *Pairs*: a twin runs next to each turn of a random game. It differs only in what a seat may not see
(`Analysis.sample_state` deals it again). While the same can be entered in both, all that the seat can read is
equal.
- *Other secrets*: a draw, or an answer to a secret question, is replaced by another. If the seat sees no
difference
at once, nor at the end of the turn, it never read one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from bot.replies.panel import ROOM
from bot.session.loaded_game import LoadedGame
from bot.story import announce, summary, turn_text
from bot.views.whatif import Trial
from db.records import Seat, Status, StoredGame
from render import PAINTERS
from render.worker import Job
from rules.ask import SPECTATOR, Reader, Seal, may_read
from rules.chance import Draw, draw_by_numbers
from rules.kernel import Ask, Entry, Game, InputError, Live, Rules, list_seats, resume
from rules.orders.buttons.controls import find_ways
from rules.orders.notation import find_help, parse
from rules.orders.questions import make_question
from rules.orders.suggestions import suggest
from rules.orders.typed_lines import write_line
from rules.records.record import Record, dump_record, list_turns
from rules.secrecy import find_face, mask_turn
from tests.every_game.tables import Table, tables
from tests.every_game.tiers import PLAYABLE
from tests.kernel import toy_hands

HANDS: Rules[Any, Any] = toy_hands
ALL = [*PLAYABLE.values(), HANDS]
every_game = pytest.mark.parametrize("rules", ALL, ids=[rules.KEY for rules in ALL])
NOW = datetime(2026, 1, 1, tzinfo=UTC)
STORED = StoredGame(1, "", 1, 1, 1, Status.RUNNING, 1, "{}", NOW, NOW, None, "", "", None, None)
LOOKS = 2  # turns of a random game that are looked at
TRIED = 3  # other secrets for one entry


def looked_at(table: Table) -> list[Game]:
    """Return the first turns of a random game, and some of the others."""
    turns = table.turns()
    return [*turns[:2], *Random(table.seed).sample(turns[2:], min(LOOKS, len(turns) - 2))]


@dataclass(frozen=True)
class Looker:
    """A seat or a spectator who looks at a game."""

    rules: Rules
    seat: str | None

    @property
    def reader(self) -> Reader:
        return SPECTATOR if self.seat is None else frozenset((self.seat,))

    def reads(self, game: Game, words: Sequence[str]) -> dict[str, Any]:
        """Return all that can be read at this point by its kind, also in reply to these words."""
        rules, live = self.rules, resume(self.rules, game)
        at = LoadedGame(self._stored(live), rules, game, live)
        view = rules.view(live.state, self.seat)
        found: dict[str, Any] = {
            "view": view,
            "picture": Job(view, since=rules.view(rules.load(game.start), self.seat)).key(),
            "order line": write_line(rules, game, 0, self.reader),
            "log": turn_text.tell_turn(rules, game, reader=self.reader),
            "record": dump_record(
                Record(rules.KEY, "", turns=list_turns([mask_turn(rules, game, self.reader)]))
            ),
            "digest": summary.write_prose(rules, [game], seat=self.seat, reader=self.reader)[0],
        }
        if rules.KEY in PAINTERS:
            found["alt text"] = PAINTERS[rules.KEY].alt_text(view, frozenset())
        if isinstance(live.pending, Ask):
            found |= self._asked(at, live.pending, words)
        return found

    def _asked(self, at: LoadedGame, ask: Ask, words: Sequence[str]) -> dict[str, Any]:
        rules, game = self.rules, at.position
        panel = at.build_public_panel()
        assert panel is not None
        found: dict[str, Any] = {
            "prompt": (ask.seat, ask.kind, ask.prompt.read(rules.name)),
            "post": [
                post.content for post in announce.make_board_posts(at, turn_text.tell_turn(rules, game))
            ],
            "buttons": replace(panel, mark=None),  # type: ignore[arg-type]
            "ways": find_ways(rules, game, ROOM, self.reader),
            "autocomplete": suggest(rules, game, ask.seat, "", reader=self.reader),
        }
        if ask.shows(self.reader):
            asked = make_question(rules, ask)
            found |= {"help": str(asked), "panel": asked.options}
        for text in ("", "?", "zzz", "done.", *words):
            for answer in (parse, find_help):
                found[f"{answer.__name__} {text}"] = said(answer, rules, game, ask.seat, text, self.reader)
            found[f"try {text}"] = said(self._tried, game, text)
            found[f"autocomplete {text}"] = suggest(rules, game, ask.seat, text, reader=self.reader)
        return found

    def _tried(self, game: Game, text: str) -> object:
        trial = Trial(self.rules, game, self.reader)
        keys = trial.play(text)
        return (
            keys,
            trial.find_end(),
            [turn_text.tell_turn(self.rules, each, reader=self.reader) for each in trial.shown],
        )

    def _stored(self, live: Live) -> StoredGame:
        people = tuple(
            Seat(seat, user, seat) for user, seat in enumerate(list_seats(self.rules, live.state), 1)
        )
        return replace(STORED, game=self.rules.KEY, seats=people)


def said(work: Any, *arguments: Any) -> object:
    """Return the result as text, or the refusal."""
    try:
        return str(work(*arguments))
    except InputError as refused:
        return f"{type(refused).__name__}: {refused}"


def differences(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """Return the texts that differ."""
    both = ((name, one.get(name), other.get(name)) for name in one | other)
    return {name: (this, that) for name, this, that in both if this != that}


def pairs(rules: Rules, looker: Looker, turn: Game, rng: Random) -> Iterator[tuple[Game, Game]]:
    """Yield a turn at each of its entries, with a twin that differs only in what the looker may not see.

    It ends when the looker sees different entries.
    """
    assert rules.EXTRAS.analysis.sample_state is not None
    start = rules.load(turn.start)
    seen = rules.view(start, looker.seat)
    other = rules.EXTRAS.analysis.sample_state(seen, rng.randrange)
    rules.check(other)
    assert rules.view(other, looker.seat) == seen, "a state made of a view looks as the view does"
    one, two = Game(turn.seed, turn.turn, turn.start), Game(turn.seed, turn.turn, rules.dump(other))
    yield one, two
    live, beside = Live(rules, start), Live(rules, other)
    for entry in turn.log:
        hidden = not may_read(find_face(live.pending, entry.key), looker.reader)
        sealed = isinstance(live.pending, Ask) and live.pending.face is not None
        key = _any(beside, rng) if hidden and not sealed else entry.key
        if key is None:
            return
        live.enter(*entry)
        try:
            beside.enter(entry.seat, key)
        except InputError:  # here the two part, for all to see
            return
        if live.pending is None and rules.over(live.state):
            return  # all is shown at the end
        one = replace(one, log=(*one.log, entry))
        two = replace(two, log=(*two.log, Entry(entry.seat, key)))
        yield one, two


def _any(live: Live, rng: Random) -> str | None:
    """Return a random possible entry or draw."""
    pending = live.pending
    if isinstance(pending, Ask):
        return rng.choice(list(pending.menu()))
    return None if pending is None else draw_by_numbers(rng.randrange, pending)


def look_at_pairs(table: Table) -> int:
    """Compare the texts of each pair; return the number of pairs."""
    rules, rng, looked = table.rules, Random(table.seed), 0
    for turn in looked_at(table):
        seats = list_seats(rules, rules.load(turn.start))
        for seat in (None, rng.choice(seats)):
            looker = Looker(rules, seat)
            for one, two in pairs(rules, looker, turn, rng):
                pending = resume(rules, one).pending
                keys = [*pending.menu(), *pending.menu.list_refused()] if isinstance(pending, Ask) else []
                words = [rules.name(key) for key in rng.sample(keys, min(2, len(keys)))]
                apart = differences(looker.reads(one, words), looker.reads(two, words))
                assert not apart, (
                    f"turn {one.turn}, entry {len(one.log)}, for {seat or 'a spectator'}: {apart}"
                )
                looked += 1
    return looked


def others(rules: Rules, turn: Game, rng: Random) -> Iterator[tuple[int, Game]]:
    """Yield the turn with one draw, or one answer to a secret question, replaced; and the entry's place."""
    live = Live(rules, rules.load(turn.start))
    for index, entry in enumerate(turn.log):
        pending = live.pending
        if isinstance(pending, Draw) or (isinstance(pending, Ask) and pending.secret):
            for _ in range(TRIED):
                key = _any(live, rng)
                log = (*turn.log[:index], Entry(entry.seat, str(key)), *turn.log[index + 1 :])
                if key != entry.key and _fits(rules, replace(turn, log=log)):
                    yield index, replace(turn, log=log)
        live.enter(*entry)


def upto(rules: Rules, turn: Game, entries: int) -> Any:
    """Return the state after this many entries of a turn."""
    return resume(rules, replace(turn, log=turn.log[:entries])).state


def _fits(rules: Rules, turn: Game) -> bool:
    try:
        return resume(rules, turn).pending is None
    except InputError:
        return False


def look_at_others(table: Table) -> int:
    """Compare the texts of two turns whose difference a seat does not see; return the number of pairs."""
    rules, rng, looked = table.rules, Random(table.seed), 0
    for turn in looked_at(table):
        end = resume(rules, turn).state
        for index, other in others(rules, turn, rng):
            after = resume(rules, other).state
            made, made_otherwise = (upto(rules, game, index + 1) for game in (turn, other))
            for seat in (None, *list_seats(rules, end)):
                if rules.view(made, seat) == rules.view(made_otherwise, seat) and (
                    rules.view(end, seat) == rules.view(after, seat)
                ):
                    looker = Looker(rules, seat)
                    apart = differences(looker.reads(turn, ()), looker.reads(other, ()))
                    assert not apart, f"turn {turn.turn}, for {seat or 'a spectator'}: {apart}"
                    looked += 1
    return looked


@every_game
def test_what_a_seat_may_not_see_makes_no_difference_to_it(rules: Rules) -> None:
    if rules.EXTRAS.analysis.sample_state is None:
        assert not rules.EXTRAS.hidden, "what is hidden has to be dealt anew, for this test and for players"
        return
    if not rules.EXTRAS.hidden:  # there is no other state than the one that all see
        for turn in (turn for table in tables(rules) for turn in table.some_turns()[::9]):
            start = rules.load(turn.start)
            for seat in (None, *list_seats(rules, start)):
                again = rules.EXTRAS.analysis.sample_state(rules.view(start, seat), Random(1).randrange)
                assert rules.dump(again) == turn.start
        return
    assert sum(map(look_at_pairs, tables(rules))) > 50


@every_game
def test_another_secret_reads_the_same_to_all_who_do_not_see_it(rules: Rules) -> None:
    if rules.EXTRAS.hidden:
        assert sum(map(look_at_others, tables(rules))) > 50


@every_game
def test_a_game_with_secrets_says_so(rules: Rules) -> None:
    secrets = 0
    for turn in (turn for table in tables(rules) for turn in table.some_turns()):
        live = Live(rules, rules.load(turn.start))
        for entry in turn.log:
            pending = live.pending
            secrets += isinstance(pending, Ask) and pending.secret
            # what is sealed is opened to all
            secrets += isinstance(pending, Ask) and not isinstance(pending.face, Seal | None)
            secrets += isinstance(pending, Draw) and pending.eyes is not None
            live.enter(*entry)
        secrets += any(told.readers is not None for told in live.state.story)
    assert rules.EXTRAS.hidden or not secrets


def all_looked_at() -> None:
    """Run both tests on the toy game."""
    for table in tables(HANDS):
        look_at_pairs(table)
        look_at_others(table)


@pytest.mark.parametrize("broken", ["menu_for", "face_for", "drawn_for", "told_to"])
def test_a_secret_that_is_not_kept_is_found_out(broken: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(toy_hands, broken, lambda seat: None)
    with pytest.raises(AssertionError, match=r"turn \d+, "):
        all_looked_at()
