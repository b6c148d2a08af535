"""How far each person has come in lessons and puzzles, and the puzzles of the day."""
