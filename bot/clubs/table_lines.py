"""Describe tables in lists: for a lobby, its seats; for a game, its chapter and who is asked."""

from __future__ import annotations

from collections.abc import Sequence

from bot.deadlines.reminders import find_waiting_since
from bot.deadlines.reserved import find_reserved
from bot.language.words import join_names, say
from bot.orders.service import OrderService
from bot.session.loaded_game import list_seats, name_holder, name_seat
from bot.session.table_names import name_table
from bot.settings.game_settings import GameSettings
from bot.settings.setting_values import describe_pace, find_bar
from bot.story.board_posts import format_relative
from bot.story.chapters import write_title
from bot.story.post import link_board
from db.records import Status, StoredGame
from rules.kernel import Rules

PACELESS = "none"


class TableLines:
    """Writes the lines of tables."""

    def __init__(self, orders: OrderService) -> None:
        self.orders = orders

    def write(self, stored: StoredGame) -> str:
        """Return the lines of a table with a lobby or a game. The game must be installed."""
        rules = self.orders.games[stored.game]
        places = {
            "table": name_table(rules, stored),
            "link": link_board(stored),
            "title": rules.TITLE,
            "game": stored.id,
        }
        below = self._write_lobby(rules, stored) if stored.position is None else self._write_game(stored)
        return "\n".join([say("tables.table", **places), say("tables.below", line=" · ".join(below))])

    def _write_lobby(self, rules: Rules, stored: StoredGame) -> list[str]:
        free = [rules.name(seat) for seat in list_free_seats(rules, stored)]
        people = dict.fromkeys(name_holder(rules, seat) for seat in stored.seats)
        seats = say("tables.free", seats=join_names(free)) if free else say("tables.full")
        sit = [say("tables.people", people=join_names([*people]))] if people else []
        return [seats, *sit, *_describe_terms(rules, stored)]

    def _write_game(self, stored: StoredGame) -> list[str]:
        at = self.orders.load_seated(stored)
        rules, holder = at.rules, stored.seat(at.asked)
        chapter = write_title(rules, at.position)
        since = format_relative(find_waiting_since(stored))
        if holder is None:
            asked = say("tables.asked_nobody", seat=name_seat(rules, at.asked, at.position), since=since)
        else:
            asked = say(
                "tables.asked",
                seat=name_seat(rules, at.asked, at.position),
                holder=name_holder(rules, holder),
                since=since,
            )
        free = [name_seat(rules, seat, at.position) for seat in list_free_seats(rules, stored)]
        page = self.orders.page_links.find(stored)
        return [
            *([chapter] if chapter else []),
            asked,
            *([say("tables.free", seats=join_names(free))] if free else []),
            *_describe_terms(rules, stored),
            *([say("tables.web", link=page)] if page else []),
        ]


def list_free_seats(rules: Rules, stored: StoredGame) -> Sequence[str]:
    """Return the seats that anybody may take.

    In a running game, these are the free seats and the seats on offer to everybody. In a lobby, these are the
    free seats that are not reserved.
    """
    offered = GameSettings.of(stored).offered
    if stored.status is Status.RUNNING:
        return [
            seat
            for seat in list_seats(rules, stored)
            if stored.seat(seat) is None or offered.get(seat, -1) == 0
        ]
    kept = find_reserved(stored)
    return [seat for seat in list_seats(rules, stored) if stored.seat(seat) is None and seat not in kept]


def _describe_terms(rules: Rules, stored: StoredGame) -> list[str]:
    """Return the pace of a table, and whether it is rated."""
    settings = GameSettings.of(stored)
    pace = [describe_pace(settings.pace)] if settings.pace != PACELESS else []
    rated = settings.rated and find_bar(rules, stored) is None  # with a bar, the game can't be rated
    return [*pace, say("tables.rated" if rated else "tables.friendly")]
