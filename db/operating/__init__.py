"""Operate a database: backups, blocking, health, pruning."""
