"""Let people follow games (`/follow`): a private line tells them when a chapter or the game ends.

If an act causes a line, the act's transaction also stores a delivery of the line (`db.follows`). The bot
writes the text only when it sends the line, from what a spectator may see.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import pairwise

from bot.clubs.tables import Tables
from bot.language.words import get_language, join_names, say, speak_within
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.replies.action import action, button
from bot.replies.reply import Refused, Reply
from bot.session.table_names import name_table, title_table
from bot.session.views import view_game
from bot.settings.game_settings import GameSettings
from bot.story.chapters import write_title
from bot.story.post import Post, link_board
from db.follows import MOST, Followed
from db.records import Status, StoredGame
from rules.orders.tokenizer import echo


class Follows:
    """Stores who follows which game, and writes the private lines for the followers."""

    def __init__(self, tables: Tables, people: PreferenceStore, now: Callable[[], datetime]) -> None:
        self.tables, self.people, self.now = tables, people, now
        self.orders, self.store = tables.orders, tables.store

    async def toggle(self, caller: Caller, table: str | None = None) -> Reply:
        """Let the caller follow a game, or stop following it if they follow it. Raises `Refused`.

        `table` is the name or the number of a table; None for the game of the channel.
        """
        stored = await self._find(caller, table)
        title = title_table(self.orders.find_rules(stored), stored)
        if await self.store.follows.remove(stored.id, caller.user_id):
            return Reply(say("follow.stopped", title=title))
        if not await self.store.follows.add(stored.id, caller.user_id, get_language()):
            raise Refused(say("follow.most", n=MOST))
        wants = (await self.people.load(caller.user_id)).news
        lines = [say("follow.begun", title=title), *([] if wants else [say("follow.no_news")])]
        stop = button(Follows.stop.call(stored.id), say("button.unfollow"))
        return Reply("\n".join(lines), buttons=(stop,))

    @action("unfollow", "{game_id}")
    async def stop(self, caller: Caller, game_id: int) -> Reply:
        """End the caller's following of a game. Raises `Refused`."""
        title = self.orders.find_title(await self.store.load(game_id))
        if not await self.store.follows.remove(game_id, caller.user_id):
            raise Refused(say("follow.none", title=title))
        return Reply(say("follow.stopped", title=title))

    async def list_names(self, caller: Caller) -> list[tuple[str, str]]:
        """Return the tables that the caller can name, as pairs of name and number."""
        return [(self.orders.find_title(each), str(each.id)) for each in await self._list(caller)]

    async def is_loud(self, user_id: int) -> bool:
        """Return whether a line may notify a person now. If not, the bot sends the line without a sound."""
        return bool(await self.people.filter_reachable([user_id], self.now()))

    async def write(self, stored: StoredGame, user_id: int, followed: Followed) -> Post | None:
        """Return the private line about ended chapters or the end of a followed game; None for no line.

        There is no line if no chapter has ended, for example after an undo. There is no line either if the
        person has stopped following the game or has turned such lines off.
        """
        language = await self.store.follows.find_language(stored.id, user_id)
        preferences = await self.people.load(user_id)
        if language is None or not preferences.news:
            return None
        with speak_within(preferences.choose_language(language)):
            told = self._tell_end(stored) if followed.over else await self._tell_chapter(stored, followed)
            if told is None:
                return None
            line = self.orders.page_links.add(say("follow.link", link=link_board(stored)), stored)
            stop = () if stored.over else (button(Follows.stop.call(stored.id), say("button.unfollow")),)
            return Post(text="\n".join([*told, line]), buttons=stop)

    def _tell_end(self, stored: StoredGame) -> list[str] | None:
        """Return the lines on the end of a game; None if the game goes on."""
        if not stored.over:
            return None
        rules = self.orders.find_rules(stored)
        title = title_table(rules, stored)
        if stored.status is Status.DROPPED or stored.position is None:
            return [say("follow.dropped", title=title)]
        if GameSettings.of(stored).resigned:  # the last view can look as if the game were still running
            return [say("follow.end", title=title), stored.result]
        return [say("follow.end", title=title), view_game(rules, stored.position, None).headline]

    async def _tell_chapter(self, stored: StoredGame, followed: Followed) -> list[str] | None:
        """Return the lines on chapters that ended in the turns of `followed`; None if no chapter ended."""
        if stored.position is None or stored.over:
            return None  # another line tells people about the end of the game
        rules, closed = self.orders.find_rules(stored), followed.last - followed.first + 1
        starts = (await self.store.load_turn_starts(stored.id, followed.first))[: closed + 1]
        titles = [write_title(rules, game) for game in starts]
        ended = [now for now, then in pairwise(titles) if now and now != then]
        if not ended:
            return None
        told = say("follow.chapter", title=title_table(rules, stored), chapter=join_names(ended))
        return [told, view_game(rules, stored.position, None).headline]

    async def _list(self, caller: Caller) -> Sequence[StoredGame]:
        """Return the open games that the caller follows, then the tables that they can see on the server."""
        mine = await self.store.follows.list_games(caller.user_id)
        seen = [] if caller.guild_id is None else await self.tables.list_seen(caller)
        return list({each.id: each for each in (*mine, *seen)}.values())

    async def _find(self, caller: Caller, table: str | None) -> StoredGame:
        if table is None:
            return await self.orders.find_game(caller)
        typed = table.strip().removeprefix("#").casefold()
        found = await self._list(caller)
        for each in found:
            rules = self.orders.games.get(each.game)
            own = [] if rules is None else [name_table(rules, each), title_table(rules, each)]
            if typed in (name.casefold() for name in (str(each.id), *own)):
                return each
        raise Refused(say("follow.unknown", typed=echo(table)))
