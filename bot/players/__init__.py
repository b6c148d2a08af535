"""The moves of bot players: who is to move, for how long it may think, and what it chooses."""
