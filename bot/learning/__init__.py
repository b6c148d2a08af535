"""Teach newcomers: lessons, puzzles, guided first games, player aids, and explanations of questions."""
