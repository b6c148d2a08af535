"""Let the manager of a Discord server put its tables on a web page."""

from __future__ import annotations

import secrets

from bot.language.words import get_language, say
from bot.orders.service import OrderService
from bot.people.caller import Caller
from bot.people.preferences import OFF
from bot.replies.reply import Refused, Reply
from bot.settings.game_settings import PAGE_BYTES
from bot.settings.setting_values import NEW_ADDRESS
from db.records import ServerPage

ON = "on"


class ServerPageSetting:
    """Switches the web page of a Discord server on and off."""

    def __init__(self, orders: OrderService) -> None:
        self.store, self.links = orders.store, orders.page_links

    async def set(self, caller: Caller, value: str | None) -> Reply:
        """Switch the page on or off, or give it a new address. If `value` is None, change nothing.

        The reply shows the page's address, or says that the page is off. Raises `Refused`.
        """
        if caller.guild_id is None:
            raise Refused(say("server_page.no_server"))
        if not self.links.base:
            raise Refused(say("server_page.not_served"))
        if not caller.manages_server:
            raise Refused(say("server_page.not_you"))
        page = await self.store.server_pages.find(caller.guild_id)
        if value == OFF:
            await self.store.server_pages.remove(caller.guild_id)
            return Reply(say("server_page.off"))
        if page is None and value == NEW_ADDRESS:
            raise Refused(say("server_page.off"))
        if value == NEW_ADDRESS or (page is None and value == ON):
            page = ServerPage(caller.guild_id, secrets.token_hex(PAGE_BYTES), get_language())
            await self.store.server_pages.set(page)
        if page is None:
            return Reply(say("server_page.off"))
        return Reply(say("server_page.on", link=self.links.find_server_page(page)))
