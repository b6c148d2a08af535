"""Limit the time that hints, reviews and pages may take for one server. Moves of bot players don't count."""

from __future__ import annotations

LATELY = 600.0  # seconds; the quota counts the jobs of the last 600 seconds
ADVICE = 240.0  # seconds; in `LATELY` seconds, a server's hints, reviews and pages may take this much time
FOR_REVIEWS = 100.0  # seconds of `ADVICE` that only reviews may take: about what the review of one game takes
