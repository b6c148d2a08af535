"""Store what the people of a server share, such as its notice board, its cups and its ranks."""
