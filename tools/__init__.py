"""Programs for whoever works on Durbar: they read the source and write files into it."""
