"""Name an order in a few words (its acts with places, or its answers) for the button that confirms it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.words import say
from bot.orders.draft import Draft
from bot.replies.text import clip_label, clip_sentences
from bot.story import order_text
from rules.asking import DONE
from rules.orders.tokenizer import REMARK
from rules.presentation import Presentation

DECLINED = "no"  # the key of the answer that declines an offer
MAX_NAMED = 60  # the button that confirms an order shows at most this many characters of the order
MAX_WHOLE = 68  # the most characters if nothing is left out; with "Confirm", the button has room for 80


def name_order(draft: Draft) -> str:
    """Return the text for the button that confirms an order: the order's sentence.

    For a long order, return only its acts and places, or only the names of its acts. The first details of a
    single act stay if there is room, and "…" stands for the others. The sentence of a long order without acts
    is cut after a clause. If acts or answers are left out, the end of the text says so.
    """
    line = write_draft(draft).rstrip(".")
    if not line or not any(given.key != DONE for given in draft.answers):
        return name_changes(draft)
    if len(line) <= MAX_WHOLE:
        return line
    if not (acts := name_acts(draft)):
        begun = clip_sentences(line, MAX_NAMED, MAX_NAMED).removesuffix("…").rstrip(" .,;")
        return say("order.begun", line=begun) if len(begun) <= MAX_NAMED else name_changes(draft)
    short = write_draft(draft, room=0).rstrip(".")
    begun = clip_sentences(line, MAX_NAMED, MAX_NAMED).removesuffix("…").rstrip(" .,;:")
    if len(acts) == 1 and begun.startswith(short) and len(short) < len(begun) <= MAX_NAMED:
        return f"{begun} …"
    return short if len(short) <= MAX_WHOLE else _name_ends(draft, acts) or name_changes(draft)


def _name_ends(draft: Draft, acts: Sequence[str]) -> str:
    """Return an order's acts with their places, such as where a march ends; "" if there is no room for them.

    `acts` has the names of the acts. If there is no room for all places, leave out some places. But acts with
    equal names differ only by their places. So if two names are equal, leave out whole acts instead. Do the
    same if there is no room for all names.
    """
    first = len(draft.base.position.log)
    ends = order_text.name_acts(draft.base.rules, draft.now.position, first, draft.seat, draft.reader)
    if len(ends) != len(acts):  # the order's sentences tell other acts than `acts`
        return ""
    if len(whole := ", ".join(ends)) <= MAX_WHOLE:
        return whole
    named = [*acts]
    if len({*acts}) < len(acts) or len(", ".join(acts)) > MAX_NAMED:
        fitting = [n for n in range(1, len(ends)) if len(", ".join(ends[:n])) <= MAX_NAMED]
        return say("order.begun", line=", ".join(ends[: fitting[-1]])) if fitting else ""
    for place, end in enumerate(ends):
        longer = [*named[:place], end, *named[place + 1 :]]
        named = longer if len(", ".join(longer)) <= MAX_WHOLE else named
    return ", ".join(named)


def name_changes(draft: Draft, room: int = MAX_NAMED) -> str:
    """Return a short name of an order: the acts that fit into `room` characters; without acts, its answers.

    If something is left out, a few more characters say so.
    """
    named, whole = _join_changes(draft, room)
    return named if whole else say("order.begun", line=named)


def _join_changes(draft: Draft, room: int) -> tuple[str, bool]:
    """Return the acts or answers of an order that fit into `room` characters, and whether these are all."""
    if all(entry.key == DONE for entry in draft.now.position.log[len(draft.base.position.log) :]):
        return say("line.done"), True
    named = name_acts(draft)
    if not named:
        chosen = [given for given in draft.answers if not given.forced and given.key != DONE]
        if not chosen and any(given.key == DONE and not given.forced for given in draft.answers):
            return say("button.none"), True
        named = [REMARK.sub("", given.said) for given in chosen or draft.answers]
    first, *others = named
    text = clip_label(first[:1].upper() + first[1:], room)
    for label in others:
        if len(text) + len(label) + len(", ") > room:
            return text, False
        text = f"{text}, {label}"
    return text, True


def name_acts(draft: Draft) -> list[str]:
    """Return the names of a draft's acts, in the order of play.

    Leave out acts that only lead to another act, unless all acts do so. If all acts decline offers, return
    [].
    """
    found: list[tuple[str, bool, bool]] = []  # (name, only leads to another act, declines an offer)
    act = ""
    for given in draft.answers:
        shown = given.ask.presentation
        if given.forced or given.key == DONE:
            continue
        if _names_act(shown):
            act = given.key
            found.append((REMARK.sub("", given.said), act in shown.frames, act == DECLINED))
        elif shown.phrase is not None and shown.phrase.act not in ("", act):
            act = shown.phrase.act
            found.append((draft.base.rules.name(act), False, False))
    leading = [name for name, leads, _ in found if not leads] or [name for name, *_ in found]
    return [] if all(declines for *_, declines in found) else leading


def _names_act(shown: Presentation) -> bool:
    """Return whether the answers to a question are acts, such as a march from a province."""
    return shown.form == "act" or (shown.phrase is not None and shown.phrase.part == "act")


def write_draft(draft: Draft, room: int | None = None) -> str:
    """Return the order in sentences. Leave out details to fit into `room` characters; None keeps all."""
    first = len(draft.base.position.log)
    return order_text.write_order(
        draft.base.rules, draft.now.position, first, draft.seat, draft.reader, room=room
    )
