"""The orders that `full` weighs: that of `fair`, and such as differ from it.

In the Movement one march is left out, led elsewhere or added, or all of it is bolder, warier, or against the
strongest rival; money goes into other units, or is kept at the end; battles are fought or left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.asking import DONE
from rules.successors.board import VALUE
from rules.successors.players.marches import find_marches
from rules.successors.players.playout import Keys, Turn
from rules.successors.players.survey import Bent, Survey

OTHERWISE = ("battles", "ransom", "retreat", "insist")  # of these each answer is weighed,
FEW = 6  # where there are so few
LEFT_OUT, ADDED = 4, 4  # marches, at most
LIKED = 8.0  # points: what is added goes before all else
BOLD = 0.45  # how likely a battle is to be won that is added
STYLES = (Bent(likely=0.5), Bent(likely=0.8, caution=2.0), Bent(caution=0.4))
HIT = 1.5  # points more for each that the strongest rival loses
SAVED = 7  # the last game turn in which money is always spent


def propose_orders(here: Turn, kind: str, keys: Sequence[str]) -> Iterator[Keys]:
    """Yield the order of `fair`, and others that are worth weighing against it.

    Return nothing else in the set-up, which is too far from anything that could be weighed.
    """
    usual = here.order()
    yield usual
    if not here.start.number:
        return
    if kind == "movement":
        for bent in _change_movement(here, usual):
            yield here.order(bent=bent)
    elif kind == "purchase":
        yield from _change_purchase(here, keys)
    elif kind in OTHERWISE and len(keys) <= FEW:
        for key in keys:
            if key != usual[0]:
                yield here.order((key,))


def _change_movement(here: Turn, usual: Keys) -> Iterator[Bent]:
    """Yield how the Movement may be other than it is planned."""
    s, seat = here.walk()[0].state, here.seat
    planned = _read_marches(usual)
    for march in planned[-LEFT_OUT:]:
        yield Bent(avoid=(march,))
    v = Survey(s, seat, Bent(likely=BOLD))
    others = [each for origin in s.ready if origin in VALUE for each in find_marches(v, origin)]
    others.sort(key=lambda each: -each.brings)
    goals = {to for _, to in planned}
    for to in list(dict.fromkeys(each.to for each in others if each.to not in goals))[:ADDED]:
        yield Bent(liked={to: LIKED}, likely=BOLD)
    yield from STYLES
    yield Bent(hit={max(v.rivals, key=v.rivals.__getitem__): HIT})
    yield Bent(avoid=[(origin, to) for origin in s.ready for to in VALUE])


def _read_marches(keys: Keys) -> list[tuple[str, str]]:
    """Return the marches of an order: from where and to where."""
    found, origin = [], ""
    for key in keys:
        if key.startswith("march-"):
            origin = key.removeprefix("march-")
        elif key in VALUE:
            found.append((origin, key))
    return found


def _change_purchase(here: Turn, keys: Sequence[str]) -> Iterator[Keys]:
    """Yield all, or half, of the money first for one kind of unit; towards the end, nothing is bought."""
    if here.start.number > SAVED and DONE in keys:
        yield (DONE,)
    for kind in "cil":
        ns = [int(key.partition("-")[0]) for key in keys if key.endswith(f"-{kind}")]
        for n in {max(ns), (max(ns) + 1) // 2} if ns else ():
            yield here.order((f"{n}-{kind}",))
