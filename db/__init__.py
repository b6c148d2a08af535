"""Store games, deliveries, people, lessons, and the boards, cups and polls of Discord servers.

The store knows no game by name.
"""
