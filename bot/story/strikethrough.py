"""Posts that tell of something taken back: the orders in the messages before stand struck through then."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.replies.text import MAX_TEXT
from bot.story.announce import BOARD, Place, Post
from db.records import NewDelivery
from rules.kernel import Game

_HEAD = re.compile(r"(?:-# |#+ |- )?")  # how a line of Discord's begins that is small, a title or a point
STROKE = "~~"


def strike_posts(posts: Sequence[NewDelivery], to: Game) -> list[NewDelivery]:
    """Return these posts; with the board of them what was told after `to` is struck through."""
    return [_striking(post, Place.of(to)) if post.kind == BOARD else post for post in posts]


def _striking(post: NewDelivery, to: Place) -> NewDelivery:
    content = Post.model_validate_json(post.content).model_copy(update={"strikes": to})
    return replace(post, content=content.model_dump_json())


def strike_text(text: str) -> str:
    """Return a text with a stroke through each of its lines, as far as it has room for strokes."""
    lines, room = text.split("\n"), MAX_TEXT - len(text)
    for number, line in enumerate(lines):
        head = _HEAD.match(line)
        begin = 0 if head is None else head.end()
        if line[begin:].strip() and STROKE not in line and room >= 2 * len(STROKE):
            lines[number] = f"{line[:begin]}{STROKE}{line[begin:]}{STROKE}"
            room -= 2 * len(STROKE)
    return "\n".join(lines)


def is_after(post: Post, to: Place) -> bool:
    """True for a post that tells of something after this place."""
    return post.at is not None and (post.at.turn, post.at.entry) > (to.turn, to.entry)
