"""Set the address to which the bot sends the events of a table, or of all tables of a Discord server."""

from __future__ import annotations

from bot.language.words import say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.reply import Refused, Reply
from bot.settings.page_links import can_look_on
from bot.settings.webhook_address import Mode, check_address, make_secret
from db.records import NewHook
from rules.errors import NotAllowed

SERVER = "server"  # this scope means all tables of the Discord server; any other means the channel's table


class WebhookSetting:
    """Sets webhooks. `mode` says which addresses the bot may call; the operator of the bot chooses it."""

    def __init__(self, orders: OrderService, mode: Mode = "off") -> None:
        self.orders, self.store, self.mode = orders, orders.store, mode

    async def set(self, caller: Caller, address: str | None, scope: str) -> Reply:
        """Set, remove ("off") or only show (None) the address of the webhook. Raises `Refused`."""
        if self.mode == OFF or not self.orders.page_links.base:
            raise Refused(say("webhook.not_here"))
        game_id, guild_id = await self._find_scope(caller, scope)
        if address is None:
            hook = await self.store.webhooks.find(game_id, guild_id)
            return Reply(say("webhook.none") if hook is None else say("webhook.set", address=hook.address))
        if address.strip().casefold() == OFF:
            await self.store.webhooks.remove(game_id, guild_id)
            return Reply(say("webhook.none"))
        try:
            wanted = check_address(address, self.mode)
        except NotAllowed:
            raise Refused(say("webhook.bad_address")) from None
        hook = NewHook(game_id, guild_id, caller.channel_id, caller.user_id, wanted, make_secret())
        await self.store.webhooks.set(hook)
        return Reply(say("webhook.new", address=hook.address, secret=hook.secret))

    async def _find_scope(self, caller: Caller, scope: str) -> tuple[int | None, int | None]:
        """Return the ids of the table (None: all tables) and of the server. Raises `Refused`."""
        if scope == SERVER:
            if caller.guild_id is None or not caller.manages_server:
                raise Refused(say("webhook.not_you"))
            return None, caller.guild_id
        stored = await self.orders.find_game(caller)
        if caller.user_id != stored.host_id and not caller.manages:
            raise Refused(say("host.not_you", user=stored.host_id))
        if not can_look_on(stored):
            raise Refused(say("web.no_address"))
        return stored.id, caller.guild_id
