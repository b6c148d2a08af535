"""1 to 7: the sequence of play: the preparation, the visits, and the end of the game."""
