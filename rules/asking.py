"""The questions that rules ask, each a line to await: `pick`, `pick_or_done`, `amounts`, `yes_no`.

What is on offer and why something is not come from one function, `why_not(item)`: it is the legality test,
the greyed button and the text of the refusal at once. It is called when somebody looks, so it may look at the
state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from rules.kernel import Ask
from rules.words import Words, say

T = TypeVar("T")

Items = Iterable[str] | Callable[[], Iterable[str]]
WhyNot = Callable[[str], Words | None]
DONE = "done"


def _ask(
    seat: str,
    prompt: Words,
    items: Items,
    why_not: WhyNot | None,
    more: Sequence[str],
    lead: str,
    anyway: bool,
) -> Ask[str]:
    def now() -> Iterable[str]:
        return items() if callable(items) else items

    def menu() -> dict[str, str]:
        legal = {item: item for item in now() if why_not is None or why_not(item) is None}
        return legal | {key: key for key in more}

    def barred() -> dict[str, Words]:
        return {item: why for item in now() if why_not is not None and (why := why_not(item)) is not None}

    return Ask(seat, prompt, menu, barred=barred, lead=lead, anyway=anyway)


async def pick(
    seat: str,
    prompt: Words,
    items: Items,
    why_not: WhyNot | None = None,
    *,
    lead: str = "",
    anyway: bool = False,
    alone: bool = False,
    idle: WhyNot | None = None,
    bare: Sequence[str] = (),
) -> str:
    """One of `items` (keys of the game), none of which `why_not` bars. `alone`, `idle`, `bare`: as in
    `Ask`."""
    ask = _ask(seat, prompt, items, why_not, (), lead, anyway)
    ask.alone, ask.idle, ask.bare = alone, idle or ask.idle, bare
    return await ask


async def pick_or_done(
    seat: str,
    prompt: Words,
    items: Items,
    why_not: WhyNot | None = None,
    *,
    lead: str = "",
    hollow: bool = False,
    alone: bool = False,
    idle: WhyNot | None = None,
    bare: Sequence[str] = (),
) -> str | None:
    """One of `items`, or None for "done". `hollow`: with "done" now nothing would be done at all; `alone`,
    `idle`, `bare`: as in `Ask`."""
    ask = _ask(seat, prompt, items, why_not, (DONE,), lead, anyway=False)
    ask.hollow, ask.alone, ask.idle, ask.bare = hollow, alone, idle or ask.idle, bare
    chosen = await ask
    return None if chosen == DONE else chosen


async def yes_no(seat: str, prompt: Words) -> bool:
    """Yes or no, which says nothing without its question."""
    return await pick(seat, prompt, ("yes", "no"), alone=True) == "yes"


async def all_agree(seats: Sequence[str], prompt: Words) -> str | None:
    """None where each of these seats says yes; else the first that says no, after which nobody is asked any
    more. Nobody has to wait for the others: all may answer ahead."""
    asks = [_ask(seat, prompt, ("yes", "no"), None, (), "", anyway=False) for seat in seats]
    for index, ask in enumerate(asks):
        ask.beside = asks[index + 1 :]
    for ask in asks:
        if await ask == "no":
            return ask.seat
    return None


async def amounts(
    seat: str,
    prompt: Words,
    supply: Mapping[str, int],
    most: int,
    least: int = 0,
    *,
    lead: str = "",
    beside: Sequence[Ask[tuple[str, int]]] = (),
    alone: bool = False,
) -> dict[str, int]:
    """So many pieces of several kinds, `least` to `most` in all, a kind at a time: "3-troops", then
    "1-governors", "done".

    `supply`: how many of each kind there are. Where `least` takes them all, each kind is a forced answer:
    nobody is asked, but it may be named. `beside`: what is asked next (`Ask.beside`);
    `alone`: `Ask.alone`.
    """
    left = {kind: n for kind, n in supply.items() if n > 0}
    most = min(most, sum(left.values()))
    least = min(least, most)
    chosen: dict[str, int] = {}
    while left and most > 0:
        ask = _amount(seat, prompt, left, most, least, lead)
        ask.part, ask.beside, ask.alone = len(chosen), beside, alone
        kind, taken = await ask
        if kind == DONE:
            break
        chosen[kind] = taken
        del left[kind]
        most, least = most - taken, least - taken
    return chosen


def first_amount(
    seat: str, prompt: Words, supply: Mapping[str, int], most: int, least: int = 0, *, lead: str = ""
) -> Ask[tuple[str, int]] | None:
    """The first question of `amounts`, to be asked beside another; None where there is none."""
    left = {kind: n for kind, n in supply.items() if n > 0}
    most = min(most, sum(left.values()))
    return _amount(seat, prompt, left, most, min(least, most), lead) if most > 0 else None


def _amount(
    seat: str, prompt: Words, left: Mapping[str, int], most: int, least: int, lead: str
) -> Ask[tuple[str, int]]:
    rest = sum(left.values())
    menu = {
        f"{n}-{kind}": (kind, n)
        for kind, there in (left if least < rest else dict([next(iter(left.items()))])).items()
        # what is still owed must be there in the other kinds, for each kind is named once
        for n in range(min(there, most), max(1, least - (rest - there)) - 1, -1)
    }
    if least <= 0:
        menu[DONE] = (DONE, 0)
    return Ask(seat, prompt, menu.copy, label=amount_label, lead=lead)


def amount_label(key: str) -> Words:
    """The key "3-troops" as "3 Troops"; names of kinds are kept in the singular and the plural."""
    number, _, kind = key.partition("-")
    return count(int(number), kind) if kind and number.isdigit() else say("{key}", key=key)


def count(n: int, kind: str) -> Words:
    """So many pieces in words: "1 Governor", "3 Troops", "no Amirs"."""
    return say("{n} {kind}", n=n or say("no"), kind=f"1-{kind}" if n == 1 else kind)
