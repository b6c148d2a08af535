"""Read typed orders: turn what people type into the keys of a seat's answers.

docs/reference/orders.md describes the language for players.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from rules.ask import Reader
from rules.errors import SeveralOrders, Slip
from rules.kernel import (
    Ambiguous,
    Ask,
    Game,
    InputError,
    NotAllowed,
    NotUnderstood,
    Rules,
    list_choices,
    resume,
)
from rules.orders.matching import find_closest
from rules.orders.order import CutShort, Ended, Order
from rules.orders.questions import Question, list_labels, list_vocabulary, make_question
from rules.orders.reading import read
from rules.orders.refusals import NotNow, suggest_meant, write_refusal
from rules.orders.tokenizer import asks, echo, split_tokens, split_words, strip_question
from rules.words import as_is, say

PAIRS = 3  # both directions are tried for at most this many pairs of places in an order


class Typed(NamedTuple):
    """A typed order that was understood.

    Attributes:
        keys: its keys
        literal: whether no answer was guessed from just one or two letters
        taken: pairs (said, read): words that had another likely meaning too, and what they were read as
    """

    keys: tuple[str, ...]
    literal: bool = True
    taken: tuple[tuple[str, str], ...] = ()


def parse(rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None) -> tuple[str, ...]:
    """Return the keys of a typed order, as `read_order` does."""
    return read_order(rules, game, seat, text, reader).keys


def read_order(rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None) -> Typed:
    """Return the keys of a typed order of this seat, for `kernel.submit`. Nothing is changed.

    Args:
        rules: the game's rules
        game: the position, with the entries of the open turn
        seat: the seat that gives the order
        text: what was typed
        reader: the seats of the person who typed it; None for this seat alone

    Raises:
        NotUnderstood: There are no words, or they mean nothing here. Also if the text has a "?"; the text of
            the error then lists what is legal.
        Ambiguous: Words mean several things. `SeveralOrders`: the whole text does.
        NotAllowed: An answer is illegal. Also if the order goes on past dice, a draw, another seat's decision
            or the end of the turn, or reaches a question that its reader may not see.
    """
    try:
        return _parse(rules, game, seat, text, reader)
    except InputError:
        own = len(game.log) - 1 - max((choice.entry for choice in list_choices(rules, game)), default=-1)
        taken = tuple(entry.key for entry in game.log[-own:] if entry.seat == seat) if own else ()
        if not taken or len(taken) < own:
            raise
        try:  # the text may repeat the forced answers that were entered just before this order
            again = _parse(rules, replace(game, log=game.log[:-own]), seat, text, reader)
        except InputError:
            again = Typed(())
        if len(again.keys) == own or again.keys[:own] != taken:
            raise
        return again._replace(keys=again.keys[own:])


def _parse(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None, pairs: int = PAIRS
) -> Typed:
    """Return the keys of an order that comes after all entries of the open turn.

    `pairs`: how many pairs of places without "from" and "to" may be tried in both directions.
    """
    order = Order(rules, game, seat, text, _choose_reader(seat, reader))
    if asks(text):
        raise NotUnderstood(str(find_help(rules, game, seat, text, reader)))
    try:
        typed = _run(order, pairs)
    except InputError as error:
        error.reach = error.reach or order.at
        raise (
            _find_beginning(order, error) if isinstance(error, NotUnderstood | NotNow) else error
        ) from None
    if not typed.keys:
        question = as_is(str(order.question()))
        empty = say("The order is empty. {question}", question=question)
        if text.strip(" \t\n,;."):
            text = echo(text)
            empty = say("“{said}” contains no order. {question}", said=as_is(text), question=question)
        raise NotUnderstood(empty.read(rules.name))
    return typed


def _run(order: Order, pairs: int) -> Typed:
    """Read an order to its end. Raises `InputError`. `pairs`: as for `_parse`."""
    refused: InputError | None = None
    try:
        order.run()
    except InputError as error:
        refused = error
    if pairs and (spelled := order.spell_pair()) is not None:
        return _parse_pair(order, spelled, pairs)
    if refused is not None:
        raise refused
    return Typed(tuple(order.keys), order.literal)


def _parse_pair(order: Order, spelled: tuple[str, tuple[str, ...]], pairs: int) -> Typed:
    """Return the keys of an order with two places in a row, without "from" and "to".

    The order goes from the first place to the second, if only that is legal. If only the other direction is
    legal, `Typed.taken` tells it. `spelled`: as `Order.spell_pair` returns it.

    Raises:
        SeveralOrders: Both directions are legal.
        InputError: Neither is legal.
    """
    said, ways = spelled
    found, errors = dict[str, Typed](), list[InputError]()
    for way in ways:
        try:
            found[way] = _parse(order.rules, order.game, order.seat, way, order.reader, pairs - 1)
        except InputError as error:
            errors.append(error)
    if not found:
        raise max(errors, key=lambda error: error.reach)
    if len(found) > 1:
        raise _refuse_several(order, said, tuple(found))
    ((way, typed),) = found.items()
    if way == ways[0]:
        return typed
    return typed._replace(taken=((said, echo(way)), *typed.taken))


def _refuse_several(order: Order, said: str, ways: Sequence[str]) -> SeveralOrders:
    """Return the refusal of words that can mean several orders. `ways`: these orders, as they are typed."""
    quoted = list_labels([f"“{way}”" for way in ways], order.rules.name, "or")
    text = say("“{said}” can mean {several}.", said=as_is(echo(said)), several=quoted)
    several = SeveralOrders(text.read(order.rules.name), tuple(ways))
    several.reach = order.at
    return several


def _find_beginning(order: Order, error: InputError) -> InputError:
    """Return a better error for an order without its first answer, such as "rebel" for "limited rebel".

    The missing answer must be one that only leads to the next question (`Presentation.frames`). If the order
    can be read with such an answer before it, the error suggests this answer. If the order then has several
    meanings, the error lists them. Else the error suggests words that are similar to the first word. If no
    words are similar, all readings have failed: that of the order as it is, and one with each such answer
    before it. Return the error of the reading that understood the most words.
    """
    ask = order.live.pending
    if order.keys or not isinstance(ask, Ask) or ask.seat != order.seat or not ask.presentation.frames:
        return error
    asked = make_question(order.rules, ask)
    fitting, guesses, several, deepest, reach = list[str](), list[str](), list[str](), error, 0
    for opening in _name_openings(asked, ask):
        longer = Order(order.rules, order.game, order.seat, f"{opening} {order.text}", order.reader)
        longer.opening = opening
        try:
            _run(longer, PAIRS)
        except SeveralOrders as other:
            several += other.candidates
        except InputError as other:
            begun = len(split_tokens(opening))
            if other.slip is not None and other.slip.word and longer.at == begun:
                guesses += [f"{opening} {meant}" for meant in other.slip.meant]
            illegal = isinstance(other, NotAllowed) and not isinstance(other, NotNow | Ended)
            read = longer.at - begun
            if read > reach or (illegal and read == reach):
                deepest, reach = _without_beginning(longer, order, other), read
        else:
            fitting.append(opening)
    if several:
        return _refuse_several(order, order.text, several)
    first = order.tokens[0]
    if not fitting and guesses and error.slip is not None and not error.slip.meant:
        word = as_is(echo(order.text[first.start : first.end]))
        unknown = say("I don't understand “{said}”.", said=word).read(order.rules.name)
        lost = NotUnderstood(write_refusal(order, asked, unknown, suggest_meant(order.rules, guesses)))
        lost.slip = Slip(first.start, first.end, tuple(guesses), first.word)
        return lost
    if not fitting:
        return deepest
    meant = tuple(f"{opening} {order.text[first.start : first.end]}" for opening in fitting)
    text = "Say how you act: {ways}."
    ways = list_labels([f"“{opening} {echo(order.text)}”" for opening in fitting], order.rules.name, "or")
    better = NotUnderstood(say(text, ways=ways).read(order.rules.name))
    better.slip = Slip(first.start, first.end, meant)
    return better


def list_openings(rules: Rules, game: Game, seat: str) -> list[str]:
    """Return the answers to the open question that only lead to the next question, as players type them."""
    ask = resume(rules, game).pending
    asks_seat = isinstance(ask, Ask) and ask.seat == seat and ask.shows(frozenset((seat,)))
    return _name_openings(make_question(rules, ask), ask) if isinstance(ask, Ask) and asks_seat else []


def _name_openings(asked: Question, ask: Ask) -> list[str]:
    """Return the legal answers to `ask` that only lead to the next question, as players type them."""
    return [
        option.key if read(asked, [*split_words(option.key)]).key == option.key else option.label
        for option in asked.legal
        if option.key in ask.presentation.frames
    ]


def _without_beginning(longer: Order, order: Order, error: InputError) -> InputError:
    """Return the error of a longer order, with its positions changed to those in the typed order.

    `longer` is `order` with another beginning before it. The answers in `error.instead` get this beginning
    too, because the order can't be read without it.
    """
    added = len(longer.text) - len(order.text)
    slip, instead = error.slip, error.instead
    error.slip = error.instead = None
    if slip is not None and slip.start >= added:
        error.slip = slip._replace(start=slip.start - added, end=slip.end - added)
    if instead is not None and instead.start >= added:
        meant = tuple(f"{longer.text[: instead.start]}{each}" for each in instead.meant)
        error.instead = Slip(0, instead.end - added, meant)
    return error


def _choose_reader(seat: str, reader: Reader | None) -> Reader:
    """Return the seats of the person who reads the result: `reader`, or else the ordering seat alone."""
    return frozenset((seat,)) if reader is None else reader


def guess_answer(rules: Rules, ask: Ask, word: str) -> str:
    """Return "Did you mean ...?" with the legal answers that are similar to a word; "" if there is none."""
    asked = make_question(rules, ask)
    known = list_vocabulary([replace(asked, options=tuple(asked.legal))])
    meant = list(dict.fromkeys(known[near] for near in find_closest(word, known)))
    return suggest_meant(rules, meant) if meant else ""


def as_read(rules: Rules, game: Game, seat: str, text: str) -> str:
    """Return the text of an order, with short forms written out and places unfolded (`unfold_places`).

    Raises `InputError` if a short form means nothing legal.
    """
    return Order(rules, game, seat, text, _choose_reader(seat, None)).text


def find_help(rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None) -> Question:
    """Return the question that follows the beginning of an order. The text may have a "?".

    If the last words fit several options, the question has only these options. If the order is complete, the
    result says so, and lists the numbers that can come before the last answer. Raises what `parse` raises.
    """
    order = Order(rules, game, seat, strip_question(text), _choose_reader(seat, reader))
    try:
        order.run()
    except Ambiguous as several:
        asked = order.question()
        fitting = tuple(option for option in asked.options if option.key in several.candidates)
        return replace(asked, options=fitting)
    except CutShort:
        pass
    if order.keys and not (isinstance(ask := order.live.pending, Ask) and ask.seat == seat):
        return _describe_whole(order)
    return order.question()


def _describe_whole(order: Order) -> Question:
    """Return the reply to a complete order: nothing can be added at its end."""
    text = "“{order}” is a complete order."
    numbers = tuple(option for option in order.numbers if not option.why_not)
    if numbers:
        text = (
            "“{order}” is a complete order. "
            "To change the amount, put one of these numbers before its last answer:"
        )
    prompt = say(text, order=as_is(order.before())).read(order.rules.name)
    return Question(order.seat, prompt, "", numbers, False, name=order.rules.name)
