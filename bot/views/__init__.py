"""Read-only commands: the board, history, rules, statistics and what-if."""
