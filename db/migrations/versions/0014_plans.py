"""Make one kind of note of all orders given before a seat is asked.

A seat's `plans` are one note, instead of an `ahead`, a `plan` and several `standing:` notes.
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
HELD = sa.and_(*SAME)  # plans that another player made for the seat are dropped


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
    """Yield the plans that an old note holds."""
    if name.startswith("standing:"):
        yield {"scope": "kind", "about": name.removeprefix("standing:"), "order": text}
        return
    note = json.loads(text)
    for place, key in note.get("answers", {}).items():
        yield {"scope": "question", "about": place, "order": key}
    state = {key: note[key] for key in ("failed", "untold") if key in note}
    for number, (condition, order) in enumerate(note.get("lines", [])):
        # all lines of a plan shared what became of it
        yield {"scope": "turn", "when": condition, "order": order, **({} if number else state)}
