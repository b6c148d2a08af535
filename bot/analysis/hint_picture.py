"""Choose the picture of a hint. It shows the places of each order, with the order's number at them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

import render
from bot.orders.draft import Draft
from bot.session.loaded_game import LoadedGame
from rules.ask import Ask
from rules.kernel import resume
from rules.orders.buttons.lookahead import find_sight


class HintPicture(NamedTuple):
    """The picture of a hint.

    Attributes:
        kind: a kind of picture that the game's painter draws; None for the whole table
        marks: for each order, the places in the picture that get its number, separated by spaces
        lit: the spaces to light up in a picture of the whole table
    """

    kind: str | None
    marks: tuple[str, ...] = ()
    lit: frozenset[str] = frozenset()


def choose_picture(at: LoadedGame, orders: Sequence[Sequence[str]]) -> HintPicture:
    """Return the picture for these orders of the asked seat.

    The first choice is the part of a map with all places that the orders name or change. The second choice is
    the picture of the open question, such as a hand of cards, with the numbers at the answers. The third
    choice is the whole table.
    """
    painter = render.PAINTERS.get(at.rules.KEY)
    kinds = {} if painter is None else painter.kinds
    drafts = [Draft(at, keys) for keys in orders]
    asked = None if at.ask is None else find_sight(at.rules, at.ask)
    maps = [key for key, kind in kinds.items() if kind.part is not None]
    for kind in maps:
        marks = tuple(" ".join(dict.fromkeys(_list_places(draft, kind))) for draft in drafts)
        if any(marks):
            return HintPicture(kind, marks)
    if asked is not None and asked.kind in kinds:
        drawn = kinds[asked.kind]
        understood = {asked.kind, *drawn.also}
        marks = tuple(" ".join(dict.fromkeys(_list_answers(draft, understood))) for draft in drafts)
        if drawn.number is None or any(marks):
            return HintPicture(asked.kind, marks if drawn.number is not None else ())
    changed = (render.find_changed(at.view(at.asked), draft.seen.view(at.asked)) for draft in drafts)
    return HintPicture(None, lit=frozenset().union(*changed))


def _list_places(draft: Draft, kind: str) -> Iterator[str]:
    """Yield places of a map: those that a draft names, then those that the draft changes for its seat."""
    yield from _list_answers(draft, {kind})
    base = draft.base
    yield from sorted(render.find_changed(base.view(draft.seat), draft.seen.view(draft.seat)))


def _list_answers(draft: Draft, understood: Collection[str]) -> Iterator[str]:
    """Yield the places of a draft's questions and answers in pictures of the kinds `understood`."""
    rules = draft.base.rules
    live = resume(rules, draft.base.position)  # enter the keys again: only open questions have known places
    for key in draft.keys:
        ask = live.pending
        if not isinstance(ask, Ask) or ask.seat != draft.seat:
            return
        sight = find_sight(rules, ask)
        if sight is not None and sight.kind in understood:
            yield from filter(None, (*sight.around, sight.at(key)))
        live.enter(draft.seat, key)
