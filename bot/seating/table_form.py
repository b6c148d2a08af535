"""Set up a table with a form: the game, the players, the pace, and whether the game is rated."""

from __future__ import annotations

from dataclasses import replace

from bot.engine.thinking import RANDOM, list_levels
from bot.language.words import say, spoken_language
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action
from bot.replies.reply import EntryForm, FormField, Refused, Reply
from bot.seating.games import count_seats
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.settings.game_settings import PACES, GameSettings, require_ranking
from bot.settings.options import describe_pace, list_field_values
from rules.kernel import Option, Rules

GAME, SEATS, WHO, PACE, TERMS = "game", "seats", "who", "pace", "terms"
ANY, PEOPLE, BOTS = "any", "people", "bots"
FRIENDLY, SILENT, RATED = "friendly", "silent", "rated"


class TableForm:
    """Sets up tables with a form."""

    def __init__(self, orders: OrderService, lobby: Lobby, seats: Seats) -> None:
        self.orders, self.lobby, self.seats = orders, lobby, seats

    @action("table")
    async def open(self, _: Caller) -> EntryForm:
        """Return the form for a new table."""
        games = self.orders.games
        numbers = {n for rules in games.values() for n in list_field_values(rules.Options, "seats")}
        titles = [
            Option(key, say("table.game", title=rules.TITLE, seats=count_seats(rules)))
            for key, rules in games.items()
        ]
        seats = [Option(ANY, say("table.any")), *map(_number, sorted(numbers))]
        who = [Option(PEOPLE, say("table.people")), Option(BOTS, say("table.bots"))]
        fields = [
            FormField(GAME, say("table.which"), titles),
            FormField(SEATS, say("table.seats"), seats),
            FormField(WHO, say("table.who"), who),
            FormField(PACE, say("table.pace"), [Option(key, describe_pace(key)) for key in PACES]),
            FormField(
                TERMS,
                say("table.terms"),
                [
                    Option(FRIENDLY, say("table.friendly")),
                    Option(SILENT, say("table.silent")),
                    Option(RATED, say("table.rated")),
                ],
            ),
        ]
        return EntryForm(say("table.title"), fields, TableForm.create.call())

    @action("form.table")
    async def create(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Set up the table that the form describes. Against bot players, start the game. Raises `Refused`."""
        game, who, seats_typed, pace, terms = (
            entered.get(name, "") for name in (GAME, WHO, SEATS, PACE, TERMS)
        )
        rules = self.orders.games.get(game)
        if rules is None or pace not in PACES or not (seats_typed == ANY or seats_typed.isdecimal()):
            raise Refused(say("stale"))
        if terms == RATED:
            require_ranking(rules)
        settings = GameSettings.for_new_table(
            language=spoken_language(),
            pace=pace,
            rated=terms == RATED,
            rated_chosen=True,
            hints="private" if terms == FRIENDLY else "off",
        )
        seats = None if seats_typed == ANY else int(seats_typed)
        made = await self.lobby.create(caller, rules.KEY, settings=settings, seats=seats)
        if who != BOTS:
            return made
        return await self._start_alone(replace(caller, interaction_id=None), rules)

    async def _start_alone(self, caller: Caller, rules: Rules) -> Reply:
        """Give the caller the first seat and bot players all others, and start the game."""
        await self.lobby.join(caller)
        await self.seats.fill_with_bots(caller, find_easiest_level(rules))
        return await self.lobby.start(caller)


def _number(n: str) -> Option:
    return Option(n, say("table.number", n=int(n)))


def find_easiest_level(rules: Rules) -> str:
    """Return the easiest level of bot players that does not play at random."""
    return next((level for level in list_levels(rules) if level != RANDOM), RANDOM)
