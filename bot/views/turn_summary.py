"""What has changed for a seat since its own last turn, in a line, for the post that calls it."""

from __future__ import annotations

import structlog

from bot.language.words import say
from bot.orders.service import OrderService
from bot.replies.text import MAX_TEXT
from bot.session.loaded_game import LoadedGame
from bot.session.views import view_start
from bot.story.announce import Post
from bot.story.standings import list_moves
from db.records import StoredGame
from rules.kernel import View
from rules.words import within

log = structlog.get_logger(__name__)


class TurnSummary:
    """Reads the game as all may see it, so that nothing hidden is told."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    async def posted(self, stored: StoredGame, post: Post, *, asks: bool) -> Post:
        """A post that `asks`, opened by that line, where a turn of the asked seat begins and something has
        changed. The post stands without it too."""
        if not asks:
            return post
        try:
            line = await self.line(self.orders.load_seated(stored))
        except Exception:
            log.exception("what has changed lately can't be told", game=stored.id)
            return post
        if not line or len(post.words) + len(line) + 1 > MAX_TEXT:
            return post
        return post.model_copy(update={"asks": "\n".join([line, post.asks])})

    async def line(self, at: LoadedGame) -> str:
        """The line for the asked seat; "" where none of its turns begins, or nothing has changed."""
        now = at.view(None)
        if not find_begin(at, now):
            return ""
        return write_summary(
            at,
            now,
            await self.orders.store.load_state_after_own_turn(at.stored.id, at.position.turn, at.asked),
        )


def find_begin(at: LoadedGame, now: View) -> bool:
    """True where the asked seat begins a turn, as all see it now: it has answered nothing in it yet."""
    ask = at.ask
    if ask is None or any(entry.seat == ask.seat for entry in at.position.log):
        return False
    return bool(at.rules.EXTRAS.teaching.aim(now, ask.seat, ask.kind))


def write_summary(at: LoadedGame, now: View, left: str) -> str:
    """The line for the asked seat, which has left the game in a state; "" where nothing has changed, and in a
    seat's first turn."""
    if not left:
        return ""
    rules, seat = at.rules, at.asked
    then = view_start(rules, left)
    old, new = list_moves(dict(then.standing)[seat], dict(now.standing)[seat])
    told = [say("lately.stand", before=old, after=new)] if new else []
    told += [within(clause, rules.name) for clause in rules.EXTRAS.prose.changes(then, now, seat)]
    return say("lately", told="; ".join(told)) if told else ""
