"""Cups and leagues: who plays whom in which seat, what a result is worth, and who stands where."""
