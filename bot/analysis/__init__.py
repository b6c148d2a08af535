"""Give hints to a seat and reviews of games, from estimates of the chance to win."""
