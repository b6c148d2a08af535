"""What an operator does with a database."""
