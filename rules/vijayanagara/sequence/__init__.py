"""2.1 to 2.7: the deck, the sequence of play, and the cards that interrupt it."""
