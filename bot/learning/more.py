"""Answer the button **More** of a question: show other tools, the order so far, and what answers mean."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple

from bot.analysis.hints import make_hint_buttons
from bot.language.typed_line import split_line
from bot.language.words import SOURCE, say, speak_within
from bot.orders.order_form import OrderForm
from bot.orders.preview import view_draft, write_preview
from bot.orders.service import OrderService
from bot.orders.typed_order import list_legal, require_asked
from bot.people.caller import Caller
from bot.plans.question_plans import QuestionPlans
from bot.replies.action import action, button
from bot.replies.mark import Mark
from bot.replies.pages import make_page_buttons
from bot.replies.panel import Panel
from bot.replies.reply import Call, Reply
from bot.replies.text import MAX_TEXT, fit_above, pack_pages, write_clause
from bot.seating.leaving import Leaving
from bot.session.loaded_game import LoadedGame, explain_finishing
from bot.settings.game_settings import may_finish
from bot.story.board_posts import describe_open_card
from bot.views.board import BoardViews, list_terms, list_used, make_primer_button, make_rule_buttons
from bot.views.history import History
from bot.views.rulebook import read_heading
from rules.asking import DONE
from rules.kernel import Ask, Option, Rules, list_options
from rules.lessons.newcomer import find_newcomer
from rules.orders.buttons.controls import Menu, Offered, list_offered, list_singly
from rules.orders.buttons.lookahead import JOINT
from rules.orders.questions import Question
from rules.orders.tokenizer import REMARK
from rules.words import say as words

LISTED = 9  # the most items in a list of legal answers; the last item of a long list is "n more"
PAGE = 1400  # the most characters on a page of explained answers
BEGINNING = 2  # explain an answer with at most this many lines of its rule, not counting the heading


class More:
    """Shows the other tools for the open question of a channel."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("look", "{game}", fresh=True, looking=True)
    async def show_menu(self, caller: Caller, game: int) -> Reply:
        """Return buttons for the other tools of a question.

        If there is a draft, also show all its effects.
        """
        at = await self.orders.load_running(caller, game)
        draft = await self.orders.load_draft(caller, at)
        finishing = explain_finishing(at.rules, at.stored, caller.user_id)
        told = [at.view(None).headline, *([finishing] if finishing else [])]
        buttons = [
            button(BoardViews.show_public_board.call(), say("button.board")),
            button(History.since.call(game), say("button.since")),
            button(More.explain_answers.call(), say("button.legal_long")),
            button(OrderForm.open.call(), say("button.type")),
            *make_hint_buttons(at.rules, at.stored),
            *([make_primer_button(at.rules)] if find_newcomer(at.rules) is not None else []),
        ]
        if may_finish(at.stored) and at.stored.seats_of(caller.user_id):
            buttons.append(button(Leaving.ask_finish.call(game), say("button.finish")))
        if draft.keys:
            told.append(write_preview(draft, whole=True).text)
            buttons.append(button(More.peek.call(draft.mark), say("button.peek")))
            buttons.append(button(OrderService.drop.call(draft.mark), say("button.drop")))
        asks = say("look")
        return Reply(fit_above("\n".join(told), asks), buttons=tuple(buttons))

    @action("peek", "{mark}")
    async def peek(self, caller: Caller, mark: Mark) -> Reply:
        """Return the board as it would be after the caller's draft. Raises `Refused`."""
        at = await self.orders.load_running(caller, mark.game)
        require_asked(caller, at)
        return view_draft(await self.orders.load_draft(caller, at))

    @action("legal", fresh=True, looking=True)
    async def explain_answers(self, caller: Caller) -> Reply:
        """Return the legal answers to the open question and their meanings. Raises `Refused`."""
        return await self._explain_page(caller, 1)

    @action("legal.page", "{page}", looking=True)
    async def turn_page(self, caller: Caller, page: int) -> Reply:
        """Return a page of the legal answers to the open question. Raises `Refused`."""
        return await self._explain_page(caller, page)

    async def _explain_page(self, caller: Caller, page: int) -> Reply:
        async with self.orders.lock_channel(caller):
            at = await self.orders.load_running(caller)
            if (
                early := await QuestionPlans(self.orders).answer_typed(caller, at, split_line("?"))
            ) is not None:
                return early
            draft = await self.orders.load_draft(caller, at)
            own = at.asked in at.stored.seats_of(caller.user_id)
            asked, now = list_legal(caller, draft, "?"), draft.now if own else None
            return explain_question(at.rules, asked, now, page, More.turn_page.call)


class Meaning(NamedTuple):
    """The meaning of an answer.

    `number` is the number of the rule whose heading is the answer's name; "" if there is no such rule.
    """

    answer: str
    text: str
    number: str = ""


def explain_question(
    rules: Rules, asked: Question, now: LoadedGame | None, page: int, turn: Callable[[int], Call]
) -> Reply:
    """Return the legal answers to a question and their meanings. Below, say why other answers are illegal.

    Answers with the same meaning share a line. The text also explains the kind of question, and each of the
    game's terms that the reader sees in the question, its answers or the headline. If the question is about
    the open card, the text explains the card. Buttons open the rules that have an answer's name as their
    heading.

    Args:
        rules: the rules of the game
        asked: the question and its legal answers
        now: the loaded game if the reader is asked, else None. If the reader typed answers to earlier
            questions, `now` can be at another question than `asked`; then only the names of the answers
            are shown.
        page: the number of the page to return; the first is 1
        turn: a function from the number of a page to the action of the button that shows this page
    """
    known, ask = list[Meaning](), None if now is None else now.ask
    panel = None if now is None or ask is None or ask.topic != asked.topic else now.build_panel()
    if now is not None and ask is not None and panel is not None:
        known = _explain_controls(rules, ask, panel)
        kind = _explain_kind(rules, ask)
        lines = [asked.opening, *kind, *describe_open_card(now)]
    else:
        lines = _list_legal(asked)
    named = {each.answer for each in known}
    alike: dict[str, list[str]] = {}
    for each in known:
        alike.setdefault(each.text, []).append(each.answer)
    plain = alike.pop("", [])
    meanings = [say("card.word", word=_join(answers), text=text) for text, answers in alike.items()]
    if plain:
        meanings.append(say("preview.note", line=_join(plain)))
    terms = _explain_terms(rules, [asked.opening, *_list_shown(now, panel), *lines], meanings, named)
    lines += [*meanings, *terms]
    lines += [say("preview.note", line=line) for line in asked.refusals()]
    numbers = [each.number for each in known if each.number]
    found = pack_pages(lines, PAGE if known else MAX_TEXT)
    page = min(max(page, 1), len(found))
    number = [say("asked.page", page=page, pages=len(found))] if len(found) > 1 else []
    return Reply(
        "\n".join([found[page - 1], *number]),
        buttons=(*make_page_buttons(page, len(found), turn), *make_rule_buttons(rules, numbers)),
    )


def _list_shown(now: LoadedGame | None, panel: Panel | None) -> list[str]:
    """Return the texts of a question as it is shown: the question, its answers, and the headline."""
    if now is None or panel is None:
        return []
    labels = (option.label for control in panel.controls for option in list_offered([control]))
    return [panel.question, *labels, now.view(None).headline]


def _explain_terms(
    rules: Rules, shown: Sequence[str], meanings: Sequence[str], named: Collection[str]
) -> list[str]:
    """Return a line for each word of the game that the reader sees.

    All words of the texts `shown` are explained, except those in `named`. `meanings` are the explanations of
    answers. A word that stands only in `meanings` is explained if the page still has room.
    """
    terms = list_terms(rules)
    needed = dict(list_used(terms, "\n".join(shown)))
    others = {word: text for word, text in list_used(terms, "\n".join(meanings)) if word not in needed}
    lines, more = (
        [say("card.word", word=word, text=text) for word, text in found.items() if word not in named]
        for found in (needed, others)
    )
    room = PAGE - sum(len(line) + 1 for line in [*shown, *meanings, *lines])
    for line in more:
        if (room := room - len(line) - 1) < 0:
            break
        lines.append(line)
    return lines


def _list_legal(asked: Question) -> list[str]:
    """Return a question with the names of its legal answers, in at most `LISTED` items."""
    legal = [asked.inside(option) for option in asked.legal]
    if len(legal) <= LISTED:
        return [f"{asked.opening} {', '.join(legal)}"]
    shown = [*legal[: LISTED - 1], say("asked.more", n=len(legal) - LISTED + 1)]
    return [f"{asked.opening} {', '.join(shown)}", say("asked.narrow")]


def _explain_kind(rules: Rules, ask: Ask) -> list[str]:
    """Return a sentence on the kind of question; [] if the game has no such sentence."""
    new = find_newcomer(rules)
    if new is None or ask.kind not in new.kinds:
        return []
    return [say("guide.explained", line=words(new.kinds[ask.kind]).read(rules.name))]


def _explain_controls(rules: Rules, ask: Ask, panel: Panel) -> list[Meaning]:
    """Return the meanings of the legal answers in buttons and lists.

    A meaning says what the answer does, or why it has no effect. If all entries of a list are places for the
    same act, the list gets one meaning. In any other list, each entry gets its own meaning. A button that
    only closes the question gets no meaning.
    """
    acts = {each.chain: each for each in panel.answers}
    found = list[Meaning]()
    for control in panel.controls:
        if isinstance(control, Menu):
            entries = list_singly(control)
            if (act := acts.get(entries[0].key)) is None:
                found += [Meaning(each.label, _describe_effect(each)) for each in entries]
                continue
            names = [REMARK.sub("", each.label) for each in entries if not each.key.endswith(DONE)]
            meant = _explain_answer(rules, ask, act)
            found.append(meant._replace(text=" ".join(filter(None, (meant.text, f"{_join(names)}.")))))
        elif not control.why_not and {*control.key.split(JOINT)} != {DONE}:
            act = acts.get(control.key)
            meant = Meaning(control.label, "") if act is None else _explain_answer(rules, ask, act)
            text = " ".join(filter(None, (meant.text, _describe_effect(control))))
            found.append(Meaning(control.label, text, meant.number))
    return found


def _join(names: Sequence[str]) -> str:
    """Join names with commas. If a name contains a comma, join them with semicolons."""
    return ("; " if any("," in name for name in names) else ", ").join(names)


def _describe_effect(option: Option) -> str:
    """Return a sentence: what an answer brings, or why it has no effect. Return "" if neither is known."""
    if option.why_idle:
        return say("idle.sentence", why=write_clause(option.why_idle))
    return f"{option.says[:1].upper()}{option.says[1:]}." if option.says else ""


def _explain_answer(rules: Rules, ask: Ask, answer: Offered) -> Meaning:
    """Return the meaning of an answer: the text for newcomers, else the first lines of the answer's rule."""
    new = find_newcomer(rules)
    told = "" if new is None else new.answers.get(answer.kind, {}).get(answer.key, "")
    options = [each for each in list_options(rules, ask) if each.key == answer.key]
    own = options if answer.kind == ask.kind else []
    number = next((n for option in own for n in _find_rules_by_name(rules, ask.seat, option)), "")
    if told:
        return Meaning(answer.label, words(told).read(rules.name), number)
    _, *lines = rules.reference()[number].split("\n") if number else [""]
    return Meaning(answer.label, " ".join(lines[:BEGINNING]), number)


def _find_rules_by_name(rules: Rules, seat: str, option: Option) -> list[str]:
    """Return the rules whose heading is an answer's name; if the seat's chapter has some, only these."""
    with speak_within(SOURCE):
        reference, name = rules.reference(), REMARK.sub("", option.english).casefold()
        whose = {word for word in rules.name(seat).split() if word[:1].isupper()}
    alike = [number for number, text in reference.items() if read_heading(text).casefold() == name]
    return [each for each in alike if whose <= {*_read_chapter(reference, each).split()}] or alike


def _read_chapter(reference: Mapping[str, str], number: str) -> str:
    return read_heading(reference.get(number.rpartition(".")[0], ""))
