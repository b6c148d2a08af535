"""Settings of a game (pace, language, rating), options of its rules, addresses of pages and webhooks."""
