"""Check the invariants of a state."""

from __future__ import annotations

from rules.successors.board import IS_SEA, PORTS
from rules.successors.forces import COLOURS, IS_LAND, MIX, find_stock
from rules.successors.stacks import Stack
from rules.successors.state import State


def check(s: State) -> None:
    """Raise `AssertionError` if an invariant is broken."""
    on_map: Stack = {}
    for area, stack in s.stacks.items():
        assert stack, f"{area} is kept though it is empty"
        for one, n in stack.items():
            assert n > 0, f"{n} {one} in {area}"
            on_map[find_stock(one)] = on_map.get(find_stock(one), 0) + n
            if not IS_LAND[one]:
                assert area in IS_SEA or area in PORTS, f"a fleet stands in {area}, which has no port"
        if area in IS_SEA:
            _check_sea(s, area)
    for stock, total in MIX.items():
        assert on_map.get(stock, 0) + s.box[stock] == total, f"{stock}: there are {total}"
    assert min(s.talents.values(), default=0) >= 0, "Talents below 0"
    for seat in s.order:
        if seat in s.homes:
            assert (seat in s.leaders) != (seat in s.captors), f"{seat}'s leader: on the map or a captive"
    for seat, area in s.leaders.items():
        assert seat in s.order, f"{seat} is out, its leader is not"
        assert area not in IS_SEA or s.afloat or s.fleets(area, seat), f"{seat}'s leader swims"
    assert set(s.captors) <= set(s.order), "the leader of a seat that is out is a captive"
    assert set(s.chits.values()) <= set(s.order), "a chit in the hand of nobody"
    for one, other in (*s.allied, *s.truces):
        assert one != other, "a seat is its own ally"
        assert {one, other} <= set(s.order), "an ally who is out"
    assert all((b, a) in s.allied for a, b in s.allied), "an alliance that only one of the two seats has"
    assert s.ending <= s.allied, "seats whose alliance ends are not allied"
    for marks in (s.landed, s.resting, s.sailed, s.ready):
        for area, stack in marks.items():
            for one, n in stack.items():
                assert 0 < n <= s.count(area, one), f"{n} {one} marked in {area}"


def _check_sea(s: State, area: str) -> None:
    for seat in () if s.afloat else COLOURS:
        aboard = s.land(area, seat)
        assert aboard <= s.fleets(area, seat), f"{aboard} {seat} units swim in {area}"
    assert not s.rebels(area), f"Rebels swim in {area}"
