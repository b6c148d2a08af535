"""Programs for contributors, which read the source and write files into it."""
