"""Proposals by a form, and what is answered to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from bot.language.words import say
from bot.orders.out_of_turn import DO, describe_changes
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.mark import read_number, shorten_key, split_about
from bot.replies.reply import ActionButton, FormField, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import LoadedGame, explain_spectating
from rules.errors import InputError
from rules.extras import Form
from rules.kernel import SIDE, Option
from rules.orders import notation
from rules.words import Name, told

DEAL, SEND, REPLY = "deal", "send", "reply"  # verbs of buttons: open the form, send what it says, answer


class TradeForm(NamedTuple):
    """A form for one seat of a game; `chosen`: the place of what is chosen in each field beforehand;
    `instead`: of which answer to a proposal, "" for none, and `before` the order line that refuses it."""

    game: int
    key: str  # of its rules
    seat: str
    form: Form
    chosen: Sequence[int]
    instead: str = ""
    before: str = ""

    @property
    def about(self) -> str:
        """What its buttons carry."""
        return f"{self.game}:{self.seat}:{self.instead}"

    def entries(self, name: Name) -> list[FormField]:
        """Its fields as they are shown."""
        chosen = (*self.chosen, *(0 for _ in self.form.fields))
        return [
            FormField(
                field.key, told(field.title, name), [_retold(each, name) for each in field.options], place
            )
            for field, place in zip(self.form.fields, chosen, strict=False)
        ]


class Trades:
    """Makes proposals of forms, and answers them."""

    def __init__(self, table: OrderService) -> None:
        self.table = table

    async def reply(self, caller: Caller, about: str) -> Reply:
        """What is proposed to the caller, or by him, and a button for each answer: "game:act:act...". Raises
        `Refused`."""
        game, *keys = about.split(":")
        at = await self._at(caller, read_number(game))
        rules, state, lines = at.rules, at.live.state, list[str]()
        forms = rules.EXTRAS.trades.forms
        knobs, counters = list[ActionButton](), list[ActionButton]()
        for seat in at.stored.seats_of(caller.user_id):
            for act in rules.EXTRAS.trades.offered(state, seat):
                if keys and shorten_key(act.key) not in keys:
                    continue
                verb, _, terms = (part.strip() for part in act.label.partition(":"))
                if terms and (told := say("reply.terms", terms=terms)) not in lines:
                    lines += [told, *describe_changes(at, seat, act.key)]
                if act.why_not:
                    lines.append(say("reply.not", answer=verb, why=act.why_not))
                else:
                    does = f"{game}:{shorten_key(SIDE + act.key)}"
                    knobs.append(ActionButton(DO, does, verb, "main" if knobs else "good"))
                if forms is not None and forms.counter(state, seat, act.key) is not None:
                    opens = f"{game}:{seat}:{shorten_key(act.key)}"
                    counters.append(ActionButton(DEAL, opens, say("button.counter"), "main"))
        knobs += counters
        if not knobs:
            raise Refused(say("reply.none"))
        lines.append(say("reply.sure"))
        return Reply(cut_text("\n".join(lines), MAX_TEXT), knobs=tuple(knobs))

    async def opened(self, caller: Caller, about: str) -> TradeForm:
        """The form that a button opens: "game:seat:act:0,2,1", where all but the game may be left out; `act`:
        the answer to a proposal that is not given, the numbers: what was chosen before. Raises `Refused`."""
        game, seat, instead, picked = [*about.split(":"), "", "", ""][:4]
        at = await self._at(caller, read_number(game))
        own = at.stored.seats_of(caller.user_id)
        if instead:
            return self._instead(at, own, instead, picked)
        speaks = seat if seat in own else at.asked if at.asked in own else own[0]
        forms = at.rules.EXTRAS.trades.forms
        form = None if forms is None else forms.form(at.live.state, speaks)
        if form is None:
            raise Refused(say("side.none"))
        return TradeForm(at.stored.id, at.rules.KEY, speaks, form, _places(picked) if seat == speaks else [])

    def _instead(self, at: LoadedGame, own: Sequence[str], instead: str, picked: str) -> TradeForm:
        rules, state = at.rules, at.live.state
        forms = rules.EXTRAS.trades.forms
        if forms is None:
            raise Refused(say("counter.none"))
        for seat in own:
            form = forms.form(state, seat)
            for act in rules.EXTRAS.trades.offered(state, seat) if form is not None else ():
                counter = forms.counter(state, seat, act.key)
                if form is None or counter is None or shorten_key(act.key) != instead:
                    continue
                places = [_place(field.options, counter.chosen.get(field.key, "")) for field in form.fields]
                chosen = _places(picked) or places
                return TradeForm(at.stored.id, rules.KEY, seat, form, chosen, instead, counter.before)
        raise Refused(say("counter.none"))

    async def proposed(self, caller: Caller, about: str, values: Mapping[str, str]) -> Reply:
        """What was chosen in a form, to be confirmed with what would come of it; or why it can't be proposed,
        with the form to correct. `about`: "game:seat:act"."""
        opened = await self.opened(caller, about)
        at = await self._at(caller, opened.game)
        fields = opened.form.fields
        places = ",".join(str(_place(field.options, values.get(field.key, ""))) for field in fields)
        line = "; ".join(part for part in (opened.before, opened.form.line(values)) if part)
        back = ActionButton(DEAL, f"{opened.about}:{places}", say("button.correct"))
        try:
            keys = notation.parse(at.rules, at.position, opened.seat, line)
        except InputError as refused:
            return Reply(str(refused), knobs=(back._replace(look="main"),))
        acts = [key.removeprefix(SIDE) for key in keys]
        rows = describe_changes(at, opened.seat, *acts, answered=True)
        text = "\n".join([say("deal.sure", line=line), *rows])
        send = ActionButton(SEND, f"{opened.game}:{opened.seat}:{line}", say("button.send"), "good")
        return Reply(cut_text(text, MAX_TEXT), knobs=(send, back))

    async def send(self, caller: Caller, about: str) -> Reply:
        """Propose what was confirmed: "game:seat:line"."""
        game, seat, line = split_about(about, 3)
        return await self.table.propose(caller, read_number(game), seat, line)

    async def _at(self, caller: Caller, game: int) -> LoadedGame:
        at = self.table.seated(await self.table.here(caller, game))
        if not at.stored.seats_of(caller.user_id):
            raise Refused(explain_spectating(at.rules, at.stored, caller.user_id))
        return at


def _places(picked: str) -> list[int]:
    return [read_number(place) for place in picked.split(",") if place]


def _retold(option: Option, name: Name) -> Option:
    return option if option.words is None else replace(option, label=told(option.words, name))


def _place(options: Sequence[Option], key: str) -> int:
    return next((place for place, option in enumerate(options) if option.key == key), 0)
