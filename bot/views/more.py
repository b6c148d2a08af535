"""Answer the button **More** of a question: other tools, the order so far, and the meanings of answers."""

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
from bot.seating.leaving import Leaving
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import make_primer_button, may_finish
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

EXPLAINED = 4  # the most words of the game that an answer explains
LISTED = 9  # the most answers that are named in a row
MEANT = 6  # the most answers to a question that are explained
BEGINNING = 2  # the lines at the start of a rule that say where an action is possible and what it does


class More:
    """Shows the other tools for the open question of a channel."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("look", "{game}", fresh=True, looking=True)
    async def show_menu(self, caller: Caller, game: int) -> Reply:
        """Return buttons for the other tools of a question; with a draft, also all its effects."""
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
        if may_finish(at.stored) and at.asked in at.stored.seats_of(caller.user_id):
            buttons.append(button(Leaving.ask_finish.call(game), say("button.finish")))
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
        """Return the board after the caller's draft. Raises `Refused`."""
        at = await self.orders.load_running(caller, mark.game)
        require_asked(caller, at)
        return view_draft(await self.orders.load_draft(caller, at))

    @action("legal", fresh=True, looking=True)
    async def explain_answers(self, caller: Caller) -> Reply:
        """Return the legal answers to the open question and their meanings. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            at = await self.orders.load_running(caller)
            if (early := await QuestionPlans(self.orders).answer_typed(caller, at, "?")) is not None:
                return early
            draft = await self.orders.load_draft(caller, at)
            own = at.asked in at.stored.seats_of(caller.user_id)
            return explain_question(at.rules, list_legal(caller, draft, "?"), draft.now if own else None)


class Meaning(NamedTuple):
    """The meaning of an answer. `number` is the rule that has the answer's name; "" if there is none."""

    answer: str
    text: str
    number: str = ""


def explain_question(rules: Rules, asked: Question, now: LoadedGame | None) -> Reply:
    """Return the legal answers to a question and their meanings.

    The text explains the kind of question, the open card if the question is about it, and the words of the
    game. Illegal answers come last. Buttons lead to the rules whose headings are names of answers.

    Args:
        rules: the rules of the game
        asked: the question and its legal answers
        now: the loaded game if the reader is asked, else None
    """
    legal, known = [asked.inside(option) for option in asked.legal], list[Meaning]()
    lines = list[str]()
    if now is not None and now.ask is not None:
        card = describe_open_card(now)
        legal = [each.partition(": ")[0] for each in legal] if card else legal  # the card tells the rest
        lines = [*_explain_kind(rules, now.ask), *card]
        known = _explain_options(rules, now.ask)
        lines = [*_describe_later_answers(rules, now), *lines]
    listed = [f"{asked.opening} {', '.join(legal)}"]
    if len(legal) > LISTED:
        legal = [*legal[: LISTED - 1], say("asked.more", n=len(legal) - LISTED + 1)]
        listed = [f"{asked.opening} {', '.join(legal)}", say("asked.narrow")]
    lines[:0] = listed
    known += [
        Meaning(*word) for word in list_used(rules.EXTRAS.teaching.glossary(), "\n".join(lines))[:EXPLAINED]
    ]
    lines += [say("card.word", word=each.answer, text=each.text) for each in known]
    lines += [say("preview.note", line=line) for line in asked.refusals()]
    numbers = [each.number for each in known if each.number]
    return Reply(cut_text("\n".join(lines), MAX_TEXT), buttons=make_rule_buttons(rules, numbers))


def _describe_later_answers(rules: Rules, now: LoadedGame) -> list[str]:
    """Return a line about the answers to later questions that have a button under this question."""
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


def _explain_kind(rules: Rules, ask: Ask) -> list[str]:
    """Return a sentence on the kind of question; none if the game has no such sentence."""
    new = find_newcomer(rules)
    if new is None or ask.kind not in new.kinds:
        return []
    return [say("guide.explained", line=words(new.kinds[ask.kind]).read(rules.name))]


def _explain_options(rules: Rules, ask: Ask) -> list[Meaning]:
    """Return the meanings of answers: the text for newcomers, or the beginning of the rule of that name."""
    new, found = find_newcomer(rules), list[Meaning]()
    told_of = {} if new is None else new.answers.get(ask.kind, {})
    for option in list_options(rules, ask):
        label, numbers = REMARK.sub("", option.label), _find_rules_by_name(rules, ask.seat, option)
        if option.key in told_of:
            text = words(told_of[option.key]).read(rules.name)
            found.append(Meaning(label, text, next(iter(numbers), "")))
            continue
        for number in numbers:
            head, *lines = rules.reference()[number].split("\n")
            found.append(Meaning(head, " ".join(lines[:BEGINNING]), number))
    return list(dict.fromkeys(found))[:MEANT]


def _find_rules_by_name(rules: Rules, seat: str, option: Option) -> list[str]:
    """Return the rules that have the name of an answer, preferably those in the chapter of the seat."""
    with speak_within(SOURCE):
        reference, name = rules.reference(), REMARK.sub("", option.english).casefold()
        whose = {word for word in rules.name(seat).split() if word[:1].isupper()}
    alike = [number for number, text in reference.items() if read_heading(text).casefold() == name]
    return [each for each in alike if whose <= {*_read_chapter(reference, each).split()}] or alike


def _read_chapter(reference: Mapping[str, str], number: str) -> str:
    return read_heading(reference.get(number.rpartition(".")[0], ""))
