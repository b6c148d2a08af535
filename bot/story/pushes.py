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
from bot.settings.game_settings import return_finished_seats, return_left_seats
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

    The line first says to each person that they won, or which place they have. If bot players finished the
    game for them or held their seat at the end, the line says so.
    """
    result = " ".join(end_sentence(remove_signs(each)) for each in told)
    text = say("push.end", result=result, title=title_table(at.rules, at.stored))
    written = {user: _write_ending(at, user) for user in users}
    personal = [sentence for sentence in written.values() if sentence]
    others = [user for user, sentence in written.items() if not sentence]
    return " ".join([*personal, say("news", users=mention(others), text=text) if others else text])


def _write_ending(at: LoadedGame, user: int) -> str:
    """Return the sentence that says to a person how the game ended for them.

    Return "" if the sentences on the result say it: a draw, or a game that does not rank seats.
    """
    played = return_finished_seats(at.stored).seats_of(user)
    if not played:
        left = return_left_seats(at.stored).seats_of(user)
        return say("end.left", user=mention([user])) if left else ""
    ending, called = find_ending(at, played), mention([user])
    if at.stored.seats_of(user):
        return "" if ending is None else _tell_player(ending, called)
    finished = say("end.finished", user=called)
    return finished if ending is None else " ".join(filter(None, [finished, _tell_side(ending)]))


def _tell_player(ending: Ending, called: str) -> str:
    """Return the sentence that says to a player how the game ended; "" for a draw. `called` mentions them."""
    if ending.is_draw:
        return ""
    if ending.place == ending.seats == 2:
        return say("end.lost", user=called)
    if ending.place > 1:
        return say("end.place", user=called, place=ending.place, n=ending.seats)
    return say("end.shared" if ending.sharing > 1 else "end.won", user=called)


def _tell_side(ending: Ending) -> str:
    """Return how the game ended for the side of a person whose game bot players finished; "" for a draw."""
    if ending.is_draw:
        return ""
    if ending.place == ending.seats == 2:
        return say("end.finished_lost")
    if ending.place > 1:
        return say("end.finished_place", place=ending.place, n=ending.seats)
    return say("end.finished_shared" if ending.sharing > 1 else "end.finished_won")


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
