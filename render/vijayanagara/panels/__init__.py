"""Draw the panels around the map: the open card, the factions, the order of play, the deck, the legend."""
