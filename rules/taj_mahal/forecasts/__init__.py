"""Foresee what a withdrawal brings, and which special cards change hands at the end of a visit."""
