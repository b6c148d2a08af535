"""Limit the time that hints and reviews may take for one server. Moves of bot players don't count."""

from __future__ import annotations

LATELY = 600.0  # seconds of the span that is counted
ADVICE = 240.0  # seconds of hints and reviews for a server in that span
