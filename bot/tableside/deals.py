"""Proposals by a form, and the question before what changes hands with one tap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bot.language.words import say
from bot.table.announce import LIMIT
from bot.table.answers import Answer, Caller, Knob, Refused, cut, number, parts
from bot.table.asides import would_change
from bot.table.orders import Table
from bot.table.position import Situation, looks_on
from rules.errors import InputError
from rules.extras import Form
from rules.kernel import SIDE, Option
from rules.orders import notation

DEAL, SEND = "deal", "send"  # verbs of the buttons that open the form, and send what was chosen


class Opened(NamedTuple):
    """A form for one seat of a game; `chosen`: the place of what is chosen in each field beforehand."""

    game: int
    key: str  # of its rules
    seat: str
    form: Form
    chosen: Sequence[int]


class Deals:
    """Makes proposals of forms."""

    def __init__(self, table: Table) -> None:
        self.table = table

    async def opened(self, caller: Caller, about: str) -> Opened:
        """The form that a button opens: "game", or "game:seat:0,2,1" with what was chosen before. Raises
        `Refused`."""
        game, _, rest = about.partition(":")
        seat, _, picked = rest.partition(":")
        at = await self._at(caller, number(game))
        own = at.stored.seats_of(caller.user_id)
        speaks = seat if seat in own else at.asked if at.asked in own else own[0]
        form = at.rules.EXTRAS.form(at.live.state, speaks)
        if form is None:
            raise Refused(say("side.none"))
        chosen = [number(place) for place in picked.split(",") if place] if seat == speaks else []
        return Opened(at.stored.id, at.rules.KEY, speaks, form, chosen)

    async def proposed(self, caller: Caller, about: str, values: Mapping[str, str]) -> Answer:
        """What was chosen in the form "game:seat", to be confirmed with what would come of it; or why it
        can't be proposed, with the form to correct."""
        opened = await self.opened(caller, about)
        at = await self._at(caller, opened.game)
        fields = opened.form.fields
        places = ",".join(_place(field.options, values.get(field.key, "")) for field in fields)
        line = opened.form.line(values)
        back = Knob(DEAL, f"{opened.game}:{opened.seat}:{places}", say("button.correct"))
        try:
            key = notation.parse(at.rules, at.position, opened.seat, line)[0]
        except InputError as refused:
            return Answer(str(refused), knobs=(back._replace(look="main"),))
        rows = would_change(at, opened.seat, key.removeprefix(SIDE), answered=True)
        text = "\n".join([say("deal.sure", line=line), *rows])
        send = Knob(SEND, f"{opened.game}:{opened.seat}:{line}", say("button.send"), "good")
        return Answer(cut(text, LIMIT), knobs=(send, back))

    async def send(self, caller: Caller, about: str) -> Answer:
        """Propose what was confirmed: "game:seat:line"."""
        game, seat, line = parts(about, 3)
        return await self.table.propose(caller, number(game), seat, line)

    async def _at(self, caller: Caller, game: int) -> Situation:
        at = self.table.seated(await self.table.here(caller, game))
        if not at.stored.seats_of(caller.user_id):
            raise Refused(looks_on(at.rules, at.stored, caller.user_id))
        return at


def _place(options: Sequence[Option], key: str) -> str:
    return str(next((place for place, option in enumerate(options) if option.key == key), 0))
