"""Find, lock and load a game, and play it up to its open question. Name tables, and read uploaded files."""
