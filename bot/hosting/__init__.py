"""What a host may repair without a developer: a position, a rewind, a seat, export and import."""
