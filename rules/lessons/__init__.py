"""Teach a game: lessons as data (`lesson`), and a lesson while it is solved (`attempt`)."""
