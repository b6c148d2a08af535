"""How many taps, screens and choices a turn takes; see `tests.turns.walking`."""
