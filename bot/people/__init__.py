"""People: who asks, and the preferences they have set."""
