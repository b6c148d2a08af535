"""Worker processes, the queue of jobs for them, the thinking of bot players, metrics, secrets and limits."""
