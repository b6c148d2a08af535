"""What may be looked at beside a question: what is behind "Look", the order so far, what the words mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from bot.analysis.hints import make_hint_buttons
from bot.language.words import SOURCE, say, speak_within
from bot.orders.order_form import OrderForm
from bot.orders.preview import view_draft, write_preview
from bot.orders.service import OrderService
from bot.orders.typed_order import list_legal, require_asked
from bot.people.caller import Caller
from bot.plans.question_plans import QuestionPlans
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.panel import ROOM
from bot.replies.reply import Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import make_primer_button
from bot.story.announce import describe_open_card
from bot.views.board import BoardViews, list_used, make_rule_buttons
from bot.views.history import History
from bot.views.rulebook import read_heading
from rules.asking import DONE
from rules.kernel import Ask, Option, Rules, list_options
from rules.lessons.newcomer import find_newcomer
from rules.orders.controls import find_ways, list_offered
from rules.orders.lookahead import JOINT
from rules.orders.questions import REMARK, Question
from rules.words import say as words

EXPLAINED = 4  # words of the game
MEANT = 6  # answers
BEGINNING = 2  # lines of a rule: where it may be done, and what it does


class More:
    """The tools under the question of a channel."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("look", "{game}", fresh=True, looking=True)
    async def show_menu(self, caller: Caller, game: int) -> Reply:
        """Return what else may be looked at, and done with the question.

        Of an order that was begun all that came of it.
        """
        at = await self.orders.load_running(caller, game)
        draft = await self.orders.load_draft(caller, at)
        told = [at.view(None).headline]
        buttons = [
            button(BoardViews.show_public_board.call(), say("button.board")),
            button(History.since.call(game), say("button.since")),
            button(More.explain_answers.call(), say("button.legal_long")),
            button(OrderForm.open.call(), say("button.type")),
            *make_hint_buttons(at.rules, at.stored),
            *([make_primer_button(at.rules)] if find_newcomer(at.rules) is not None else []),
        ]
        if draft.keys:
            told.append(write_preview(draft, whole=True).text)
            buttons.append(button(More.peek.call(draft.mark), say("button.peek")))
            buttons.append(button(OrderService.drop.call(draft.mark), say("button.drop")))
        asks = say("look")
        return Reply(
            "\n".join([cut_text("\n".join(told), MAX_TEXT - len(asks) - 1), asks]), buttons=tuple(buttons)
        )

    @action("peek", "{mark}")
    async def peek(self, caller: Caller, mark: Mark) -> Reply:
        """Return the board after the caller's draft, as far as it goes."""
        at = await self.orders.load_running(caller, mark.game)
        require_asked(caller, at)
        return view_draft(await self.orders.load_draft(caller, at))

    @action("legal", fresh=True, looking=True)
    async def explain_answers(self, caller: Caller) -> Reply:
        """Return what may be answered now, and what is meant by it."""
        async with self.orders.lock_channel(caller):
            at = await self.orders.load_running(caller)
            if (early := await QuestionPlans(self.orders).answer_typed(caller, at, "?")) is not None:
                return early
            draft = await self.orders.load_draft(caller, at)
            own = at.asked in at.stored.seats_of(caller.user_id)
            return explain_word(at.rules, list_legal(caller, draft, "?"), draft.now if own else None)


class Meaning(NamedTuple):
    """What an answer means; `number`: the rule that has its name, if any."""

    answer: str
    text: str
    number: str = ""


def explain_word(rules: Rules, asked: Question, now: LoadedGame | None) -> Reply:
    """What may be answered and what it means, with a sentence on the kind of question, the words of the open
    card where it is about them, the words of the game that are used, and last what can't be answered; buttons
    for the rules that have the name of an answer. `now`: where the question waits, if it is the reader's."""
    legal, known = [asked.inside(option) for option in asked.legal], list[Meaning]()
    lines = list[str]()
    if now is not None and now.ask is not None:
        card = describe_open_card(now)
        legal = [each.partition(": ")[0] for each in legal] if card else legal  # the card says it
        lines = [*_to_know(rules, now.ask), *card]
        known = _meanings(rules, now.ask)
        lines = [*_beyond(rules, now), *lines]
    lines.insert(0, f"{asked.opening} {', '.join(legal)}")
    known += [
        Meaning(*word) for word in list_used(rules.EXTRAS.teaching.glossary(), "\n".join(lines))[:EXPLAINED]
    ]
    lines += [say("card.word", word=each.answer, text=each.text) for each in known]
    lines += [say("preview.note", line=line) for line in asked.refusals()]
    numbers = [each.number for each in known if each.number]
    return Reply(cut_text("\n".join(lines), MAX_TEXT), buttons=make_rule_buttons(rules, numbers))


def _beyond(rules: Rules, now: LoadedGame) -> list[str]:
    """Return what else has a button, for the question is closed by it."""
    on = find_ways(rules, now.position, ROOM)
    if not on.beyond:
        return []
    closing = f"{DONE}{JOINT}"
    labels = [
        control.label
        for control in on.controls
        if any(option.key.startswith(closing) for option in list_offered([control]))
    ]
    return [f"{say('asked.beyond', questions=' '.join(on.beyond))} {', '.join(labels)}"]


def _to_know(rules: Rules, ask: Ask) -> list[str]:
    """Return a sentence on the kind of question."""
    new = find_newcomer(rules)
    if new is None or ask.kind not in new.kinds:
        return []
    return [say("guide.explained", line=words(new.kinds[ask.kind]).read(rules.name))]


def _meanings(rules: Rules, ask: Ask) -> list[Meaning]:
    """Return what answers mean: what newcomers are told, or how each rule of that name begins."""
    new, found = find_newcomer(rules), list[Meaning]()
    told_of = {} if new is None else new.answers.get(ask.kind, {})
    for option in list_options(rules, ask):
        label, numbers = REMARK.sub("", option.label), _named(rules, ask.seat, option)
        if option.key in told_of:
            text = words(told_of[option.key]).read(rules.name)
            found.append(Meaning(label, text, next(iter(numbers), "")))
            continue
        for number in numbers:
            head, *lines = rules.reference()[number].split("\n")
            found.append(Meaning(head, " ".join(lines[:BEGINNING]), number))
    return list(dict.fromkeys(found))[:MEANT]


def _named(rules: Rules, seat: str, option: Option) -> list[str]:
    """Return the rules that have the name of an answer; of several the seat's own, by their chapter."""
    with speak_within(SOURCE):
        reference, name = rules.reference(), REMARK.sub("", option.english).casefold()
        whose = {word for word in rules.name(seat).split() if word[:1].isupper()}
    alike = [number for number, text in reference.items() if read_heading(text).casefold() == name]
    return [each for each in alike if whose <= {*_chapter(reference, each).split()}] or alike


def _chapter(reference: Mapping[str, str], number: str) -> str:
    return read_heading(reference.get(number.rpartition(".")[0], ""))
