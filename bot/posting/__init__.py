"""Post to channels and in direct messages: the outbox, the posters, pictures, buttons and threads."""
