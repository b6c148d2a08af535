"""The people who act or ask, their preferences, and the times of daily posts."""
