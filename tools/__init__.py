"""Provide programs for contributors. They read the source and write files into it."""
