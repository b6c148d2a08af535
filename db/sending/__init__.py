"""Store what is still to be sent: deliveries to channels, and events for webhooks."""
