"""Facts of every game, however it is played: it ends, its invariants hold, nothing is lost or leaked."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from lab.fuzz import fuzz
from rules.chance import Draw, Roll, draw_by_numbers, make_commitment
from rules.errors import tell_reason
from rules.kernel import (
    CHANCE,
    SIDE,
    Ask,
    Entry,
    Game,
    InputError,
    Live,
    NotAllowed,
    Rules,
    Step,
    begin,
    list_options,
    list_seats,
    resume,
    settle,
    submit,
    undo,
)
from rules.loading.games import OWN
from rules.orders.notation import parse
from rules.orders.typed_lines import write_lines
from rules.records.proof import verify
from rules.records.record import Record, dump_record, list_turns, load_record, write_origin
from tests.every_game.tables import Table, every_table
from tests.every_game.tiers import every_game

SOME = 5  # barred options of a question
FUZZED = 1  # game at each table; `durbar fuzz` plays thousands


def after(rules: Rules, game: Game, seat: str, text: str) -> Game:
    """Return the turn after an order."""
    return first(submit(rules, game, seat, parse(rules, game, seat, text)))


def first(step: Step) -> Game:
    """Return the first of the turns in a step."""
    return step.closed[0] if step.closed else step.game


@every_table
def test_random_games_end_with_their_books_in_order(table: Table) -> None:
    """The other options have random values."""
    seats = {name: number for name, number in table.options.items() if name == "seats"}
    faults = [fault.why for _, fault in fuzz(table.rules, FUZZED, table.seed, seats) if fault is not None]
    assert faults == []


@every_table
def test_every_entry_can_be_resumed(table: Table) -> None:
    """The start and the entries are enough: the rebuilt state equals the played state."""
    rules = table.rules
    for turn in table.some_turns():
        assert rules.dump(rules.load(turn.start)) == turn.start
        live = Live(rules, rules.load(turn.start))
        for at, entry in enumerate(turn.log):
            live.enter(*entry)
            rules.check(live.state)
            again = resume(rules, Game(turn.seed, turn.turn, turn.start, turn.log[: at + 1]))
            assert rules.dump(again.state) == rules.dump(live.state)
            assert str(again.pending and again.pending.prompt) == str(live.pending and live.pending.prompt)


@every_table
def test_undo_takes_back_what_was_submitted_and_never_chance(table: Table) -> None:
    rules, rng = table.rules, Random(table.seed)
    step = begin(rules, rules.dump(rules.setup(rules.Options(**table.options))), table.seed)
    undone = finals = 0
    while isinstance(ask := step.live.pending, Ask):
        before = step.game
        step = submit(rules, before, ask.seat, [rng.choice(list(ask.menu()))])
        new = step.closed[0].log[len(before.log) :] if step.closed else step.game.log[len(before.log) :]
        revealed = any(entry.seat == CHANCE for entry in (*new, *(e for g in step.closed[1:] for e in g.log)))
        revealed |= bool(step.closed) and any(entry.seat == CHANCE for entry in step.game.log)
        try:
            back = undo(rules, step.game, ask.seat, step.closed[-1] if step.closed else None)
        except NotAllowed:
            assert ask.final or revealed or len(step.closed) > 1
            finals += ask.final
            continue
        assert not revealed
        assert not ask.final, "what was said to be final was taken back"
        assert back == before
        undone += 1
    assert undone + finals > 10


NAMED = re.compile(r"(?:PA-)?(?P<number>\d+(?:\.\d+)*)(?: (?P<title>[A-Z][^:]*))?: \S")
BESIDE_RULES = re.compile(r"(?:Set-up|Chit \d+): \S")  # Successors: what stands before line 1, and on a chit


def names_rule(rules: Rules, why: str) -> bool:
    """Return whether a refusal begins with a rule of `/rules`, under its own title."""
    if (named := NAMED.match(why)) is None:
        return BESIDE_RULES.match(why) is not None
    section = rules.reference().get(named["number"])
    return section is not None and (named["title"] or "") in section.partition("\n")[0]


@every_table
def test_what_is_refused_leaves_the_game_untouched_and_says_why(table: Table) -> None:
    rules, refusals, offered = table.rules, 0, 0
    for turn in table.some_turns():
        live = Live(rules, rules.load(turn.start))
        for entry in turn.log:
            if isinstance(ask := live.pending, Ask):
                barred = [option for option in list_options(rules, ask) if option.why_not]
                offered += len(barred)
                assert [option.why_not for option in barred if not names_rule(rules, option.why_not)] == []
                before = rules.dump(live.state)
                for option in barred[:SOME]:
                    with pytest.raises(NotAllowed) as refused:
                        live.enter(ask.seat, option.key)
                    # a question that is not for all eyes is refused without a word of what it offers
                    told = tell_reason(option.why_not, rules.name).rstrip(".")
                    assert (told in str(refused.value)) == (ask.eyes is None)
                    refusals += 1
                for seat, key in ((ask.seat, "no-such-key"), (CHANCE, "6"), (ask.seat, f"{SIDE}no_such_act")):
                    with pytest.raises(InputError):
                        live.enter(seat, key)
                assert rules.dump(live.state) == before
            live.enter(*entry)
    assert refusals > 50 or refusals == offered, "a game that bars little has each of it tried"


@every_table
def test_every_question_can_be_read(table: Table) -> None:
    """Keys fit a record and a button's id, labels fit a button, and no two options have the same label."""
    rules = table.rules
    for turn in table.some_turns():
        live = Live(rules, rules.load(turn.start))
        for entry in turn.log:
            if isinstance(ask := live.pending, Ask):
                found = list_options(rules, ask)
                keys = [option.key for option in found]
                labels = [option.label for option in found]
                assert len(set(keys)) == len(keys)
                assert len(set(labels)) == len(labels), labels
                assert all(key.split() == [key] and len(key) <= 60 for key in keys)
                assert all(0 < len(label) <= 80 for label in labels)
                assert ask.seat in list_seats(rules, live.state)
                assert ask.prompt.read(rules.name)
                assert "{" not in "".join(labels) + ask.prompt.read(rules.name)
            live.enter(*entry)
        for line in live.state.story:
            assert "{" not in line.words.read(rules.name)


@every_table
def test_order_lines_are_read_back_as_what_was_entered(table: Table) -> None:
    rules = table.rules
    for turn in table.some_turns():
        game = first(settle(rules, Game(turn.seed, turn.turn, turn.start)))
        for seat, text, _, last in write_lines(rules, turn):
            if seat != CHANCE and text:
                game = after(rules, game, seat, text)
            assert game.log[:last] == turn.log[:last], f"{seat}: {text}"
        assert game.log == turn.log


def recorded(table: Table, games: Iterable[Game]) -> Record:
    """Return the record of these turns."""
    sealed = make_commitment(table.seed, write_origin(table.rules.KEY, table.options))
    people = dict.fromkeys(table.seats, "A. B.")
    return Record(table.rules.KEY, sealed, table.seed, table.options, people, None, list_turns(games))


@every_table
def test_a_record_comes_back_and_holds(table: Table) -> None:
    record = recorded(table, table.turns())
    assert load_record(dump_record(record)) == record
    assert verify(table.rules, record) == []


@every_table
def test_a_changed_record_is_found_out(table: Table) -> None:
    """It has other dice or cards than the seed gives."""
    rules, games = table.rules, table.turns()
    found = next((found for game in games for found in fakes(rules, game)), None)
    if found is None:
        assert not any(entry.seat == CHANCE for turn in games for entry in turn.log), "a game without chance"
        assert rules.KEY not in OWN or (rules.KEY, table.options["sides"]) == ("aadu_huli", "asked")
        return
    turn, at, other = found
    log = (*turn.log[:at], Entry(CHANCE, other), *turn.log[at + 1 :])
    changed = [Game(g.seed, g.turn, g.start, log) if g is turn else g for g in games]
    faults = verify(rules, recorded(table, changed))
    assert any(f"turn {turn.turn}, entry {at}" in fault for fault in faults)


def fakes(rules: Rules, game: Game) -> Iterator[tuple[Game, int, str]]:
    """Yield the turn, the place of a chance entry in it, and another possible result."""
    live = Live(rules, rules.load(game.start))
    for at, entry in enumerate(game.log):
        if isinstance(live.pending, Roll | Draw):
            numbers = Random(at).randrange
            others = (draw_by_numbers(numbers, live.pending) for _ in range(20))
            yield from ((game, at, other) for other in others if other != entry.key)
        live.enter(*entry)


@every_table
def test_everybody_can_look_at_any_time(table: Table) -> None:
    rules, seats = table.rules, table.seats
    for turn in table.some_turns():
        live = Live(rules, rules.load(turn.start))
        for entry in turn.log:
            for seat in (None, *seats):
                view = rules.view(live.state, seat)
                assert view.game == rules.KEY
                assert [key for key, _ in view.standing] == list(seats)
                assert view.headline
            live.enter(*entry)


@every_game
def test_the_reference_goes_by_rule_numbers(rules: Rules) -> None:
    reference = rules.reference()
    assert reference
    assert all(number[0].isdigit() and text for number, text in reference.items())


@every_game
def test_a_document_that_is_no_position_is_refused(rules: Rules) -> None:
    for text in ("", "[]", "{", "game: chess", "nonsense: 1", ": :", "a: [", '{"game": 3}'):
        with pytest.raises(ValueError, match=r"\w"):
            rules.load(text)
