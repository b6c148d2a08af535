"""Worker processes, the queue of jobs for them, and measurements."""
