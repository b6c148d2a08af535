"""Define Discord's refusals: an HTTP status, a code and a sentence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
"""A JSON object as Discord speaks it."""


@dataclass(frozen=True)
class Problem:
    """A mistake in a payload: its path (keys and indices from the top) and a message."""

    path: tuple[str | int, ...]
    message: str
    code: str = "SANDBOX_RULE"

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path)) or 'body'}: {self.message}"


class Refusal(Exception):
    """An error that a handler raises to answer with Discord's error body."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        problems: list[Problem] | None = None,
        *,
        retry_after: float | None = None,
    ) -> None:
        super().__init__(f"{status} {code} {message}")
        self.status = status
        self.code = code
        self.message = message
        self.problems = problems or []
        self.retry_after = retry_after

    def as_json(self) -> Json:
        """Return the error body. As in Discord, each problem is nested under the keys of its path."""
        body: Json = {"code": self.code, "message": self.message}
        if self.retry_after is not None:
            body["retry_after"] = self.retry_after
        if self.problems:
            body["errors"] = _nest(self.problems)
        return body


def invalid_form(problems: list[Problem]) -> Refusal:
    """Return Discord's refusal of a body with these problems."""
    return Refusal(400, 50035, "Invalid Form Body", problems)


def unknown(thing: str, code: int) -> Refusal:
    """Return Discord's refusal for something that does not exist or is not visible to the bot."""
    return Refusal(404, code, f"Unknown {thing}")


def _nest(problems: list[Problem]) -> Json:
    tree: Json = {}
    for problem in problems:
        node = tree
        for step in problem.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree
