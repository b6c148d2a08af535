"""Routes: where somebody may go whose every step is asked for, as whole ways that one tap takes."""

from __future__ import annotations

from rules.asking import DONE
from rules.kernel import Option
from rules.orders.lookahead import JOINT, Spot
from rules.words import listed, say


def routes(start: Spot) -> list[Option]:
    """Each place at which a route may end, near ones first, reached by as few steps as may be; it ends there.
    What else may be done on the way (`Presentation.bare`), and a longer way round, take single steps."""
    found: dict[str, Option] = {}
    passed = {key for key in start.menu if key != DONE}
    edge = [(start, key) for key in start.menu if _goes_on(start, key)]
    while edge:
        after = list[tuple[Spot, str]]()
        for before, key in edge:
            place = before.then(key)
            more = place.ask is not None and start.ask is not None and place.ask.kind == start.ask.kind
            if key not in found and (not more or DONE in place.menu):
                keys = (*place.keys, DONE) if more else place.keys
                found[key] = Option(JOINT.join(keys), _said(place, key))
            if more and not place.turn.spent:
                new = [to for to in place.menu if _goes_on(place, to) and to not in passed]
                passed.update(new)
                after += [(place, to) for to in new]
        edge = after
    return [*found.values()]


def _goes_on(place: Spot, key: str) -> bool:
    return key != DONE and place.ask is not None and key not in place.ask.presentation.bare


def _said(place: Spot, end: str) -> str:
    """The end of a route, and by what it leads there."""
    way = place.said[:-1]
    text = say("{place} via {way}", place=end, way=listed(way)) if way else say("{place}", place=end)
    return text.read(place.turn.rules.name)
