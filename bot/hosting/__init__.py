"""What hosts do without a developer: repair, move, export and import games, set webhooks and web pages."""
