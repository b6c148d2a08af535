"""Offer the legal orders that are most similar to a typed order that was refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.language.typed_line import TypedLine, split_line
from bot.orders.draft import Draft
from bot.orders.forecast import list_warnings
from bot.orders.out_of_turn import write_side_acts
from bot.orders.preview import list_idle
from bot.orders.typed_order import Readings, drop_alike, list_several, read_order
from bot.people.caller import Caller
from bot.replies.text import split_sentences
from bot.session.loaded_game import LoadedGame
from bot.story import order_text
from rules.asking import DONE
from rules.kernel import InputError, NotAllowed
from rules.orders import notation
from rules.orders.buttons.labels import list_entries, split_numbers
from rules.orders.buttons.lookahead import JOINT
from rules.orders.matching import find_closest
from rules.orders.nearest import list_nearest
from rules.orders.out_of_turn import list_nearest_side_acts
from rules.orders.refusals import OFFERED
from rules.orders.tokenizer import REMARK


class NearOrder(NamedTuple):
    """A legal order that is similar to a refused order: as it is typed, and as a sentence for a button.

    `warns`: whether its preview would warn of a risk, a loss or a waste.
    """

    order: str
    said: str
    warns: bool = False


def may_correct(caller: Caller, at: LoadedGame, line: TypedLine) -> bool:
    """Return whether a refused line can be an order of the caller's turn, and no side act or question."""
    asked = at.asked in at.stored.seats_of(caller.user_id)
    return asked and not line.asks and line.first not in at.rules.EXTRAS.trades.words


def list_nearest_orders(caller: Caller, draft: Draft, line: TypedLine) -> list[NearOrder]:
    """Return at most `OFFERED` legal orders that are most similar to a refused order, the most similar first.

    The more of the typed words an order keeps, the more similar it is. An order in the list continues the
    draft or replaces it. If only numbers were typed, it continues the draft, because they answer the open
    question. For a refused side act, return side acts of the caller's seat that begin like it. Return [] for
    other texts if the caller may not correct the order.
    """
    at = draft.base
    own = at.stored.seats_of(caller.user_id)
    if own and not line.asks and line.first in at.rules.EXTRAS.trades.words:
        seat = at.asked if at.asked in own else own[0]
        acts = list_nearest_side_acts(at.rules, at.live.state, seat, line.words)
        return [NearOrder(act, _say_side_act(at, seat, act)) for act in acts[:OFFERED]]
    if not may_correct(caller, at, line):
        return []
    readings = Readings(at.rules, at.asked, line.text)
    found: dict[tuple[str, ...], str] = {}
    shown = _list_shown(draft)
    positions = [at.position]
    if draft.keys and not draft.complete:
        positions = [draft.now.position, *([] if split_numbers(line.text) else positions)]
    for game in positions:
        try:
            readings.read(game)
        except InputError as refused:
            nearest = list_nearest(at.rules, game, at.asked, line.text, refused)
            for each in nearest:
                keys = _read_grown(draft, each.text)
                plain = (*draft.keys, *each.keys) if game is not at.position else each.keys
                if keys and keys != tuple(draft.keys) and not shown & {keys, plain} and _has_effect(at, keys):
                    found.setdefault(keys, each.text)
    found = _drop_less_fitting(draft, line.words, found)
    found = dict(sorted(found.items(), key=lambda each: -_count_kept_words(each[1], line.words)))
    if several := list_several(draft, readings):
        ways = {_read_grown(draft, way) or (way,): way for way in several}
        found = ways | {keys: order for keys, order in found.items() if keys not in ways}
        different = [*found]
    else:
        different = drop_alike(at, {keys: keys for keys in found})
    # An order means the same with and without "done" at its end. If both are found, keep the one with "done".
    different = [keys for keys in different if (*keys, DONE) not in different]
    said: dict[str, tuple[str, ...]] = {}  # two buttons with the same label seem to be one order
    for keys in different:
        label = _say_order(draft, keys, found[keys])
        if label not in said or keys[-1:] == (DONE,):
            said[label] = keys
    return [NearOrder(found[keys], label, _warns(draft, keys)) for label, keys in [*said.items()][:OFFERED]]


def _say_side_act(at: LoadedGame, seat: str, act: str) -> str:
    """Return the first sentence that a typed side act will cause, without remarks such as "(offer 1)"."""
    told = write_side_acts(at, seat, notation.parse(at.rules, at.position, seat, act))
    return REMARK.sub("", split_sentences(told)[0].rstrip("."))


def _drop_less_fitting(
    draft: Draft, typed: Sequence[str], found: Mapping[tuple[str, ...], str]
) -> dict[tuple[str, ...], str]:
    """Leave out orders that continue the draft if an order that replaces it keeps more of the typed words.

    A player who types “attack delhi” means a new order, and not a further place for a Rally in the draft.
    """
    kept = {keys: _count_kept_words(order, typed) for keys, order in found.items()}
    continuing = {keys for keys in found if keys[: len(draft.keys)] == tuple(draft.keys)}
    most = max((n for keys, n in kept.items() if keys not in continuing), default=0)
    return {keys: order for keys, order in found.items() if keys not in continuing or kept[keys] >= most}


def _count_kept_words(order: str, typed: Sequence[str]) -> int:
    """Return how many typed words are in an order, perhaps with other spelling."""
    words = split_line(order).words
    return sum(word in words or bool(find_closest(word, words)) for word in typed)


def _has_effect(at: LoadedGame, keys: tuple[str, ...]) -> bool:
    """Return whether each answer of an order has an effect. If not, the order is never suggested."""
    draft = Draft(at, keys)
    empty = any(given.key == DONE and given.ask.presentation.empty for given in draft.answers)
    return not empty and not list_idle(draft)


def _warns(draft: Draft, keys: tuple[str, ...]) -> bool:
    """Return whether the preview of an order would have a warning."""
    try:
        return bool(list_warnings(Draft(draft.base, keys, forced=draft.forced)))
    except NotAllowed:  # `keys` is only the text of an order that `_read_grown` can't read
        return False


def _say_order(draft: Draft, keys: tuple[str, ...], order: str) -> str:
    """Return an order as a sentence. If the order continues the draft, leave out the draft's part.

    `order` is the order as people type it.
    """
    at, typed = draft.base, f"{order[:1].upper()}{order[1:]}"
    try:
        grown = Draft(at, keys, forced=draft.forced)
    except NotAllowed:  # `keys` is only the text of an order that `_read_grown` can't read
        return typed
    continues = keys[: len(draft.keys)] == tuple(draft.keys)
    first = len((draft.now if continues else at).position.log)
    said = order_text.write_order(at.rules, grown.now.position, first, at.asked, draft.reader)
    return said.rstrip(".") or typed


def _list_shown(draft: Draft) -> set[tuple[str, ...]]:
    """Return the keys of each draft that a button or list entry below the refused order would make."""
    panel = draft.build_panel() if draft.keys else None
    if panel is None:
        return set()
    return {(*draft.keys, *each.key.split(JOINT)) for each in list_entries(panel.controls)}


def _read_grown(draft: Draft, text: str) -> tuple[str, ...]:
    """Return the keys of the draft with an order added; () if the order can't be read as it is."""
    try:
        parsed = read_order(draft, split_line(text))
    except InputError:
        return ()
    return () if parsed.mended else tuple(parsed.grown.keys)
