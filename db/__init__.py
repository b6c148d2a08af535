"""Store games, deliveries, people, lessons, and the boards, cups and polls of Discord servers.

No code here is for one game such as Vijayanagara.
"""
