"""Start a first game: one tap gives all free seats to bot players and starts the game."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from bot.engine.thinking import find_easiest_level
from bot.language.words import get_language, say
from bot.orders.own_question import OwnQuestion
from bot.people.caller import Caller
from bot.replies.action import Key, action, button
from bot.replies.out_of_date import refuse_unknown
from bot.replies.reply import ActionButton, Call, Refused, Reply
from bot.seating.games import describe_games, find_simplest, sort_games
from bot.seating.homes import HomeTables
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.seating.starting import is_full
from bot.seating.table_form import offer_tables
from bot.seating.typed_names import read_game
from bot.session.bot_seats import describe_style, name_level, name_style
from bot.session.loaded_game import list_seats, order_seats, title_seat
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings
from bot.settings.options import list_option_values, set_option, set_seats
from db.records import Kind, NewAct, Status, StoredGame
from rules.kernel import Rules
from rules.lessons.lesson import read_course
from rules.lessons.newcomer import find_newcomer
from rules.words import say as words


class FirstGame:
    """Offers and starts games for newcomers."""

    def __init__(self, homes: HomeTables, seats: Seats, learn: Callable[[str], Call]) -> None:
        """Set up the service. `learn` is the action that shows a game's course, `LessonService.learn`."""
        self.homes, self.lobby, self.seats, self.learn = homes, homes.lobby, seats, learn
        self.orders = homes.orders

    @action("new", "{game}")
    async def create(
        self,
        caller: Caller,
        game: str | None = None,
        deck: str | None = None,
        seats: int | None = None,
        name: str | None = None,
    ) -> Reply:
        """Create a game, and offer a first game and a course. Without `game`, list the games.

        If the server has a home channel for new tables, don't create the game yet. Instead, plan a table in
        the home channel (`HomeTables.plan`).
        """
        if game is None:
            return offer_tables(self.orders.games.values(), FirstGame.create.call)
        if at_home := await self.homes.plan(caller, game, deck, None, seats, name):
            return at_home
        answer = await self.lobby.create(caller, game, deck, seats=seats, name=name)
        rules = self.orders.find_rules(await self.orders.find_game(caller))
        choose = button(FirstGame.choose_side.call(rules.KEY), say("button.side"))
        buttons = (
            button(FirstGame.start_first.call(rules.KEY), say("button.guided"), "good"),
            *([] if _draws_sides(rules) else [choose]),
            *self._make_course_button(rules),
        )
        new = find_newcomer(rules)
        about = [words(new.line).read(rules.name)] if new is not None and new.line else []
        return replace(answer, text="\n".join([answer.text, *about, say("guide.offer")]), buttons=buttons)

    @action("sides", "{game}:{players}")
    async def choose_side(self, caller: Caller, game: str, players: int | None = None) -> Reply:
        """Return buttons for the sides in a first game, and a button that lets Durbar choose.

        If people can choose the number of players, there are also buttons for all numbers except the present
        one. People can't choose the number if the game has a fixed number, or if the channel already has a
        table of this game. If people can choose neither the number nor the side, start the game at once.
        """
        rules = self.orders.games.get(game)
        if rules is None:
            raise refuse_unknown()
        table = await self._find_free_table(caller, rules)
        seats = _list_seats_for(rules, players) if table is None else list_seats(rules, table)
        numbers = () if table is not None else _list_numbers(rules)
        players = len(seats) if numbers else None
        new = find_newcomer(rules)
        told = {} if new is None else new.sides
        if not numbers and _draws_sides(rules, table):
            return await self._start(caller, game, players=players)
        lines = [
            say("guide.about_side", seat=title_seat(rules, seat), line=words(told[seat]).read(rules.name))
            for seat in seats
            if seat in told
        ]
        sides = [
            button(FirstGame.start_as.call(game, seat, players), title_seat(rules, seat)) for seat in seats
        ]
        any_side = button(FirstGame.start_first.call(game, players), say("button.any_side"), "main")
        others = [
            button(FirstGame.choose_side.call(game, n), say("table.number", n=n))._replace(apart=True)
            for n in numbers
            if n != len(seats)
        ]
        asked = say("guide.side", title=rules.TITLE, n=len(seats) - 1)
        text = [asked, *(lines or [say("guide.alike")])]
        return Reply("\n".join(text), buttons=(any_side, *sides, *others))

    @action("first.as", "{game}:{seat}:{players}")
    async def start_as(self, caller: Caller, game: str, seat: Key, players: int | None = None) -> Reply:
        """Start a first game with the caller in this seat. Raises `Refused`."""
        return await self._start(caller, game, seat, players)

    async def ask(self, caller: Caller, game: str | None = None) -> Reply:
        """Ask for the side in a first game (`choose_side`). Without a typed game, list the games."""
        key = read_game(self.orders.games, game or "")
        return await self.choose_side(caller, key) if key else self._list_games()

    @action("guided", "{game}:{players}")
    async def start_first(self, caller: Caller, game: str | None = None, players: int | None = None) -> Reply:
        """Start a game against bot players. Their level is the easiest one above random play.

        Without `game`, list the games. Without `players`, first ask for the number of players and for the
        side. Don't ask if the game allows only one number, or if the channel has a table already. Raises
        `Refused`, for example if the channel has a table of another game, or a game that has started.
        """
        game = read_game(self.orders.games, game or "")
        if not game:
            return self._list_games()
        rules = self.orders.games[game]
        asks = players is None and _list_numbers(rules)
        if asks and await self._find_free_table(caller, rules) is None:
            return await self.choose_side(caller, game)
        return await self._start(caller, game, players=players)

    async def _find_free_table(self, caller: Caller, rules: Rules) -> StoredGame | None:
        """Return the channel's table if a first game can start there; None if the channel has no table.

        Raises `Refused`, with buttons that lead on, if the channel has a running game, a table of another
        game, or a full table.
        """
        here = await self.orders.store.find_in_channel(caller.channel_id)
        if here is None:
            return None
        of, waits = self.orders.find_rules(here), here.status is Status.LOBBY
        if waits and here.game == rules.KEY and not is_full(of, here):
            return here
        hosts, own = caller.user_id == here.host_id, here.seats_of(caller.user_id)
        buttons = list[ActionButton]()
        if waits and is_full(of, here) and (hosts or own):
            buttons.append(button(Lobby.start.call(here.id), say("button.start"), "good"))
        if waits and (hosts or caller.manages):
            buttons.append(button(Lobby.end.call(), say("end.yes_table")))
        if not waits:
            buttons.append(button(OwnQuestion.show.call(here.id), say("button.own"), "main"))
        text = say("lobby.channel_taken", title=title_table(of, here))
        raise Refused(text, buttons=tuple(buttons))

    async def _find_table(self, caller: Caller, rules: Rules) -> StoredGame | None:
        """Return the table in the caller's channel, if it has these rules and has not started; else None."""
        here = await self.orders.store.find_in_channel(caller.channel_id)
        own = here is not None and here.status is Status.LOBBY and here.game == rules.KEY
        return here if own else None

    async def _start(self, caller: Caller, game: str, seat: str = "", players: int | None = None) -> Reply:
        if (rules := self.orders.games.get(game)) is None:
            raise refuse_unknown()
        if await self._find_table(caller, rules) is None:
            settings = GameSettings.for_new_table(language=get_language()).with_(first_game=True)
            await self.lobby.create(caller, game, settings=settings, seats=players)
        by = replace(caller, interaction_id=None)
        stored = await self.orders.find_game(by)
        own, level = (
            self._choose_seat(rules, stored.seats_of(by.user_id), list_seats(rules, stored), seat),
            find_easiest_level(rules),
        )
        if not stored.seats_of(by.user_id):
            await self.lobby.join(by, own)
        await self.seats.fill_with_bots(by, level)
        await self._mark_as_first(by, own)
        await self.lobby.start(by)
        begun = await self.orders.find_game(by)
        bots = sum(bool(seat.level) for seat in begun.seats)
        told = [say("guide.begun", seat=rules.name(own), level=name_level(level), n=bots)]
        told += _describe_opponents(rules, begun)
        if _draws_sides(rules, begun):
            told.append(say("guide.drawn"))
        told += [say("help.five"), say("guide.explains")]
        return Reply("\n".join(told), buttons=self._make_course_button(rules))

    async def _mark_as_first(self, caller: Caller, own: str) -> None:
        """Record that the channel's game is a newcomer's first game, so that its card stays short.

        If the caller has the seat that is best for beginners, set the game's options for a first game.
        """
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller)
            settings = GameSettings.of(stored).with_(first_game=True)
            act = NewAct(Kind.TABLE, "first", caller.user_id)
            stored = await self.orders.store.set_settings(stored, settings.to_json(), act=act)
            rules, options = self.orders.find_rules(stored), stored.options
            new = find_newcomer(rules)
            for name, value in new.options.items() if new is not None and new.seat == own else ():
                options = set_option(rules, options, name, value)
            if options != stored.options:
                act = NewAct(Kind.LOBBY, "first options", caller.user_id)
                await self.orders.store.set_options(stored, options, act=act)

    def _list_games(self) -> Reply:
        """Return a line about each game, and a button for each that asks for the side in a first game."""
        games = sort_games(self.orders.games.values())
        simplest = find_simplest(games)
        buttons = [
            button(
                FirstGame.choose_side.call(rules.KEY), rules.TITLE, "main" if rules is simplest else "plain"
            )
            for rules in games
        ]
        return Reply("\n".join([say("guide.which"), *describe_games(games)]), buttons=tuple(buttons))

    @staticmethod
    def _choose_seat(rules: Rules, own: tuple[str, ...], seats: tuple[str, ...], chosen: str) -> str:
        if chosen in seats and not own:
            return chosen
        told = find_newcomer(rules)
        wanted = told.seat if told is not None and told.seat else seats[0]
        return own[0] if own else wanted

    def _make_course_button(self, rules: Rules) -> tuple[ActionButton, ...]:
        if not read_course(rules):
            return ()
        return (button(self.learn(rules.KEY), say("button.learn", title=rules.TITLE)),)


def _describe_opponents(rules: Rules, stored: StoredGame) -> list[str]:
    """Return a line that names the bot players with their styles; no line if they have no styles."""
    styled = [seat for seat in order_seats(rules, stored) if describe_style(rules, seat.style)]
    told = [
        say(
            "guide.opponent",
            seat=title_seat(rules, seat.seat),
            style=name_style(rules, seat.style),
            habit=describe_style(rules, seat.style),
        )
        for seat in styled
    ]
    return [" ".join(told)] if told else []


def _draws_sides(rules: Rules, table: StoredGame | None = None) -> bool:
    """Return whether chance decides which seat of a table plays which side.

    `table` is None for a table with default options.
    """
    options = rules.Options() if table is None else rules.Options.model_validate_json(table.options)
    return rules.EXTRAS.draws_sides(options)


def _list_numbers(rules: Rules) -> tuple[int, ...]:
    """Return the numbers of players that people can choose for a game; () if there is no choice."""
    return tuple(map(int, list_option_values(rules.Options, "seats")))


def _list_seats_for(rules: Rules, players: int | None) -> tuple[str, ...]:
    """Return the seats of a game with this number of players, by default the usual one. Raises `Refused`."""
    options = rules.Options().model_dump_json()
    if players is not None:
        options = set_seats(rules, options, players)
    return rules.seats(rules.Options.model_validate_json(options))
