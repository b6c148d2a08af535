"""Open the threads of tables, keep them open, and give the posts of forums their tags."""
