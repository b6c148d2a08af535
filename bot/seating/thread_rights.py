"""Refuse an act at once if the bot lacks a permission for the posts or the thread that follow the act."""

from __future__ import annotations

from collections.abc import Sequence

from bot.language.words import join_names, say
from bot.people.caller import Caller
from bot.replies.reply import Refused

# The permissions that the bot needs to open a thread for a game in a channel, and to post in this thread. For
# a forum, the caller's `find_lacks` ignores "create_public_threads".
RIGHTS = (
    "view_channel",
    "send_messages",
    "create_public_threads",
    "send_messages_in_threads",
    "attach_files",
    "embed_links",
    "read_message_history",
)


def require_thread_rights(caller: Caller, channel_id: int) -> None:
    """Raise `Refused` if the bot can't open a thread for a game in this channel of the caller's server."""
    if lacks := caller.find_lacks(channel_id, RIGHTS):
        raise Refused(say("thread.lacks", channel=channel_id, lacks=_name_rights(lacks)))


def require_posting_rights(caller: Caller) -> None:
    """Raise `Refused` if the bot can't write a message in the caller's channel."""
    send = "send_messages" if caller.parent_id is None else "send_messages_in_threads"
    if lacks := caller.find_lacks(caller.channel_id, ("view_channel", send)):
        raise Refused(say("thread.no_message", lacks=_name_rights(lacks)))


def require_rights(caller: Caller) -> None:
    """Raise `Refused` if the bot lacks a permission that it needs in the caller's channel."""
    if caller.lacks:
        raise Refused(say("lobby.lacks", lacks=_name_rights(caller.lacks)))


def _name_rights(names: Sequence[str]) -> str:
    return join_names([say(f"permission.{name}") for name in names])
