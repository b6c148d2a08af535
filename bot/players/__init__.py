"""The moves of bot players, their thinking time, and the notice that a bot player is thinking."""
