"""The level `sheet` takes the first line of its sheet, as a person does who plays it by hand."""

from __future__ import annotations

from random import Random

from rules import vijayanagara
from rules.kernel import Ask, Game, begin, resume, submit
from rules.players import choose_order, find_asked
from rules.vijayanagara.players.answers import SHEETS, list_proposals
from rules.vijayanagara.players.by_sheet import OPTIONS, choose_option

RULES = vijayanagara


def begun(seed: str) -> Game:
    return begin(RULES, RULES.dump(RULES.setup(RULES.Options())), seed).game


def test_the_option_is_the_widest_one_with_a_command() -> None:
    state = resume(RULES, begun("widest")).state
    seat = "sultanate"
    first = next(list_proposals(state, seat, [name for name, _ in SHEETS[seat].commands]))
    for at, option in enumerate(OPTIONS):
        advice = choose_option(state, seat, (*OPTIONS[at:], "event", "pass"))
        assert (advice.keys, advice.reason) == ((option,), first.why)
    assert choose_option(state, seat, ("event", "pass")).keys == ("event",)
    assert choose_option(state, seat, ("decree", "event", "pass")).keys == ("decree",)
    assert choose_option(state, seat, ("pass",)).keys == ("pass",)


def test_its_command_is_that_of_the_first_line() -> None:
    """In the first twelve orders of a game, the Command is what the first line proposes at that moment."""
    game, commanded = begun("first line"), 0
    player = RULES.BOT_PLAYERS["sheet"](Random(2).randrange, lambda: False)
    for _ in range(12):
        live = resume(RULES, game)
        assert isinstance(live.pending, Ask)
        seat = live.pending.seat
        assert find_asked(RULES, game) is not None
        keys = choose_order(RULES, game, player).keys
        if keys[0] in OPTIONS:
            first = next(list_proposals(live.state, seat, [name for name, _ in SHEETS[seat].commands]))
            assert keys[1] == first.name
            commanded += 1
        game = submit(RULES, game, seat, keys).game
    assert commanded
