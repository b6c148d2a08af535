"""Make the buttons that a finished game has: under its result, and under a refusal because it is over."""

from __future__ import annotations

from bot.analysis.hints import Analysis
from bot.analysis.replays import Replays
from bot.deadlines.reserved import can_change_sides
from bot.language.words import say
from bot.replies.action import button
from bot.replies.reply import ActionButton
from bot.seating.rematches import Rematches
from bot.settings.game_settings import return_left_seats
from bot.views.history import make_details_button
from db.records import StoredGame
from rules.kernel import Rules


def list_end_buttons(rules: Rules, stored: StoredGame) -> tuple[ActionButton, ...]:
    """Return the buttons of a finished game, such as a rematch or the review."""
    other_sides = button(Rematches.rematch_with_other_sides.call(stored.id), say("button.rematch_sides"))
    changes, reviewed = can_change_sides(rules, return_left_seats(stored)), bool(rules.BOT_PLAYERS)
    review = button(Analysis.review.call(stored.id), say("button.review"))
    return (
        button(Rematches.rematch.call(stored.id), say("button.rematch"), "good"),
        *([other_sides] if changes else []),
        *([review] if reviewed else []),
        button(Replays.replay.call(1, stored.id), say("button.replay")),
        make_details_button(stored),
    )
