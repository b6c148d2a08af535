"""Start a full table automatically, after the pause that the table has set, unless somebody asks it to wait.

The act that takes the last seat stores a delivery. This delivery starts the game when its time comes. The
settings have the time of the start too. If the two times differ, the table has changed in the meantime, and
the delivery is out of date.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from pydantic import BaseModel, ConfigDict

from bot.language.words import say
from bot.people.preferences import OFF
from bot.replies.action import button, declare
from bot.replies.reply import ActionButton
from bot.session.loaded_game import list_seats
from bot.session.table_names import title_table
from bot.settings.game_settings import GameSettings
from bot.story.post import TEXT, make_news
from db.records import NewDelivery, Status, StoredGame
from rules.kernel import Rules

BEGIN = "begin"  # the kind of the delivery that starts a full table


@declare("start", "{game_id}")
def START(game_id: int | None = None) -> None:
    """Start the game. `bot.seating.lobby` implements this action."""


@declare("wait", "{game_id}")
def WAIT(game_id: int) -> None:
    """Let a full table wait. `bot.seating.lobby` implements this action."""


class PlannedStart(BaseModel):
    """The content of the delivery: when the table starts."""

    model_config = ConfigDict(frozen=True)

    at: datetime


def is_full(rules: Rules, stored: StoredGame) -> bool:
    """Return whether all seats of a lobby are taken, at least one of them by a person."""
    taken = all(stored.seat(key) is not None for key in list_seats(rules, stored))
    return stored.status is Status.LOBBY and taken and any(not seat.level for seat in stored.seats)


def plan_start(
    rules: Rules, stored: StoredGame, settings: GameSettings, actor: int, now: datetime
) -> tuple[GameSettings, list[NewDelivery]]:
    """Return the settings and the posts to add when the user `actor` has taken or given a seat.

    `stored` is the game with the new player. If the table is full, plan its start, unless its setting `start`
    is off. Also tell the host that the table is full, unless the host is `actor`.
    """
    if not is_full(rules, stored):
        return settings.with_(starts_at=None), []
    pause = None if settings.start == OFF else timedelta(minutes=settings.start)
    settings = settings.with_(starts_at=None if pause is None else now + pause)
    posts = []
    if settings.starts_at is not None:
        planned = PlannedStart(at=settings.starts_at).model_dump_json()
        posts.append(NewDelivery(stored.channel_id, BEGIN, planned, settings.starts_at))
    if actor != stored.host_id:
        text = say("full", title=title_table(rules, stored))
        if pause is not None:
            text = say("full.starts", title=title_table(rules, stored), n=round(pause / timedelta(minutes=1)))
        told = make_news(text, [stored.host_id], buttons=make_start_buttons(stored.id, settings))
        posts.append(told.delivery(stored, TEXT))
    return settings, posts


def make_start_buttons(game_id: int, settings: GameSettings) -> list[ActionButton]:
    """Return the button that starts a full table.

    If the table would start by itself, add a button that makes it wait.
    """
    start = button(START.call(game_id), say("button.start"), "good")
    return [start, button(WAIT.call(game_id), say("button.wait"))] if settings.starts_at else [start]
