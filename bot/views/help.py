"""`/help`: what somebody may do where he is: before a game, in the lobby, at his turn, waiting, looking
on."""

from __future__ import annotations

from typing import Any

from bot.language.words import in_a_row, say
from bot.orders.plans import PLANNED
from bot.people.caller import Caller
from bot.replies.reply import Answer, Knob
from bot.session.loaded_game import looks_on, open_seats, seats_of, titled
from bot.views.board import Look
from db.records import Status, StoredGame
from rules.kernel import Rules

MOST_GAMES = 10  # as buttons


class Guide:
    """Tells everybody the next step, with a button for it."""

    def __init__(self, look: Look) -> None:
        self.look, self.table = look, look.table

    async def help(self, caller: Caller) -> Answer:
        """A few sentences for where the caller is, and at most five buttons."""
        stored = await self.table.store.in_channel(caller.channel_id)
        if stored is None:
            return self._welcome()
        rules = self.table.games[stored.game]
        if stored.status is not Status.RUNNING:
            return self._lobby(caller, stored, rules)
        at, own = self.table.seated(stored), stored.seats_of(caller.user_id)
        since = Knob("since", str(stored.id), say("button.since"))
        rulebook = Knob("rule", f"{rules.KEY}:win", say("button.win"))
        if not own:
            free = open_seats(rules, stored, caller.user_id)[:1]
            take = [
                Knob("claim", f"{stored.id}:{key}", say("button.claim", seat=rules.name(key))) for key in free
            ]
            text = say("help.onlooker", looks_on=looks_on(rules, stored, caller.user_id))
            return Answer(text, knobs=(since, rulebook, *take))
        if at.asked in own:
            text = say("help.turn", seat=titled(rules, at.asked))
            turn = Knob("own", str(stored.id), say("button.own"), "main")
            return Answer(text, knobs=(turn, since, rulebook))
        text = say("help.waiting", seat=titled(rules, at.asked), own=in_a_row([rules.name(s) for s in own]))
        plan = Knob(PLANNED, str(stored.id), say("button.plan"), "main")
        return Answer(text, knobs=(plan, since, rulebook))

    async def games(self) -> Answer:
        """The games that can be laid out, a button each."""
        knobs = [Knob("lay", key, rules.TITLE) for key, rules in self.table.games.items()]
        return Answer(say("help.games"), knobs=tuple(knobs[:MOST_GAMES]))

    def _welcome(self) -> Answer:
        knobs = (
            Knob("games", "", say("button.games"), "main"),
            Knob("mine", "", say("button.mine")),
            Knob("about", "", say("button.about")),
        )
        return Answer(say("help.welcome"), knobs=knobs)

    def _lobby(self, caller: Caller, stored: StoredGame, rules: Rules[Any]) -> Answer:
        free = [key for key in seats_of(rules, stored) if stored.seat(key) is None]
        rulebook = Knob("rule", f"{rules.KEY}:win", say("button.win"))
        if not free:
            start = Knob("start", str(stored.id), say("button.start"), "good")
            return Answer(say("help.full", title=rules.TITLE), knobs=(start, rulebook))
        first = f"{stored.id}:{free[0]}"
        knobs = [Knob("join", first, say("button.join", seat=rules.name(free[0])), "main")]
        if stored.seats_of(caller.user_id):
            knobs = [Knob("automatic", first, say("button.automatic", seat=rules.name(free[0])))]
        seats = in_a_row([rules.name(key) for key in free])
        return Answer(say("help.lobby", title=rules.TITLE, seats=seats), knobs=(*knobs, rulebook))
