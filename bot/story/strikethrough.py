"""Strike through the posts about orders that an undo has removed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.replies.text import MAX_TEXT
from bot.story.post import BOARD, Place, Post
from db.records import NewDelivery
from rules.kernel import Game

_HEAD = re.compile(r"(?:-# |#+ |- )?")  # Discord's sign for small print, a title or a list item
STROKE = "~~"


def strike_posts(posts: Sequence[NewDelivery], to: Game) -> list[NewDelivery]:
    """Return these posts, with a mark on the board's post.

    The mark tells the poster to strike through earlier posts that are about places after `to`.
    """
    return [_add_strike(post, Place.of(to)) if post.kind == BOARD else post for post in posts]


def _add_strike(post: NewDelivery, to: Place) -> NewDelivery:
    """Return a copy of a post with the mark that `strike_posts` explains."""
    content = Post.model_validate_json(post.content).model_copy(update={"strikes": to})
    return replace(post, content=content.model_dump_json())


def strike_text(text: str) -> str:
    """Return a text with its lines struck through, as many lines as Discord's limit for a message allows."""
    lines, room = text.split("\n"), MAX_TEXT - len(text)
    for number, line in enumerate(lines):
        head = _HEAD.match(line)
        begin = 0 if head is None else head.end()
        if line[begin:].strip() and STROKE not in line and room >= 2 * len(STROKE):
            lines[number] = f"{line[:begin]}{STROKE}{line[begin:]}{STROKE}"
            room -= 2 * len(STROKE)
    return "\n".join(lines)


def is_after(post: Post, to: Place) -> bool:
    """Return whether a post is about a place in the game after `to`."""
    return post.at is not None and (post.at.turn, post.at.entry) > (to.turn, to.entry)
