"""The picture of a hint: it shows all places that its orders name or change, each with the order's number."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

import render
from bot.analysis.hint_picture import HintPicture, choose_picture
from bot.engine.thinking import RANDOM, Counted, seat_player
from bot.orders.draft import Draft
from bot.people.preferences import Preferences
from bot.posting.private_images import draw_reply
from bot.replies.reply import Reply
from bot.session.loaded_game import LoadedGame
from render.kit.numbers import number_marks
from render.worker import Job, draw
from rules.kernel import Ask, begin
from rules.loading.games import GAMES
from rules.players import choose_order
from tests.games.successors.table import place as place_units
from tests.kernel.play import random_steps
from tests.turns.walking import situation

Orders = list[tuple[str, ...]]


def _list_hints(game: str, n: int) -> list[tuple[LoadedGame, Orders]]:
    """Return positions of a game, each with three random orders of the asked seat."""
    rules, found = GAMES[game], list[tuple[LoadedGame, Orders]]()
    for luck in range(n):
        for step in islice(random_steps(rules, luck), 30, 240, 70):
            if not isinstance(step.live.pending, Ask):
                continue
            draw_number = Random(luck).randrange
            orders = [
                choose_order(rules, step.game, seat_player(rules, RANDOM, draw_number, Counted(5))).keys
                for _ in range(3)
            ]
            found.append((situation(rules, step), orders))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_of_a_hint_shows_what_its_orders_are_about_and_is_not_cut(game: str) -> None:
    painter, seen = render.PAINTERS[game], 0
    for at, orders in _list_hints(game, 2):
        chosen, view = choose_picture(at, orders), at.view(at.asked)
        reply = Reply("", view=view, lit=chosen.lit, numbered=chosen.marks, size=chosen.kind, cut=True)
        job = draw_reply(reply, Preferences())
        assert isinstance(job, Job)
        picture = draw(job)
        if chosen.kind is None or not any(chosen.marks):
            continue
        seen += 1
        kind = painter.kinds[chosen.kind]
        if kind.part is not None:
            whole = kind.part(view, chosen.marks, frozenset(), "day", None)
            for keys, marks in zip(orders, chosen.marks, strict=True):
                assert {*marks.split()} >= render.find_changed(view, Draft(at, keys).seen.view(at.asked))
        else:
            assert kind.number is not None
            whole = kind.number(view, chosen.marks, "day")
        assert picture.height == whole.height, "no order's place is cut off"
        assert kind.number_alt is not None
        assert picture.alt == kind.number_alt(view, chosen.marks), (
            "what the picture shows, not the whole board"
        )
    assert seen


def test_orders_are_numbered_at_each_place_that_they_name_or_change() -> None:
    rules = GAMES["successors"]
    state = place_units({"MAC": {"green": "2i 2c 1l"}}, phase="movement", seat="green")
    at = situation(rules, begin(rules, rules.dump(state), "0" * 32))
    orders = [("march-MAC", to, "1-c", "done", "done", "done") for to in ("GRE", "THR")]
    shown = choose_picture(at, orders)
    assert number_marks(shown.marks) == {"MAC": "1,2", "GRE": "1", "THR": "2"}
    assert choose_picture(at, [("done",)]) == HintPicture(shown.kind), (
        "the whole map, if no order has a place"
    )
