"""Find the taps that lead to an order. A tap presses a button or chooses an entry of a list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from bot.language.words import say
from bot.orders import autofill
from bot.orders.draft import Draft
from bot.orders.preview import show_step
from bot.replies.panel import Panel
from rules.kernel import Option
from rules.orders.buttons.controls import Menu
from rules.orders.tokenizer import REMARK
from rules.words import cut_question


def find_taps(draft: Draft, keys: Sequence[str], *, defaults: bool = True) -> list[str] | None:
    """Return the taps that lead from a draft to the order with these keys; None if no taps lead there.

    If several taps are possible, the search first tries the tap that enters the most keys of the order.
    """
    if _count_common(draft.keys, keys) == len(keys):
        return []
    panel = None if draft.complete else show_step(draft)
    steps = _list_changes(draft)
    if panel is not None:
        steps = chain(_list_steps(draft, panel, defaults=defaults), steps)
    fitting = [(label, new) for label, new in steps if _leads_on(draft, new, keys)]
    for label, new in sorted(fitting, key=lambda step: -_count_common(step[1].keys, keys)):
        if (further := find_taps(new, keys, defaults=defaults)) is not None:
            return [label, *further]
    return None


def _list_steps(draft: Draft, panel: Panel, *, defaults: bool) -> Iterator[tuple[str, Draft]]:
    """Yield each answer that can be tapped, as a label and the draft after it."""
    for control in panel.controls:
        options = control.options if isinstance(control, Menu) else (control,)
        for option in options:
            chains = None if option.why_not else draft.read_keys(option.key)
            if not chains:
                continue
            inside = control.label if isinstance(control, Menu) else ""
            yield _write_tap(option, inside), draft.with_tap(*chains, defaults=defaults)


def _list_changes(draft: Draft) -> Iterator[tuple[str, Draft]]:
    """Yield each change of filled-in answers, as a label and the draft after it."""
    if (menu := autofill.autofill_menu(draft)) is None:
        return
    for option in menu.options:
        yield _write_tap(option, menu.label), autofill.apply_change(draft, option.key)


def _write_tap(option: Option, inside: str) -> str:
    if inside:
        return say("learn.tap_in", label=REMARK.sub("", option.label), list=cut_question(inside))
    return say("learn.tap", label=option.label)


def _leads_on(draft: Draft, new: Draft, keys: Sequence[str]) -> bool:
    """Return whether a tap brings the draft nearer to the order.

    Filled-in answers may differ from the order, because later taps can change them.
    """
    common = _count_common(new.keys, keys)
    fits = common in (len(new.keys), len(keys)) or common in new.origins.filled
    return fits and common > _count_common(draft.keys, keys)


def _count_common(some: Sequence[str], others: Sequence[str]) -> int:
    """Return how many keys at the beginning of two orders are the same."""
    count = 0
    for one, other in zip(some, others, strict=False):
        if one != other:
            break
        count += 1
    return count


def join_taps(taps: Sequence[str]) -> str:
    """Return taps as one text, with arrows between them."""
    return " → ".join(taps)
