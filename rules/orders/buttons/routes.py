"""Offer whole routes in one tap, for questions that ask for every step."""

from __future__ import annotations

from rules.asking import DONE
from rules.kernel import Option
from rules.orders.buttons.lookahead import JOINT, Spot
from rules.words import join_list, say


def list_routes(start: Spot) -> list[Option]:
    """Return an option for each place where a route can end: the shortest way there. Near places come first.

    Players enter all other ways step by step: longer ones, and those with acts on them (`Presentation.bare`).
    """
    found: dict[str, Option] = {}
    passed = {key for key in start.menu if key != DONE}
    edge = [(start, key) for key in start.menu if _is_step(start, key)]
    while edge:
        after = list[tuple[Spot, str]]()
        for before, key in edge:
            place = before.then(key)
            more = place.ask is not None and start.ask is not None and place.ask.kind == start.ask.kind
            if key not in found and (not more or DONE in place.menu):
                keys = (*place.keys, DONE) if more else place.keys
                label = _label_route(place, key)
                says, at = before.read_clause(key), before.find_mark(key)
                found[key] = Option(JOINT.join(keys), label, says=says, at=at)
            if more and not place.turn.spent:
                new = [to for to in place.menu if _is_step(place, to) and to not in passed]
                passed.update(new)
                after += [(place, to) for to in new]
        edge = after
    return [*found.values()]


def _is_step(place: Spot, key: str) -> bool:
    """Return whether an answer is a step of a route."""
    return key != DONE and place.ask is not None and key not in place.ask.presentation.bare


def _label_route(place: Spot, end: str) -> str:
    """Return the label of a route: where it ends, and through which places it goes."""
    way = place.said[:-1]
    text = say("{place} via {way}", place=end, way=join_list(way)) if way else say("{place}", place=end)
    return text.read(place.turn.rules.name)
