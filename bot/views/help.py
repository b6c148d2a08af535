"""`/help`: what somebody may do where he is: before a game, in the lobby, at his turn, waiting, looking
on."""

from __future__ import annotations

from bot.language.words import join_names, say
from bot.orders.plans import PLANNED
from bot.people.caller import Caller
from bot.replies.reply import ActionButton, Reply
from bot.session.loaded_game import explain_spectating, list_open_seats, list_seats, seat_title
from bot.views.board import BoardViews
from db.records import Status, StoredGame
from rules.kernel import Rules

MOST_GAMES = 10  # as buttons


class Help:
    """Tells everybody the next step, with a button for it."""

    def __init__(self, look: BoardViews) -> None:
        self.look, self.table = look, look.table

    async def help(self, caller: Caller) -> Reply:
        """A few sentences for where the caller is, and at most five buttons."""
        stored = await self.table.store.in_channel(caller.channel_id)
        if stored is None:
            return self._welcome()
        rules = self.table.rules_of(stored)
        if stored.status is not Status.RUNNING:
            return self._lobby(caller, stored, rules)
        at, own = self.table.seated(stored), stored.seats_of(caller.user_id)
        since = ActionButton("since", str(stored.id), say("button.since"))
        rulebook = ActionButton("rule", f"{rules.KEY}:win", say("button.win"))
        if not own:
            free = list_open_seats(rules, stored, caller.user_id)[:1]
            take = [
                ActionButton("claim", f"{stored.id}:{key}", say("button.claim", seat=rules.name(key)))
                for key in free
            ]
            text = say("help.onlooker", looks_on=explain_spectating(rules, stored, caller.user_id))
            return Reply(text, knobs=(since, rulebook, *take))
        if at.asked in own:
            text = say("help.turn", seat=seat_title(rules, at.asked))
            turn = ActionButton("own", str(stored.id), say("button.own"), "main")
            return Reply(text, knobs=(turn, since, rulebook))
        text = say(
            "help.waiting", seat=seat_title(rules, at.asked), own=join_names([rules.name(s) for s in own])
        )
        plan = ActionButton(PLANNED, str(stored.id), say("button.plan"), "main")
        return Reply(text, knobs=(plan, since, rulebook))

    async def games(self) -> Reply:
        """The games that can be laid out, a button each."""
        knobs = [ActionButton("lay", key, rules.TITLE) for key, rules in self.table.games.items()]
        return Reply(say("help.games"), knobs=tuple(knobs[:MOST_GAMES]))

    def _welcome(self) -> Reply:
        knobs = (
            ActionButton("games", "", say("button.games"), "main"),
            ActionButton("mine", "", say("button.mine")),
            ActionButton("about", "", say("button.about")),
        )
        return Reply(say("help.welcome"), knobs=knobs)

    def _lobby(self, caller: Caller, stored: StoredGame, rules: Rules) -> Reply:
        free = [key for key in list_seats(rules, stored) if stored.seat(key) is None]
        rulebook = ActionButton("rule", f"{rules.KEY}:win", say("button.win"))
        if not free:
            start = ActionButton("start", str(stored.id), say("button.start"), "good")
            return Reply(say("help.full", title=rules.TITLE), knobs=(start, rulebook))
        first = f"{stored.id}:{free[0]}"
        knobs = [ActionButton("join", first, say("button.join", seat=rules.name(free[0])), "main")]
        if stored.seats_of(caller.user_id):
            knobs = [ActionButton("automatic", first, say("button.automatic", seat=rules.name(free[0])))]
        seats = join_names([rules.name(key) for key in free])
        return Reply(say("help.lobby", title=rules.TITLE, seats=seats), knobs=(*knobs, rulebook))
