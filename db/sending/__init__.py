"""Store what the bot must still send: deliveries to channels, and events to webhooks."""
