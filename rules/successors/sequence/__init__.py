"""PA-1: the sequence of play, from the set-up to the last game turn."""
