"""Orders that a seat gives before it is asked."""
