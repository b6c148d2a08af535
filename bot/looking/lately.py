"""What has changed for a seat since its own last turn, in a line, for the post that calls it."""

from __future__ import annotations

import structlog

from bot.language.words import say
from bot.table.announce import LIMIT, Post
from bot.table.orders import Table
from bot.table.position import Situation
from bot.table.standings import moved
from db.records import StoredGame
from rules.words import within

log = structlog.get_logger(__name__)


class Lately:
    """Reads the game as all may see it, so that nothing hidden is told."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def posted(self, stored: StoredGame, post: Post, *, asks: bool) -> Post:
        """A post that `asks`, opened by that line, where a turn of the asked seat begins and something has
        changed. The post stands without it too."""
        if not asks:
            return post
        try:
            line = lately(self.table.seated(stored))
        except Exception:
            log.exception("what has changed lately can't be told", game=stored.id)
            return post
        if not line or len(post.words) + len(line) + 1 > LIMIT:
            return post
        return post.model_copy(update={"asks": "\n".join([line, post.asks])})


def lately(at: Situation) -> str:
    """The line; "" where nothing has changed, where no turn begins, and in a seat's first one."""
    rules, ask = at.rules, at.ask
    left = "" if ask is None else at.stored.left.get(ask.seat, "")
    if ask is None or not left or any(entry.seat == ask.seat for entry in at.position.log):
        return ""
    now = rules.view(at.live.state, None)
    if not rules.EXTRAS.aim(now, ask.seat, ask.kind):
        return ""
    then = rules.view(rules.load(left), None)
    old, new = moved(dict(then.standing)[ask.seat], dict(now.standing)[ask.seat])
    told = [say("lately.stand", before=old, after=new)] if new else []
    told += [within(clause, rules.name) for clause in rules.EXTRAS.lately(then, now, ask.seat)]
    return say("lately", told="; ".join(told)) if told else ""
