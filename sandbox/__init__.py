"""Provide a Discord-compatible server on loopback with a web page, to test the bot without an account."""
