"""Measure the taps, screens and choices of a turn; see `tests.turns.walking`."""
