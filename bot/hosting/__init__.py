"""Let a host repair a game without a developer: position, rewind, seats, export and import."""
