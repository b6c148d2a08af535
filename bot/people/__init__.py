"""The people who act or ask, and their preferences."""
