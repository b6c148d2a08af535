"""List what was filled in for a player, in one menu under the draft where they can change it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from bot.language.words import say
from bot.orders.draft import Draft, DraftAnswer
from bot.replies.panel import ROOM
from rules.asking import DONE
from rules.kernel import NotAllowed, Option
from rules.orders.controls import CLOSED, LONGEST, Menu, ways
from rules.orders.lookahead import JOINT

MANNER = "~"  # opens the value of another manner to fill in


def autofill_menu(draft: Draft) -> Menu | None:
    """Return the list of all that may be changed, several answers at once.

    It is None where nothing was filled in that could be otherwise. What is given in parts is offered whole,
    as far as the list has room, else part by part; where that is too much too, the list has the questions,
    each to be asked.
    """
    filled = [given for given in draft.answers if given.others]
    name = draft.base.rules.name
    manners = {key: words.read(name) for given in filled for key, words in given.ask.autofill.manners.items()}
    first = [Option(MANNER + key, label) for key, label in manners.items() if key != draft.origins.manner]
    if draft.origins.manner:
        first.append(Option(MANNER, say("change.back")))
    answers = [list(given) for _, given in groupby(filled, lambda given: given.ask.topic)]
    room = LONGEST - len(first)
    if (direct := _answers(draft, answers, room)) is not None:
        several = len({option.key.partition(" ")[0] for option in direct})
        return Menu(_face(answers), (*first, *direct), max(1, several)) if first or direct else None
    questions = [
        Option(f"{parts[0].place} ", parts[0].ask.prompt.read(name), says=_said(parts)) for parts in answers
    ]
    return Menu(_face(answers), (*first, *questions[:room]))


def _face(answers: Sequence[Sequence[DraftAnswer]]) -> str:
    """What is read on the list while it is closed: what was filled in, where a phone has room for it."""
    said = ", ".join(filter(None, map(_said, answers)))
    face = say("change.of", answers=said)
    return face if said and len(face) <= CLOSED else say("change")


def _answers(draft: Draft, answers: Sequence[Sequence[DraftAnswer]], room: int) -> list[Option] | None:
    """Return all that may be answered instead; None where a list has no room for it."""
    found = [_parts(draft, parts) for parts in answers]
    left = room - sum(map(len, found))
    if left < 0:
        return None
    for index, parts in enumerate(answers):
        more = len(whole := _whole(draft, parts, room)) - len(found[index])
        if whole and more <= left:
            found[index], left = whole, left - more
    return [option for each in found for option in each]


def _parts(draft: Draft, answers: Sequence[DraftAnswer]) -> list[Option]:
    """Return each other answer to each of these questions.

    In parts, other numbers of the same and what may come besides.
    """
    name = draft.base.rules.name
    return [
        Option(f"{given.place} {each.key}", each.label, says=_now(given, given.ask.prompt.read(name)))
        for given in answers
        for each in given.others
        if given.ask.presentation.part is None or given.key == DONE or _kind(each.key) == _kind(given.key)
    ]


def _whole(draft: Draft, answers: Sequence[DraftAnswer], room: int) -> list[Option]:
    """Return the other answers in several parts, each whole.

    None where there are no parts, or too many answers.
    """
    first, *_ = answers
    if first.ask.presentation.part != 0:
        return []
    base = draft.base
    log = draft.now.position.log[: len(base.position.log) + first.place]
    whole = ways(base.rules, replace(base.position, log=log), ROOM, draft.reader).offered
    said, prompt = _said(answers), first.ask.prompt.read(base.rules.name)
    others = [option for option in whole if option.label != said]
    now = say("change.now", question=prompt, answer=said)
    return [Option(f"{first.place} {each.key}", each.label, says=now) for each in others[: room + 1]]


def _now(given: DraftAnswer, question: str) -> str:
    """What an entry is about: the question, and what is answered to it now, or that it comes besides."""
    if given.key == DONE:
        return say("change.also", question=question)
    return say("change.now", question=question, answer=given.said)


def _said(answers: Sequence[DraftAnswer]) -> str:
    """Return what was filled in, in its parts."""
    return ", ".join(given.said for given in answers if given.key != DONE)


def _kind(key: str) -> str:
    return key.partition("-")[2]


def apply_change(draft: Draft, *chosen: str) -> Draft:
    """Change the draft by the choices from that list.

    Of several for one answer the last holds, and another manner goes before all. Raises `NotAllowed`.
    """
    manners = [key.removeprefix(MANNER) for key in chosen if key.startswith(MANNER)]
    if manners:
        return draft.with_manner(manners[-1])
    answers: dict[int, tuple[str, ...]] = {}
    for what in chosen:
        index, _, key = what.partition(" ")
        if not index.isdecimal():
            raise NotAllowed(say("stale"))
        answers[int(index)] = tuple(key.split(JOINT)) if key else ()
    return draft.with_changes(answers)
