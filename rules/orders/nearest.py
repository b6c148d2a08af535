"""Find the legal orders that are nearest to a typed order that was refused."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from rules.ask import Reader
from rules.kernel import SIDE, Game, InputError, Rules
from rules.orders.notation import as_read, parse
from rules.orders.order import OFFERED, Order, list_game_words
from rules.orders.questions import list_vocabulary
from rules.orders.tokenizer import FILLERS, STOPS, WHOLE, find_closest

SLIPS = 3  # the most mistakes that are corrected in an order
TRIED = 24  # the most spellings of an order that are tried, because each is read as a whole


class Nearest(NamedTuple):
    """A legal order near a refused one: its text, its keys, and each mistake with what it means."""

    text: str
    keys: tuple[str, ...]
    slips: tuple[tuple[str, str], ...] = ()


def list_respelled(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None
) -> list[Nearest]:
    """Return the orders that a refused order becomes with its misspelled words corrected, at most `OFFERED`.

    An unknown word is corrected to a word of the questions that the order reaches. Two orders with the same
    keys count once. `text`: as `as_read` returns it. `reader`: as for `parse`.
    """
    found: dict[tuple[str, ...], Nearest] = {}
    waiting: list[tuple[str, tuple[tuple[str, str], ...]]] = [(text, ())]
    for _ in range(TRIED):
        if not waiting or len(found) == OFFERED:
            break
        said, slips = waiting.pop(0)
        if slips and (keys := _read(rules, game, seat, said, reader)):
            found.setdefault(keys, Nearest(said, keys, slips))
        elif len(slips) < SLIPS:
            waiting += [(other, (*slips, slip)) for other, slip in _respell(rules, game, seat, said, reader)]
    return list(found.values())


def list_nearest(rules: Rules, game: Game, seat: str, text: str, refused: InputError) -> list[Nearest]:
    """Return the legal orders nearest to an order that was refused, the nearest first, at most `OFFERED`.

    They are the order with its spelling corrected, then with another answer in place of the refused one, and
    last the part before the refused words.
    """
    try:
        text = as_read(rules, game, seat, text)
    except InputError:  # the game itself refuses the text before it is read as words
        return []
    found = {each.keys: each for each in list_respelled(rules, game, seat, text)}
    for whole, begun in _list_others(text, refused):
        if len(found) == OFFERED:
            break
        for said in (whole, begun):
            if keys := _read(rules, game, seat, said):
                found.setdefault(keys, Nearest(said, keys))
                break
    if len(found) < OFFERED:
        begun = _find_beginning(rules, game, seat, text)
        if begun and (keys := _read(rules, game, seat, begun)):
            found.setdefault(keys, Nearest(begun, keys))
    return list(found.values())


def _list_others(text: str, refused: InputError) -> Iterator[tuple[str, str]]:
    """Yield the order with each other answer in place of the refused words.

    Each is a pair: the whole order, and the order up to that answer.
    """
    for slip in (refused.slip, refused.instead):
        if slip is not None:
            for meant in slip.meant[:OFFERED]:
                begun = text[: slip.start] + meant
                yield begun + text[slip.end :], begun


def _find_beginning(rules: Rules, game: Game, seat: str, text: str) -> str:
    """Return the part of a refused order that was understood; "" if there is none."""
    order = Order(rules, game, seat, text, frozenset((seat,)))
    with suppress(InputError):
        order.run()
    starts = [token.start for token in order.tokens]
    if not order.keys or order.at >= len(starts) or starts != sorted(starts):
        return ""
    return text[: starts[order.at]].strip(" \t\n,;.")


def _respell(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the order with its first unknown word replaced by each known word that is close to it.

    Each comes with the mistake and what it means.
    """
    order = Order(rules, game, seat, text, frozenset((seat,)) if reader is None else reader)
    with suppress(InputError):
        order.run()
    known = list_vocabulary(order.seen)
    beyond = {*STOPS, *WHOLE, *FILLERS, *rules.EXTRAS.trades.words, *list_game_words(rules)}
    for token in sorted(order.tokens, key=lambda token: token.start):
        word = token.word
        if word.isdigit() or word in beyond or any(each.startswith(word) for each in known):
            continue
        for near in find_closest(word, known)[:OFFERED]:
            yield text[: token.start] + near + text[token.end :], (text[token.start : token.end], near)
        return


def _read(rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None) -> tuple[str, ...]:
    """Return the keys of an order; none if it is refused or contains an act out of turn."""
    try:
        keys = parse(rules, game, seat, text, reader)
    except InputError:
        return ()
    return () if any(key.startswith(SIDE) for key in keys) else keys
