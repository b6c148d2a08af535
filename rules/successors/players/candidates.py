"""Propose the orders that `full` compares: the order of `fair`, and variants of it.

In the Movement a variant leaves out or adds one march, leaves out all marches, fights bolder or more
carefully, or aims at the strongest rival. In the Revenue it buys other units, or saves money. In the Combat
it adds or drops battles. For a few other questions, each other answer is a variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.asking import DONE
from rules.successors.board import VALUE
from rules.successors.players.marches import find_marches
from rules.successors.players.playout import Keys, Turn
from rules.successors.players.survey import Bent, Survey

# in these kinds of question, each answer except the usual one is a variant
OTHERWISE = ("battles", "ransom", "retreat", "insist")
FEW = 6  # a question of these kinds has no variants if it has more answers than this
LEFT_OUT = 4  # at most this many marches are left out, each in its own variant
ADDED = 4  # at most this many marches are added, each in its own variant
LIKED = 8.0  # extra points for an added march, so that it comes before all others
BOLD = 0.45  # an added march may lead to a battle only if the chance to win is at least this
STYLES = (Bent(likely=0.5), Bent(likely=0.8, caution=2.0), Bent(caution=0.4))
HIT = 1.5  # extra worth of each point that the strongest rival loses
SAVED = 7  # after this game turn, a variant saves all Talents


def propose_orders(here: Turn, kind: str, keys: Sequence[str]) -> Iterator[Keys]:
    """Yield the order of `fair`, and variants that are worth comparing with it.

    In the set-up it yields only the order of `fair`, because the game's end is too far away to compare.
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
    """Yield changes to the planned Movement."""
    s, seat = here.walk()[0].state, here.seat
    planned = read_marches(usual)
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


def read_marches(keys: Keys) -> list[tuple[str, str]]:
    """Return the marches of an order as pairs: origin and destination."""
    found, origin = [], ""
    for key in keys:
        if key.startswith("march-"):
            origin = key.removeprefix("march-")
        elif key in VALUE:
            found.append((origin, key))
    return found


def _change_purchase(here: Turn, keys: Sequence[str]) -> Iterator[Keys]:
    """Yield purchases that first spend all or half of the money on one kind.

    Late in the game, also yield an order that buys nothing.
    """
    if here.start.number > SAVED and DONE in keys:
        yield (DONE,)
    for kind in "cil":
        ns = [int(key.partition("-")[0]) for key in keys if key.endswith(f"-{kind}")]
        for n in {max(ns), (max(ns) + 1) // 2} if ns else ():
            yield here.order((f"{n}-{kind}",))
