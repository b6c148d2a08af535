"""Teach newcomers: lessons, puzzles, guided first games, player aids, help, and explanations of questions."""
