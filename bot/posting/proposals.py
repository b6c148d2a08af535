"""Messages whose buttons answer a proposal: a trade, a seat on offer, a request to take back. What they
wait for is written down with the game, so that they lose them when it is settled, whatever restarts."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.language.words import say
from bot.orders.undo_requests import UndoRequests, describe_end, is_waiting
from bot.session.loaded_game import LoadedGame, list_seats
from bot.settings.game_settings import GameSettings
from bot.story.announce import Post
from db.records import Note
from rules.kernel import SIDE

NAME = "unsettled"  # of the note, which is the whole table's
CLAIM = "claim"  # the verb of the button that takes a seat
PLEA = "plea"

Open = Mapping[int, Sequence[str]]  # message to what it waits for


def list_awaited(post: Post) -> list[str]:
    """Return what the buttons of a post wait for; nothing where they are good for ever."""
    found = [key.removeprefix(SIDE) for key in post.offers]
    for each in post.buttons:
        if each.verb == CLAIM:
            found.append(f"{CLAIM}:{each.about.partition(':')[2]}")
        elif each.verb in (UndoRequests.agree.verb, UndoRequests.object.verb):
            found.append(PLEA)
    return list(dict.fromkeys(found))


def end_proposal(waiting: Sequence[str], notes: Sequence[Note]) -> str:
    """Return the line that closes a proposal's message; "" if another message says how it ended."""
    if any(matter.startswith(f"{CLAIM}:") for matter in waiting):
        return say("offer.over")
    return describe_end(notes) if PLEA in waiting else ""


def read(notes: Sequence[Note]) -> dict[int, list[str]]:
    """Return the messages that wait for something, oldest first."""
    text = next((note.text for note in notes if (note.seat, note.name) == ("", NAME)), "{}")
    return {int(message): list(waiting) for message, waiting in json.loads(text).items()}


def note(waiting: Open) -> Note:
    """Return the same to be kept."""
    return Note("", NAME, 0, json.dumps(waiting) if waiting else "")


def settle_proposals(waiting: Open, at: LoadedGame | None, notes: Sequence[Note]) -> set[int]:
    """Return the messages of which nothing is waited for any more; `at` None: the game is over.

    Of two that wait for the same the newer one does.
    """
    live = set() if at is None else _live(at, notes)
    found: set[int] = set()
    for message, matter in reversed(list(waiting.items())):
        if not live & set(matter):
            found.add(message)
        live -= set(matter)
    return found


def _live(at: LoadedGame, notes: Sequence[Note]) -> set[str]:
    """Return all that is waited for now."""
    acts = {
        act.key
        for seat in list_seats(at.rules, at.stored)
        for act in at.rules.EXTRAS.trades.offered(at.live.state, seat)
    }
    seats = {f"{CLAIM}:{seat}" for seat in GameSettings.of(at.stored).offered}
    return acts | seats | ({PLEA} if is_waiting(at, notes) else set())
