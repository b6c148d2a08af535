"""1 to 7: the sequence of play, from the preparation over the visits to the end of the game."""
