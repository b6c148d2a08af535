"""Settings that every test shares."""

from __future__ import annotations

from hypothesis import settings

# A busy machine is no reason to fail, and a run must be repeatable: long random fuzzing is `durbar fuzz`.
settings.register_profile("durbar", deadline=None, derandomize=True)
settings.load_profile("durbar")
