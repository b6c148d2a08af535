"""Looking changes nothing, and a view is enough to go on from: every game, at every entry."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random

from rules.chance import Roll, draw_by_numbers
from rules.kernel import Ask, Game, Live, Rules, list_options, list_seats
from rules.loading.games import GAMES
from rules.orders import notation
from rules.orders.buttons.controls import find_ways
from tests.every_game.tables import Table, tables
from tests.every_game.tiers import every_game

SOME = 11  # of so many places one is looked at


def each_entry(table: Table, look: Callable[[Live], None], every: int = 1) -> None:
    """Play a random game, and call `look` at `every` such place. What was read changes no choice."""
    rules, rng, places = table.rules, Random(table.seed), count()
    state = rules.setup(rules.Options(**table.options))
    while not rules.over(state):
        state.story.clear()
        live = Live(rules, rules.load(rules.dump(state)))
        state = live.state
        while (pending := live.pending) is not None:
            if next(places) % every == 0:
                look(live)
            if isinstance(pending, Ask):
                live.answer(rng.choice(list(pending.menu().values())))
            else:
                live.answer(pending.read(draw_by_numbers(rng.randrange, pending)))
        look(live)


@every_game
def test_reading_leaves_the_state_alone(rules: Rules) -> None:
    """Reading means questions, labels, refusals, odds, cards, acts out of turn and views."""

    def look(live: Live) -> None:
        state, pending, extras = live.state, live.pending, rules.EXTRAS
        before = rules.view(state, None), rules.dump(state), len(state.story)
        for seat in list_seats(rules, state):
            rules.view(state, seat)
            rules.EXTRAS.trades.offered(state, seat)
            extras.prose.forecast(state, seat, pending)
        extras.prose.open_card(state)
        if pending is not None:
            pending.prompt.read(rules.name)
        if isinstance(pending, Ask):
            list_options(rules, pending)
            for key in pending.menu():
                pending.menu.why_idle(key)
        assert (rules.view(state, None), rules.dump(state), len(state.story)) == before

    for table in tables(rules):
        each_entry(table, look, every=SOME)


@every_game
def test_ways_and_help_leave_the_open_turn_alone(rules: Rules) -> None:
    for turn in (turn for table in tables(rules) for turn in table.some_turns()[:14]):
        for upto in range(0, len(turn.log), 2):
            game = Game(turn.seed, turn.turn, turn.start, turn.log[:upto])
            live = Live(rules, rules.load(game.start))
            for entry in game.log:
                live.enter(*entry)
            if isinstance(live.pending, Ask):
                before = rules.view(live.state, None)
                find_ways(rules, game, 25)
                notation.find_help(rules, game, live.pending.seat, "?")
                assert rules.view(live.state, None) == before


@every_game
def test_a_copy_shares_nothing_that_changes(rules: Rules) -> None:
    """The game goes on from a copy, and the original doesn't change."""

    def look(live: Live) -> None:
        twin = live.state.copy()
        assert rules.view(twin, None) == rules.view(live.state, None)
        assert rules.dump(twin) == rules.dump(live.state)

    each_entry(tables(rules)[0], look, every=SOME)
    state = rules.setup(rules.Options())
    before, rng = rules.dump(state), Random(1)
    twin = state.copy()
    for _ in range(3):
        live = Live(rules, twin)
        while (pending := live.pending) is not None:
            if isinstance(pending, Ask):
                live.answer(rng.choice(list(pending.menu().values())))
            else:
                live.answer(pending.read(draw_by_numbers(rng.randrange, pending)))
    assert rules.dump(state) == before


@every_game
def test_a_state_of_a_view_looks_the_same(rules: Rules) -> None:
    """`Extras.state_of` works for a spectator and each seat in its turn, and the state can be played on."""
    if rules.EXTRAS.analysis.sample_state is None:
        assert rules.KEY not in ("vijayanagara", "aadu_huli")
        return
    state_of, rng, turns = rules.EXTRAS.analysis.sample_state, Random(2), count()

    def look(live: Live) -> None:
        seats = list_seats(rules, live.state)
        for seat in (None, seats[next(turns) % len(seats)]):
            view = rules.view(live.state, seat)
            assert rules.view(state_of(view, rng.randrange), seat) == view
        if live.pending is None:
            again = state_of(rules.view(live.state, None), rng.randrange)
            rules.check(again)
            if not rules.EXTRAS.hidden:  # what a spectator does not see is dealt at random
                assert rules.dump(again) == rules.dump(live.state)

    for table in tables(rules):
        each_entry(table, look, every=SOME)


def test_dice_that_wait_are_looked_at_too() -> None:
    """The odds of a battle are read too, so some place in these games waits for dice."""
    found: list[bool] = []
    each_entry(tables(GAMES["vijayanagara"])[0], lambda live: found.append(isinstance(live.pending, Roll)))
    assert any(found)
