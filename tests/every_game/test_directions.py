"""A move goes from the first place to the second, however it is typed; both directions are never guessed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.language.typed_line import split_line
from bot.orders.draft import Draft
from bot.orders.nearest_orders import list_nearest_orders
from bot.orders.typed_order import read_order
from bot.session.loaded_game import LoadedGame
from db.records import Seat
from rules.errors import SeveralOrders
from rules.kernel import Ask, Entry, Game, InputError, Rules, list_legal_options, resume
from rules.orders.notation import parse
from rules.orders.tokenizer import FROM, REMARK, TO
from tests.bot.callers import NORTH, caller
from tests.every_game.test_secrets import STORED
from tests.every_game.test_typing import questions
from tests.every_game.tiers import PLAYABLE, every_game


def list_moves(rules: Rules) -> Iterator[tuple[Game, str, str]]:
    """Yield moves that begin with their destination: the turn, the origin and the destination as labels."""
    for seat, game in questions(rules.KEY):
        ask = resume(rules, game).pending
        if not isinstance(ask, Ask) or ask.presentation.lead != TO:
            continue
        for to in list_legal_options(rules, ask):
            after = resume(rules, replace(game, log=(*game.log, Entry(seat, to.key)))).pending
            if isinstance(after, Ask) and after.seat == seat and after.presentation.lead == FROM:
                for origin in list_legal_options(rules, after):
                    if origin.key != "done" and to.key not in ask.presentation.bare:
                        yield game, REMARK.sub("", origin.label), REMARK.sub("", to.label)


def read(rules: Rules, game: Game, text: str) -> tuple[str, ...] | type[InputError]:
    """Return the keys of a typed order, or the kind of its refusal."""
    ask = resume(rules, game).pending
    assert isinstance(ask, Ask)
    try:
        return parse(rules, game, ask.seat, text)
    except InputError as refused:
        return type(refused)


@every_game
def test_a_move_may_be_typed_in_either_sequence(rules: Rules) -> None:
    for game, origin, to in [*list_moves(rules)][::7]:
        meant = read(rules, game, f"to {to} from {origin}")
        assert isinstance(meant, tuple)
        assert read(rules, game, f"from {origin} to {to}") == meant
        assert read(rules, game, f"de {origin} vers {to}") == meant
        assert read(rules, game, f"{origin} to {to}") == meant


@every_game
def test_two_places_without_from_and_to_are_read_as_from_and_to(rules: Rules) -> None:
    for game, origin, to in [*list_moves(rules)][::7]:
        meant, other = (read(rules, game, f"to {a} from {b}") for a, b in ((to, origin), (origin, to)))
        both = isinstance(other, tuple)
        assert read(rules, game, f"{origin} {to}") == (SeveralOrders if both else meant)


def test_the_other_direction_is_told_and_waits_for_a_confirmation() -> None:
    rules = PLAYABLE["vijayanagara"]
    told = asked = 0
    for game, origin, to in [*list_moves(rules)][::3]:
        ask = resume(rules, game).pending
        assert isinstance(ask, Ask)
        stored = replace(STORED, game=rules.KEY, seats=(Seat(ask.seat, NORTH, "Asha"),))
        draft = Draft(LoadedGame(stored, rules, game, resume(rules, game)))
        text = f"{to} {origin}"  # only from the second to the first is sure to be legal
        if read(rules, game, text) is SeveralOrders:
            offered = [each.order for each in list_nearest_orders(caller(NORTH), draft, split_line(text))]
            ways = [read(rules, game, each) for each in offered[:2]]
            assert [*map(type, ways)] == [tuple, tuple]
            assert ways[0] != ways[1]
            asked += 1
        else:
            parsed = read_order(draft, split_line(text))
            assert parsed.mended
            assert not parsed.sure
            told += 1
    assert told
    assert asked


def test_there_are_moves_that_begin_with_their_destination() -> None:
    assert any(True for _ in list_moves(PLAYABLE["vijayanagara"]))
