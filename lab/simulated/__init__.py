"""Simulate a server in fast time: its people, their games, cups, a league, and a bot that is often killed."""
