"""What the people of a Discord server share: the list of its tables, the notice board, and players wanted."""
