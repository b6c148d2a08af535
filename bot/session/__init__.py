"""One game, loaded, locked and played up to its open question."""
