"""Ask the questions of a rule, each in one line of code.

To one seat: `pick`, `pick_or_done`, `choose`, `amounts`, `yes_no`. To several seats: `together`, `all_agree`
and `window`. To chance: `draw` and `deal`.

`ask`, `pick` and `pick_or_done` take a function `why_not(item)`. It returns why an item is illegal, or None
if it is legal. The bot greys out the buttons of illegal items, and refuses an illegal order with the returned
text. `why_not` is called anew each time somebody looks at the options, so its result may depend on the state.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, TypedDict, TypeVar, Unpack

from rules.ask import CLOSED, Ask, Eyes, Seal, Skip, only_for
from rules.chance import Draw
from rules.menu import Items, Menu, Values, WhyNot, never
from rules.phrase import Phrase
from rules.presentation import NO_AUTOFILL, PLAIN, Autofill, Filling, Form, Presentation
from rules.words import Words, of_kind, say

T = TypeVar("T")

DONE = CLOSED
PASS = "pass"


class Shown(TypedDict, total=False):
    """How a question is shown and typed: the fields of `Presentation`."""

    label: Callable[[str], Words]
    whole: Callable[[str], Words]
    card: bool
    hollow: bool
    empty: bool
    phrase: Phrase | None
    also: Callable[[str], Sequence[str | Words]]
    cost: Callable[[str], Sequence[str]]
    lead: str
    bare: Collection[str]
    typed: Collection[str]
    amounts: bool
    part: int
    parts: Callable[[str], Sequence[str]]
    form: Form
    rank: Callable[[str], Any] | None
    alone: bool
    route: bool
    buttons: int | None
    pressed: Collection[str]
    frames: Collection[str]
    many: Callable[[], int]
    picture: str
    usual: str
    losing: Callable[[str], bool]
    ends: Collection[str]
    group: Callable[[str], Words]


class How(Shown, total=False):
    """How a question is asked: the fields of `Ask`, of `Presentation` and of `Autofill` that rules set."""

    kind: str
    about: str
    eyes: Eyes
    face: Eyes | Seal
    final: bool
    foreseen: bool
    skip: Skip
    beside: Sequence[Ask[tuple[str, int]]]
    default: Callable[[Filling], str | None] | None
    manners: Mapping[str, Words] | None


Fill = Callable[[Filling], Mapping[str, int]]  # returns how many of each kind to fill in


def ask_menu(
    seat: str,
    prompt: Words,
    menu: Menu[T],
    *,
    kind: str = "",
    about: str = "",
    eyes: Eyes = None,
    face: Eyes | Seal = None,
    final: bool = False,
    foreseen: bool = False,
    skip: Skip = "forced",
    beside: Sequence[Ask[tuple[str, int]]] = (),
    default: Callable[[Filling], str | None] | None = None,
    manners: Mapping[str, Words] | None = None,
    **shown: Unpack[Shown],
) -> Ask[T]:
    """Return the question for one answer of a menu. Await it, or ask it `together` with others."""
    return Ask(
        seat=seat,
        prompt=prompt,
        menu=menu,
        kind=kind,
        about=about,
        eyes=eyes,
        face=face,
        final=final,
        foreseen=foreseen,
        skip=skip,
        beside=beside,
        presentation=Presentation(**shown) if shown else PLAIN,
        autofill=NO_AUTOFILL if default is None else Autofill(default, manners or {}),
    )


def ask(
    seat: str,
    prompt: Words,
    items: Iterable[str] | Callable[[], Iterable[str]],
    why_not: WhyNot | None = None,
    more: Sequence[str] = (),
    idle: WhyNot = never,
    barred: Callable[[], Mapping[str, Words]] = dict,
    **how: Unpack[How],
) -> Ask[str]:
    """Return the question for one of `items` that `why_not` allows, or one of `more`.

    `items` are keys of the game. `barred` returns further keys that people may type, each with the reason why
    it can't be chosen now. Await the question, or ask it `together` with others.
    """
    return ask_menu(seat, prompt, Items(items, why_not, more, idle, barred), **how)


async def pick(
    seat: str,
    prompt: Words,
    items: Iterable[str] | Callable[[], Iterable[str]],
    why_not: WhyNot | None = None,
    idle: WhyNot = never,
    barred: Callable[[], Mapping[str, Words]] = dict,
    **how: Unpack[How],
) -> str:
    """Ask for one of `items` (keys of the game) that `why_not` does not refuse.

    `barred` returns further keys that people may type, each with the reason why it can't be chosen now.
    """
    return await ask(seat, prompt, items, why_not, idle=idle, barred=barred, **how)


async def pick_or_done(
    seat: str,
    prompt: Words,
    items: Iterable[str] | Callable[[], Iterable[str]],
    why_not: WhyNot | None = None,
    idle: WhyNot = never,
    **how: Unpack[How],
) -> str | None:
    """Ask for one of `items`. Return None if the answer is "done"."""
    chosen = await ask(seat, prompt, items, why_not, (DONE,), idle, **how)
    return None if chosen == DONE else chosen


async def choose(
    seat: str,
    prompt: Words,
    legal: Callable[[], Mapping[str, T]],
    refused: Callable[[], Mapping[str, Words]] = dict,
    idle: WhyNot = never,
    **how: Unpack[How],
) -> T:
    """Ask for a key of `legal`, and return its value.

    `refused`: other keys, with the reasons against them.
    """
    asked: Ask[T] = ask_menu(seat, prompt, Values(legal, refused, idle), **how)
    return await asked


async def yes_no(seat: str, prompt: Words, yes: Words, no: Words, *, kind: str = "", about: str = "") -> bool:
    """Ask for yes or no. The words of both answers make sense without the question.

    Players may also type "yes" and "no".
    """
    answer = await pick(
        seat,
        prompt,
        ("yes", "no"),
        alone=True,
        kind=kind,
        about=about,
        label=partial(_label_consent, yes, no),
        phrase=Phrase(part="act"),
    )
    return answer == "yes"


def _label_consent(yes: Words, no: Words, key: str) -> Words:
    return yes if key == "yes" else no


async def all_agree(
    seats: Sequence[str], prompt: Words, yes: Words, no: Words, *, kind: str = ""
) -> str | None:
    """Ask each seat for yes until one says no. Return that seat, or None if all agree.

    Every seat may answer early, without waiting for the others.
    """
    asks = [
        ask(seat, prompt, ("yes", "no"), kind=kind, label=partial(_label_consent, yes, no)) for seat in seats
    ]
    for index, each in enumerate(asks):
        each.beside = asks[index + 1 :]
    for each in asks:
        if await each == "no":
            return each.seat
    return None


async def together(asks: Sequence[Ask[T]]) -> list[T]:
    """Return the answers to all these questions, in the order of the questions.

    The seats answer in any order. Each answer is hidden until the last one has come.
    """
    seal = Seal()
    for index, each in enumerate(asks):
        each.face, each.beside = seal, asks[index + 1 :]
    answers = [await each for each in asks]
    seal.opened = True
    return answers


async def window(
    seats: Sequence[str], prompt: Words, may: Callable[[str], Iterable[str]], *, kind: str
) -> dict[str, str]:
    """Ask all seats at once for a reaction. Return the reactions by seat, without the seats that pass.

    `may`: returns the reactions that a seat has. A seat without reactions is asked too, and no seat sees the
    options of another seat. So nobody learns a secret from who was asked or how long they took.

    A seat with a plan to pass at this `kind` of question is not notified.
    """

    def ask_in_secret(seat: str) -> Ask[str]:
        return ask(seat, prompt, lambda: (PASS, *may(seat)), kind=kind, eyes=only_for(seat), alone=True)

    answers = await together([ask_in_secret(seat) for seat in seats])
    return {seat: key for seat, key in zip(seats, answers, strict=True) if key != PASS}


async def draw(pile: Sequence[str], prompt: Words, *, eyes: Eyes = None, kind: str = "") -> str:
    """Draw one card of the pile at random."""
    (card,) = await Draw(pile, prompt, eyes=eyes, kind=kind)
    return card


async def deal(
    pile: Sequence[str], n: int, prompt: Words, *, eyes: Eyes = None, kind: str = ""
) -> tuple[str, ...]:
    """Draw `n` cards of the pile at random, or all if there are fewer. An empty pile needs no draw."""
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
    phrase: Phrase | None = None,
) -> dict[str, int]:
    """Ask for `least` to `most` pieces, one kind per question: "3-troops", "1-governors", "done".

    If `least` is the whole supply, each answer is forced, so the seat is not asked. A typed order may still
    name the kinds.

    Args:
        supply: how many pieces of each kind there are
        beside: later questions to other seats (`Ask.beside`)
        alone: see `Presentation.alone`
        fill: how many to fill in for the player (`Autofill`)
        manners: see `Autofill.manners`
        phrase: see `Presentation.phrase`
    """
    left = {kind: n for kind, n in supply.items() if n > 0}
    most = min(most, sum(left.values()))
    least = min(least, most)
    chosen: dict[str, int] = {}
    while left and most > 0:
        menu = _list_amounts_left(left, most, least)
        what, taken = await choose(
            seat,
            prompt,
            menu.copy,
            kind=kind,
            about=about,
            lead=lead,
            label=label_amount,
            amounts=True,
            part=len(chosen),
            beside=beside,
            alone=alone and not chosen,  # only the first question begins a new subject
            default=None if fill is None else _fill_amounts(fill, menu, chosen),
            manners=manners,
            phrase=phrase,
        )
        if what == DONE:
            break
        chosen[what] = taken
        del left[what]
        most, least = most - taken, least - taken
    return chosen


def _fill_amounts(
    fill: Fill, offered: Mapping[str, object], chosen: Mapping[str, int]
) -> Callable[[Filling], str | None]:
    """Return a function that fills in the next kind that `fill` names.

    If the number that `fill` wants is not offered, the function fills in the highest offered number below
    that number. After the last kind the function fills in "done", if "done" is offered.
    """

    def default(filling: Filling) -> str | None:
        for kind, n in fill(filling).items():
            for fewer in range(n, 0, -1):
                if kind not in chosen and f"{fewer}-{kind}" in offered:
                    return f"{fewer}-{kind}"
        return DONE if DONE in offered else None

    return default


def fill_most(supply: Mapping[str, int], most: int) -> Fill:
    """Return a `Fill` that takes as many pieces as are allowed, the first kinds first."""

    def fill(_: Filling) -> dict[str, int]:
        found, left = {}, most
        for kind, n in supply.items():
            found[kind] = min(n, left)
            left -= found[kind]
        return found

    return fill


def make_first_amount(
    seat: str,
    prompt: Words,
    supply: Mapping[str, int],
    most: int,
    least: int = 0,
    *,
    kind: str = "",
    about: str = "",
    lead: str = "",
    phrase: Phrase | None = None,
) -> Ask[tuple[str, int]] | None:
    """Return the first question of `amounts`, for `Ask.beside`; None if there is nothing to choose."""
    left = {kind: n for kind, n in supply.items() if n > 0}
    most = min(most, sum(left.values()))
    if most <= 0:
        return None
    menu = Values(_list_amounts_left(left, most, min(least, most)).copy)
    return ask_menu(
        seat,
        prompt,
        menu,
        kind=kind,
        about=about,
        lead=lead,
        label=label_amount,
        amounts=True,
        phrase=phrase,
    )


def _list_amounts_left(left: Mapping[str, int], most: int, least: int) -> dict[str, tuple[str, int]]:
    """Return the answers for one kind of pieces, such as "3-troops", and "done" if `least` is reached.

    If the player must take all pieces, only the first kind is offered.
    """
    rest = sum(left.values())
    menu = {
        f"{n}-{kind}": (kind, n)
        for kind, there in (left if least < rest else dict([next(iter(left.items()))])).items()
        # each kind is asked for once, so `n` and all pieces of the other kinds must add up to `least` or more
        for n in range(min(there, most), max(1, least - (rest - there)) - 1, -1)
    }
    if least <= 0:
        menu[DONE] = (DONE, 0)
    return menu


def label_amount(key: str) -> Words:
    """Return the key "3-troops" as "3 Troops". The names of kinds have a singular and a plural."""
    number, _, kind = key.partition("-")
    return count(int(number), kind) if kind and number.isdigit() else say("{key}", key=key)


def count(n: int, kind: str) -> Words:
    """Return a number of pieces in words: "1 Governor", "3 Troops", "no Amirs"."""
    if not n:
        return say("no {kind}", kind=kind)
    return say("{n} {kind}", n=n, kind=of_kind(n, kind))
