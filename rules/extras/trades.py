"""Define the acts out of turn of a game: offers, alliances, and answers to them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from rules.ask import Option
from rules.errors import NotAllowed
from rules.state import S_in, V_in
from rules.words import Said, as_is, say


class Field(NamedTuple):
    """A field of a form with its options. The first option is the default."""

    key: str
    title: Said
    options: Sequence[Option]


class Form(NamedTuple):
    """A form of at most five fields for an act out of turn.

    `line`: takes the chosen option of each field and returns the order line.
    """

    fields: Sequence[Field]
    line: Callable[[Mapping[str, str]], str]


class Counter(NamedTuple):
    """A counterproposal: the answer to a proposal.

    `before`: an order line to enter before the counterproposal. `chosen`: the option of each field that is
    chosen when the form opens.
    """

    before: str
    chosen: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Forms(Generic[S_in]):
    """The acts out of turn that players put together in a form."""

    # (state, seat): the form for a proposal; None if the seat can't propose now
    form: Callable[[S_in, str], Form | None]
    # (state, seat, act): if this act accepts a proposal: the counterproposal that may be made instead; None
    # for other acts
    counter: Callable[[S_in, str, str], Counter | None]


def _silent(*_: object) -> str:
    return ""


def _nobody(*_: object) -> Collection[str]:
    return ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trades(Generic[S_in, V_in]):
    """The acts out of turn of a game."""

    words: frozenset[str]  # the first words of typed acts out of turn ("offer", "accept")
    act: Callable[[S_in, str, str], None]  # (state, seat, act): carry out the act; raises `InputError`
    offered: Callable[[S_in, str], Sequence[Option]]  # (state, seat): the acts that need only a click now
    # (state, seat, words): the words that may follow these in an act out of turn; None: only `offered` acts
    # can be typed
    next_words: Callable[[S_in, str, Sequence[str]], Sequence[Option]] | None = None
    forms: Forms[S_in] | None = None
    # (view, seat): the act with which a bot player answers a proposal to its seat; "" for none
    reply: Callable[[V_in, str], str] = _silent
    # (view, seat): the proposal that a bot player makes at the start of a turn, when the first question is to
    # its seat; "" for none
    propose: Callable[[V_in, str], str] = _silent
    # (view, seat, people): the act with which a bot player declines a proposal of a person; "" for none.
    # `people`: the seats that people play
    refuse: Callable[[V_in, str, Collection[str]], str] = _silent
    # (view, seat, act): why a bot player chose this act, in a clause ("it wants 4 Resources for Malwa"); "":
    # no reason
    explain: Callable[[V_in, str, str], Said] = _silent
    # (seat, act): the seats to notify, if an act needs no answer from them, such as the end of an alliance
    concerns: Callable[[str, str], Collection[str]] = _nobody


def _refuse(_: object, __: str, act: str) -> None:
    raise NotAllowed(
        say("“{act}”: in this game you act only on your turn.", act=as_is(act.replace("_", " ")))
    )


def _nothing(*_: object) -> Sequence[Option]:
    return ()


NO_TRADES: Trades = Trades(words=frozenset(), act=_refuse, offered=_nothing)
