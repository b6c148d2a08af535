"""Programs for those who work on Durbar: they read the source and write files into it."""
