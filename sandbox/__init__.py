"""Run a copy of Discord on this machine, with a web page, to test the bot without an account."""
