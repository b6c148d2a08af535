"""Repairs by a host, without a developer: position, rewind, seats, export and import."""
