"""Manage seats: the lobby, seats that change hands, and leaving a game."""
