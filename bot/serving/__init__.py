"""Serve pages of games to browsers, and update open pages live. Serve feeds, and send events to webhooks."""
