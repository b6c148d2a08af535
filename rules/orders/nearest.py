"""Find the legal orders that are nearest to a typed order that was refused."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice, pairwise
from typing import NamedTuple

from rules.ask import Reader
from rules.asking import DONE
from rules.errors import Ambiguous, Slip
from rules.kernel import SIDE, Game, InputError, Rules
from rules.orders.matching import find_closest
from rules.orders.notation import as_read, list_openings, parse
from rules.orders.order import Order
from rules.orders.outcomes import Outcome, find_outcome
from rules.orders.questions import list_vocabulary
from rules.orders.refusals import OFFERED, list_game_words
from rules.orders.tokenizer import FILLERS, REMARK, SMALL, STOPS, WHOLE, split_tokens, split_words

SLIPS = 3  # the most mistakes that are corrected in an order
TRIED = 24  # the most spellings of an order that are tried; for each, the whole order is read again
MOST_WORDS = 1200  # once the orders that were read have this many words in total, no other is read

_NUMBER = re.compile(r"(?:^|[,;.])\s*(?P<n>\d+)\s+$")
_PART = re.compile(r"[,;]\s*")
_SMALL_END = re.compile(rf"\b(?:{'|'.join(SMALL)})\s+$", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(a|an|the)\s+$", re.IGNORECASE)


class Nearest(NamedTuple):
    """A legal order near a refused one: its text, its keys, and the list of (mistake, correction)."""

    text: str
    keys: tuple[str, ...]
    slips: tuple[tuple[str, str], ...] = ()


@dataclass
class _Readings:
    """Reads orders near a refused one. It reads each order once, and stops after about `MOST_WORDS` words.

    Attributes:
        rules: the rules of the game
        game: the open turn
        seat: the seat that gives the order
        reader: as for `parse`
        words: how many words have been read
        results: for the text of each order, its keys or its refusal; None if the order was not read
    """

    rules: Rules
    game: Game
    seat: str
    reader: Reader | None = None
    words: int = 0
    results: dict[str, tuple[str, ...] | InputError | None] = field(default_factory=dict)

    def read(self, text: str) -> tuple[str, ...]:
        """Return the keys of an order; () if it is refused or not read, or contains an act out of turn."""
        keys = self._read_once(text)
        return keys if isinstance(keys, tuple) and not any(key.startswith(SIDE) for key in keys) else ()

    def refuse(self, text: str) -> InputError | None:
        """Return the refusal of an order; None if the order is legal or was not read."""
        refused = self._read_once(text)
        return refused if isinstance(refused, InputError) else None

    def begin(self, text: str) -> Order:
        """Return an order that has been read as far as its words are understood."""
        reader = frozenset((self.seat,)) if self.reader is None else self.reader
        order = Order(self.rules, self.game, self.seat, text, reader)
        if self._may_read(text):
            with suppress(InputError):
                order.run()
        return order

    def _read_once(self, text: str) -> tuple[str, ...] | InputError | None:
        if text not in self.results:
            self.results[text] = self._parse(text) if self._may_read(text) else None
        return self.results[text]

    def _parse(self, text: str) -> tuple[str, ...] | InputError:
        try:
            return parse(self.rules, self.game, self.seat, text, self.reader)
        except InputError as refused:
            return refused

    def _may_read(self, text: str) -> bool:
        """Return whether one more order may be read, and count its words."""
        allowed = self.words < MOST_WORDS
        self.words += len(split_tokens(text)) if allowed else 0
        return allowed


class _DifferentOrders:
    """Orders near a refused one. Of orders with the same outcome, it keeps only the first.

    Attributes:
        orders: the orders
        outcomes: what each of them leads to
    """

    def __init__(self, readings: _Readings) -> None:
        self.readings, self.orders, self.outcomes = readings, list[Nearest](), list[Outcome]()

    def add(self, order: Nearest) -> None:
        """Add an order, unless it has the same outcome as an order that was added before."""
        outcome = find_outcome(self.readings.rules, self.readings.game, self.readings.seat, order.keys)
        if outcome not in self.outcomes:
            self.orders.append(order)
            self.outcomes.append(outcome)


def list_respelled(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None
) -> list[Nearest]:
    """Correct the spelling of a refused order. Return the legal orders that may be meant, at most `OFFERED`.

    An unknown word is replaced by a similar word of the questions that the order reaches. Of two orders with
    the same outcome, only the first is returned. `text`: as `as_read` returns it. `reader`: as for `parse`.
    """
    return _respell_words(_Readings(rules, game, seat, reader), text)[0]


def _respell_words(readings: _Readings, text: str) -> tuple[list[Nearest], list[str]]:
    """Return the orders of `list_respelled`, and the corrected texts that are refused all the same."""
    found = _DifferentOrders(readings)
    refused: list[str] = []
    waiting: list[tuple[str, tuple[tuple[str, str], ...]]] = [(text, ())]
    for _ in range(TRIED):
        if not waiting or len(found.orders) == OFFERED:
            break
        said, slips = waiting.pop(0)
        if slips and (keys := readings.read(said)):
            found.add(Nearest(said, keys, slips))
            continue
        further = [*_respell(readings, said)] if len(slips) < SLIPS else []
        waiting += [(other, (*slips, slip)) for other, slip in further]
        if slips and not further:
            refused.append(said)
    return found.orders, refused


def list_nearest(rules: Rules, game: Game, seat: str, text: str, refused: InputError) -> list[Nearest]:
    """Return the legal orders nearest to an order that was refused, the nearest first, at most `OFFERED`.

    They come in this sequence:

    1. The order without its refused part, if it has several parts with commas between them.
    2. The order with its spelling corrected. If that is refused, with another answer too.
    3. The order after an opening (`list_openings`), with its spelling corrected.
    4. The order without words that answer nothing.
    5. The order with another answer in place of the refused one.
    6. The order with a missing answer put in, unless the refused words can mean several answers.
    7. The part of the order before the refused words.
    """
    try:
        text = as_read(rules, game, seat, text)
    except InputError:  # the game itself refuses the text before it is read as words
        return []
    readings = _Readings(rules, game, seat)
    text = _correct_clear(readings, text)
    refused = readings.refuse(text) or refused
    spelled, others = _respell_words(readings, text)
    found = _DifferentOrders(readings)
    for each in spelled:
        found.add(each)
    begun = _find_longest(readings, (text, *others))  # do this first: later, `MOST_WORDS` may be used up
    for opening in list_openings(rules, game, seat):
        longer = _find_beginning(readings, f"{opening} {text}") if begun is None else None
        begun = longer if longer is not None and len(longer.text) > len(opening) else begun
    for ways in _list_ways(readings, text, others, refused):
        for said in ways:
            if keys := readings.read(said):
                found.add(Nearest(said, keys))
                break
        if len(found.orders) == OFFERED:
            break
    if len(found.orders) < OFFERED and begun is not None:
        found.add(begun)
    return [each for each in found.orders if begun is None or not _loses(each, begun)]


def _correct_clear(readings: _Readings, text: str) -> str:
    """Correct the mistakes of an order, up to the first that is unclear, and return the order."""
    for _ in range(SLIPS):
        refused = readings.refuse(text)
        slip = refused.slip if refused is not None else None
        if slip is None or not slip.is_clear:
            break
        text = slip.correct(text)
    return text


def _loses(order: Nearest, begun: Nearest) -> bool:
    """Return whether an order lacks answers of `begun`, the part of the refused order that was understood.

    Then the keys of the order differ from those of `begun`, and there are not more of them.
    """
    return len(order.keys) <= len(begun.keys) and order.keys != begun.keys


def _list_ways(
    readings: _Readings, text: str, spelled: Sequence[str], refused: InputError
) -> Iterator[tuple[str, ...]]:
    """Yield the orders that `list_nearest` tries after those with corrected spelling.

    Each tuple has at most two texts. `list_nearest` takes the first text of a tuple that is a legal order.
    `spelled`: the texts that are refused though their spelling is corrected.
    """
    yield tuple(_leave_part_out(readings, text))
    yield from ((whole,) for whole, _ in _replace(text, refused.slip))
    for each in spelled:
        yield from _list_others(each, readings.refuse(each))
    begun = [f"{opening} {text}" for opening in list_openings(readings.rules, readings.game, readings.seat)]
    for each in begun:
        yield from ((near.text,) for near in _respell_words(readings, each)[0])
    less = (short for each in (*spelled, text, *begun) for short in _leave_out(readings, each))
    for short in islice(less, TRIED):
        yield (short,)
        lost = readings.refuse(short)
        yield from ((whole,) for whole, _ in _replace(short, lost.slip if lost is not None else None))
    yield from _list_others(text, refused)
    if not isinstance(refused, Ambiguous):
        yield from ((whole,) for whole in _fill_in(readings, text))


def _leave_part_out(readings: _Readings, text: str) -> Iterator[str]:
    """Yield the order without its refused part, which ends at the next comma.

    The part begins at the comma before it, or at the first word that was not understood and the small word
    before it: "march Thrace to Egypt 1l, to Lydia 1l" becomes "march Thrace to Lydia 1l".
    """
    order = readings.begin(text)
    starts = [token.start for token in order.tokens]
    if order.at >= len(starts) or starts != sorted(starts):
        return
    at = starts[order.at]
    at += text[at] in ",;"
    before, rest = text[:at], text[at:]
    stop = _PART.search(rest)
    if (comma := max(map(before.rfind, ",;"))) > 0:
        yield before[:comma] + (rest[stop.start() :] if stop else "")
    if stop:
        yield f"{_SMALL_END.sub('', before).rstrip()} {rest[stop.end() :]}"


def _fill_in(readings: _Readings, text: str) -> Iterator[str]:
    """Yield the order with a missing answer put in, once for each legal answer.

    The answer is put in before the first word that was not understood. For example, "event delhi" becomes
    "event unshaded delhi".
    """
    order = readings.begin(text)
    starts = [token.start for token in order.tokens]
    if not order.seen or order.at >= len(starts) or starts != sorted(starts):
        return
    before, rest = order.text[: starts[order.at]], order.text[starts[order.at] :]
    legal = [option for option in order.seen[-1].legal if option.key != DONE]
    for option in legal if len(legal) <= TRIED else ():
        yield f"{before}{REMARK.sub('', option.label)} {rest}"


def _leave_out(readings: _Readings, text: str) -> Iterator[str]:
    """Yield the order without words that answer none of its questions: one word, or two neighbouring words.

    For example, "take tile 9" becomes "9". Numbers stay. Names of the game stay too, unless they are words of
    the question itself.
    """
    rules, order = readings.rules, readings.begin(text)
    said = {word for asked in order.seen for word in split_words(asked.prompt)}
    names = {*list_vocabulary(order.seen), *list_game_words(rules), *rules.EXTRAS.trades.words}
    around = {word for asked in order.seen for each in asked.around for word in (*each.before, *each.after)}
    kept = (names | STOPS) - said | around
    tokens = sorted(order.tokens, key=lambda token: token.start)
    spare = [
        at
        for at, token in enumerate(tokens)
        if not (token.word.isdigit() or token.word in kept | STOPS)
        and (token.word in said or not find_closest(token.word, kept))
    ]
    pairs = [(one, other) for one, other in pairwise(spare) if other == one + 1]
    for first, last in [*((at, at) for at in spare), *pairs]:
        before = _ARTICLE.sub("", text[: tokens[first].start])
        if less := f"{before}{text[tokens[last].end :].lstrip()}".strip():
            yield less


def _list_others(text: str, refused: InputError | None) -> Iterator[tuple[str, str]]:
    """Yield the order with another answer in place of the refused words, once for each legal answer.

    Each item is a pair: the whole order, and its beginning, which ends with the new answer.
    """
    if refused is not None:
        yield from _replace(text, refused.slip)
        yield from _replace(*_leave_number_out(text, refused.instead))


def _leave_number_out(text: str, slip: Slip | None) -> tuple[str, Slip | None]:
    """Return the order and its refused words. The refused words include a number just before them.

    A whole answer replaces the refused words, so the number must go too: "Disband" replaces "1 levi".
    """
    if slip is None or not (number := _NUMBER.search(text[: slip.start])):
        return text, slip
    return text, slip._replace(start=number.start("n"))


def _replace(text: str, slip: Slip | None) -> Iterator[tuple[str, str]]:
    """Yield the order with each of `slip.meant` in place of the words of `slip`.

    Each item is a pair, as in `_list_others`.
    """
    if slip is not None:
        rest = text[slip.end :]
        gap = " " if rest[:1].isalnum() else ""
        for meant in slip.meant[:OFFERED]:
            begun = text[: slip.start] + meant
            yield f"{begun}{gap}{rest}", begun


def _find_longest(readings: _Readings, texts: Sequence[str]) -> Nearest | None:
    """Return the longest part of these refused orders that was understood; None if there is none."""
    found = [begun for text in texts if (begun := _find_beginning(readings, text)) is not None]
    return max(found, key=lambda begun: len(begun.keys), default=None)


def _find_beginning(readings: _Readings, text: str) -> Nearest | None:
    """Return the part of a refused order that was understood; None if there is none."""
    order = readings.begin(text)
    starts = [token.start for token in order.tokens]
    if not order.keys or order.at >= len(starts) or starts != sorted(starts):
        return None
    begun = text[: starts[order.at]].strip(" \t\n,;.")
    return Nearest(begun, keys) if (keys := readings.read(begun)) else None


def _respell(readings: _Readings, text: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield the order with its first unknown word replaced by a similar known word, once for each such word.

    Each item is a pair: the new text, and (mistake, correction).
    """
    rules, order = readings.rules, readings.begin(text)
    known = list_vocabulary(order.seen)
    beyond = {*STOPS, *WHOLE, *FILLERS, *rules.EXTRAS.trades.words, *list_game_words(rules)}
    for token in sorted(order.tokens, key=lambda token: token.start):
        word = token.word
        if word.isdigit() or word in beyond or any(each.startswith(word) for each in known):
            continue
        for near in find_closest(word, known)[:OFFERED]:
            yield text[: token.start] + near + text[token.end :], (text[token.start : token.end], near)
        return
