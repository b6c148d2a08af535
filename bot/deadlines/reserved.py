"""Keep the seats of a rematch for a while for the people who played the game before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from bot.language.words import say
from bot.replies.reply import Refused
from bot.session.loaded_game import list_seats
from bot.settings.game_settings import GameSettings
from bot.settings.options import draws_sides
from bot.story.board_posts import format_time
from db.records import Seat, Status, StoredGame
from rules.kernel import Rules

KEPT = timedelta(days=1)  # how long seats are kept, unless the pace's time for an answer is shorter


def reserve_seats(settings: GameSettings, seats: Sequence[Seat]) -> GameSettings:
    """Return the settings of a rematch that keeps these seats for the people in them."""
    kept_for = min(KEPT, settings.terms.answer or KEPT)
    people = {seat.seat: seat.user_id for seat in seats if not seat.level}
    return settings.with_(reserved=people, reserved_until=datetime.now(UTC) + kept_for)


def change_sides(rules: Rules, stored: StoredGame) -> list[Seat]:
    """Return the seats of a finished game, with each holder moved one seat further."""
    keys = list_seats(rules, stored)
    following = dict(zip(keys, [*keys[1:], *keys[:1]], strict=True))
    return [replace(seat, seat=following[seat.seat]) for seat in stored.seats]


def can_change_sides(rules: Rules, stored: StoredGame) -> bool:
    """Return whether a change of sides gives anybody another side.

    Return False if one person or only bot players hold the seats, or if chance gives the seats their sides.
    """
    if draws_sides(rules, stored.options):
        return False
    return len({seat.user_id for seat in stored.seats}) > 1


def find_reserved(stored: StoredGame) -> dict[str, int]:
    """Return the free seats that are kept for people now. The value of a seat is the person's id."""
    settings = GameSettings.of(stored)
    until = settings.reserved_until
    if stored.status is not Status.LOBBY or until is None or until <= datetime.now(UTC):
        return {}
    return {seat: user for seat, user in settings.reserved.items() if stored.seat(seat) is None}


def describe_reserved(stored: StoredGame, key: str, seat: str) -> str:
    """Return the line of a seat on the lobby's card: free, or kept for somebody."""
    user = find_reserved(stored).get(key)
    if user is None:
        return say("card.free", seat=seat)
    return say("card.reserved", seat=seat, user=user, until=_format_end(stored))


def require_not_reserved(rules: Rules, stored: StoredGame, key: str, user_id: int) -> None:
    """Raise `Refused` if a seat is kept for another person."""
    user = find_reserved(stored).get(key, user_id)
    if user != user_id:
        until = _format_end(stored)
        raise Refused(say("rematch.reserved", seat=rules.name(key), user=user, until=until))


def _format_end(stored: StoredGame) -> str:
    """Return a text with the time until which seats are kept."""
    until = GameSettings.of(stored).reserved_until
    assert until is not None, "a seat is kept until some time"
    return format_time(until)
