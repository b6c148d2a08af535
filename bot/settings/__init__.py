"""Define the settings of a game, set the options of its rules, and check addresses of pages and webhooks."""
