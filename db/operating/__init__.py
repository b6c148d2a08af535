"""Operate a database: make backups and copies, block and forget people, prune old rows, repair times."""
