"""Define the slash commands, in one file for each purpose."""
