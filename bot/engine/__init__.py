"""Worker processes, the queue of work for them, and what is measured of it."""
