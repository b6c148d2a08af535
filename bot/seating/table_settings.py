"""Set the options and settings of a table. After the start, only its host or a moderator sets settings."""

from __future__ import annotations

from dataclasses import replace

from bot.deadlines.reminders import Reminders, find_waiting_since
from bot.language.words import LANGUAGES, get_language, join_names, say, speak_within
from bot.people.caller import Caller
from bot.people.preference_editor import PreferenceStore
from bot.people.setting_names import name_setting, read_setting_name
from bot.replies.action import action, button
from bot.replies.pages import make_page_buttons
from bot.replies.reply import Refused, Reply
from bot.replies.text import pack_pages
from bot.seating.lobby import make_word_buttons
from bot.seating.opening import foresee_rating
from bot.seating.thread_rights import require_thread_rights
from bot.session.loaded_game import name_holder
from bot.session.table_names import name_table, read_own_name
from bot.settings.clocks import start_counting
from bot.settings.game_settings import GameSettings, describe_language, require_ranking
from bot.settings.options import set_option
from bot.settings.setting_values import (
    LANGUAGE,
    NAME,
    PACE,
    RATED,
    REMINDERS,
    SETTINGS,
    SHOW,
    STOP,
    TALK,
    WEB,
    format_setting,
    is_setting,
    is_table_name,
    list_changed_settings,
    list_settings,
    list_values,
    name_option,
    set_setting,
)
from bot.story.post import TALK as TALK_POST
from bot.story.post import TEXT, Post, make_lobby_post
from bot.story.record_header import describe_secret
from db.records import Kind, NewAct, NewDelivery, Status, StoredGame
from rules.kernel import Rules

PAGE = 950  # the most characters on a page of the list of options and settings, so that a phone shows it


class TableSettings:
    """Sets and lists the options and settings of a table."""

    def __init__(self, reminders: Reminders) -> None:
        """Set up the service."""
        self.reminders, self.orders, self.store = reminders, reminders.orders, reminders.store

    async def set(self, caller: Caller, name: str | None, value: str | None) -> Reply:
        """Set an option or a setting of the game. Raises `Refused`.

        Without a name or a value, list all options and settings. After the start, list only those that are
        not at their defaults, and name the others in one line.
        """
        name = None if name is None else read_setting_name(name, (NAME, *SETTINGS))
        async with self.orders.lock_channel(caller):
            stored, rules = await self._load_for_setting(caller, name)
            if name is None or value is None:
                if stored.status is Status.LOBBY:
                    return await self._list_all(caller, stored, rules)
                lines = list_changed_settings(rules, stored, name_table(rules, stored))
                every = button(TableSettings.list_all.call(stored.id), say("button.all_settings"))
                return Reply(say("options.list", options="\n".join(lines)), buttons=(every,))
            own = caller.user_id == stored.host_id or caller.manages or stored.seats_of(caller.user_id)
            if stored.status is Status.LOBBY and not own:
                raise Refused(say("options.not_seated"))
            if is_setting(rules, name):
                return await self._set_setting(caller, stored, rules, name, value)
            if is_table_name(rules, name):
                return await self._rename(caller, stored, value)
            if stored.status is not Status.LOBBY:
                raise Refused(say("options.late"))
            if name not in rules.Options.model_fields:
                names = ", ".join(list_values(rules))
                raise Refused(say("options.unknown", names=names))
            options = set_option(rules, stored.options, name, value)
            kept = rules.seats(rules.Options.model_validate_json(options))
            if gone := [seat for seat in stored.seats if seat.seat not in kept]:
                people = join_names(
                    [say("seats.held", seat=rules.name(s.seat), holder=name_holder(rules, s)) for s in gone]
                )
                bots = next((rules.name(s.seat) for s in gone if s.level), "")
                how = [say("seats.people_leave")] if any(not s.level for s in gone) else []
                how += [say("seats.bots_leave", seat=bots)] if bots else []
                raise Refused(say("seats.taken", name=name, value=value, people=people, how=" ".join(how)))
            act = NewAct(Kind.LOBBY, f"option {name} {value}", caller.user_id, "", caller.interaction_id)
            with speak_within(GameSettings.of(stored).language):
                posts = self._make_setting_posts(caller, stored, name_option(rules, name), value)
            stored = await self.store.set_options(stored, options, act=act, deliveries=posts)
            self.orders.saved()
            return Reply(say("options.set", name=name_option(rules, name), value=value))

    @action("settings", "{game_id}:{page}", looking=True)
    async def list_all(self, caller: Caller, game_id: int, page: int = 1) -> Reply:
        """Return a page of all options and settings of a game, with their meanings. Raises `Refused`."""
        stored = await self.orders.find_game(caller, game_id)
        return await self._list_all(caller, stored, self.orders.find_rules(stored), page)

    async def _list_all(self, caller: Caller, stored: StoredGame, rules: Rules, page: int = 1) -> Reply:
        """Return a page of all options and settings.

        In a lobby, the list has the values with which the game would start now. Below the first page is the
        hash of the seed and, if the caller has a seat, the button for a word.
        """
        secret = list[str]()
        if stored.status is Status.LOBBY:
            settings = await foresee_rating(self.store, rules, stored)
            stored = replace(stored, settings=settings.to_json())
            secret = describe_secret(rules, stored)
        lines = list_settings(rules, stored, name_table(rules, stored))
        word = make_word_buttons(rules, stored) if stored.seats_of(caller.user_id) else ()
        why = [say("word.why")] if word else []
        pages = pack_pages(lines, PAGE - sum(map(len, (*secret, *why))))
        page = min(max(page, 1), len(pages))
        turn = make_page_buttons(page, len(pages), lambda n: TableSettings.list_all.call(stored.id, n))
        listed = say("options.list", options=pages[page - 1])
        if page > 1:
            return Reply(listed, buttons=turn)
        return Reply("\n".join([listed, *secret, *why]), buttons=(*word, *turn))

    async def follow_language(self, caller: Caller, preferences: PreferenceStore) -> Reply:
        """Bring the posts in the channel closer to the language that the caller has just chosen.

        If all people at the table have chosen this language, set it for the posts. If not, return who sets
        the language of the posts, with a button if the caller may set it. The text is empty if there is
        nothing to say.
        """
        async with self.orders.lock_channel(caller):
            stored = await self.store.find_in_channel(caller.channel_id)
            language = get_language()
            if stored is None or GameSettings.of(stored).language == language:
                return Reply("")
            people = {seat.user_id for seat in stored.seats if not seat.level}
            if caller.user_id not in people | {stored.host_id}:
                return Reply("")
            if all([(await preferences.load(user)).language == language for user in people]):
                rules = self.orders.find_rules(stored)
                await self._set_setting(caller, stored, rules, LANGUAGE, language, agreed=True)
                return Reply(say("language.followed", language=LANGUAGES[language]))
            may_set = stored.status is Status.LOBBY or caller.user_id == stored.host_id or caller.manages
            label = say("button.post_in", language=LANGUAGES[language])
            change = button(TableSettings.post_in.call(stored.id, language), label)
            return Reply(describe_language(stored), buttons=(change,) if may_set else ())

    @action("postin", "{game_id}:{language}")
    async def post_in(self, caller: Caller, game_id: int, language: str) -> Reply:
        """Set the language of a table's posts. Raises `Refused`."""
        async with self.orders.lock_channel(caller):
            stored = await self.orders.find_game(caller, game_id)
            return await self._set_setting(caller, stored, self.orders.find_rules(stored), LANGUAGE, language)

    async def _set_setting(
        self,
        caller: Caller,
        stored: StoredGame,
        rules: Rules,
        name: str,
        value: str,
        *,
        agreed: bool = False,
    ) -> Reply:
        """Change a setting, and tell the channel.

        After the start, only the host or a moderator may do so, except if all people have agreed.
        """
        settings, running = GameSettings.of(stored), stored.status is Status.RUNNING
        if running and name in (PACE, STOP):
            settings = await self.orders.count_time(self.orders.load_seated(stored), settings)
            settings = start_counting(settings, find_waiting_since(stored), self.reminders.now())
        settings = set_setting(settings, name, value)
        if name == RATED and settings.rated:
            require_ranking(rules)
        lobby = stored.status is Status.LOBBY
        if not lobby and not agreed:
            self._require_host(caller, stored)
        if name == TALK and settings.talk:
            _require_place_for_talk(caller)
        shown = replace(stored, settings=settings.to_json())
        with speak_within(settings.language):
            now = format_setting(rules, shown, name)
            posts = self._make_setting_posts(caller, stored, name_setting(name), now)
        if name == TALK:
            posts.append(NewDelivery(stored.channel_id, TALK_POST, "{}"))
        kind = Kind.LOBBY if lobby else Kind.TABLE
        act = NewAct(kind, f"option {name} {value}", caller.user_id, "", caller.interaction_id)
        stored = await self.store.set_settings(stored, settings.to_json(), act=act, deliveries=posts)
        if running and name in (PACE, STOP, REMINDERS):
            await self.reminders.replan(stored.id)
        self.orders.saved()
        lines = [say("options.set", name=name_setting(name), value=format_setting(rules, shown, name))]
        if name == WEB and (link := self.orders.page_links.write(stored)):
            lines.append(link)
        return Reply("\n".join(lines))

    async def _rename(self, caller: Caller, stored: StoredGame, value: str) -> Reply:
        """Give the table another name. After the start, only the host or a moderator may do so."""
        if stored.status is not Status.LOBBY:
            self._require_host(caller, stored)
        name = read_own_name(value)
        act = NewAct(Kind.TABLE, f"option {NAME} {name}", caller.user_id, "", caller.interaction_id)
        with speak_within(GameSettings.of(stored).language):
            posts = self._make_setting_posts(caller, stored, name_setting(NAME), name)
        await self.store.rename_table(stored, name, act=act, deliveries=posts)
        self.orders.saved()
        return Reply(say("options.set", name=name_setting(NAME), value=name))

    @staticmethod
    def _require_host(caller: Caller, stored: StoredGame) -> None:
        if caller.user_id != stored.host_id and not caller.manages:
            raise Refused(say("agreed.host", user=stored.host_id))

    @staticmethod
    def _make_setting_posts(caller: Caller, stored: StoredGame, name: str, value: str) -> list[NewDelivery]:
        """Return the posts about a changed option. `name` is its name in the language of the posts.

        In the lobby, return the card, and also a line if other people have seats. In a running game, return a
        line. In a finished game, return nothing.
        """
        told = Post(text=say("agreed.told", user=caller.user_id, name=name, value=value))
        if stored.status is not Status.LOBBY:
            return [told.delivery(stored, TEXT)] if stored.status is Status.RUNNING else []
        others = any(seat.user_id != caller.user_id for seat in stored.seats if not seat.level)
        line = [told.delivery(stored, TEXT)] if others else []
        return [*line, make_lobby_post(stored.channel_id)]

    async def list_values(self, caller: Caller) -> dict[str, list[str]]:
        """Return the options and settings of the channel's game, each with its possible values."""
        stored = await self.store.find_in_channel(caller.channel_id)
        if stored is None:
            return {}
        return list_values(self.orders.find_rules(stored))

    async def _load_for_setting(self, caller: Caller, name: str | None) -> tuple[StoredGame, Rules]:
        """Return the channel's game.

        For `web` and `show`, a finished game is allowed too. Raises `Refused`.
        """
        if name in (WEB, SHOW) and await self.store.find_in_channel(caller.channel_id) is None:
            stored = await self.orders.find_begun_game(caller)
            return stored, self.orders.find_rules(stored)
        stored = await self.orders.find_game(caller)
        return stored, self.orders.find_rules(stored)


def _require_place_for_talk(caller: Caller) -> None:
    """Raise `Refused` if the bot can't open a thread in the caller's channel."""
    if caller.guild_id is None:
        raise Refused(say("talk.private"))
    if caller.parent_id is not None:
        raise Refused(say("talk.in_thread"))
    require_thread_rights(caller, caller.channel_id)
