"""Set up a table with a form: the game, the players, the pace, the terms, and its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.engine.thinking import find_easiest_level
from bot.language.words import get_language, say
from bot.people.caller import Caller
from bot.replies.action import NOTHING, Entered, action, button
from bot.replies.forms import Filled, fill_in, offer_again, read_filled
from bot.replies.reply import Call, EntryForm, FormField, Refused, Reply
from bot.seating.games import count_seats, describe_games, find_simplest, sort_games
from bot.seating.homes import HomeTables
from bot.seating.seats import Seats
from bot.session.table_names import read_own_name
from bot.settings.game_settings import PACES, GameSettings, require_ranking
from bot.settings.options import list_option_values
from bot.settings.setting_values import describe_pace
from rules.kernel import Option, Rules
from rules.loading.table_names import LONGEST

GAME, SEATS, PACE, TERMS, NAME = "game", "seats", "pace", "terms", "name"  # Discord allows only 5 fields
ANY = "any"
FRIENDLY, SILENT, RATED, BOTS = "friendly", "silent", "rated", "bots"
MOST_GAMES = 10  # the list of games has buttons for at most this many games


class TableForm:
    """Sets up tables with a form."""

    def __init__(self, homes: HomeTables, seats: Seats) -> None:
        self.homes, self.lobby, self.seats = homes, homes.lobby, seats
        self.orders = homes.orders

    @action("table")
    async def open(self, _: Caller) -> EntryForm:
        """Return the form for a new table."""
        games = self.orders.games
        numbers = {n for rules in games.values() for n in list_option_values(rules.Options, "seats")}
        titles = [
            Option(rules.KEY, say("table.game", title=rules.TITLE, seats=count_seats(rules)))
            for rules in sort_games(games.values())
        ]
        seats = [Option(ANY, say("table.any")), *map(_number, sorted(numbers))]
        fields = [
            FormField(GAME, say("table.which"), titles),
            FormField(SEATS, say("table.seats"), seats),
            FormField(PACE, say("table.pace"), [Option(key, describe_pace(key)) for key in PACES]),
            FormField(
                TERMS,
                say("table.terms"),
                [
                    Option(FRIENDLY, say("table.friendly")),
                    Option(SILENT, say("table.silent")),
                    Option(RATED, say("table.rated")),
                    Option(BOTS, say("table.bots")),
                ],
            ),
            make_name_field(),
        ]
        return EntryForm(say("table.title"), fields, TableForm.create.call())

    @action("table.again", "{chosen}:{name}")
    async def reopen(self, caller: Caller, chosen: str, name: str = "") -> EntryForm:
        """Return the form again, with the entries that the bot has refused."""
        return fill_in(await self.open(caller), Filled(chosen, name))

    @action("form.table")
    async def create(self, caller: Caller, *, entered: Entered = NOTHING) -> Reply:
        """Set up the table that the form describes. If all other players are bots, start the game.

        Raises `Refused`, with a button that opens the form again.
        """
        try:
            return await self._create(caller, entered)
        except Refused as refused:
            filled = read_filled(await self.open(caller), entered)
            raise offer_again(refused, TableForm.reopen.call(filled.chosen, filled.typed)) from None

    async def _create(self, caller: Caller, entered: Entered) -> Reply:
        game, seats_typed, pace, terms = (entered.get(name, "") for name in (GAME, SEATS, PACE, TERMS))
        rules = self.orders.games.get(game)
        if rules is None or pace not in PACES or not (seats_typed == ANY or seats_typed.isdecimal()):
            raise Refused(say("stale"))
        if terms == RATED:
            require_ranking(rules)
        settings = GameSettings.for_new_table(
            language=get_language(),
            pace=pace,
            rated=terms == RATED,
            rated_chosen=True,
            hints="private" if terms in (FRIENDLY, BOTS) else "off",
        )
        seats = None if seats_typed == ANY else int(seats_typed)
        name, key = read_name_field(entered), rules.KEY
        if terms != BOTS and (made := await self.homes.plan(caller, key, None, settings, seats, name)):
            return made
        made = await self.lobby.create(caller, key, settings=settings, seats=seats, name=name)
        if terms != BOTS:
            return made
        return await self._start_alone(replace(caller, interaction_id=None), rules)

    async def _start_alone(self, caller: Caller, rules: Rules) -> Reply:
        """Give the caller the first seat, give all others to bot players, and start the game."""
        await self.lobby.join(caller)
        await self.seats.fill_with_bots(caller, find_easiest_level(rules))
        return await self.lobby.start(caller)


def make_name_field() -> FormField:
    """Return the field for the name of a table, which may stay empty."""
    hint = say("table.name_hint")
    return FormField(NAME, say("table.name"), needed=False, hint=hint, most=LONGEST)


def read_name_field(entered: Entered) -> str | None:
    """Return the name that a person has entered for a table; None if there is none. Raises `Refused`."""
    typed = entered.get(NAME, "").strip()
    return read_own_name(typed) if typed else None


def _number(n: str) -> Option:
    return Option(n, say("table.number", n=int(n)))


def offer_tables(games: Iterable[Rules], opens: Callable[[str], Call]) -> Reply:
    """Return a line about each game, a button for each of the first `MOST_GAMES` games, and one for the form.

    The games go from light to heavy. A button of a game calls `opens` with its key. The lightest is blue.
    """
    sorted_ = sort_games(games)
    simplest = find_simplest(sorted_)
    buttons = [
        button(opens(rules.KEY), rules.TITLE, "main" if rules is simplest else "plain")
        for rules in sorted_[:MOST_GAMES]
    ]
    table = button(TableForm.open.call(), say("button.table"))._replace(apart=True)
    lines = [say("help.games"), *describe_games(sorted_), say("help.table")]
    return Reply("\n".join(lines), buttons=(*buttons, table))
