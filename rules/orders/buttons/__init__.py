"""Arrange the answers to a question as buttons and lists, and read a typed label as its answer."""
