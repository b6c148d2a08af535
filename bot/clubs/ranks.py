"""Set the ranks of a server. A rank is a role that people get when their rating reaches a number of points.

A person's rating in a game is the mean of the ratings of their seats. A person can have ratings in several
games; the highest of them counts. They get only the highest rank that they have reached.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import NamedTuple

from bot.language.words import get_language, say
from bot.people.caller import Caller
from bot.replies.reply import Refused, Reply
from bot.views.ratings import Ratings, compute_best
from db.records import Rank

MOST = 10  # the most ranks of a server


class Trouble(StrEnum):
    """Why a role can't be given."""

    NOT_ALLOWED = "not_allowed"  # the bot lacks the permission to manage roles
    TOO_HIGH = "too_high"  # the role stands above the bot's own
    MANAGED = "managed"  # only Discord or another bot can give the role
    REFUSED = "refused"  # Discord refuses although the permissions suffice
    NOT_YOURS = "not_yours"  # the person who sets the rank has no right to give people this role


class Role(NamedTuple):
    """A role of a server. `trouble` says why the role can't be given; None if it can be given."""

    id: int
    trouble: Trouble | None = None


class RankChange(NamedTuple):
    """A change of a person's rank: the role that the bot gave them before, and the role that they get now."""

    user: int
    has: int | None
    gets: int | None


class Ranks:
    """Sets the ranks of servers, and finds who should have which rank."""

    def __init__(self, ratings: Ratings) -> None:
        self.ratings, self.orders = ratings, ratings.orders
        self.store = ratings.store.ranks

    async def set(self, caller: Caller, role: Role | None = None, points: int | None = None) -> Reply:
        """Give a role to everybody whose rating reaches these points. Without points, remove the role's rank.

        Without a role, change nothing. Return a reply that lists the ranks. Raises `Refused`.
        """
        guild_id = caller.guild_id
        if guild_id is None:
            raise Refused(say("stats.nowhere"))
        if not caller.manages_server:
            raise Refused(say("ranks.not_you"))
        if role is None and points is not None:
            raise Refused(say("ranks.which"))
        if role is not None and points is None and not await self.store.remove(guild_id, role.id):
            raise Refused(say("ranks.none_such", role=role.id))
        if role is not None and points is not None:
            await self._add(guild_id, role, points)
        if role is not None:
            self.orders.due()
        ranks = await self.store.list_ranks(guild_id)
        lines = [say("ranks.line", role=rank.role_id, points=rank.points) for rank in ranks]
        trouble = list(
            dict.fromkeys(describe_trouble(rank.role_id, rank.trouble) for rank in ranks if rank.trouble)
        )
        if not lines:
            return Reply(say("ranks.none"))
        return Reply("\n".join([say("ranks.head"), *lines, *trouble, say("ranks.foot")]))

    async def _add(self, guild_id: int, role: Role, points: int) -> None:
        """Save a rank. Raises `Refused`."""
        if role.trouble is Trouble.NOT_YOURS:
            raise Refused(say("ranks.not_yours", role=role.id))
        if role.trouble is Trouble.MANAGED:
            raise Refused(say("ranks.managed", role=role.id))
        others = [rank for rank in await self.store.list_ranks(guild_id) if rank.role_id != role.id]
        if len(others) >= MOST:
            raise Refused(say("ranks.most", n=MOST))
        if any(rank.points == points for rank in others):
            raise Refused(say("ranks.same", points=points))
        trouble = role.trouble or ""
        rank = Rank(guild_id, role.id, points, get_language(), trouble)
        await self.store.set(rank)

    async def find_changes(self, guild_id: int, users: Collection[int] | None) -> Sequence[RankChange]:
        """Return the people of a server whose rank must change, with their old and new roles.

        Look only at these `users`; None means everybody. People with a rank who have opted out of ratings are
        always included, because they lose their rank.
        """
        ranks, has = await self.store.list_ranks(guild_id), await self.store.list_ranked(guild_id)
        if not ranks and not has:
            return ()
        best = compute_best(await self.ratings.load_rows(guild_id))
        found = list[RankChange]()
        for user in {*best, *has}:
            shows = await self.ratings.shows(user)
            if users is not None and user not in users and (shows or user not in has):
                continue
            gets = _find_rank(ranks, best.get(user)) if shows else None
            if gets != has.get(user):
                found.append(RankChange(user, has.get(user), gets))
        return found


def describe_trouble(role_id: int, trouble: str) -> str:
    """Return a line that says why the bot can't give a role, and what helps."""
    if trouble == Trouble.NOT_ALLOWED:
        return say("ranks.not_allowed")
    if trouble == Trouble.REFUSED:
        return say("ranks.refused", role=role_id)
    return say("ranks.too_high", role=role_id)


def _find_rank(ranks: Sequence[Rank], points: int | None) -> int | None:
    """Return the highest role that a person with these points has reached; None if they have reached none."""
    reached = (rank.role_id for rank in ranks if points is not None and rank.points <= points)
    return next(reached, None)
