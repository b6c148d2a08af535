"""Simulate a server in fast time: its people, their games, cups and a league, and a bot that is killed."""
