"""Write an example of a whole order for the open question, from its own legal options."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import NamedTuple

from rules.ask import Reader
from rules.asking import DONE
from rules.kernel import Ambiguous, Ask, Entry, Game, InputError, Live, Rules, resume
from rules.orders.notation import parse
from rules.orders.order import Order
from rules.orders.outcomes import find_outcome
from rules.orders.questions import make_question
from rules.orders.sentences import write_sentences
from rules.orders.tokenizer import strip_question
from rules.orders.typed_lines import Said, write_lines
from rules.words import ENGLISH, language

MOST_ANSWERS = 40  # an order that needs more answers is no example
MOST_TRIED = 6  # at most this many answers are tried after the beginning of the order
LONGEST = 100  # an example has at most this many characters


class Example(NamedTuple):
    """A whole legal order as it is typed, and its beginning: the first answer alone."""

    order: str
    begun: str


def write_example(rules: Rules, game: Game, seat: str, text: str, reader: Reader) -> Example | None:
    """Return a whole legal order of this seat that begins with `text`; None if none is short enough.

    The order takes the first useful option of each question, and closes a question after one answer. It is
    never an order that does nothing. `text` may be empty or have a "?". `reader`: the seats of the person who
    reads the example. In other languages than English, the order is a sentence if it can be read as such.
    """
    begun = _read_beginning(rules, game, seat, text, reader)
    live = _enter(rules, game, seat, begun)
    if not isinstance(live.pending, Ask) or live.pending.seat != seat:
        return None
    useful = _list_useful(rules, live.pending)[:MOST_TRIED]
    in_words = () if language(rules.name) == ENGLISH else (_write_sentences,)
    for write, first in product((*in_words, write_lines), useful):
        keys = [*begun, first]
        if not _complete(rules, _enter(rules, game, seat, keys), seat, keys):
            continue
        played = replace(game, log=(*game.log, *(Entry(seat, key) for key in keys)))
        lines = write(rules, played, len(game.log), reader)
        found = _find_readable(rules, game, seat, played, lines, reader)
        if found and len(found) <= LONGEST:
            begins = replace(played, log=played.log[: len(game.log) + 1])
            return Example(found, write(rules, begins, len(game.log), reader)[0].text or found)
    return None


def _read_beginning(rules: Rules, game: Game, seat: str, text: str, reader: Reader) -> list[str]:
    """Return the keys of the beginning of an order. If its last word is ambiguous, take the first meaning."""
    order = Order(rules, game, seat, strip_question(text), reader)
    try:
        order.run()
    except Ambiguous as several:
        fitting = [each.key for each in order.question().legal if each.key in several.candidates]
        return [*order.keys, *fitting[:1]]
    except InputError:
        pass
    return order.keys


def _enter(rules: Rules, game: Game, seat: str, keys: Sequence[str]) -> Live:
    """Return the turn after these keys are entered."""
    live = resume(rules, game)
    for key in keys:
        live.enter(seat, key)
    return live


def _list_useful(rules: Rules, ask: Ask) -> list[str]:
    """Return the keys of the options that do something, as they are listed."""
    ends = (DONE, *ask.presentation.ends)
    return [each.key for each in make_question(rules, ask).legal if not each.idle and each.key not in ends]


def _complete(rules: Rules, live: Live, seat: str, keys: list[str]) -> bool:
    """Add answers to `live` and `keys` until this seat is asked no more. Return whether that succeeded."""
    answered = set[tuple[str, str]]()
    while isinstance(ask := live.pending, Ask) and ask.seat == seat:
        menu, useful = ask.menu(), _list_useful(rules, ask)
        closes = DONE in menu and (ask.topic in answered or not useful)
        key = DONE if closes else next(iter(useful or menu))
        if len(keys) == MOST_ANSWERS or (closes and ask.presentation.hollow) or keys[-1:] == [key] != [DONE]:
            return False
        answered.add(ask.topic)
        keys.append(key)
        live.enter(seat, keys[-1])
    return True


def _write_sentences(rules: Rules, game: Game, start: int, reader: Reader) -> list[Said]:
    """Return the entries from `start` on as `write_lines` does, but in sentences of the reader's language.

    Typed lines are in English. Players can type these sentences too.
    """
    rows = write_sentences(rules, game, start, reader)
    return [
        Said(row.seat, row.text[:1].lower() + row.text[1:].rstrip("."), row.first, row.last) for row in rows
    ]


def _find_readable(
    rules: Rules, game: Game, seat: str, played: Game, lines: Sequence[Said], reader: Reader
) -> str:
    """Return a line that is read as the entries that `played` adds to `game`; "" if none is.

    `lines`: these entries as lines.
    """
    if len(lines) != 1:
        return ""
    outcome = find_outcome(rules, game, seat, [entry.key for entry in played.log[len(game.log) :]])
    line = lines[0].text
    for order in (line, f"{line}."):  # a full stop closes the questions that are left
        with suppress(InputError):
            if find_outcome(rules, game, seat, parse(rules, game, seat, order, reader)) == outcome:
                return order
    return ""
