"""PA-1: carry out the sequence of play, from the set-up to the last game turn."""
