"""The settings of a game (pace, language, rating), the options of its rules, and links for it."""
