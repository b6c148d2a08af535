"""Operate a database: backups, copies, blocking, health, pruning, forgetting a person, repair of times."""
