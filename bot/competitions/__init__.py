"""Cups and leagues: who plays whom in which seat, how many points a result gives, and the standings."""
