"""Who sits where: the lobby, seats that change hands, leaving a game."""
