"""Draw the map: ground, scenery and ornaments, then the spaces with their pieces, arrows and close-ups."""
