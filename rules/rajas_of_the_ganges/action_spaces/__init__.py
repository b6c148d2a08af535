"""Place workers on action spaces, and carry out what each space gives."""
