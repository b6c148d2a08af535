"""Find messages with a settled proposal. The poster then removes their buttons.

A proposal is a trade, an offered seat or an undo request. A note of the game stores the messages that wait
for an answer. For each message, the note has the matters that the message waits for. A matter is the key of
an answer to a trade, "claim:SEAT" for a seat, or "plea" for an undo request.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

from bot.language.words import say
from bot.orders.undo_requests import UndoRequests, describe_end, is_waiting
from bot.seating.seats import Seats
from bot.session.loaded_game import LoadedGame, list_seats
from bot.settings.game_settings import GameSettings
from bot.story.post import Post
from db.records import Note
from rules.kernel import SIDE

NAME = "unsettled"  # the name of the game's note
CLAIM = Seats.claim.verb
PLEA = "plea"  # the matter of an undo request

Open = Mapping[int, Sequence[str]]  # {id of a message: the matters that it waits for}


def list_awaited(post: Post) -> list[str]:
    """Return the matters of the proposals in a post; [] if the post has no proposal."""
    found = [key.removeprefix(SIDE) for key in post.offers]
    for each in post.buttons:
        if each.verb == CLAIM:
            found.append(f"{CLAIM}:{each.about.partition(':')[2]}")
        elif each.verb in (UndoRequests.agree.verb, UndoRequests.object.verb):
            found.append(PLEA)
    return list(dict.fromkeys(found))


def end_proposal(waiting: Sequence[str], notes: Sequence[Note]) -> str:
    """Return the line to add to a settled proposal; "" for a trade, because another post tells its end."""
    if any(matter.startswith(f"{CLAIM}:") for matter in waiting):
        return say("offer.over")
    return describe_end(notes) if PLEA in waiting else ""


def read_waiting(notes: Sequence[Note]) -> dict[int, list[str]]:
    """Return the waiting messages: `{id: matters}`. The oldest message comes first."""
    text = next((note.text for note in notes if (note.seat, note.name) == ("", NAME)), "{}")
    return {int(message): list(waiting) for message, waiting in json.loads(text).items()}


def write_note(waiting: Open) -> Note:
    """Return the note that stores the waiting messages."""
    return Note("", NAME, 0, json.dumps(waiting) if waiting else "")


def settle_proposals(waiting: Open, at: LoadedGame | None, notes: Sequence[Note]) -> set[int]:
    """Return the ids of the messages with a settled proposal. `at` is None if the game isn't running.

    If two messages wait for the same matter, only the newer message stays open.
    """
    live = set() if at is None else _find_open(at, notes)
    found: set[int] = set()
    for message, matter in reversed(list(waiting.items())):
        if not live & set(matter):
            found.add(message)
        live -= set(matter)
    return found


def _find_open(at: LoadedGame, notes: Sequence[Note]) -> set[str]:
    """Return the matters of all open proposals of a game."""
    acts = {
        act.key
        for seat in list_seats(at.rules, at.stored)
        for act in at.rules.EXTRAS.trades.offered(at.live.state, seat)
    }
    seats = {f"{CLAIM}:{seat}" for seat in GameSettings.of(at.stored).offered}
    return acts | seats | ({PLEA} if is_waiting(at, notes) else set())
