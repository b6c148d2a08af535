"""Post to channels: the outbox, messages with pictures, and buttons."""
