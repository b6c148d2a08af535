"""Answer `/help`: say what the caller can do in a channel that has a running game, a lobby or no game."""

from __future__ import annotations

from dataclasses import replace

from bot.language.words import join_names, say
from bot.learning.lessons import LessonService
from bot.orders.own_question import OwnQuestion
from bot.orders.plans import Plans
from bot.people.caller import Caller
from bot.replies.action import action, button
from bot.replies.reply import ActionButton, Reply
from bot.seating.games import describe_games
from bot.seating.homes import HomeTables
from bot.seating.lobby import Lobby
from bot.seating.rematches import Rematches
from bot.seating.seats import Seats
from bot.seating.table_form import offer_tables
from bot.session.loaded_game import explain_spectating, list_open_seats, list_seats, name_seat, title_seat
from bot.session.table_names import title_table
from bot.views.board import BoardViews
from bot.views.history import History
from bot.views.my_games import MyGames
from db.records import Status, StoredGame
from rules.kernel import Rules


class Help:
    """Tells a person what they can do next, with buttons."""

    def __init__(self, boards: BoardViews) -> None:
        self.boards, self.orders = boards, boards.orders

    async def show(self, caller: Caller) -> Reply:
        """Return a few sentences on what the caller can do now, and at most 4 buttons."""
        stored = await self.orders.store.find_in_channel(caller.channel_id)
        if stored is None:
            ended = await self.orders.store.find_in_channel(caller.channel_id, ended=True)
            if ended is None or ended.status is not Status.ENDED:
                return self._describe_start()
            return self._describe_end(caller, ended)
        rules = self.orders.find_rules(stored)
        if stored.status is not Status.RUNNING:
            return self._describe_lobby(caller, stored, rules)
        at, own = self.orders.load_seated(stored), stored.seats_of(caller.user_id)
        since = button(History.since.call(stored.id), say("button.since"))
        rulebook = button(BoardViews.show_rule.call("win", rules.KEY), say("button.win"))
        if not own:
            free = list_open_seats(rules, stored, caller.user_id)[:1]
            take = [
                button(
                    Seats.claim.call(key, stored.id),
                    say("button.claim", seat=name_seat(rules, key, at.position)),
                )
                for key in free
            ]
            text = say("help.spectator", looks_on=explain_spectating(rules, stored, caller.user_id))
            return Reply(text, buttons=(since, rulebook, *take))
        if at.asked in own:
            text = say("help.turn", seat=title_seat(rules, at.asked, at.position))
            turn = button(OwnQuestion.show.call(stored.id), say("button.own"), "main")
            return Reply(text, buttons=(turn, since, rulebook))
        text = say(
            "help.waiting",
            seat=title_seat(rules, at.asked, at.position),
            own=join_names([name_seat(rules, s, at.position) for s in own]),
        )
        if rules.EXTRAS.trades.words:
            text += "\n" + say("help.trades")
        plan = button(Plans.open_form.call(), say("button.plan"), "main")
        return Reply(text, buttons=(plan, since, rulebook))

    @action("games")
    async def list_games(self, _: Caller) -> Reply:
        """Return a line about each installed game, and the buttons that open a table."""
        return offer_tables(self.orders.games.values(), HomeTables.open.call)

    @action("about")
    async def show_about(self, caller: Caller) -> Reply:
        """Return a text about Durbar, its version and its sources, with the buttons of the first page."""
        return replace(await self.boards.show_about(caller), buttons=self._make_first_buttons())

    def _describe_start(self) -> Reply:
        about = button(Help.show_about.call(), say("button.about"))
        lines = [say("help.welcome"), *describe_games(self.orders.games.values()), say("help.five")]
        return Reply("\n".join(lines), buttons=(*self._make_first_buttons(), about))

    def _describe_end(self, caller: Caller, stored: StoredGame) -> Reply:
        """Return what to do after a game: a rematch if the caller played, another game, a lesson."""
        title, played = title_table(self.orders.find_rules(stored), stored), stored.seats_of(caller.user_id)
        again = [button(Rematches.rematch.call(stored.id), say("button.rematch"), "good")] if played else []
        return Reply(say("help.ended", title=title), buttons=(*again, *self._make_first_buttons()))

    @staticmethod
    def _make_first_buttons() -> tuple[ActionButton, ...]:
        return (
            button(Help.list_games.call(), say("button.games"), "main"),
            button(LessonService.learn.call(), say("button.lessons")),
            button(MyGames.list_mine.call(), say("button.mine")),
        )

    def _describe_lobby(self, caller: Caller, stored: StoredGame, rules: Rules) -> Reply:
        free = [key for key in list_seats(rules, stored) if stored.seat(key) is None]
        rulebook = button(BoardViews.show_rule.call("win", rules.KEY), say("button.win"))
        if not free:
            start = button(Lobby.start.call(stored.id), say("button.start"), "good")
            return Reply(say("help.full", title=title_table(rules, stored)), buttons=(start, rulebook))
        buttons = [
            button(Lobby.join.call(free[0], stored.id), say("button.join", seat=rules.name(free[0])), "main")
        ]
        if stored.seats_of(caller.user_id):
            buttons = [
                button(
                    Seats.seat_bot.call(free[0], game_id=stored.id),
                    say("button.bot", seat=rules.name(free[0])),
                )
            ]
        seats = join_names([rules.name(key) for key in free])
        return Reply(
            say("help.lobby", title=title_table(rules, stored), seats=seats), buttons=(*buttons, rulebook)
        )
