"""Correct the spelling of a typed order, or the sequence of its parts, if it is clear what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from typing import NamedTuple

from rules.ask import Reader
from rules.errors import Cut, SeveralOrders
from rules.kernel import Game, InputError, NotAllowed, NotUnderstood, Rules
from rules.orders.nearest import SLIPS, list_respelled
from rules.orders.notation import Typed, as_read, find_help, read_order
from rules.orders.outcomes import Outcome, find_outcome
from rules.orders.tokenizer import NUMBERS, SMALL, TO, Token, split_tokens, strip_question

PARTS = 4  # a clause with more parts than this is not tried in other sequences
SEQUENCES = 24  # try at most this many sequences, because each try reads the whole order again
NUMBER = "1"  # the kind of a part that begins with a number
_CLAUSE = re.compile(r"\s*([^;,]+)([;,]*)")
_COUNTED = re.compile(r"(\d\s*[^\W\d]+)\s*,\s*(?=\d)")  # "2i, 1c" is one part of an order


class Part(NamedTuple):
    """A part of an order.

    `kind`: the small word with which it begins ("to"), `NUMBER` for a part that begins with a number, or ""
    for a name.
    """

    text: str
    kind: str


class Corrected(NamedTuple):
    """An order that was understood after its mistakes were corrected.

    Attributes:
        order: the corrected text
        slips: pairs (mistake, correction)
        typed: the corrected text as it was read
        cut: what was cut off after the end of the order; None if nothing was
    """

    order: str
    slips: list[tuple[str, str]]
    typed: Typed
    cut: Cut | None = None


def correct_slips(
    rules: Rules,
    game: Game,
    seat: str,
    text: str,
    reader: Reader | None = None,
    lost: InputError | None = None,
) -> Corrected:
    """Read an order, and correct its mistakes.

    `reader`: as for `parse`. `lost`: the refusal of this text, if it has been read already. If it is not
    clear what was meant, raises what `parse` raises.
    """
    # write short forms out first, because the positions of slips refer to this text
    text = as_read(rules, game, seat, text)
    try:
        return _correct_words(rules, game, seat, text, reader, lost)
    except InputError as refused:
        if refused.cut is not None or isinstance(refused, SeveralOrders):
            raise
        spelled = list_respelled(rules, game, seat, text, reader)
        if len(spelled) == 1:
            order, slips = spelled[0].text, [*spelled[0].slips]
            return Corrected(order, slips, read_order(rules, game, seat, order, reader))
        if not spelled and (found := _put_in_sequence(rules, game, seat, text, reader)) is not None:
            return found._replace(slips=[(text.strip(), found.order)])
        raise


def correct_to_end(
    rules: Rules, game: Game, seat: str, text: str, lost: InputError | None = None
) -> Corrected:
    """Correct an order as `correct_slips` does. If the text goes on after the end of the order, cut it there.

    Raises what `parse` raises.
    """
    try:
        return correct_slips(rules, game, seat, text, lost=lost)
    except InputError as error:
        if error.cut is None or not error.cut.order:
            raise
        return correct_slips(rules, game, seat, error.cut.order)._replace(cut=error.cut)


def correct_help(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None = None
) -> tuple[str, list[tuple[str, str]]]:
    """Correct the words before a "?" as `correct_slips` does, and leave out the "?".

    Return the text, and pairs (mistake, correction). Raises what `find_help` raises.
    """
    text, found = as_read(rules, game, seat, strip_question(text)), list[tuple[str, str]]()
    while True:
        try:
            find_help(rules, game, seat, text, reader)
        except (NotUnderstood, NotAllowed) as lost:
            text = _replace_slip(text, lost, found)
        else:
            return text, found


def _replace_slip(text: str, lost: InputError, found: list[tuple[str, str]]) -> str:
    """Return the text with its next mistake corrected, and add (mistake, correction) to `found`.

    Raise the error `lost` if it is not clear what was meant, or if `SLIPS` mistakes are corrected already.
    """
    slip = lost.slip
    if slip is None or not slip.is_clear or len(found) == SLIPS:
        raise lost
    found.append((text[slip.start : slip.end], slip.meant[0]))
    return slip.correct(text)


def _correct_words(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None, lost: InputError | None = None
) -> Corrected:
    """Correct the spelling of an order. `lost`: as for `correct_slips`. Raises what `parse` raises."""
    found: list[tuple[str, str]] = []
    while True:
        if isinstance(lost, NotUnderstood | NotAllowed):
            text, lost = _replace_slip(text, lost, found), None
        try:
            return Corrected(text, _join_slips(found), read_order(rules, game, seat, text, reader))
        except (NotUnderstood, NotAllowed) as refused:
            lost = refused


def _join_slips(slips: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the corrections. A word corrected twice ("levys" to "levy" to "levies") is one correction."""
    found: list[tuple[str, str]] = []
    for said, meant in slips:
        first = found.pop()[0] if found and found[-1][1] == said else said
        found.append((first, meant))
    return found


def _put_in_sequence(
    rules: Rules, game: Game, seat: str, text: str, reader: Reader | None
) -> Corrected | None:
    """Read the order with its parts rearranged so that it can be read.

    For example, "march 3 Troops from Delhi to Malwa" becomes "march to Malwa from Delhi 3 Troops". Return
    None if no sequence can be read, or if several can be read but mean different things.
    """
    fitting, outcomes = list[Corrected](), list[Outcome]()
    for other in islice(_list_sequences(text), SEQUENCES):
        try:
            found = _correct_words(rules, game, seat, other, reader)
        except InputError:
            continue
        if (outcome := find_outcome(rules, game, seat, found.typed.keys)) not in outcomes:
            fitting.append(found)
            outcomes.append(outcome)
        if len(fitting) > 1:
            break
    return fitting[0] if len(fitting) == 1 else None


def _list_sequences(text: str) -> Iterator[str]:
    """Yield an order with the parts of one clause in other sequences.

    Parts of the same kind (`Part.kind`) keep their sequence.
    """
    clauses = _CLAUSE.findall(_COUNTED.sub(r"\1 ", text.strip(" \t\n.;,")))
    for at, (clause, stop) in enumerate(clauses):
        head, parts = _split_parts(clause, split_tokens(clause))
        verb, _, name = head.rpartition(" ")  # in "march delhi to malwa", the beginning includes a name
        for begun, found in ((head, parts), (verb, [Part(name, ""), *parts])):
            for other in _list_other_sequences(found) if begun and len(found) <= PARTS else ():
                if at and found[:1] != other[:1] and found[0].kind == TO:
                    continue  # "Susiana to Persia 1 Levy" is a second move: "to Persia" must stay first
                said = " ".join([begun, *(part.text for part in other)])
                before, after = clauses[:at], clauses[at + 1 :]
                yield "".join(f"{words}{mark} " for words, mark in (*before, (said, stop), *after)).strip()


def _list_other_sequences(parts: Sequence[Part]) -> Iterator[Sequence[Part]]:
    """Yield the parts in each other sequence. Parts of the same kind keep their sequence."""
    kinds = {part.kind: [each for each in parts if each.kind == part.kind] for part in parts}
    for other in permutations(parts):
        kept = all([each for each in other if each.kind == kind] == own for kind, own in kinds.items())
        if kept and list(other) != list(parts):
            yield other


def _split_parts(text: str, tokens: Sequence[Token]) -> tuple[str, list[Part]]:
    """Return the beginning of an order, before the first small word or number, and the parts that follow."""
    starts: list[tuple[int, str]] = []  # where each part begins in the text, and its kind
    words = ["", "", *(token.word for token in tokens)]
    for before, last, word, token in zip(words, words[1:], words[2:], tokens, strict=False):
        if word in SMALL or (_counts(word) and last not in SMALL):
            starts.append((token.start, word if word in SMALL else NUMBER))
        elif starts and _counts(before) and not _counts(word):
            starts.append((token.start, ""))  # a name after "3 Troops"
    ends = [*(start for start, _ in starts[1:]), len(text)]
    parts = [Part(text[start:end].strip(), kind) for (start, kind), end in zip(starts, ends, strict=False)]
    return text[: starts[0][0]].strip() if starts else "", parts


def _counts(word: str) -> bool:
    """Return whether a word is a number or "all"."""
    return word.isdecimal() or word in NUMBERS or word == "all"
