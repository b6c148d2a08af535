"""What may be looked at beside a question: what is behind "Look", the order so far, what the words mean."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.language.words import say
from bot.looking.board import rule_knobs, used
from bot.looking.rulebook import heading
from bot.table.agreement import hint_knobs
from bot.table.announce import LIMIT
from bot.table.answers import Answer, Caller, Knob, Mark, cut
from bot.table.orders import Table
from bot.table.preview import preview
from bot.table.typed import asked_of
from rules.kernel import Ask, Rules, options
from rules.lessons.newcomer import newcomer
from rules.orders.questions import REMARK
from rules.words import say as words

EXPLAINED = 4  # words of the game
LOOKED_UP = 5  # rules, as buttons
BEGINNING = 2  # lines of a rule: where it may be done, and what it does


class Tools:
    """The tools under the question of a channel."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def menu(self, caller: Caller, game: int) -> Answer:
        """What else may be looked at, and done with the question; of an order that was begun all that came of
        it."""
        at = await self.table.at(caller, game)
        draft, about = await self.table.draft(caller, at), str(game)
        told = [at.rules.view(at.live.state, None).headline]
        knobs = [
            Knob("board", about, say("button.board")),
            Knob("since", about, say("button.since")),
            Knob("legal", about, say("button.legal_long")),
            Knob("type", about, say("button.type")),
            *hint_knobs(at.rules, at.stored),
        ]
        if draft.keys:
            told.append(preview(draft, whole=True).text)
            knobs.append(Knob("peek", str(draft.mark), say("button.peek")))
            knobs.append(Knob("drop", str(draft.mark), say("button.drop"), "back"))
        asks = say("look")
        return Answer("\n".join([cut("\n".join(told), LIMIT - len(asks) - 1), asks]), knobs=tuple(knobs))

    async def peek(self, caller: Caller, mark: Mark) -> Answer:
        """The board after the caller's draft, as far as it goes."""
        at = await self.table.at(caller, mark.game)
        asked_of(caller, at)
        return preview(await self.table.draft(caller, at), whole=True)

    async def meaning(self, caller: Caller) -> Answer:
        """What may be answered now, and what is meant by it."""
        legal = await self.table.order(caller, "?")
        at = await self.table.at(caller)
        if at.asked not in at.stored.seats_of(caller.user_id):
            return meant(at.rules, legal)
        draft = await self.table.draft(caller, at)
        return meant(at.rules, legal, draft.now.ask)


def meant(rules: Rules[Any], legal: Answer, ask: Ask[Any] | None = None) -> Answer:
    """What may be answered, with a sentence on the kind of question it is, the beginning of each rule that
    has the name of an answer, the words of the game that are used, and last what can't be answered; under it,
    if it has no buttons of its own, one for each of these rules. `ask`: the question, where it is the
    reader's own."""
    asked, *barred = legal.text.split("\n")
    lines, numbers = [asked], () if ask is None else _named(rules, ask)
    if ask is not None and (new := newcomer(rules)) is not None and ask.kind in new.kinds:
        lines.append(say("guide.explained", line=words(new.kinds[ask.kind]).read(rules.name)))
    read = [rules.reference()[number].split("\n") for number in numbers]
    known = [(head, " ".join(rule[:BEGINNING])) for head, *rule in read]
    known += used(rules.EXTRAS.glossary(), legal.text)[:EXPLAINED]
    lines += [say("card.word", word=word, text=text) for word, text in known]
    lines += [say("preview.note", line=line.strip()) for line in barred]
    looked_up = rule_knobs(rules, numbers) if legal.panel is None else ()
    return replace(legal, text=cut("\n".join(lines), LIMIT), knobs=(*legal.knobs, *looked_up))


def _named(rules: Rules[Any], ask: Ask[Any]) -> Sequence[str]:
    """The rules that have the name of an answer; of several the asked seat's own, by their chapter."""
    reference, found = rules.reference(), list[str]()
    seat = {word for word in rules.name(ask.seat).split() if word[:1].isupper()}
    for option in options(rules, ask):
        name = REMARK.sub("", option.label).casefold()
        alike = [number for number, text in reference.items() if heading(text).casefold() == name]
        own = [each for each in alike if seat <= {*_chapter(reference, each).split()}]
        found += [each for each in own or alike if each not in found]
    return found[:LOOKED_UP]


def _chapter(reference: Mapping[str, str], number: str) -> str:
    return heading(reference.get(number.rpartition(".")[0], ""))
