"""Set up and start tables and rematches, set their options, and let people take, give and leave seats."""
