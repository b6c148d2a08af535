"""What may be done out of turn, at any time: offers, alliances, and answers to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from rules.ask import Option
from rules.errors import NotAllowed
from rules.state import S_in, V_in
from rules.words import Said, as_is, say


class Field(NamedTuple):
    """A field of a form: what may be chosen in it, the first unless something else is."""

    key: str
    title: Said
    options: Sequence[Option]


class Form(NamedTuple):
    """A side act put together in at most five fields; `line`: the order line of what was chosen, by field."""

    fields: Sequence[Field]
    line: Callable[[Mapping[str, str]], str]


class Counter(NamedTuple):
    """A proposal in answer to a proposal.

    `before` is the order line that precedes it, `chosen` what the fields of its form hold at first.
    """

    before: str
    chosen: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms(Generic[S_in]):
    """Side acts put together in a form."""

    form: Callable[[S_in, str], Form | None]  # (state, seat): its form, if it can propose anything now
    # (state, seat, act): how this answer to a proposal may be another one instead, made in the form
    counter: Callable[[S_in, str, str], Counter | None]


def _silent(*_: object) -> str:
    return ""


def _nobody(*_: object) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trades(Generic[S_in, V_in]):
    """The side acts of a game."""

    words: frozenset[str]  # the first words of side acts as they are typed ("offer", "accept")
    act: Callable[[S_in, str, str], None]  # (state, seat, act): carry it out; raises `NotAllowed`
    offered: Callable[[S_in, str], Sequence[Option]]  # (state, seat): those that need only a click now
    # (state, seat, words): what may be said next in a side act; None: only whole acts are known
    next_words: Callable[[S_in, str, Sequence[str]], Sequence[Option]] | None = None
    forms: Forms[S_in] | None = None
    # (view, seat): the side act with which a bot player answers what is proposed to its seat, and the
    # one with which it makes a proposal of its own as its order begins; "" for none
    reply: Callable[[V_in, str], str] = _silent
    propose: Callable[[V_in, str], str] = _silent
    # (view, seat, people): the side act with which a bot player declines what one of these seats, held by
    # people, has proposed to it; "" for none
    refuse: Callable[[V_in, str, Collection[str]], str] = _silent
    # (view, seat, act): why a bot player answers like this, in a clause ("it wants 4 Resources for ..."); ""
    explain: Callable[[V_in, str, str], Said] = _silent
    # (seat, act): whom an act concerns that asks for no answer, such as the end of an alliance
    concerns: Callable[[str, str], Collection[str]] = _nobody


def _refuse(_: object, __: str, act: str) -> None:
    raise NotAllowed(
        say("“{act}”: in this game you act only on your turn.", act=as_is(act.replace("_", " ")))
    )


def _nothing(*_: object) -> Sequence[Option]:
    return ()


NO_TRADES: Trades = Trades(words=frozenset(), act=_refuse, offered=_nothing)
