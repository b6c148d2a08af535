"""Write what may come after an order: the battles that a march makes possible, and what dice decide."""

from __future__ import annotations

from collections.abc import Sequence

from rules.kernel import Ask, Pending
from rules.successors.fighting import odds
from rules.successors.fighting.combat import Clash, PortStakes, can_attack, find_clashes
from rules.successors.fighting.odds import calculate_battle, calculate_chances, say_percent
from rules.successors.fighting.sides import DIE, Side, Stakes, find_bonus_types, have_all_landed
from rules.successors.forces import COLOURS, FLEETS, WHITE
from rules.successors.moving.movement import RaidStakes
from rules.successors.moving.unit_choice import foresee
from rules.successors.state import CAPTURED_IN_PORT, COMBAT, MOVEMENT, SUNK_IN_PORT, State
from rules.successors.victory import count_halves, format_points, say_points
from rules.words import Words, as_is, say

RETREAT = "retreat"  # the kind of the question whether units hold or retreat
MAX_CLASHES = 3  # a preview names at most this many possible battles


def write_forecast(s: State, seat: str, pending: Pending | None) -> Sequence[Words]:
    """Return what the next dice decide, or how a battle goes on if the side asked next doesn't retreat.

    If neither comes next, return the battles that the seat may fight.
    """
    s, stakes = foresee(s), getattr(pending, "stakes", None)
    if isinstance(stakes, RaidStakes):
        text = (
            "On a die of 1 to {n} you take as many Talents as it shows. On a higher die you lose the Cavalry."
        )
        return [say(text, n=stakes.lost - 1)]
    if s.fights and isinstance(pending, Ask) and pending.kind == RETREAT and pending.seat != seat:
        return _describe_battle(s, seat)
    if isinstance(stakes, PortStakes):
        return [_describe_port(s, seat)]
    if isinstance(stakes, Stakes):
        foe = next((side.principal for side in stakes.sides if side.principal != seat), "")
        return [*odds.forecast(s, seat, pending), *_describe_win(s, seat, stakes.place, foe)]
    if (found := odds.forecast(s, seat, pending)) or s.seat != seat or s.phase not in (MOVEMENT, COMBAT):
        return found
    if pending is None or (isinstance(pending, Ask) and (s.phase == MOVEMENT or pending.kind == "battles")):
        clashes = [clash for clash in find_clashes(s, seat) if can_attack(s, seat, clash)]
        # The battles that nobody can retreat from come first: Rebels always stand.
        clashes.sort(key=lambda clash: clash.foe != WHITE)
        return [
            line
            for clash in clashes[:MAX_CLASHES]
            for line in (_describe_clash(s, seat, clash), *_describe_win(s, seat, *clash))
        ]
    return []


def _describe_win(s: State, seat: str, place: str, foe: str) -> list[Words]:
    """PA-41: return how the seat's points change if it wins a battle; [] if they stay the same."""
    if seat not in s.order or not s.land(place, seat):
        return []
    won = s.copy()
    for one, n in s.land_of(place, foe).items():
        won.remove(place, one, n)
    now, then = count_halves(s, seat), count_halves(won, seat)
    if then == now:
        return []
    text = "If you win in {place}, you have {points} instead of {now}."
    return [say(text, place=place, points=say_points(then), now=as_is(format_points(now)))]


def _describe_clash(s: State, seat: str, clash: Clash) -> Words:
    """PA-22: return a battle that the seat may fight, with its chance to win."""
    place, foe = clash
    if not s.land(place, foe):
        return say("You can seize the leader of {foe} in {place}.", place=place, foe=foe)
    sides = Side([seat]), Side([foe])
    told = {
        "place": place,
        "foe": foe,
        "own": _say_army(s, place, sides[0]),
        "theirs": _say_army(s, place, sides[1]),
    }
    chances = calculate_battle(s, place, *sides)
    if chances is None:
        return say("You can fight {foe} in {place} ({own} against {theirs}).", **told)
    text = "You can fight {foe} in {place} ({own} against {theirs}): {win} to win if nobody retreats."
    return say(text, win=say_percent(chances[0]), **told)


def _say_army(s: State, place: str, side: Side) -> Words | int:
    """PA-26: return how many land units a side has, and whether a leader's +1 helps them."""
    n = sum(s.land(place, seat) for seat in side.seats)
    return say("{n} with a leader's +1", n=n) if find_bonus_types(s, place, side) else n


def _describe_battle(s: State, seat: str) -> list[Words]:
    """PA-29: return how the current battle goes on if the other side doesn't retreat.

    Return [] if the seat is not one of the two principals. No chance is given if allies fight along.
    """
    place, sides = s.fights[-1].place, s.fights[-1].sides
    if seat not in sides:
        return []
    one, foe = seat, next(side for side in sides if side != seat)
    own, theirs = (_say_army(s, place, Side([side])) for side in (one, foe))
    told = {"place": place, "foe": foe, "own": own, "theirs": theirs}
    chances = None
    if {*s.owners(place)} == {*sides}:
        attacker, defender = (Side([side]) for side in sides)
        double = have_all_landed(s, place, attacker)
        chances = calculate_chances(s, place, attacker, defender, double, skirmish=False)
    if chances is None:
        text = "If {foe} holds too, the battle in {place} goes on ({own} against {theirs})."
        return [say(text, **told)]
    text = "If {foe} holds too, the battle in {place} goes on ({own} against {theirs}): {win} to win."
    return [say(text, win=say_percent(chances[sides.index(seat)]), **told)]


def _describe_port(s: State, seat: str) -> Words:
    """PA-40: return what may become of the Fleets in a port."""
    captured = CAPTURED_IN_PORT if seat in COLOURS and s.box[FLEETS[seat]] else 0
    text = (
        "Each Fleet is captured ({captured} chances in 6), destroyed ({sunk} in 6) or escapes ({rest} in 6)."
    )
    if not captured:
        text = "Each Fleet is destroyed ({sunk} chances in 6) or escapes ({rest} in 6)."
    return say(text, captured=captured, sunk=SUNK_IN_PORT - captured, rest=DIE - SUNK_IN_PORT)
