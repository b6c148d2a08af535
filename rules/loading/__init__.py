"""Find the games, load them, and check that they are whole."""
