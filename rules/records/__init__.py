"""Read, write and check the record of a game: a document with all its entries."""
