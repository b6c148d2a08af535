"""What people look at: the board, the log, chapters, statistics, what-ifs, suggestions; nothing changes."""
