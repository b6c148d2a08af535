"""Post what the people of a server share, such as its notice board, its polls and its ranks."""
