"""A Discord-compatible server on loopback with a web page, to try and test the bot without an account."""
