"""List the tables of a server to one person (`/tables`), and let them sit down from the list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.clubs.seekers import Seekers
from bot.clubs.table_lines import TableLines, list_free_seats
from bot.language.words import say
from bot.people.caller import Caller
from bot.replies.action import Key, action, button
from bot.replies.pages import make_page_buttons
from bot.replies.reply import ActionButton, ActionList, Refused, Reply
from bot.replies.text import MAX_TEXT, cut_text
from bot.seating.lobby import Lobby
from bot.seating.seats import Seats
from bot.session.loaded_game import list_seats, title_seat
from bot.session.table_names import title_table
from bot.settings.game_settings import PACES, GameSettings
from bot.settings.setting_values import describe_pace
from bot.story.post import link_board
from db.records import Status, StoredGame
from rules.kernel import Option

SHOWN = 4  # tables on a page, so that a page with its buttons fits on the screen of a phone
MOST_SAME = 2  # a list is left out if it has at most this many options ("any" and one value)
ANY = "any"  # stands for all games, or all paces


class Tables:
    """Lists the tables of a server, and gives their free seats to people."""

    def __init__(self, lobby: Lobby, seats: Seats) -> None:
        self.lobby, self.seats = lobby, seats
        self.orders, self.store = lobby.orders, lobby.store
        self.lines = TableLines(lobby.orders)

    @action("tables", "{page}:{game}:{pace}", looking=True)
    async def show(self, caller: Caller, page: int = 1, game: str = ANY, pace: str = ANY) -> Reply:
        """Return a page of the tables that the caller can see, their own first. Raises `Refused`.

        Args:
            caller: who asks
            page: the number of the page; the first is 1
            game: the key of the game whose tables are listed, or `ANY`
            pace: the pace of the tables that are listed, or `ANY`
        """
        if caller.guild_id is None:
            raise Refused(say("tables.nowhere"))
        found = await self.list_seen(caller)
        if not found:
            return Reply(say("tables.none"), buttons=(_make_seek_button(),))
        listed = [
            stored
            for stored in found
            if game in (ANY, stored.game) and pace in (ANY, GameSettings.of(stored).pace)
        ]
        pages = max(1, -(-len(listed) // SHOWN))
        page = min(max(page, 1), pages)
        shown = listed[(page - 1) * SHOWN : page * SHOWN]
        head = say("tables.head", n=len(listed))
        lines = [
            say("tables.numbered", n=number, line=self.lines.write(stored))
            for number, stored in enumerate(shown, 1)
        ]
        lines = lines or [say("tables.none_such")]
        if pages > 1:
            lines.append(say("tables.page", page=page, pages=pages))
        turned = make_page_buttons(page, pages, lambda n: Tables.show.call(n, game, pace))
        return Reply(
            cut_text("\n".join([head, *lines]), MAX_TEXT),
            buttons=(*self._make_seat_buttons(caller, shown), *turned, _make_seek_button()),
            lists=tuple(self._make_filters(found, game, pace)),
        )

    @action("tables.game", "{pace}:{}")
    async def choose_game(self, caller: Caller, pace: str, *games: str) -> Reply:
        """Return the first page of the tables with the chosen game. Raises `Refused`."""
        return await self.show(caller, 1, next(iter(games), ANY), pace)

    @action("tables.pace", "{game}:{}")
    async def choose_pace(self, caller: Caller, game: str, *paces: str) -> Reply:
        """Return the first page of the tables with the chosen pace. Raises `Refused`."""
        return await self.show(caller, 1, game, next(iter(paces), ANY))

    @action("sit", "{game_id}", fresh=True)
    async def choose_seat(self, caller: Caller, game_id: int) -> Reply:
        """Give the caller the free seat of a table. If there are several, let the caller choose one.

        Raises `Refused`.
        """
        stored = await self._load_seen(caller, game_id)
        rules = self.orders.find_rules(stored)
        free = list_free_seats(rules, stored)
        if not free:
            raise Refused(say("seat.full"))
        if len(free) == 1:
            return await self.sit(caller, game_id, free[0])
        buttons = tuple(
            button(Tables.sit.call(game_id, seat), title_seat(rules, seat, stored.position)) for seat in free
        )
        return Reply(say("tables.which_seat", title=title_table(rules, stored)), buttons=buttons)

    @action("sit.on", "{game_id}:{seat}")
    async def sit(self, caller: Caller, game_id: int, seat: Key) -> Reply:
        """Give the caller a free seat of a table in any channel. Raises `Refused`."""
        stored = await self._load_seen(caller, game_id)
        rules = self.orders.find_rules(stored)
        key = next((each for each in list_seats(rules, stored) if each == seat), None)
        if key is None:
            raise Refused(say("seat.full"))
        there = replace(caller, channel_id=stored.channel_id)
        if stored.status is Status.LOBBY:
            answer = await self.lobby.join(there, key, game_id)
        else:
            answer = await self.seats.claim(there, key, game_id)
        at_table = say("tables.seated", title=title_table(rules, stored), link=link_board(stored))
        return replace(answer, text="\n".join([at_table, answer.text]))

    async def list_seen(self, caller: Caller) -> list[StoredGame]:
        """Return the tables that the caller can see: their own, then those with free seats, then the others.

        In each of these three groups, the latest table comes first. The time of a table is the time at which
        its open question was asked. Before the game begins, it is the time at which the table was created.
        """
        assert caller.guild_id is not None, "the tables of a server"
        found = await self.store.server_pages.list_tables(caller.guild_id, 0)
        seen = [each for each in found if each.game in self.orders.games and _sees(caller, each)]
        seen.sort(key=lambda each: each.moved or each.created, reverse=True)
        seen.sort(key=lambda each: not list_free_seats(self.orders.games[each.game], each))
        return sorted(seen, key=lambda each: not each.seats_of(caller.user_id))

    async def _load_seen(self, caller: Caller, game_id: int) -> StoredGame:
        """Return an open table of the caller's server that they can see or play at. Raises `Refused`."""
        stored = await self.orders.find_game(caller, game_id)
        if stored.guild_id != caller.guild_id or not _sees(caller, stored):
            raise Refused(say("tables.gone"))
        return stored

    def _make_seat_buttons(self, caller: Caller, shown: Sequence[StoredGame]) -> list[ActionButton]:
        """Return a button for each table that has a free seat and where the caller does not sit yet."""
        found = list[ActionButton]()
        for number, stored in enumerate(shown, 1):
            rules = self.orders.games[stored.game]
            if list_free_seats(rules, stored) and not stored.seats_of(caller.user_id):
                label = say("button.sit_at_number", n=number)
                found.append(button(Tables.choose_seat.call(stored.id), label, "main"))
        return found

    def _make_filters(self, found: Sequence[StoredGame], game: str, pace: str) -> list[ActionList]:
        """Return two lists from which a person can choose: one of games, and one of paces.

        Leave out the list of games if all tables have one game. Leave out the list of paces if all have one
        pace.
        """
        games = [key for key in self.orders.games if any(each.game == key for each in found)]
        paces = [key for key in PACES if any(GameSettings.of(each).pace == key for each in found)]
        titles = [
            Option(ANY, say("tables.any_game")),
            *(Option(k, self.orders.games[k].TITLE) for k in games),
        ]
        named = [Option(ANY, say("tables.any_pace")), *(Option(key, describe_pace(key)) for key in paces)]
        lists = [
            ActionList(Tables.choose_game.call(pace), _find_label(titles, game), titles),
            ActionList(Tables.choose_pace.call(game), _find_label(named, pace), named),
        ]
        return [each for each in lists if len(each.options) > MOST_SAME]


def _make_seek_button() -> ActionButton:
    return button(Seekers.open.call(), say("button.seek"))


def _sees(caller: Caller, stored: StoredGame) -> bool:
    """Return whether a person can see a table: its channel is open to them, or they play in it."""
    return caller.sees(stored.channel_id) or bool(stored.seats_of(caller.user_id))


def _find_label(options: Sequence[Option], key: str) -> str:
    """Return the label of the option with this key; if there is none, the label of the first option."""
    return next((each.label for each in options if each.key == key), options[0].label)
