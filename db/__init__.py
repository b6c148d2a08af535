"""Store games, deliveries, people, and what servers and learners have. The store knows no game by name."""
