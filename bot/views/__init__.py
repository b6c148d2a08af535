"""Read-only commands: the board, history, rules, statistics, what-if."""
