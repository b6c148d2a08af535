"""Read, write and prove a game as a document: its entries from the first to the last."""
