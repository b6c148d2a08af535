"""Teach a game: lessons and puzzles, the player aid, and the texts for newcomers."""
