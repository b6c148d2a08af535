"""Write what people read about a game: posts, turns in words, chapters, standings, pages, records."""
