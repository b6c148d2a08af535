"""The Discord bot and the command line."""
