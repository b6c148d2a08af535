"""Write the card of a game that has not started: its seats and options, and how to join."""

from __future__ import annotations

from bot.deadlines.reserved import describe_reserved, find_reserved
from bot.language.words import say
from bot.replies.text import MAX_TEXT, cut_text
from bot.session.loaded_game import list_seats, name_holder, title_seat
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings
from bot.settings.setting_values import format_changed_settings
from bot.story.board_posts import format_relative
from bot.story.record_header import describe_secret
from db.records import StoredGame
from rules.kernel import Rules


def write_lobby_card(rules: Rules, stored: StoredGame, over: str = "") -> str:
    """Return the card of a game that has not started, with its seats and options.

    `over` says why nobody can join any more; "" if people can still join.
    """
    seats = [
        say("card.seat", seat=title_seat(rules, key), holder=name_holder(rules, holder))
        if (holder := stored.seat(key)) is not None
        else describe_reserved(stored, key, title_seat(rules, key))
        for key in list_seats(rules, stored)
    ]
    free = len(stored.seats) < len(seats)
    head = "card" if free and not over else "card.closed"
    title = say(head, title=title_table(rules, stored), user=stored.host_id)
    kept = len(find_reserved(stored)) == len(seats) - len(stored.seats)
    starts = GameSettings.of(stored).starts_at
    ready = say("card.ready") if starts is None else say("card.starts", when=format_relative(starts))
    how = over or (say("card.kept" if kept else "card.how") if free else ready)
    # The card of a newcomer has no hash of the seed. `/game options` and the record have it.
    settings = GameSettings.of(stored)
    secret = [] if settings.first_game or settings.plain_card else describe_secret(rules, stored)
    lines = [title, *seats, how, format_changed_settings(rules, stored), *secret]
    return cut_text("\n".join(filter(None, lines)), MAX_TEXT)
