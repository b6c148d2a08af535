"""Serve pages of games to browsers: made on request, and updated live. Also feeds and webhooks."""
