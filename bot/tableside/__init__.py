"""Around a game: the lobby, seats, the clock, taking back, plans, proposals, automatic players."""
