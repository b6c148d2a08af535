"""Connect the bot to Discord: commands, connection, settings and process."""
