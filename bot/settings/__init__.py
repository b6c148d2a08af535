"""The settings of a game: pace, language, rating, and the options of its rules."""
