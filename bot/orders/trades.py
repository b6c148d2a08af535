"""Make trade proposals in a form, and answer proposals."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.language.typed_line import split_line
from bot.language.words import say
from bot.orders.out_of_turn import describe_changes, show_proposal, write_side_acts
from bot.orders.service import OrderService
from bot.orders.undo import describe_terms
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, Key, action, button
from bot.replies.mark import NUMBER, shorten_key
from bot.replies.out_of_date import refuse_unknown
from bot.replies.reply import ActionButton, Call, EntryForm, FormField, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text, write_clause
from bot.session.loaded_game import LoadedGame, explain_spectating
from db.records import NoGame
from rules.errors import InputError
from rules.extras import Form
from rules.kernel import SIDE, Option
from rules.orders import notation
from rules.orders.matching import find_best
from rules.orders.tokenizer import split_tokens
from rules.words import Name, read_said

_PLACES = re.compile(rf"(?:{NUMBER},)*{NUMBER}")  # the indexes of the options chosen in a form


class TradeForm(NamedTuple):
    """A form for a proposal by one seat of a game.

    Attributes:
        game: the id of the game
        key: the key of the game's rules
        seat: the seat that proposes
        form: the fields, as the rules define them
        chosen: the index of the preselected option for each field; a missing index counts as 0
        instead: for a counter-proposal, the key that would accept the other seat's proposal; else ""
        before: for a counter-proposal, a typed order that refuses the other seat's proposal; else ""
    """

    game: int
    key: str
    seat: str
    form: Form
    chosen: Sequence[int]
    instead: str = ""
    before: str = ""

    def list_entries(self, name: Name) -> list[FormField]:
        """Return the fields in the reader's language, with the preselected options."""
        chosen = (*self.chosen, *(0 for _ in self.form.fields))
        return [
            FormField(
                field.key,
                read_said(field.title, name),
                [_name_option(each, name) for each in field.options],
                place,
            )
            for field, place in zip(self.form.fields, chosen, strict=False)
        ]


class Trades:
    """Opens forms for proposals, sends proposals, and answers them."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    @action("reply", "{game}:{acts}")
    async def reply(self, caller: Caller, game: int, *acts: str) -> Reply:
        """Return the open proposals that the caller got or made, with a button for each answer.

        If there are `acts`, offer only these answers. Raises `Refused`.
        """
        at = await self._load_game(caller, game)
        rules, state, lines = at.rules, at.live.state, list[str]()
        forms = rules.EXTRAS.trades.forms
        buttons, counters = list[ActionButton](), list[ActionButton]()
        for seat in at.stored.seats_of(caller.user_id):
            for act in rules.EXTRAS.trades.offered(state, seat):
                if acts and shorten_key(act.key) not in acts:
                    continue
                verb, _, terms = (part.strip() for part in act.label.partition(":"))
                if terms and (told := say("reply.terms", terms=terms)) not in lines:
                    lines += [told, *describe_changes(at, seat, act.key)]
                if act.why_not:
                    lines.append(say("reply.not", answer=verb, why=write_clause(act.why_not)))
                else:
                    does = OrderService.agree.call(game, SIDE + act.key)
                    buttons.append(button(does, verb, "main" if buttons else "good"))
                if forms is not None and forms.counter(state, seat, act.key) is not None:
                    opens = Trades.propose.call(game, seat, act.key)
                    counters.append(button(opens, say("button.counter"), "main"))
        buttons += counters
        if not buttons:
            raise Refused(say("reply.none"))
        undo = describe_terms(at, at.stored.seats_of(caller.user_id)[0], everyone=False, asked=at.asked)
        lines.append(say("reply.sure", undo=undo).rstrip())
        return Reply(cut_text("\n".join(lines), MAX_TEXT), buttons=tuple(buttons))

    @action("deal", "{game}:{seat}:{instead}:{picked}")
    async def propose(
        self, caller: Caller, game: int, seat: str = "", instead: Key = "", picked: str = ""
    ) -> EntryForm:
        """Return the form for a proposal of this seat. Raises `Refused`.

        For a counter-proposal, `instead` is the key that would accept the other seat's proposal. `picked` has
        the indexes of the preselected options, such as "0,2".
        """
        opened = await self.write_form(caller, game, seat, instead, picked)
        reads = Trades.preview.call(opened.game, opened.seat, opened.instead)
        return EntryForm(say("deal.title"), opened.list_entries(self.orders.games[opened.key].name), reads)

    async def find_form(self, caller: Caller, text: str) -> Call | None:
        """Return the call that opens the form for a proposal, if a typed order is an unfinished proposal.

        Such an order has only the word for proposals, or this word and an answer to the form's first field.
        Return None for any other order. Also return None if the caller can't propose.
        """
        try:
            stored = await self.orders.find_game(caller)
            if split_line(text).first not in self.orders.find_rules(stored).EXTRAS.trades.words:
                return None  # most orders stop here, so the bot makes no form for them
            opened = await self.write_form(caller, stored.id)
        except (InputError, NoGame):
            return None
        fields, said = opened.form.fields, [token.word for token in split_tokens(text)]
        word = opened.form.line({field.key: field.options[0].key for field in fields}).split()[0]
        if said[:1] != [word]:
            return None
        fit, found = find_best(fields[0].options, said[1:])
        if said[1:] and (fit is None or fit.used < len(said) - 1 or len(found) > 1):
            return None
        picked = str(fields[0].options.index(found[0])) if said[1:] else ""
        return Trades.propose.call(opened.game, opened.seat, "", picked)

    async def open(self, caller: Caller, call: Call) -> EntryForm:
        """Return the form of a call that `find_form` returned. Raises `Refused`."""
        return await self.propose(caller, **Trades.propose.bind(self).fields.read(call.about))

    @action("counter", "{game}:{instead}")
    async def counter(self, caller: Caller, game: int, instead: Key) -> EntryForm:
        """Return the form for a counter-proposal. Only buttons on older messages use this action."""
        return await self.propose(caller, game, "", instead)

    async def write_form(
        self, caller: Caller, game: int, seat: str = "", instead: str = "", picked: str = ""
    ) -> TradeForm:
        """Return the form for a proposal with its preselected options. Raises `Refused`."""
        at = await self._load_game(caller, game)
        own = at.stored.seats_of(caller.user_id)
        if instead:
            return self._write_counter_form(at, own, instead, picked)
        speaks = seat if seat in own else at.asked if at.asked in own else own[0]
        forms = at.rules.EXTRAS.trades.forms
        form = None if forms is None else forms.form(at.live.state, speaks)
        if form is None:
            raise Refused(say("side.none"))
        return TradeForm(
            at.stored.id, at.rules.KEY, speaks, form, _read_places(picked) if seat == speaks else []
        )

    def _write_counter_form(self, at: LoadedGame, own: Sequence[str], instead: str, picked: str) -> TradeForm:
        """Return the form for a counter-proposal with its preselected options. Raises `Refused`."""
        rules, state = at.rules, at.live.state
        forms = rules.EXTRAS.trades.forms
        if forms is None:
            raise Refused(say("counter.none"))
        for seat in own:
            form = forms.form(state, seat)
            for act in rules.EXTRAS.trades.offered(state, seat) if form is not None else ():
                counter = forms.counter(state, seat, act.key)
                if form is None or counter is None or shorten_key(act.key) != shorten_key(instead):
                    continue
                places = [
                    _find_place(field.options, counter.chosen.get(field.key, "")) for field in form.fields
                ]
                chosen = _read_places(picked) or places
                return TradeForm(at.stored.id, rules.KEY, seat, form, chosen, instead, counter.before)
        raise Refused(say("counter.none"))

    @action("form.deal", "{game}:{seat}:{instead}", fresh=True)
    async def preview(
        self, caller: Caller, game: int, seat: str, instead: Key = "", *, entered: Entered = NOTHING
    ) -> Reply:
        """Preview the trade chosen in a form, with a button to confirm it.

        If this trade is not allowed, the reply says why and has a button to correct the form.
        """
        opened = await self.write_form(caller, game, seat, instead)
        at = await self._load_game(caller, opened.game)
        fields = opened.form.fields
        places = ",".join(str(_find_place(field.options, entered.get(field.key, ""))) for field in fields)
        line = "; ".join(part for part in (opened.before, opened.form.line(entered)) if part)
        back = Trades.propose.call(opened.game, opened.seat, opened.instead, places)
        try:
            keys = notation.parse(at.rules, at.position, opened.seat, line)
        except InputError as refused:
            return Reply(str(refused), buttons=(button(back, say("button.correct"), "main"),))
        acts = [key.removeprefix(SIDE) for key in keys]
        rows = describe_changes(at, opened.seat, *acts, answered=True)
        send = OrderService.send.call(opened.game, opened.seat, line)
        told = write_side_acts(at, opened.seat, keys)
        return show_proposal(told, rows, send, button(back, say("button.correct")))

    async def _load_game(self, caller: Caller, game: int) -> LoadedGame:
        """Return this game, if the caller has a seat in it. Raises `Refused`."""
        at = self.orders.load_seated(await self.orders.find_game(caller, game))
        if not at.stored.seats_of(caller.user_id):
            raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
        return at


def _read_places(picked: str) -> list[int]:
    """Return the indexes in a text such as "0,2" from a button's id. Raises `Refused`."""
    if picked and _PLACES.fullmatch(picked) is None:
        raise refuse_unknown()
    return [int(place) for place in picked.split(",") if place]


def _name_option(option: Option, name: Name) -> Option:
    """Return an option with its label in the reader's language."""
    return option if option.words is None else replace(option, label=read_said(option.words, name))


def _find_place(options: Sequence[Option], key: str) -> int:
    """Return the index of the option with this key, 0 if there is none."""
    return next((place for place, option in enumerate(options) if option.key == key), 0)
