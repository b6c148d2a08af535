"""Post to channels: the outbox, messages with their pictures, buttons."""
