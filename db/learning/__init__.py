"""The stored progress of people in lessons and puzzles, and the daily puzzles of channels."""
