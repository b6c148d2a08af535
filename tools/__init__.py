"""Provide programs for contributors. They test and check the code, and write files that are made from it."""
