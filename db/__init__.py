"""Stores games, entries and deliveries; knows no game by name."""
