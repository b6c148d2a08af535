"""Bot players: which seat is to move, how long it may think, what it chooses."""
