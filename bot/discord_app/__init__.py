"""The bot as Discord knows it: its commands, its connection, its settings, its process."""
