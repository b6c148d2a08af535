"""What the channel reads about a game: posts, turns in words, chapters, standings."""
