"""A game of one person has one post for each time that the person is asked."""

from __future__ import annotations

import random
from dataclasses import replace

from bot.engine.thinking import RANDOM
from bot.players.bot_moves import BotMoves
from bot.replies.rows import count_rows
from bot.replies.text import group_by_order
from bot.session.loaded_game import title_seat
from bot.story.post import BOARD, CHAPTER, LOBBY, REVIEW, SIDE_ACT, TEXT, Place
from bot.story.rows import ROWS, SUMMARY_ROWS
from bot.views.board import BoardViews
from bot.views.history import History
from db.store import Store
from rules.kernel import Ask, Rules
from rules.loading.games import GAMES
from tests.bot.callers import CHANNEL, NORTH, caller
from tests.bot.hours import Clock
from tests.every_game.tiers import complete_game
from tests.phrases import begins, says

CHOICES = 250  # of the person and the bot players together
NOTE = 2  # rows above what happened, such as a line on a position set by hand
LATELY = ("lately", "lately.acted", "lately.begun")  # frames of the line on what changed for the reader


@complete_game
async def test_one_person_reads_a_post_for_each_question(store: Store, rules: Rules) -> None:
    """The next question's post also reports the bot players' moves, and finished chapters."""
    clock = Clock(store)
    room, table = clock.room, clock.room.table
    table.games, history = GAMES, History(BoardViews(table))
    await room.lobby.create(caller(), rules.KEY)
    await room.lobby.join(caller(NORTH))
    await clock.seats.fill_with_bots(replace(caller(), interaction_id=None), RANDOM)
    await room.lobby.start(caller())
    rng, told_until, asked = random.Random(7), Place(turn=0, entry=0), 0
    opening = [kind for kind, _ in await room.posted() if kind != LOBBY]
    assert opening in ([TEXT], [TEXT, BOARD]), "the dice of the beginning are told with the opening"
    for _ in range(CHOICES):
        stored = await store.find_in_channel(CHANNEL)
        if stored is None:
            break
        at = table.load_seated(stored)
        assert isinstance(at.ask, Ask)
        holder = stored.seat(at.asked)
        assert holder is not None
        titles = [title_seat(rules, seat, at.position) for seat in stored.seats_of(NORTH)]
        by = BotMoves._make_caller(stored, holder.level) if holder.level else caller()
        await table.enter(by, at, [rng.choice([*at.ask.menu()])], "to try" if holder.level else "")
        posts = await room.posted()
        stored = await store.find_in_channel(CHANNEL)
        if stored is None:
            assert [kind for kind, _ in posts if kind != TEXT] == [BOARD, REVIEW]
            break
        now = stored.seat(table.load_seated(stored).asked)
        assert now is not None
        boards = [post for kind, post in posts if kind == BOARD]
        others = {kind for kind, _ in posts} - {BOARD, SIDE_ACT}
        assert others <= {CHAPTER}, "only who is out of the game, or not asked for long, reads of a chapter"
        assert len(boards) == (bool(posts) and not now.level and {kind for kind, _ in posts} != {SIDE_ACT})
        for _, post in posts:
            shown = await history.shorten_post(stored, post, asks=bool(post.asks))
            lines = [line for line in shown.text.splitlines() if line not in post.closing]
            changed = [line for line in lines if any(begins(line, frame) for frame in LATELY)]
            rows = count_rows("\n".join(line for line in lines if line not in changed))
            assert rows <= SUMMARY_ROWS + NOTE
            left = SUMMARY_ROWS - count_rows("\n".join(changed))
            assert not post.summed or rows <= max(left, ROWS) + NOTE, "what changed takes room from the rest"
            assert not begins(shown.text, "reason", reason="to try"), "a reason stands below its order"
            for order in group_by_order(post.text.splitlines()):
                mine = any(
                    begins(order, kind, seat=own) for kind in ("order", "order.asked") for own in titles
                )
                assert not (mine and says(order, "reason", reason="to try")), "a person's order has no reason"
            if post.told is not None:
                assert (post.told.turn, post.told.entry) >= (told_until.turn, told_until.entry), "told twice"
            told_until = post.at or told_until
        asked += len(boards)
    assert asked
