"""Worker processes and their queue of jobs, the choices of bot players, metrics, secrets and limits."""
