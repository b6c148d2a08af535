"""Provide programs for contributors, which test and check the code, and write files that come from it."""
