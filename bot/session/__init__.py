"""Find, lock and load one game, played up to its open question; name its table; read uploads."""
