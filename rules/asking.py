"""The questions that rules ask, each a line to await: `pick`, `pick_or_done`, `amounts`, `yes_no`; of several
seats `together` and `window`; and of chance `draw` and `deal`.

What is on offer and why something is not come from one function, `why_not(item)`: it is the legality test,
the greyed button and the text of the refusal at once. It is called when somebody looks, so it may look at the
state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import TypedDict, TypeVar, Unpack

from rules.ask import CLOSED, Ask, Eyes, Filling, Form, Seal, only
from rules.chance import Draw
from rules.words import Words, of_kind, say

T = TypeVar("T")

Items = Iterable[str] | Callable[[], Iterable[str]]
WhyNot = Callable[[str], Words | None]
DONE = CLOSED
PASS = "pass"


class How(TypedDict, total=False):
    """How a question is asked: the fields of `Ask` that rules set, under the same names."""

    kind: str
    about: str
    label: Callable[[str], Words]
    also: Callable[[str], Sequence[str]]
    lead: str
    bare: Collection[str]
    typed: Collection[str]
    anyway: bool
    card: bool
    alone: bool
    hollow: bool
    amounts: bool
    idle: WhyNot
    eyes: Eyes
    face: Eyes | Seal
    final: bool
    picture: str
    unnumbered: Collection[str]
    form: Form
    route: bool
    pressed: Collection[str]
    frames: Collection[str]
    many: Callable[[], int]
    default: Callable[[Filling], str | None]


Fill = Callable[[Filling], Mapping[str, int]]  # how many of each kind are filled in


def ask(
    seat: str,
    prompt: Words,
    items: Items,
    why_not: WhyNot | None = None,
    more: Sequence[str] = (),
    **how: Unpack[How],
) -> Ask[str]:
    """The question for one of `items` (keys of the game), none of which `why_not` bars, or one of `more`; to
    be awaited, or to be asked `together` with others."""

    def now() -> Iterable[str]:
        return items() if callable(items) else items

    def menu() -> dict[str, str]:
        legal = now() if why_not is None else [item for item in now() if why_not(item) is None]
        return {key: key for key in (*legal, *more)}

    def single(key: str) -> tuple[str] | None:
        offered = key in more or (key in now() and (why_not is None or why_not(key) is None))
        return (key,) if offered else None

    def barred() -> dict[str, Words]:
        return {item: why for item in now() if why_not is not None and (why := why_not(item)) is not None}

    def slots() -> list[str]:
        return [*now(), *more]

    return Ask(seat=seat, prompt=prompt, menu=menu, single=single, barred=barred, slots=slots, **how)


async def pick(
    seat: str, prompt: Words, items: Items, why_not: WhyNot | None = None, **how: Unpack[How]
) -> str:
    """One of `items` (keys of the game), none of which `why_not` bars."""
    return await ask(seat, prompt, items, why_not, **how)


async def pick_or_done(
    seat: str, prompt: Words, items: Items, why_not: WhyNot | None = None, **how: Unpack[How]
) -> str | None:
    """One of `items`, or None for "done"."""
    chosen = await ask(seat, prompt, items, why_not, (DONE,), **how)
    return None if chosen == DONE else chosen


async def yes_no(seat: str, prompt: Words, yes: Words, no: Words, *, kind: str = "", about: str = "") -> bool:
    """Yes or no, each in words of its own: what is agreed to and what is declined, for they are read without
    the question too. "yes" and "no" may be typed."""
    label = partial(_agreed, yes, no)
    return await pick(seat, prompt, ("yes", "no"), alone=True, kind=kind, about=about, label=label) == "yes"


def _agreed(yes: Words, no: Words, key: str) -> Words:
    return yes if key == "yes" else no


async def all_agree(
    seats: Sequence[str], prompt: Words, yes: Words, no: Words, *, kind: str = ""
) -> str | None:
    """None where each of these seats says yes; else the first that says no, after which nobody is asked any
    more. Nobody has to wait for the others: all may answer ahead."""
    asks = [ask(seat, prompt, ("yes", "no"), kind=kind, label=partial(_agreed, yes, no)) for seat in seats]
    for index, each in enumerate(asks):
        each.beside = asks[index + 1 :]
    for each in asks:
        if await each == "no":
            return each.seat
    return None


async def together(asks: Sequence[Ask[T]]) -> list[T]:
    """The answers to all these questions, in their order. They are sealed and may be given in any order; all
    are opened when the last is in."""
    seal = Seal()
    for index, each in enumerate(asks):
        each.face, each.beside = seal, asks[index + 1 :]
    answers = [await each for each in asks]
    seal.opened = True
    return answers


async def window(
    seats: Sequence[str], prompt: Words, may: Callable[[str], Iterable[str]], *, kind: str
) -> dict[str, str]:
    """Before something is carried out: what each of these seats does about it, of what it `may`, in the order
    of the seats; those that let it pass are left out.

    All are asked at once, whether they could do anything or not, and nobody sees what another may do: that
    somebody was asked, or took his time, tells nothing. Who has said in advance that he passes (a standing
    answer to this `kind`) is not called.
    """

    def asked(seat: str) -> Ask[str]:
        return ask(seat, prompt, lambda: (PASS, *may(seat)), kind=kind, eyes=only(seat), alone=True)

    answers = await together([asked(seat) for seat in seats])
    return {seat: key for seat, key in zip(seats, answers, strict=True) if key != PASS}


async def draw(pile: Sequence[str], prompt: Words, *, eyes: Eyes = None, kind: str = "") -> str:
    """One of the pile by chance."""
    (card,) = await Draw(pile, prompt, eyes=eyes, kind=kind)
    return card


async def deal(
    pile: Sequence[str], n: int, prompt: Words, *, eyes: Eyes = None, kind: str = ""
) -> tuple[str, ...]:
    """`n` of the pile by chance, or all there are if they are fewer; nothing is drawn of an empty pile."""
    return await Draw(pile, prompt, n, eyes, kind) if pile and n > 0 else ()


async def amounts(
    seat: str,
    prompt: Words,
    supply: Mapping[str, int],
    most: int,
    least: int = 0,
    *,
    kind: str = "",
    about: str = "",
    lead: str = "",
    beside: Sequence[Ask[tuple[str, int]]] = (),
    alone: bool = False,
    fill: Fill | None = None,
    manners: Mapping[str, Words] | None = None,
) -> dict[str, int]:
    """So many pieces of several kinds, `least` to `most` in all, a kind at a time: "3-troops", then
    "1-governors", "done".

    `supply`: how many of each kind there are. Where `least` takes them all, each kind is a forced answer:
    nobody is asked, but it may be named. `beside`: what is asked next (`Ask.beside`);
    `alone`: `Ask.alone`; `fill`, `manners`: how many are filled in (`Ask.default`, `Ask.manners`).
    """
    left = {kind: n for kind, n in supply.items() if n > 0}
    most = min(most, sum(left.values()))
    least = min(least, most)
    chosen: dict[str, int] = {}
    while left and most > 0:
        asked = _amount(seat, prompt, left, most, least, kind, lead)
        asked.about, asked.part, asked.beside = about, len(chosen), beside
        asked.alone = alone and not chosen  # a further kind belongs to what was asked before
        if fill is not None:
            asked.default, asked.manners = _filled(fill, asked.menu, chosen), manners or {}
        what, taken = await asked
        if what == DONE:
            break
        chosen[what] = taken
        del left[what]
        most, least = most - taken, least - taken
    return chosen


def _filled(
    fill: Fill, menu: Callable[[], Mapping[str, object]], chosen: Mapping[str, int]
) -> Callable[[Filling], str | None]:
    """The next kind that is filled in, as far as it is on offer; then the end."""

    def default(filling: Filling) -> str | None:
        offered = menu()
        for kind, n in fill(filling).items():
            for fewer in range(n, 0, -1):
                if kind not in chosen and f"{fewer}-{kind}" in offered:
                    return f"{fewer}-{kind}"
        return DONE if DONE in offered else None

    return default


def most_of(supply: Mapping[str, int], most: int) -> Fill:
    """As many as may be, the first kinds first."""

    def fill(_: Filling) -> dict[str, int]:
        found, left = {}, most
        for kind, n in supply.items():
            found[kind] = min(n, left)
            left -= found[kind]
        return found

    return fill


def first_amount(
    seat: str,
    prompt: Words,
    supply: Mapping[str, int],
    most: int,
    least: int = 0,
    *,
    kind: str = "",
    about: str = "",
    lead: str = "",
) -> Ask[tuple[str, int]] | None:
    """The first question of `amounts`, to be asked beside another; None where there is none."""
    left = {kind: n for kind, n in supply.items() if n > 0}
    most = min(most, sum(left.values()))
    if most <= 0:
        return None
    asked = _amount(seat, prompt, left, most, min(least, most), kind, lead)
    asked.about = about
    return asked


def _amount(
    seat: str, prompt: Words, left: Mapping[str, int], most: int, least: int, about: str, lead: str
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
    return Ask(
        seat=seat, prompt=prompt, menu=menu.copy, kind=about, label=amount_label, amounts=True, lead=lead
    )


def amount_label(key: str) -> Words:
    """The key "3-troops" as "3 Troops"; names of kinds are kept in the singular and the plural."""
    number, _, kind = key.partition("-")
    return count(int(number), kind) if kind and number.isdigit() else say("{key}", key=key)


def count(n: int, kind: str) -> Words:
    """So many pieces in words: "1 Governor", "3 Troops", "no Amirs"."""
    if not n:
        return say("no {kind}", kind=kind)
    return say("{n} {kind}", n=n, kind=of_kind(n, kind))
