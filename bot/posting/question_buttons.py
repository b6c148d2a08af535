"""Make the extra buttons of a question, add links to posts, and strike through undone posts."""

from __future__ import annotations

import discord
import structlog

from bot.analysis.hints import make_hint_buttons
from bot.language.words import say
from bot.orders.service import make_repeat_buttons
from bot.orders.trades import Trades
from bot.plans.question_plans import QuestionPlans, list_asked_beside
from bot.posting import layouts
from bot.posting.unreachable import FAILING
from bot.replies.action import button
from bot.replies.reply import ActionButton
from bot.replies.text import fit_above
from bot.session.loaded_game import LoadedGame
from bot.settings.game_settings import is_alone
from bot.settings.page_links import PageLinks
from bot.story.post import BOARD, SIDE_ACT, TEXT, Post, link_board
from bot.story.strikethrough import is_after, strike_text
from bot.views.board import BoardViews, make_primer_button
from db.records import Delivery, Seat, Status, StoredGame
from db.store import Store
from rules.lessons.newcomer import find_newcomer

log = structlog.get_logger(__name__)
NEW = 3  # until this turn, questions have a button that shows the game's primer
NEWEST = 40  # look for undone orders in at most this many of the newest posts with boards


def list_buttons_beside(at: LoadedGame, *, asks: bool = True) -> list[ActionButton]:
    """Return the buttons that stand under a question but don't answer it; [] if there is an error.

    If `asks` is False, the post asks nobody. Then return only the button that shows a player's hand.
    """
    try:
        return _make_buttons_beside(at) if asks else _make_hand_buttons(at)
    except Exception:
        log.exception("the buttons beside a question can't be made", game=at.stored.id)
        return []


def _make_buttons_beside(at: LoadedGame) -> list[ActionButton]:
    game, buttons = at.stored.id, make_repeat_buttons(at)
    if is_alone(at.stored):
        buttons += make_hint_buttons(at.rules, at.stored)
    if at.rules.EXTRAS.trades.forms is not None:
        buttons.append(button(Trades.propose.call(game), say("button.deal")))
    if at.position.turn <= NEW and find_newcomer(at.rules) is not None:
        buttons.append(make_primer_button(at.rules))
    if list_asked_beside(at):
        buttons.append(button(QuestionPlans.show.call(game), say("button.plan_answer"), "main"))
    return [*buttons, *_make_hand_buttons(at)]


def _make_hand_buttons(at: LoadedGame) -> list[ActionButton]:
    if not at.rules.EXTRAS.hand:
        return []
    return [button(BoardViews.show_hand.call(at.stored.id), say("button.hand"))]


async def link_back(
    store: Store, delivery: Delivery, stored: StoredGame, post: Post, holder: Seat | None
) -> Post:
    """Return the post with a link to the open question.

    Only posts of the kinds `TEXT` and `SIDE_ACT` get the link. The link leads to the post with the open
    question. There is no link in three cases: that post is missing, the question will soon be posted again,
    or a bot player is asked. `holder` is the asked seat and its player.
    """
    asked = stored.status is Status.RUNNING and stored.panel_id is not None
    asked = asked and (holder is None or not holder.level)
    if delivery.kind not in (TEXT, SIDE_ACT) or not asked or await store.is_due(stored.id, BOARD):
        return post
    leads = say("post.asked", link=link_board(stored))
    return post.model_copy(update={"text": fit_above(post.text, leads)})


def link_page(links: PageLinks, delivery: Delivery, stored: StoredGame, post: Post) -> Post:
    """Return the post. If it shows a board and the game has a web page, add a link to the page."""
    link = links.write(stored) if delivery.kind == BOARD else ""
    if not link:
        return post
    if post.asks:
        foot, *rest = post.asks.split("\n")
        return post.model_copy(update={"asks": "\n".join([links.add(foot, stored), *rest])})
    return post.model_copy(update={"text": fit_above(post.text, link)})


async def strike(
    store: Store, channel: discord.PartialMessageable, stored: StoredGame, post: Post, own: int
) -> None:
    """Strike through the posts about orders that an undo removed.

    `post`: the report of the undo. `own`: the id of its message.
    """
    if post.strikes is None:
        return
    for content, message_id in await store.list_posted(stored.id, BOARD, NEWEST):
        told = Post.model_validate_json(content)
        if message_id >= own or not is_after(told, post.strikes):
            continue
        try:
            struck, nobody = strike_text(told.text), discord.AllowedMentions.none()
            if told.asks:  # the message is a layout
                message = await channel.fetch_message(message_id)
                await message.edit(view=layouts.restate(message, struck), allowed_mentions=nobody)
            else:
                await channel.get_partial_message(message_id).edit(content=struck, allowed_mentions=nobody)
        except FAILING as error:
            log.info("an undone post can't be struck through", game=stored.id, error=str(error))
