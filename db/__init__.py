"""Store games, entries and deliveries. The store knows no game by name."""
