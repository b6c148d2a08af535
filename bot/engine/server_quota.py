"""Limit the time that hints, reviews and pages may take for one server. Moves of bot players don't count."""

from __future__ import annotations

LATELY = 600.0  # seconds; the quota counts the jobs of this last span of time
ADVICE = 240.0  # seconds of jobs other than moves that one server may use in that span
