"""Give people the roles of their ranks, and take roles away, if Discord lets the bot manage roles."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence

import discord
import structlog

from bot.clubs.ranks import RankChange, Ranks, Role, Trouble, describe_trouble
from bot.language.words import speak_within
from bot.posting.outbox import NotYet
from bot.settings.game_settings import GameSettings
from bot.story.post import TEXT, Post
from db.clubs.ranks import RANK_GONE, RANKS
from db.records import Delivery, Rank, StoredGame

log = structlog.get_logger(__name__)
KINDS = (RANKS, RANK_GONE)
AT_ONCE = 20  # one attempt makes at most this many changes of roles; so other posts don't wait long
UNKNOWN_ROLE = 10011  # Discord's error code for a role that was deleted
WHY = "rating"  # the reason that the server's audit log shows


class RankRoles:
    """Gives and takes away roles with a Discord client."""

    def __init__(self, client: discord.Client, ranks: Ranks) -> None:
        self.client, self.ranks = client, ranks
        self.games, self.store = ranks.ratings.store, ranks.store

    async def post(self, delivery: Delivery) -> None:
        """Carry out a delivery. Raises `NotYet` if more changes must be made, and errors of Discord."""
        told = json.loads(delivery.content)
        if delivery.kind == RANK_GONE:
            if told:
                await self._take_from_forgotten(told["guild"], told["user"], told["role"])
                await self.store.record_gone(delivery.id)
            return
        guild_id, people, stored = told.get("guild"), None, None
        if delivery.game_id:
            stored = await self.games.load(delivery.game_id)
            resigned = GameSettings.of(stored).resigned.values()
            guild_id, people = stored.guild_id, {*(seat.user_id for seat in stored.seats), *resigned}
        if guild_id is not None:
            await self._change(guild_id, await self.ranks.find_changes(guild_id, people), stored)

    async def retry(self, guild_id: int) -> None:
        """If the bot could not give some roles on a server, try again."""
        if any(rank.trouble for rank in await self.store.list_ranks(guild_id)):
            await self.store.refresh(guild_id)
            self.ranks.orders.due()

    async def _change(self, guild_id: int, changes: Sequence[RankChange], stored: StoredGame | None) -> None:
        """Carry out changes of roles. Record each change, so that the next attempt continues after it.

        `stored` is the game that caused the changes. If there are problems, the bot posts them in the game's
        channel. Raises `NotYet` after `AT_ONCE` changes.
        """
        done, moved, refused = 0, set[int](), set[int]()
        for change in changes:
            roles = {role_id for role_id in (change.has, change.gets) if role_id is not None}
            if refused & roles or any(self._find_trouble(guild_id, each) is not None for each in roles):
                continue
            if (role_id := await self._carry_out(guild_id, change)) is not None:
                refused.add(role_id)
                continue
            moved |= roles
            done += 1
            if done == AT_ONCE:
                break
        await self._record_troubles(guild_id, stored, moved - refused, refused)
        if done == AT_ONCE:
            raise NotYet

    def _find_trouble(self, guild_id: int, role_id: int) -> Trouble | None:
        """Return why the bot can't give or take away a role; None if it can, or if the role is unknown."""
        guild = self.client.get_guild(guild_id)
        role = None if guild is None else guild.get_role(role_id)
        return None if role is None else find_trouble(role)

    async def _carry_out(self, guild_id: int, change: RankChange) -> int | None:
        """Carry out one change. Return the role that Discord refuses to give or take away; else None.

        Take away the old role first. So if the bot crashes and repeats the change, the result is the same.
        """
        tried = change.has
        try:
            if change.has is not None:
                await self._take(guild_id, change.user, change.has)
                await self.store.record(guild_id, change.user, None)
            tried = change.gets
            if change.gets is not None:
                await self._give(guild_id, change.user, change.gets)
        except discord.Forbidden as error:
            log.warning("a role can't be given or taken", server=guild_id, error=str(error))
            return tried
        return None

    async def _give(self, guild_id: int, user_id: int, role_id: int) -> None:
        """Give a role to a person, and record this. If the role was deleted, remove its rank."""
        try:
            await self.client.http.add_role(guild_id, user_id, role_id, reason=WHY)
        except discord.NotFound as error:  # the person has left the server, or the role was deleted
            log.info("a role can't be given", server=guild_id, error=str(error))
            if error.code == UNKNOWN_ROLE:
                await self.store.remove(guild_id, role_id)
        else:
            await self.store.record(guild_id, user_id, role_id)

    async def _take(self, guild_id: int, user_id: int, role_id: int) -> None:
        """Take away a role from a person, if the role and the person are still on the server."""
        try:
            await self.client.http.remove_role(guild_id, user_id, role_id, reason=WHY)
        except discord.NotFound as error:
            log.info("a role is gone already", server=guild_id, error=str(error))

    async def _take_from_forgotten(self, guild_id: int, user_id: int, role_id: int) -> None:
        """Take away a role from a person after deleting their data. There is only one attempt."""
        try:
            await self._take(guild_id, user_id, role_id)
        except discord.Forbidden as error:
            log.warning("the role of a forgotten person can't be taken", server=guild_id, error=str(error))

    async def _record_troubles(
        self, guild_id: int, stored: StoredGame | None, moved: Collection[int], refused: Collection[int]
    ) -> None:
        """Record which roles the bot can't give now. Post each new problem once in the game's channel.

        Without a game, there is no channel for posts. So record only which problems are over. `moved` are the
        roles that the bot could give or take away. `refused` are the roles that Discord refused.
        """
        ranks = await self.store.list_ranks(guild_id)

        def look(rank: Rank) -> str:
            trouble = self._find_trouble(guild_id, rank.role_id) or ""
            still_refused = rank.trouble == Trouble.REFUSED and rank.role_id not in moved
            return Trouble.REFUSED if rank.role_id in refused or (still_refused and not trouble) else trouble

        now = {rank: look(rank) for rank in ranks}
        changed = {rank: trouble for rank, trouble in now.items() if rank.trouble != trouble}
        if stored is None:
            changed = {rank: trouble for rank, trouble in changed.items() if not trouble}
        if not changed:
            return
        told = [rank for rank, trouble in changed.items() if trouble]
        posts = []
        if stored is not None and told:
            with speak_within(told[0].language):
                lines = dict.fromkeys(describe_trouble(rank.role_id, changed[rank]) for rank in told)
            posts = [Post(text="\n".join(lines)).delivery(stored, TEXT)]
        troubles = {rank.role_id: trouble for rank, trouble in changed.items()}
        await self.store.record_troubles(guild_id, troubles, None if stored is None else stored.id, posts)


def find_trouble(role: discord.Role) -> Trouble | None:
    """Return the reason why the bot can't give a role; None if it can."""
    if role.is_default() or role.managed:
        return Trouble.MANAGED
    if not role.guild.me.guild_permissions.manage_roles:
        return Trouble.NOT_ALLOWED
    return None if role.is_assignable() else Trouble.TOO_HIGH


def read_role(role: discord.Role, person: discord.User | discord.Member) -> Role:
    """Return a role that a person wants to use for a rank, with the reason if the role can't be used."""
    trouble = find_trouble(role)
    if trouble is Trouble.MANAGED:
        return Role(role.id, trouble)
    return Role(role.id, trouble if _may_give(role, person) else Trouble.NOT_YOURS)


def _may_give(role: discord.Role, person: discord.User | discord.Member) -> bool:
    """Return whether this person could give the role by hand in Discord."""
    if person.id == role.guild.owner_id:
        return True
    if not isinstance(person, discord.Member) or person.resolved_permissions is None:
        return False
    return person.resolved_permissions.manage_roles and person.top_role > role
