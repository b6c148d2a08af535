"""What a table has agreed: pace, language, rating, and the options of its game."""
