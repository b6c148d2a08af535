"""Teach newcomers: private lessons, puzzles, guided first games, and explanations of questions."""
