"""Remind people, let caretakers play for people who don't answer, and adjourn games that nobody plays."""
