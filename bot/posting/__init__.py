"""What stands in the channel: the outbox, messages with their pictures, buttons."""
