"""Hints for a seat, reviews of a finished game, and the estimates behind both."""
