"""Write the results of a cup or league as CSV and as JSON."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bot.competitions.progress import list_divisions, rank_division
from db.clubs.competition_records import Competition, LogLine

CSV, JSON = "csv", "json"
_COLUMNS = ("number", "season", "division", "round", "how", "game", "reason")


def write_csv(of: Competition) -> str:
    """Return a heading line, and one line for every person in every match."""
    names = {each.user_id: each.user_name for each in of.entrants}
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow([*_COLUMNS, "seat", "user", "name", "points"])
    for match in of.matches:
        first = [
            match.number,
            match.season,
            match.division,
            match.round,
            match.how,
            match.game_id,
            match.reason,
        ]
        points = match.points or ("",) * len(match.people)
        for seat, (user, own) in enumerate(zip(match.people, points, strict=True), 1):
            number = round(float(Fraction(own)), 4) if own else ""
            rows.writerow([*first, seat, user, names.get(user, ""), number])
    return text.getvalue()


def write_json(of: Competition, log: Sequence[LogLine]) -> str:
    """Return the whole competition: its terms, people, matches, standings and log."""
    data: dict[str, Any] = {
        "id": of.id,
        "kind": of.kind,
        "name": of.name,
        "game": of.game,
        "stage": of.stage,
        "season": of.season,
        "terms": json.loads(of.terms),
        "people": [
            {
                "user": each.user_id,
                "name": each.user_name,
                "joined": each.joined.isoformat(),
                "withdrawn": each.withdrawn,
                "division": each.division,
            }
            for each in of.entrants
        ],
        "matches": [
            {
                "number": each.number,
                "season": each.season,
                "division": each.division,
                "round": each.round,
                "people": each.people,
                "points": each.points,
                "how": each.how,
                "reason": each.reason,
                "game": each.game_id,
                "due": None if each.due is None else each.due.isoformat(),
            }
            for each in of.matches
        ],
        "standings": [
            {
                "season": season,
                "division": division,
                "place": each.place,
                "user": each.person,
                "points": str(each.points),
                "tie_breaks": [str(tie) for tie in each.tie_breaks],
                "games": each.played,
                "byes": each.byes,
                "withdrawn": each.withdrawn,
            }
            for season in range(1, of.season + 1)
            for division in list_divisions(of, season)
            for each in rank_division(of, season, division)
        ],
        "log": [{"user": each.user_id, "line": each.line, "time": each.time.isoformat()} for each in log],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"
