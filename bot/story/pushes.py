"""Write the text that a phone's notification shows for a post.

A notification shows only the plain content of a message. A post with a question consists of components and
has no content. So `Post.push` has the sentence for the notification. This sentence has no markdown and no
Discord timestamp, because a notification would show their signs ("**", "<t:...>"). Any other post that
mentions people is first sent without these signs. An edit adds the signs at once. The post of a game's end
begins with a sentence without such signs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from textwrap import shorten

from bot.language.words import say
from bot.replies.text import end_sentence
from bot.session.loaded_game import LoadedGame, name_seat
from bot.session.table_names import name_table, title_table
from bot.settings.game_settings import return_left_seats
from bot.story.standings import Ending, find_ending

MAX_PUSH = 170  # the most characters of a notification; a phone shows a little more
MENTION, NAME = 22, 10  # estimated characters of a mention, and of the name that a phone shows for it
SHORTEST = 50  # a question gets at least this many characters
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
_SIGNS = re.compile(r"\*\*|~~|^-# |^#+ |^- |`", re.MULTILINE)  # the signs of markdown that the bot uses
_LINK = re.compile(r"\[([^\]\n]*)\]\(https?://[^)\s]*\)")  # a link with a text
_TIME = re.compile(r"<t:(\d+)(?::\w)?>")  # a timestamp, which Discord shows in each reader's time zone


def write_call(at: LoadedGame, users: Sequence[int], left: timedelta | None, *, over: bool = False) -> str:
    """Return the sentence that tells these people to answer the open question; "" if there is nobody.

    `left` is the time until the answer is due; None for no limit. `over` is whether the time is up.
    """
    if at.ask is None or not users:
        return ""
    table, holder = name_table(at.rules, at.stored), at.stored.seat(at.asked)
    time = "" if left is None or over else f" {write_time_left(left)}"

    def write(question: str) -> str:
        if len(users) > 1 or holder is None or holder.user_id != users[0]:
            return say("push.turns", users=mention(users), table=table, question=question) + time
        frame = "push.over" if over else "push.turn"
        seat = name_seat(at.rules, at.asked, at.position)
        return say(frame, user=mention(users), table=table, seat=seat, question=question) + time

    asked = remove_signs(at.ask.prompt.read(at.rules.name)).split("\n")[0]
    taken = len(write("")) - (MENTION - NAME) * len(users)
    question = shorten(asked, max(SHORTEST, MAX_PUSH - taken), placeholder=" …")
    return write(end_sentence(question))


def write_end(at: LoadedGame, users: Sequence[int], told: Iterable[str]) -> str:
    """Return the line that tells these people how their game ended. `told` has sentences on who won.

    The line first says to each person that they won, or which place they have.
    """
    result = " ".join(end_sentence(remove_signs(each)) for each in told)
    text = say("push.end", result=result, title=title_table(at.rules, at.stored))
    held = return_left_seats(at.stored)
    found = {user: find_ending(at, held.seats_of(user)) for user in users}
    personal = [_write_ending(user, ending) for user, ending in found.items() if ending is not None]
    others = [user for user, ending in found.items() if ending is None]
    return " ".join([*personal, say("news", users=mention(others), text=text) if others else text])


def _write_ending(user: int, ending: Ending) -> str:
    """Return the sentence that says to a person how the game ended for them."""
    if ending.place == ending.seats == 2:
        return say("end.lost", user=mention([user]))
    if ending.place > 1:
        return say("end.place", user=mention([user]), place=ending.place, n=ending.seats)
    return say("end.shared" if ending.sharing > 1 else "end.won", user=mention([user]))


def write_time_left(left: timedelta) -> str:
    """Return a sentence that says how much time is left to answer."""
    if left < 2 * HOUR:
        return say("push.minutes", n=max(round(left.total_seconds() / 60), 1))
    if left < 2 * DAY:
        return say("push.hours", n=round(left / HOUR))
    return say("push.days", n=round(left / DAY))


def write_span(time: timedelta) -> str:
    """Return a span of time in short: "5 min", "3 h" or "2 d 4 h"."""
    if time < HOUR:
        return say("span.minutes", n=int(time.total_seconds() // 60))
    days, hours = time.days, time.seconds // 3600
    return say("span.days", days=days, hours=hours) if days else say("span.hours", hours=hours)


def list_lines_about(users: Iterable[int], lines: Iterable[str]) -> list[str]:
    """Return the lines that mention one of these users, without signs of markdown."""
    mentions = [f"<@{user}>" for user in users]
    return [remove_signs(line) for line in lines if any(each in line for each in mentions)]


def write_notification(text: str, push: str, called: Iterable[int]) -> str:
    """Return what a message says when it is sent: plain text if it mentions people, else `text` itself.

    `push` is the sentence for the notification; if it is "", the notification has the whole text.
    """
    return (push or remove_signs(text)) if [*called] else text


def mention(users: Iterable[int]) -> str:
    """Return mentions of these users."""
    return " ".join(f"<@{user}>" for user in dict.fromkeys(users))


def remove_signs(text: str) -> str:
    """Return a text without signs of markdown. Links become their texts, and times are in UTC."""
    plain = _LINK.sub(r"\1", _SIGNS.sub("", text))
    return _TIME.sub(lambda time: f"{datetime.fromtimestamp(int(time[1]), UTC):%Y-%m-%d %H:%M} UTC", plain)
