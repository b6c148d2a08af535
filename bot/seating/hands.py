"""Decide who may take a seat with hidden cards.

The host and the players of other seats may take such a seat only if it is on offer to them or to anybody.
"""

from __future__ import annotations

from bot.language.words import say
from bot.replies.reply import Refused
from bot.settings.game_settings import GameSettings
from db.records import Status, StoredGame
from rules.kernel import Rules


def require_hand_given(rules: Rules, stored: StoredGame, key: str, user_id: int) -> None:
    """Raise `Refused` if this person may not take the seat `key`, because its hidden cards would help them.

    A person who plays only against bot players may take any seat.
    """
    if not rules.EXTRAS.hidden or stored.status is not Status.RUNNING:
        return
    holder = stored.seat(key)
    if holder is not None and holder.user_id == user_id and not holder.level:
        return
    others = {seat.user_id for seat in stored.seats if not seat.level} - {user_id}
    given = GameSettings.of(stored).offered.get(key, -1) in (0, user_id)
    if others and not given and (user_id == stored.host_id or stored.seats_of(user_id)):
        raise Refused(say("hand.not_given", seat=rules.name(key)))
