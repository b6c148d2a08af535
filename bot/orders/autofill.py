"""Offer a menu under the draft. There, a player can change the answers that the bot filled in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from bot.language.words import say
from bot.orders.draft import Draft, DraftAnswer
from bot.replies.panel import ROOM
from rules.asking import DONE
from rules.kernel import NotAllowed, Option
from rules.orders.buttons.controls import CLOSED, LONGEST, Menu, find_ways
from rules.orders.buttons.lookahead import JOINT, join_parts
from rules.words import Name, cut_question

LONGEST_NOW = 75  # the most characters of a text below an entry; the label's remark needs the rest of the 100
MANY = 10  # if there are more numbers of pieces to choose from, one entry asks for them
MANNER = "~"  # an entry's key begins with this if the entry chooses a manner (a rule for filling in answers)


def autofill_menu(draft: Draft) -> Menu | None:
    """Return the menu that changes filled-in answers; None if there is nothing to change.

    The first entries fill in the answers again, in another manner (`MANNER`). Each other entry changes one
    choice. Some choices have several parts. If the menu has room, an entry replaces a whole choice; otherwise
    it replaces one part. If the menu has no room for the parts either, it has one entry for each question.
    This entry asks the question again. A choice with more than `MANY` numbers of pieces also has
    such an entry, instead of the numbers.
    """
    filled = [given for given in draft.answers if given.others]
    name = draft.base.rules.name
    manners = {key: words.read(name) for given in filled for key, words in given.ask.autofill.manners.items()}
    if draft.origins.manner:
        manners[""] = say("change.back")
    ways: dict[tuple[str, ...], Option] = {}  # by the keys of the changed draft; each is offered once
    for key, label in manners.items():
        if (keys := draft.with_manner(key).keys) != draft.keys:
            ways.setdefault(keys, Option(MANNER + key, label))
    first = [*ways.values()]
    answers = [list(given) for _, given in groupby(filled, lambda given: given.ask.topic)]
    room = LONGEST - len(first)
    if (direct := _list_answers(draft, answers, room)) is not None:
        several = len({option.key.partition(" ")[0] for option in direct})
        if not first and not direct:
            return None
        return Menu(_write_menu_title(answers), (*first, *drop_repeated(direct)), max(1, several))
    questions = [_ask_again(parts, name) for parts in answers]
    return Menu(_write_menu_title(answers), (*first, *questions[:room]))


def _ask_again(parts: Sequence[DraftAnswer], name: Name) -> Option:
    """Return the entry that asks the question of a choice again."""
    return Option(f"{parts[0].place} ", parts[0].ask.prompt.read(name), says=_join_answers(parts))


def _write_menu_title(answers: Sequence[Sequence[DraftAnswer]]) -> str:
    """Return the label of the closed menu: the filled-in answers if they fit, else a fixed text."""
    said = ", ".join(filter(None, map(_join_answers, answers)))
    face = say("change.of", answers=said)
    return face if said and len(face) <= CLOSED else say("change")


def _list_answers(draft: Draft, answers: Sequence[Sequence[DraftAnswer]], room: int) -> list[Option] | None:
    """Return the alternatives to all filled-in answers; None if they don't fit into one menu."""
    found = [_list_part_answers(draft, parts) for parts in answers]
    left = room - sum(map(len, found))
    if left < 0:
        return None
    for index, parts in enumerate(answers):
        more = len(whole := _list_whole_answers(draft, parts, room)) - len(found[index])
        if whole and more <= left:
            found[index], left = whole, left - more
    lists = zip(answers, found, strict=True)
    return [option for parts, each in lists for option in _shorten(draft, parts, each)]


def _shorten(draft: Draft, parts: Sequence[DraftAnswer], found: list[Option]) -> list[Option]:
    """Return the alternatives to a choice, with at most `MANY` numbers of pieces.

    If there are more numbers, an entry that asks the question again takes their place. The answers without a
    number stay, such as "All (11 units)".
    """
    numbers = [option for option in found if option.key.partition(" ")[2][:1].isdecimal()]
    if parts[0].ask.presentation.part is None or len(numbers) <= MANY:
        return found
    return [*(option for option in found if option not in numbers), _ask_again(parts, draft.base.rules.name)]


def _list_part_answers(draft: Draft, answers: Sequence[DraftAnswer]) -> list[Option]:
    """Return the alternatives to each of these answers.

    If an answer is a part of a choice, such as "2-troops", its alternatives are other numbers of troops. If
    the answer closes the choice, its alternatives are things that can be added. For any other answer, such as
    "all", all other answers are alternatives.
    """
    name = draft.base.rules.name
    return [
        Option(
            f"{given.place} {each.key}", each.label, says=_describe_entry(given, _ask_briefly(given, name))
        )
        for given in answers
        for each in given.others
        if given.ask.presentation.part is None
        or given.key == DONE
        or not _get_kind(given.key)
        or _get_kind(each.key) == _get_kind(given.key)
    ]


def _list_whole_answers(draft: Draft, answers: Sequence[DraftAnswer], room: int) -> list[Option]:
    """Return the alternatives to a whole choice that was made in several parts.

    An answer that means the same parts is no alternative. If `answers` don't begin with the first part of a
    choice, return []. Return at most `room` + 1 alternatives. That many don't fit into the menu, so there is
    no need to return more.
    """
    first, *_ = answers
    if first.ask.presentation.part != 0:
        return []
    base = draft.base
    log = draft.now.position.log[: len(base.position.log) + first.place]
    whole = find_ways(base.rules, replace(base.position, log=log), ROOM, draft.reader).offered
    said, prompt = _join_answers(answers), _ask_briefly(first, base.rules.name)
    parts = join_parts(first.ask, [given.key for given in answers])
    others = [option for option in whole if join_parts(first.ask, option.key.split(JOINT)) != parts]
    now = _say_instead(said, prompt)
    return [Option(f"{first.place} {each.key}", each.label, says=now) for each in others[: room + 1]]


def _describe_entry(given: DraftAnswer, question: str) -> str:
    """Return the text below an entry's label: the question, and the answer to replace if there is one."""
    if given.key == DONE:
        return say("change.also", question=question)
    return _say_instead(given.said, question)


def drop_repeated(options: Sequence[Option]) -> list[Option]:
    """Return the entries. If all have the same text below them, only the first keeps it."""
    same = len({option.says for option in options}) == 1
    return [replace(each, says="" if same and index else each.says) for index, each in enumerate(options)]


def _say_instead(said: str, question: str) -> str:
    """Return the question, and also the answer to replace if both fit into `LONGEST_NOW` characters."""
    now = say("change.now", question=question, answer=said)
    return now if len(now) <= LONGEST_NOW else question


def _ask_briefly(given: DraftAnswer, name: Name) -> str:
    """Return an answer's question without the hints after the "?", because an entry has little room."""
    return cut_question(given.ask.prompt.read(name))


def _join_answers(answers: Sequence[DraftAnswer]) -> str:
    """Return the filled-in answers as one text. Leave out answers that only close a question."""
    return ", ".join(given.said for given in answers if given.key != DONE)


def _get_kind(key: str) -> str:
    """Return the part of a key after its number: "troops" for "2-troops", "" for "all"."""
    return key.partition("-")[2]


def apply_change(draft: Draft, *chosen: str) -> Draft:
    """Return the draft with the changes that a player chose in the menu. Raises `NotAllowed`.

    Of several entries that replace the same answer, only the last has an effect. If an entry chooses a
    manner, the entries that replace answers have no effect.
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
