"""Store games, deliveries, people, lessons, and the boards, cups and polls of Discord servers.

The code here is the same for all games, such as Vijayanagara.
"""
