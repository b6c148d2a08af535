"""Merge a seat's notes about its plans into one note. A plan answers questions before they are asked.

The note `plans` replaces the notes `ahead`, `plan` and several `standing:` notes.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0014_plans"
down_revision = "0013_settings"

notes = sa.table("notes", *map(sa.column, ("game_id", "seat", "name", "user_id", "text")))
seats = sa.table("seats", *map(sa.column, ("game_id", "seat", "user_id")))
OLD = notes.c.name.in_(("ahead", "plan")) | notes.c.name.startswith("standing:")
SAME = (notes.c[name] == seats.c[name] for name in ("game_id", "seat", "user_id"))
HELD = sa.and_(*SAME)  # notes of an earlier player of the seat are dropped


def upgrade() -> None:
    connection = op.get_bind()
    plans: dict[tuple[int, str, int], list[dict[str, Any]]] = defaultdict(list)
    for row in connection.execute(sa.select(notes).join(seats, HELD).where(OLD).order_by(notes.c.name)):
        plans[row.game_id, row.seat, row.user_id] += _entries(row.name, row.text)
    connection.execute(notes.delete().where(OLD))
    for (game, seat, user), entries in plans.items():
        new = {"game_id": game, "seat": seat, "name": "plans", "user_id": user, "text": json.dumps(entries)}
        connection.execute(notes.insert().values(new))


def _entries(name: str, text: str) -> Iterator[dict[str, Any]]:
    """Yield the plans of an old note, as JSON values."""
    if name.startswith("standing:"):
        yield {"scope": "kind", "about": name.removeprefix("standing:"), "order": text}
        return
    note = json.loads(text)
    for place, key in note.get("answers", {}).items():
        yield {"scope": "question", "about": place, "order": key}
    state = {key: note[key] for key in ("failed", "untold") if key in note}
    for number, (condition, order) in enumerate(note.get("lines", [])):
        # An old plan had one state for all its lines. The first new plan gets this state.
        yield {"scope": "turn", "when": condition, "order": order, **({} if number else state)}
