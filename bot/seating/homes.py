"""Keep the home of a server: the channel in which its new tables open, each in its own thread or post.

A table is planned first, and opens a moment later. `db.clubs.homes` explains why no planned table is lost,
and why none opens twice.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from bot.language.words import say, speak_within
from bot.people.caller import Caller
from bot.replies.action import action
from bot.replies.reply import Refused, Reply
from bot.replies.text import MAX_THREAD_TITLE, cut_text
from bot.seating.lobby import Lobby
from bot.seating.thread_rights import require_thread_rights
from bot.session.table_names import offer_table_names
from bot.settings.game_settings import GameSettings
from bot.story.post import Post, make_lobby_post
from db.records import Home, Kind, NameTaken, NewAct, NewDelivery
from rules.chance import make_commitment

TABLE = "table"  # the kind of the deliveries that open a table
NOT_OPENED = "table.failed"  # the kind of the deliveries that tell a host that their table can't be opened


class PlannedTable(BaseModel):
    """The content of the delivery that opens a table.

    Attributes:
        guild_id: the server
        asked_in: the channel in which the host asked for the table
        interaction: the id of the interaction that asked for the table
        host: the host's id
        host_name: the host's name
        game: the key of the game
        options: the options of the game, as JSON
        settings: the settings of the table, as JSON
        name: the name that the host wants for the table; None for a name from the game's list
    """

    model_config = ConfigDict(frozen=True)

    guild_id: int
    asked_in: int
    interaction: int
    host: int
    host_name: str
    game: str
    options: str
    settings: str
    name: str | None

    @property
    def language(self) -> str:
        """Return the language of the table."""
        return GameSettings.model_validate_json(self.settings).language


class HomeTables:
    """Keeps the homes of servers, and opens tables there."""

    def __init__(self, lobby: Lobby) -> None:
        self.lobby, self.orders, self.store = lobby, lobby.orders, lobby.store

    async def set(self, caller: Caller, channel_id: int | None = None, *, off: bool = False) -> Reply:
        """Set the home of the caller's server. With `off`, remove it. Without arguments, change nothing.

        Return a reply that says which channel is the home now. Raises `Refused`.
        """
        if caller.guild_id is None:
            raise Refused(say("tables.nowhere"))
        if not caller.manages_server:
            raise Refused(say("home.not_you"))
        if off:
            await self.store.homes.remove(caller.guild_id)
        elif channel_id is not None:
            require_thread_rights(caller, channel_id)
            await self.store.homes.set(Home(caller.guild_id, channel_id, caller.user_id))
        home = await self.store.homes.find(caller.guild_id)
        return Reply(say("home.none") if home is None else say("home.set", channel=home.channel_id))

    @action("lay", "{game}")
    async def open(self, caller: Caller, game: str) -> Reply:
        """Open a table of a game in the home of the server. Without a home, open it in the caller's channel.

        Raises `Refused`.
        """
        return await self.plan(caller, game) or await self.lobby.create(caller, game)

    async def plan(
        self,
        caller: Caller,
        game: str,
        deck: str | None = None,
        settings: GameSettings | None = None,
        seats: int | None = None,
        name: str | None = None,
    ) -> Reply | None:
        """Plan a table in the home of the server. Return None if the table must open in the caller's channel.

        The table must open there if the server has no home, if the caller's channel is a thread of the home,
        or if the caller has no interaction id. `Lobby.create` explains the arguments. Raises `Refused`.
        """
        home = None if caller.guild_id is None else await self.store.homes.find(caller.guild_id)
        if home is None or caller.parent_id == home.channel_id or caller.interaction_id is None:
            return None
        require_thread_rights(caller, home.channel_id)
        new = await self.lobby.prepare(game, deck, settings, seats, name)
        plan = PlannedTable(
            guild_id=home.guild_id,
            asked_in=caller.channel_id,
            interaction=caller.interaction_id,
            host=caller.user_id,
            host_name=caller.name,
            game=new.rules.KEY,
            options=new.options,
            settings=(await self.lobby.choose_card(caller, new.settings)).to_json(),
            name=new.name,
        )
        post = NewDelivery(home.channel_id, TABLE, plan.model_dump_json())
        try:
            await self.store.homes.plan(home, caller.interaction_id, post, new.name)
        except NameTaken:
            raise Refused(say("table_name.taken")) from None
        self.orders.due()
        return Reply(say("home.planned", channel=home.channel_id))

    def name_thread(self, plan: PlannedTable) -> str:
        """Return the title of a table's thread."""
        title = self.orders.games[plan.game].TITLE
        return cut_text(f"{title}: {plan.name or plan.host_name}", MAX_THREAD_TITLE)

    def write_opening(self, plan: PlannedTable) -> str:
        """Return the first message of a table's thread. It mentions the host."""
        with speak_within(plan.language):
            return say("home.opened", user=plan.host, title=self.orders.games[plan.game].TITLE)

    async def find_thread(self, plan: PlannedTable) -> int | None:
        """Return the thread in which a planned table was opened; None if it was not opened yet."""
        act = await self.store.find_act(plan.interaction)
        return None if act is None else (await self.store.load(act.game_id)).channel_id

    async def lay_out(self, plan: PlannedTable, thread_id: int) -> None:
        """Create a planned table in its thread. Raises `Repeated` if it was created before."""
        rules, seed = self.orders.games[plan.game], self.lobby.new_seed()
        await self.store.create_game(
            rules.KEY,
            channel_id=thread_id,
            guild_id=plan.guild_id,
            host_id=plan.host,
            options=plan.options,
            settings=plan.settings,
            seed=seed,
            commitment=make_commitment(seed),
            names=offer_table_names(rules, plan.name, needed=False),
            act=NewAct(Kind.LOBBY, f"new {rules.KEY}", plan.host, "", plan.interaction),
            deliveries=[make_lobby_post(thread_id)],
        )
        self.orders.saved()

    async def give_up(self, plan: PlannedTable, channel_id: int, *, gone: bool) -> None:
        """Tell the host, in the channel where they asked for the table, that the table can't open.

        `gone` is whether the channel of the home was deleted. A deleted channel stops being the home.
        """
        if gone:
            await self.store.homes.forget_channel(plan.guild_id, channel_id)
        with speak_within(plan.language):
            title = self.orders.games[plan.game].TITLE
            text = say("home.failed", user=plan.host, title=title, channel=channel_id)
        post = Post(text=text, ping=(plan.host,)).model_dump_json()
        await self.store.homes.give_up(plan.interaction, NewDelivery(plan.asked_in, NOT_OPENED, post))
        self.orders.due()
