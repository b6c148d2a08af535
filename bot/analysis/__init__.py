"""Hints for a seat and reviews of games, computed from estimated chances to win."""
