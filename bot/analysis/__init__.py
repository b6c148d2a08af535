"""Hints for a seat and reviews of games, from estimated chances to win; replays and opened notebooks."""
