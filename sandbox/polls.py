"""Keep polls as Discord does.

A poll comes with a message. People vote until the bot closes the poll or its time is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from sandbox.errors import Json, Problem, Refusal

ANSWERS = 10  # a poll has at most this many answers
ANSWER = 55  # an answer has at most this many characters
QUESTION = 300  # a question has at most this many characters
HOURS = 768  # a poll is open for at most this many hours
USUAL_HOURS = 24
DEFAULT_LAYOUT = 1


def poll_problems(sent: Json | None) -> Iterator[Problem]:
    """Yield the problems of the poll of a new message."""
    if sent is None:
        return
    if not 1 <= len((sent["question"] or {}).get("text") or "") <= QUESTION:
        yield Problem(("poll", "question", "text"), f"Must be between 1 and {QUESTION} in length.")
    if not 1 <= len(sent["answers"]) <= ANSWERS:
        yield Problem(("poll", "answers"), f"Must be between 1 and {ANSWERS} in length.")
    for index, answer in enumerate(sent["answers"]):
        if not 1 <= len((answer["poll_media"] or {}).get("text") or "") <= ANSWER:
            where = ("poll", "answers", index, "poll_media", "text")
            yield Problem(where, f"Must be between 1 and {ANSWER} in length.")
    if not 1 <= sent.get("duration", USUAL_HOURS) <= HOURS:
        yield Problem(("poll", "duration"), f"Must be between 1 and {HOURS}.")


def make_poll(sent: Json) -> Json:
    """Return a new poll as `PollResponse`."""
    ends = datetime.now(UTC) + timedelta(hours=sent.get("duration", USUAL_HOURS))
    media = [each["poll_media"] for each in sent["answers"]]
    return {
        "question": {"text": sent["question"]["text"]},
        "answers": [
            {"answer_id": number, "poll_media": {"text": each["text"]}}
            for number, each in enumerate(media, 1)
        ],
        "expiry": ends.isoformat(),
        "allow_multiselect": bool(sent.get("allow_multiselect")),
        "layout_type": sent.get("layout_type") or DEFAULT_LAYOUT,
        "results": {"answer_counts": [], "is_finalized": False},
    }


def is_closed(poll: Json) -> bool:
    """Return whether nobody can vote any more."""
    return poll["results"]["is_finalized"] or datetime.fromisoformat(poll["expiry"]) <= datetime.now(UTC)


def vote(poll: Json, votes: dict[str, int], user_id: str, answer: int) -> None:
    """Record a person's vote in place of their earlier vote, if there is one.

    `votes`: the answer of each person, by id.

    Raises `Refusal` for a closed poll or an unknown answer.
    """
    if is_closed(poll):
        raise Refusal(400, 520001, "Poll expired")
    if answer not in [each["answer_id"] for each in poll["answers"]]:
        raise Refusal(404, 10107, "Unknown Poll Answer")
    votes[user_id] = answer
    chosen = [*votes.values()]
    poll["results"]["answer_counts"] = [
        {"id": number, "count": chosen.count(number), "me_voted": False} for number in sorted({*chosen})
    ]


def expire(poll: Json | None) -> None:
    """Close a poll. Raises `Refusal` if the message has no poll, or if the poll is closed already."""
    if poll is None:
        raise Refusal(400, 520006, "Cannot expire a non-poll message")
    if is_closed(poll):
        raise Refusal(400, 520001, "Poll expired")
    closed: dict[str, Any] = {"expiry": datetime.now(UTC).isoformat()}
    poll |= closed
    poll["results"]["is_finalized"] = True
