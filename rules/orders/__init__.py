"""Typed orders: reading them, writing them, suggesting how they go on, and offering answers as buttons."""
