"""Set up and start tables, set their options, and let people take, give and leave seats."""
