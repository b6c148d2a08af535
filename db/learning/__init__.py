"""Store the progress of people and threads in lessons and puzzles, and the daily puzzles of channels."""
